import type { WebhookDelivery } from '@rushes/contract'
import type { Call } from '../command.ts'
import { findAccount } from '../service/accounts.ts'
import { openClient } from '../service/session.ts'
import { toTime } from '../terminal/terminal.ts'
import { readId } from './options.ts'

interface LogOptions {
  readonly account?: number
  readonly status?: string
  readonly rows?: number
}

/** Lists what was sent to a webhook and how it was answered, the newest first. */
export async function run(call: Call<LogOptions, readonly [webhook: string]>): Promise<void> {
  const { args, options, signal, terminal } = call
  const webhookId = readId(args[0], 'webhook')
  const api = await openClient(call)
  const id = options.account ?? (await findAccount(api, 'ACCOUNT_MANAGE'))
  const status = options.status?.toUpperCase() as WebhookDelivery['status'] | undefined
  const query = { limit: options.rows ?? 100, ...(status && { status }) }
  const { items } = await api.webhooks.listWebhookDeliveries({ id, webhookId, query, signal })
  terminal.showTable(items, [
    ['id', delivery => delivery.id],
    ['created', delivery => toTime(delivery.created)],
    ['status', delivery => delivery.status.toLowerCase()],
    ['attempts', delivery => delivery.attempts],
    ['type', delivery => delivery.type],
    ['answer', ({ response }) => response?.error ?? response?.status],
  ])
}
