import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'

type CreateCall = Call<{ account?: number; description?: string }, readonly [name: string]>

/** Creates a production in the named account, or in the one in which the caller may. */
export async function run(call: CreateCall): Promise<void> {
  const { args, options, signal, terminal } = call
  const api = await openClient(call)
  const accountId = options.account ?? (await findAccount(api, 'ACCOUNT_CREATE_PRODUCTION'))
  const { description } = options
  const body = { accountId, name: args[0], ...(description === undefined ? {} : { description }) }
  const production = await api.productions.createProduction({ body, signal })
  terminal.show(production, () => [String(production.id)])
}
