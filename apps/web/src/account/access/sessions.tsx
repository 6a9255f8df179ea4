import type { SessionInfo } from '@rushes/contract'
import { Button } from '../../design/fields/button.tsx'
import { tell, tellError } from '../../design/floating/toasts.tsx'
import { Loaded } from '../../design/lists/loaded.tsx'
import { RecordName, Records } from '../../design/lists/records.tsx'
import { texts as appTexts } from '../../frame/messages.ts'
import { api } from '../../platform/reading/api.ts'
import { useResource } from '../../platform/reading/resource.ts'
import { formatDate } from '../../platform/translations.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'

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
      <h2>{appTexts('sessions')}</h2>
      <p>{texts('sessionsHint')}</p>
      <Loaded resource={sessions}>
        {({ items }) => {
          const others = items.filter(({ current }) => !current)
          return (
            <>
              <Records
                label={appTexts('sessions')}
                columns={[
                  ['minmax(0, 3fr)', texts('session')],
                  ['minmax(0, 2fr)', texts('signedIn')],
                  ['minmax(0, 2fr)', texts('used')],
                  ['minmax(0, 2fr)', texts('ends')],
                  ['72px', ''],
                ]}
                items={items}
                toKey={({ id: sessionId }) => sessionId}
              >
                {session => [
                  <RecordName key="name" name={texts(session.current ? 'thisSession' : 'otherSession')} />,
                  formatDate(session.created),
                  formatDate(session.lastSeen),
                  formatDate(session.expires),
                  !session.current && (
                    <Button
                      small
                      kind="danger"
                      aria-label={texts('endSession', { date: formatDate(session.created) })}
                      onClick={() => void endAll([session])}
                    >
                      {texts('end')}
                    </Button>
                  ),
                ]}
              </Records>
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
