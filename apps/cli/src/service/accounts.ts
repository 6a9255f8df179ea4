import { type Client, searchAll } from '@rushes/client'
import type { User } from '@rushes/contract'
import { CommandError } from '../errors/errors.ts'

/** What may be done in an account, and how it is put where it may not. */
const deeds = { ACCOUNT_CREATE_PRODUCTION: 'create productions', ACCOUNT_MANAGE: 'manage webhooks' } as const

/** The one account in which the caller has a right. Throws where there is none, or a choice. */
export async function findAccount(api: Client, right: keyof typeof deeds): Promise<number> {
  const { id } = await api.authentication.getCurrentUser()
  const { items } = await api.accounts.listAccountRights({ id })
  const accounts = items.filter(({ rights }) => rights.includes(right))
  const [first, second] = accounts
  if (first && !second) return first.id
  if (!first) throw new CommandError('forbidden', `In none of your accounts you may ${deeds[right]}`)
  throw new CommandError(
    'usage',
    'In which account?',
    `Name it with --account: ${accounts.map(one => `${one.id} (${one.displayName ?? one.name})`).join(', ')}`,
  )
}

/** Users whose name or address has a word that begins so. */
export function toUserQuery(word: string | undefined): string {
  return word === undefined ? '*:*' : `username:${word}* OR email:${word}* OR fullName:${word}*`
}

/** The user of this id, user name or email address. */
export async function findUser(api: Client, named: string): Promise<User> {
  if (/^\d{1,15}$/.test(named)) return api.accounts.getUser({ id: Number(named) })
  const query = { q: toUserQuery(/[\p{L}\p{N}]+/u.exec(named)?.[0]), sort: 'username asc,id asc' }
  for await (const found of searchAll(api.accounts.searchUsers, { query })) {
    if (found.username === named || found.email === named) return api.accounts.getUser({ id: Number(found.id) })
  }
  throw new CommandError('not found', `There is no user ${named}`, '`rushes user list` lists all users.')
}
