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
import { toDevice } from './device.ts'

/** Where a user is signed in: with what, from where, since when; each session but that of the caller can be ended. */
export function SessionList({ id }: { id: number }) {
  const sessions = useResource(signal => api.authentication.listSessions({ id, signal }), [id])
  const end = async (ended: readonly SessionInfo[]) => {
    for (const { id: sessionId } of ended) await api.authentication.deleteSession({ id, sessionId })
    tell(texts('ended'))
  }
  const endAll = (ended: readonly SessionInfo[]) => end(ended).catch(tellError).finally(sessions.reload)
  return (
    <Loaded resource={sessions}>
      {({ items }) => {
        const own = items.filter(({ current }) => current)
        const others = items.filter(({ current }) => !current).toSorted((a, b) => b.lastSeen - a.lastSeen)
        if (items.length === 0) return <p class="field-hint">{texts('noSessions')}</p>
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
              items={[...own, ...others]}
              toKey={({ id: sessionId }) => sessionId}
            >
              {session => [
                <SessionName key="name" session={session} />,
                formatDate(session.created),
                formatDate(session.lastSeen),
                formatDate(session.expires),
                !session.current && (
                  <Button
                    small
                    kind="danger"
                    aria-label={texts('endSession', { date: formatDate(session.created), name: toName(session) })}
                    onClick={() => void endAll([session])}
                  >
                    {texts('end')}
                  </Button>
                ),
              ]}
            </Records>
            {others.length > 0 && (
              <Button kind="danger" onClick={() => void endAll(others)}>
                {texts(own.length > 0 ? 'endOthers' : 'endAll')}
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

function SessionName({ session }: { session: SessionInfo }) {
  const { address, current } = session
  return (
    <RecordName
      name={
        <>
          {toName(session)} {current && <span class="tag">{texts('thisSession')}</span>}
        </>
      }
      facts={[address === undefined ? undefined : texts('fromAddress', { address: toPlain(address) })]}
    />
  )
}

function toName({ userAgent = '' }: SessionInfo): string {
  const { program, system } = toDevice(userAgent)
  if (program === undefined) return system ?? texts('otherSession')
  return system === undefined ? program : texts('onSystem', { program, system })
}

/** An IPv4 address in the form of IPv6 as people know it. */
function toPlain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
