import type { WebhookCreation } from '@rushes/contract'
import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'

interface CreateOptions {
  readonly account?: number
  readonly type?: readonly string[]
  readonly label?: string
}

/** Has events of an account posted to an address; the secret that signs them is shown once. */
export async function run(call: Call<CreateOptions, readonly [url: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const api = await openClient(call)
  const id = options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  const { label } = options
  const types = (options.type ?? []) as NonNullable<WebhookCreation['types']>
  const body = { url: args[0], types, ...(label === undefined ? {} : { label }) }
  const webhook = await api.webhooks.createWebhook({ id, body, signal })
  terminal.show(webhook, () => [`Webhook ${webhook.id}`, `Secret, shown this once: ${webhook.secret}`])
}
