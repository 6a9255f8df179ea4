import { useSignal } from '@preact/signals'
import type { ShareSession } from '@rushes/contract'
import { Button } from '../design/fields/button.tsx'
import { MoreButton } from '../design/fields/more-button.tsx'
import { tell, tellError } from '../design/floating/toasts.tsx'
import { Loaded } from '../design/lists/loaded.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { SeenClips } from './seen-clips.tsx'

const pageSize = 50

interface OpenVisitsProps {
  prId: number
  id: number
  /** Changes when something happened in the share. */
  news: number
  /** Names of those who have links of their own. */
  recipients: ReadonlyMap<number, string>
}

/** Who is in a share now, the last seen first; each can be shown the door. */
export function OpenVisits({ prId, id, news, recipients }: OpenVisitsProps) {
  const rows = useSignal(pageSize)
  const sessions = useResource(
    signal =>
      api.sharing.listShareSessions({ prId, id, query: { rows: rows.value, sort: 'lastSeen desc,id desc' }, signal }),
    [prId, id, news, rows.value],
  )
  const end = async ({ id: sessionId }: ShareSession) => {
    await api.sharing.deleteShareSession({ prId, id, sessionId })
    tell(texts('visitEnded'))
  }
  return (
    <section class="section">
      <h2>{texts('openVisits')}</h2>
      <p>{texts('openVisitsHint')}</p>
      <Loaded resource={sessions}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p class="notice">{texts('noOpenVisits')}</p>
          ) : (
            <>
              <ul class="row-list" aria-label={texts('openVisits')}>
                {items.map(session => (
                  <OpenVisit
                    key={session.id}
                    prId={prId}
                    session={session}
                    recipient={recipients.get(session.recipientId ?? 0)}
                    onEnd={() => void end(session).catch(tellError).finally(sessions.reload)}
                  />
                ))}
              </ul>
              <MoreButton count={total} most={rows} by={pageSize} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface OpenVisitProps {
  prId: number
  session: ShareSession
  /** Whose link it was opened by. */
  recipient: string | undefined
  onEnd: () => void
}

function OpenVisit({ prId, session, recipient, onEnd }: OpenVisitProps) {
  const { username, created, lastSeen, clips, clipCount } = session
  const name = username ?? texts('somebody')
  return (
    <li>
      <div class="row-main">
        <strong>{name}</strong>
        <p>
          {recipient !== undefined && `${texts('byLinkOf', { name: recipient })} · `}
          {texts('hereSince', { date: formatDate(created) })} · {texts('lastSeen', { date: formatDate(lastSeen) })}
        </p>
        <SeenClips prId={prId} clips={clips} clipCount={clipCount} />
      </div>
      <Button kind="danger" aria-label={texts('endVisit', { name, date: formatDate(lastSeen) })} onClick={onEnd}>
        {texts('endVisitDo')}
      </Button>
    </li>
  )
}
