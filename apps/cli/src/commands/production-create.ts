import type { Client } from '@rushes/client'
import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { openClient } from '../service/session.ts'

type CreateCall = Call<{ account?: number; description?: string }, readonly [name: string]>

/** Creates a production in the named account, or in the one in which the caller may. */
export async function run(call: CreateCall): Promise<void> {
  const { args, options, signal, terminal } = call
  const api = await openClient(call)
  const accountId = options.account ?? (await findAccount(api))
  const { description } = options
  const body = { accountId, name: args[0], ...(description === undefined ? {} : { description }) }
  const production = await api.productions.createProduction({ body, signal })
  terminal.show(production, () => [String(production.id)])
}

/** The one account in which the caller may create productions. Throws where there is none, or a choice. */
export async function findAccount(api: Client): Promise<number> {
  const { id } = await api.authentication.getCurrentUser()
  const { items } = await api.accounts.listAccountRights({ id })
  const accounts = items.filter(({ rights }) => rights.includes('ACCOUNT_CREATE_PRODUCTION'))
  const [first, second] = accounts
  if (first && !second) return first.id
  if (!first) throw new CommandError('forbidden', 'In none of your accounts you may create productions')
  throw new CommandError(
    'usage',
    'In which account?',
    `Name it with --account: ${accounts.map(one => `${one.id} (${one.displayName ?? one.name})`).join(', ')}`,
  )
}
