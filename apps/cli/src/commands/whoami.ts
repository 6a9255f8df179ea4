import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'

/** Asks the service whose token it is. */
export async function run(call: Call): Promise<void> {
  const api = await openClient(call)
  const { id, username, email } = await api.authentication.getCurrentUser({ signal: call.signal })
  const url = api.options.baseUrl
  call.terminal.show({ id, username, email, url }, () => [`${username} <${email}> at ${url}`])
}
