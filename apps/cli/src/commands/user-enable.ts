import type { Call } from '../command.ts'
import { findUser } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'

/** Lets a user in again who was disabled, or locked after wrong passwords. */
export async function run(call: Call<object, readonly [user: string]>): Promise<void> {
  const api = await openClient(call)
  const { id } = await findUser(api, call.args[0])
  const body = { disabled: false, locked: false }
  const user = await api.accounts.updateUserState({ id, body, signal: call.signal })
  call.terminal.show(user, () => [`User ${user.id}, ${user.username}, can sign in`])
}
