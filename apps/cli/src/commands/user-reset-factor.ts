import { ServiceError } from '@rushes/contract'
import type { Call } from '../command.ts'
import { findUser } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'

/** Takes the second factor from a user who has lost it; the password alone signs in until another is set up. */
export async function run(call: Call<object, readonly [user: string]>): Promise<void> {
  const api = await openClient(call)
  const { id, username } = await findUser(api, call.args[0])
  try {
    await api.authentication.disableSecondFactor({ id, body: {}, signal: call.signal })
  } catch (error) {
    // The user is there: it is the second factor that is not.
    if (!(error instanceof ServiceError && error.status === 404)) throw error
  }
  call.terminal.show({ id, username }, () => [`User ${id}, ${username}, signs in with the password alone`])
}
