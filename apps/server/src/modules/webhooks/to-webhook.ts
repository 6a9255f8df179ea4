import type { Webhook, WebhookDelivery } from '@rushes/contract'
import { toResourceFields } from '../../platform/database/resource-columns.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'

/** A webhook as it is shown; its secret only where it has just been made. */
export function toWebhook(row: WebhookRow, secret?: string): Webhook {
  return {
    ...toResourceFields(row),
    objectType: 'Webhook',
    accountId: row.account_id,
    url: row.url,
    types: row.types,
    active: row.active,
    ...withoutNulls({
      productionId: row.production_id,
      label: row.label,
      paused: row.paused,
      pauseReason: row.pause_reason,
      failingSince: row.failing_since,
    }),
    ...(secret === undefined ? {} : { secret }),
  }
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    eventId: String(row.event_id),
    type: row.type,
    status: row.status,
    attempts: row.attempts,
    created: row.created,
    attemptLog: row.attempt_log,
    ...withoutNulls({ nextAttempt: row.next_attempt, completed: row.completed, response: row.response }),
  }
}
