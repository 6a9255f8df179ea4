import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'
import { readId } from './options.ts'

/** Sends an event to a webhook again. */
export async function run(
  call: Call<{ account?: number }, readonly [webhook: string, delivery: string]>,
): Promise<void> {
  const [webhookId, deliveryId] = [readId(call.args[0], 'webhook'), readId(call.args[1], 'delivery')]
  const api = await openClient(call)
  const id = call.options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  const delivery = await api.webhooks.redeliver({ id, webhookId, deliveryId, signal: call.signal })
  call.terminal.show(delivery, () => [`Delivery ${delivery.id} is sent again: rushes webhook log ${webhookId}`])
}
