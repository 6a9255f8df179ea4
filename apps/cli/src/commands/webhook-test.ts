import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'
import { readId } from './options.ts'

/** Posts a test event to a webhook. */
export async function run(call: Call<{ account?: number }, readonly [webhook: string]>): Promise<void> {
  const webhookId = readId(call.args[0], 'webhook')
  const api = await openClient(call)
  const id = call.options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  const delivery = await api.webhooks.testWebhook({ id, webhookId, signal: call.signal })
  call.terminal.show(delivery, () => [`A test is on its way: rushes webhook log ${webhookId}`])
}
