import type { Call } from '../command.ts'
import { CommandError } from '../errors/errors.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'
import { readId } from './options.ts'

/** Deletes a webhook with its log. */
export async function run(call: Call<{ account?: number; yes?: true }, readonly [webhook: string]>): Promise<void> {
  const webhookId = readId(call.args[0], 'webhook')
  if (call.options.yes !== true) {
    throw new CommandError('usage', 'This deletes the webhook and its log for good', 'Add --yes to do it.')
  }
  const api = await openClient(call)
  const id = call.options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  await api.webhooks.deleteWebhook({ id, webhookId, signal: call.signal })
  call.terminal.show({ id: webhookId }, () => [`Webhook ${webhookId} is deleted`])
}
