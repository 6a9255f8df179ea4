import { type RawBuilder, sql } from 'kysely'
import type { DeliveryResponse, DeliveryRow, LoggedAttempt } from './tables.ts'

/** What became of an attempt. */
export interface Outcome {
  readonly id: number
  readonly status: DeliveryRow['status']
  readonly attempts: number
  readonly nextAttempt: number | null
  readonly completed: number | null
  readonly response: DeliveryResponse
  readonly logged: LoggedAttempt
}

/** More than a delivery has; one that is sent again keeps those before. */
const maxLoggedAttempts = 20

/** Stores the outcomes, as a part of a larger statement; what has been told meanwhile to begin again does so. */
export function toOutcomeUpdate(outcomes: readonly Outcome[]): RawBuilder<unknown> {
  return sql`
    update webhook_delivery d set status = o.status, attempts = o.attempts, next_attempt = o."nextAttempt",
      completed = o.completed, response = o.response, attempt_log = (
        select jsonb_agg(entry order by place) from (
          select entry, place from jsonb_array_elements(d.attempt_log || o.logged) with ordinality as item (entry, place)
          order by place desc limit ${sql.lit(maxLoggedAttempts)}) latest)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (id bigint, status text, attempts int, "nextAttempt" bigint, completed bigint, response jsonb, logged jsonb)
    where d.id = o.id and d.attempts = o.attempts - 1`
}
