import { useSignal } from '@preact/signals'
import type { SolrDocument } from '@rushes/contract'
import { Loaded } from '../design/loaded.tsx'
import { MoreButton } from '../design/more-button.tsx'
import { api } from '../platform/api.ts'
import { nameClips } from '../platform/clip-names.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'

const pageSize = 50

/** What happens in a share that has words of its own here; anything else is shown by its name. */
const told = [
  'Share.create',
  'Share.update',
  'Share.setPassword',
  'Share.addUser',
  'Share.login',
  'Share.loginFailed',
  'Share.identify',
  'Share.view',
  'Share.play',
  'Share.download',
  'Annotation.create',
  'Media.create',
] as const

interface ShareActivityProps {
  prId: number
  id: number
  /** Changes when something happened in the share. */
  news: number
}

/** Who came to a share, looked, commented and downloaded: the latest first. */
export function ShareActivity({ prId, id, news }: ShareActivityProps) {
  const rows = useSignal(pageSize)
  const activity = useResource(
    signal =>
      api.sharing.searchShareActivity({ prId, id, query: { q: '*:*', rows: rows.value, sort: 'id desc' }, signal }),
    [prId, id, news, rows.value],
  )
  const ids = (activity.data?.results ?? []).flatMap(event => findClip(event) ?? [])
  const clips = useResource(signal => nameClips(prId, ids, signal), [prId, activity.data])
  return (
    <section class="section">
      <h2>{texts('activity')}</h2>
      <Loaded resource={activity}>
        {({ results, numFound }) =>
          results.length === 0 ? (
            <p class="notice">{texts('noActivity')}</p>
          ) : (
            <>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
              <section class="scroll-x" aria-label={texts('activity')} tabIndex={0}>
                <table class="table dated">
                  <thead>
                    <tr>
                      {(['when', 'who', 'what', 'clip'] as const).map(name => (
                        <th key={name} scope="col">
                          {texts(name)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {results.map(event => (
                      <Row key={Number(event.id)} prId={prId} event={event} clips={clips.data} />
                    ))}
                  </tbody>
                </table>
              </section>
              <MoreButton count={numFound} most={rows} by={pageSize} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface RowProps {
  prId: number
  event: SolrDocument
  clips: ReadonlyMap<number, string> | undefined
}

function Row({ prId, event, clips }: RowProps) {
  const { created, verb } = event
  const at = typeof created === 'number' ? created : Date.parse(String(created))
  const known = told.find(name => name === verb)
  const clipId = findClip(event)
  return (
    <tr>
      <td>{formatDate(at)}</td>
      <td>{String(event['actor.username'] ?? texts('somebody'))}</td>
      <td>{known ? texts(known) : String(verb)}</td>
      <td>
        {clipId !== undefined && (
          <Link href={`/app/production/${prId}/clip/${clipId}`}>{clips?.get(clipId) ?? `#${clipId}`}</Link>
        )}
      </td>
    </tr>
  )
}

/** The clip that an event is about. */
function findClip(event: SolrDocument): number | undefined {
  const id = event['target.objectType'] === 'MediaObject' ? event['target.id'] : event.mediaObjectId
  return typeof id === 'number' ? id : undefined
}
