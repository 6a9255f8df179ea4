import { useSignal } from '@preact/signals'
import type { ReviewStatusChoice, SolrDocument } from '@rushes/contract'
import { MoreButton } from '../design/fields/more-button.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { nameStatus } from '../design/status/review-status.ts'
import { nameClips } from '../platform/clip-names.ts'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'

const pageSize = 50

/** What people do in a share, by its verb; the rest is what the service makes of it. */
const told = [
  'Share.create',
  'Share.update',
  'Share.setPassword',
  'Share.addUser',
  'Share.addRecipient',
  'Share.endRecipient',
  'Share.mailFailed',
  'Share.login',
  'Share.loginFailed',
  'Share.identify',
  'Share.endSession',
  'Share.view',
  'Share.play',
  'Share.download',
  'Annotation.create',
  'Annotation.update',
  'Annotation.delete',
] as const
/** It has no verb. */
const upload = 'Media.create'
const fq = [`verb:(${told.join(' OR ')}) OR type:${upload}`]

interface ShareActivityProps {
  prId: number
  id: number
  /** Changes when something happened in the share. */
  news: number
  /** Names of those who have links of their own. */
  recipients: ReadonlyMap<number, string>
}

/** Who came to a share, looked, commented and downloaded: the latest first. */
export function ShareActivity({ prId, id, news, recipients }: ShareActivityProps) {
  const rows = useSignal(pageSize)
  const activity = useResource(
    signal =>
      api.sharing.searchShareActivity({ prId, id, query: { q: '*:*', fq, rows: rows.value, sort: 'id desc' }, signal }),
    [prId, id, news, rows.value],
  )
  const ids = (activity.data?.results ?? []).flatMap(event => findClip(event) ?? [])
  const clips = useResource(signal => nameClips(prId, ids, signal), [prId, activity.data])
  const choices = useResource(
    async signal => (await api.productions.listReviewStatuses({ prId, signal })).items,
    [prId],
  )
  return (
    <section class="section">
      <h2>{texts('activity')}</h2>
      <Loaded resource={activity}>
        {({ results, numFound }) =>
          results.length === 0 ? (
            <p class="notice">{texts('noActivity')}</p>
          ) : (
            <>
              <ol class="happened">
                {results.map(event => (
                  <Happened
                    key={Number(event.id)}
                    {...{ prId, event, recipients }}
                    clips={clips.data}
                    choices={choices.data ?? []}
                  />
                ))}
              </ol>
              <MoreButton count={numFound} most={rows} by={pageSize} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface HappenedProps {
  prId: number
  event: SolrDocument
  recipients: ReadonlyMap<number, string>
  clips: ReadonlyMap<number, string> | undefined
  choices: readonly ReviewStatusChoice[]
}

function Happened({ prId, event, recipients, clips, choices }: HappenedProps) {
  const { created, verb } = event
  const at = typeof created === 'number' ? created : Date.parse(String(created))
  const clipId = findClip(event)
  const recipient = findRecipient(event, recipients)
  const who = verb === 'Share.mailFailed' ? 'Rushes' : String(event['actor.username'] ?? texts('somebody'))
  return (
    <li data-kind={verb === 'Share.loginFailed' ? 'attention' : undefined}>
      <time dateTime={new Date(at).toISOString()}>{formatDate(at)}</time>
      <span>
        <strong>{who}</strong> {describe(event, choices)}{' '}
        {clipId !== undefined && (
          <Link href={`/app/production/${prId}/clip/${clipId}`}>{clips?.get(clipId) ?? `#${clipId}`}</Link>
        )}
        {recipient !== undefined && <span class="field-hint"> · {recipient}</span>}
      </span>
    </li>
  )
}

/** What somebody did. */
function describe({ verb, type, extended }: SolrDocument, choices: readonly ReviewStatusChoice[]): string {
  const known = told.find(name => name === verb)
  if (known !== 'Annotation.update') return texts(known ?? upload)
  const { reviewStatus, resolved } = (extended ?? {}) as Readonly<Record<string, unknown>>
  if (reviewStatus === null) return texts('statusCleared')
  if (typeof reviewStatus === 'string') {
    const choice = choices.find(({ id }) => id === reviewStatus)
    return texts('statusSet', { status: choice ? nameStatus(choice) : reviewStatus })
  }
  if (type === 'Media.update') return texts(known)
  return texts(resolved === true ? 'resolved' : resolved === false ? 'reopened' : 'commentChanged')
}

/** Whose link an event is about, or by whose link a visitor came. */
function findRecipient(event: SolrDocument, recipients: ReadonlyMap<number, string>): string | undefined {
  if (event['target.objectType'] === 'ShareRecipient') {
    const name = recipients.get(Number(event['target.id']))
    return name !== undefined && event.verb === 'Share.login' ? texts('byLinkOf', { name }) : name
  }
  const { recipientId } = (event.extended ?? {}) as Readonly<Record<string, unknown>>
  const name = recipients.get(Number(recipientId))
  return name === undefined ? undefined : texts('byLinkOf', { name })
}

/** The clip that an event is about. */
function findClip(event: SolrDocument): number | undefined {
  const id = event['target.objectType'] === 'MediaObject' ? event['target.id'] : event.mediaObjectId
  return typeof id === 'number' ? id : undefined
}
