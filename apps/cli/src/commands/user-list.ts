import { searchAll } from '@rushes/client'
import type { Call } from '../command.ts'
import { toUserQuery } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'

/** Lists the users of the service, or those whose name or address begins with a text. */
export async function run(call: Call<object, readonly [text?: string]>): Promise<void> {
  const { args, signal, terminal } = call
  const api = await openClient(call)
  const words = args[0]?.match(/[\p{L}\p{N}]+/gu) ?? [undefined]
  const query = { q: words.map(word => `(${toUserQuery(word)})`).join(' AND '), sort: 'username asc,id asc' }
  const users = await Array.fromAsync(searchAll(api.accounts.searchUsers, { query, signal }))
  terminal.showTable(users, [
    ['id', user => user.id],
    ['name', user => user.username],
    ['email', user => user.email],
    ['seen', user => toSeen(user.lastSeen)],
    ['', user => ['locked', 'disabled'].filter(state => user[state] === true).join(', ')],
  ])
}

function toSeen(value: unknown): string {
  const instant = typeof value === 'string' ? Date.parse(value) : Number(value ?? 0)
  return instant > 0 ? toTime(instant) : ''
}
