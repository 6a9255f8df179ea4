import type { UserCreation } from '@rushes/contract'
import type { Call } from '../command.ts'
import { openClient } from '../service/session.ts'
import { openAsker } from '../terminal/asking.ts'

interface CreateOptions {
  readonly email: string
  readonly account?: number
  readonly right?: readonly string[]
}

/** Creates a user, whose first password is asked for. */
export async function run(call: Call<CreateOptions, readonly [name: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const { email, account, right } = options
  const api = await openClient(call)
  const asker = openAsker(call)
  const password = await asker.ask(`First password of ${args[0]}`, 'secret').finally(asker.close)
  const place = account === undefined ? {} : { accountId: account }
  // The service says which of them there are.
  const rights = right?.map(name => name.toUpperCase()) as UserCreation['rights']
  const body = { username: args[0], email, password, ...place, ...(rights && { rights }) }
  const user = await api.accounts.createUser({ body, signal })
  terminal.show(user, () => [`User ${user.id} is ${user.username} <${user.email}>`])
}
