import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'

/** Lists the webhooks of an account. */
export async function run(call: Call<{ account?: number }>): Promise<void> {
  const api = await openClient(call)
  const id = call.options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  const { items } = await api.webhooks.listWebhooks({ id, signal: call.signal })
  call.terminal.showTable(items, [
    ['id', webhook => webhook.id],
    ['', ({ active, paused }) => (active ? '' : paused === undefined ? 'off' : 'paused')],
    ['types', webhook => webhook.types.join(',') || 'all'],
    ['url', webhook => webhook.url],
    ['reason', webhook => webhook.pauseReason],
  ])
}
