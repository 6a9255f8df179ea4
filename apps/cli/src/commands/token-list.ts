import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'

/** Lists the API tokens of the signed-in user. */
export async function run(call: Call): Promise<void> {
  const api = await openClient(call)
  const { id } = await api.authentication.getCurrentUser()
  const { items } = await api.authentication.listAccessTokens({ id, signal: call.signal })
  call.terminal.showTable(items, [
    ['id', token => token.id],
    ['label', token => token.label],
    ['used', token => toTime(token.lastSeen)],
    ['expires', token => toTime(token.expires)],
    ['rights', token => token.rights?.join(',')],
  ])
}
