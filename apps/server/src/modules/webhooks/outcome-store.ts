import { type RawBuilder, sql } from 'kysely'
import type { DeliveryResponse, DeliveryRow } from './tables.ts'

/** What became of an attempt. */
export interface Outcome {
  readonly id: number
  readonly status: DeliveryRow['status']
  readonly attempts: number
  readonly nextAttempt: number | null
  readonly completed: number | null
  readonly response: DeliveryResponse
}

/** Stores the outcomes, as a part of a larger statement; what has been told meanwhile to begin again does so. */
export function toOutcomeUpdate(outcomes: readonly Outcome[]): RawBuilder<unknown> {
  return sql`
    update webhook_delivery d set status = o.status, attempts = o.attempts, next_attempt = o."nextAttempt",
      completed = o.completed, response = o.response
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (id bigint, status text, attempts int, "nextAttempt" bigint, completed bigint, response jsonb)
    where d.id = o.id and d.attempts = o.attempts - 1`
}
