import type { EventType } from '@rushes/contract'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { ResourceColumns } from '../../platform/database/resource-columns.ts'

export interface WebhookTable extends ResourceColumns {
  account_id: number
  production_id: number | null
  label: string | null
  url: string
  types: EventType[]
  active: boolean
  paused: number | null
  pause_reason: string | null
  secret: Buffer
  former_secret: Buffer | null
  former_secret_ends: number | null
  transaction: string
  event_id: number
  /** Those after the position that it is not sent: they had happened before it was created. */
  skipped_events: Generated<number[]>
  /** How far a replay has come; nothing when none is wanted. */
  replay_transaction: string | null
  replay_event_id: number | null
  /** Where it ends: what is behind has not been told yet, and will be. */
  replay_end_transaction: string | null
  replay_end_event_id: number | null
  held_until: Generated<number>
  failures: Generated<number>
  failing_since: number | null
  leased_until: Generated<number>
  lease_holder: string | null
}
export type WebhookRow = Selectable<WebhookTable>

/** How an attempt was answered, or why it was not. */
export interface DeliveryResponse {
  status?: number
  body?: string
  error?: string
}

/** One attempt, as the log of a delivery has it: without what was answered, of which the last is stored. */
export interface LoggedAttempt {
  /** When it began, in epoch milliseconds. */
  at: number
  durationMs: number
  status?: number
  error?: string
}

export interface WebhookDeliveryTable {
  id: Generated<number>
  queue_place: Generated<number>
  webhook_id: number
  event_id: number
  type: EventType
  status: Generated<'PENDING' | 'DELIVERED' | 'FAILED'>
  attempts: Generated<number>
  created: number
  next_attempt: number | null
  completed: number | null
  response: ColumnType<DeliveryResponse | null, string | null, string | null>
  attempt_log: ColumnType<LoggedAttempt[], string | undefined, string>
}
export type DeliveryRow = Selectable<WebhookDeliveryTable>

declare module '../../platform/database/tables.ts' {
  interface Tables {
    webhook: WebhookTable
    webhook_delivery: WebhookDeliveryTable
  }
}
