import type { SessionInfo } from '@rushes/contract'
import { Button } from '../design/button.tsx'
import { Loaded } from '../design/loaded.tsx'
import { tell, tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { formatDate } from '../platform/translations.ts'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'

/** Where the user is signed in; each session but this one can be ended here. */
export function Sessions() {
  const id = getOwnId()
  const sessions = useResource(signal => api.authentication.listSessions({ id, signal }), [id])
  const end = async (ended: readonly SessionInfo[]) => {
    for (const { id: sessionId } of ended) await api.authentication.deleteSession({ id, sessionId })
    tell(texts('ended'))
  }
  const endAll = (ended: readonly SessionInfo[]) => end(ended).catch(tellError).finally(sessions.reload)
  return (
    <section class="section">
      <h2>{texts('sessions')}</h2>
      <p>{texts('sessionsHint')}</p>
      <Loaded resource={sessions}>
        {({ items }) => {
          const others = items.filter(({ current }) => !current)
          return (
            <>
              <ul class="row-list">
                {items.map(session => (
                  <li key={session.id}>
                    <div class="row-main">
                      <strong>{texts(session.current ? 'thisSession' : 'otherSession')}</strong>
                      <p>
                        {[
                          texts('signedInOn', { date: formatDate(session.created) }),
                          texts('lastUsed', { date: formatDate(session.lastSeen) }),
                          texts('endsOn', { date: formatDate(session.expires) }),
                        ].join(' · ')}
                      </p>
                    </div>
                    {!session.current && (
                      <Button
                        kind="danger"
                        aria-label={texts('endSession', { date: formatDate(session.created) })}
                        onClick={() => void endAll([session])}
                      >
                        {texts('end')}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              {others.length > 0 && (
                <Button kind="danger" onClick={() => void endAll(others)}>
                  {texts('endOthers')}
                </Button>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
