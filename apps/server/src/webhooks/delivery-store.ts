import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { LoggedEvent } from '../platform/event-log.ts'
import type { DeliveryResponse, DeliveryRow } from './tables.ts'

/** Lists events to be sent; those that are listed already are left as they are, or begin anew. */
export async function insertDeliveries(
  db: Database,
  webhookId: number,
  events: readonly LoggedEvent[],
  { now, anew }: { now: number; anew: boolean },
): Promise<number> {
  if (events.length === 0) return 0
  const again = anew
    ? sql`do update set status = 'PENDING', attempts = 0, next_attempt = excluded.next_attempt, completed = null,
        queue_place = excluded.queue_place`
    : sql`do nothing`
  const { numAffectedRows } = await sql`
    insert into webhook_delivery (webhook_id, event_id, type, created, next_attempt)
    select ${webhookId}, event_id, type, ${now}::bigint, ${now}::bigint
    from unnest(${events.map(event => Number(event.id))}::bigint[], ${events.map(event => event.type)}::text[])
      with ordinality as told (event_id, type, place)
    order by place
    on conflict (webhook_id, event_id) ${again}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** What is to be sent by now, in the order in which it is due; at most `limit`. */
export function listDueRows(db: Database, webhookId: number, now: number, limit: number): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'PENDING')
    .where('next_attempt', '<=', now)
    .orderBy('next_attempt')
    .orderBy('queue_place')
    .limit(limit)
    .execute()
}

/** What became of an attempt. */
export interface Outcome {
  readonly id: number
  readonly status: DeliveryRow['status']
  readonly attempts: number
  readonly nextAttempt: number | null
  readonly completed: number | null
  readonly response: DeliveryResponse
}

/** Notes the outcomes; what has been told to begin anew meanwhile does so. */
export async function keepOutcomes(db: Database, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update webhook_delivery d set status = o.status, attempts = o.attempts, next_attempt = o."nextAttempt",
      completed = o.completed, response = o.response
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (id bigint, status text, attempts int, "nextAttempt" bigint, completed bigint, response jsonb)
    where d.id = o.id and d.attempts = o.attempts - 1`.execute(db)
}

export async function listDeliveryRows(
  db: Database,
  webhookId: number,
  { status, limit, offset }: { status?: DeliveryRow['status'] | undefined; limit: number; offset: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  let query = db.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  const rows = await query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute()
  const { total } = await query.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** Has a delivery begin anew; nothing when there is none. */
export function restartDelivery(
  db: Database,
  webhookId: number,
  id: number,
  now: number,
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_delivery')
    .set({ status: 'PENDING', attempts: 0, next_attempt: now, completed: null })
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Forgets what was completed before, some at a time. */
export async function deleteCompletedBefore(db: Database, before: number): Promise<void> {
  await sql`
    delete from webhook_delivery
    where id in (select id from webhook_delivery where completed < ${before} limit 10000)`.execute(db)
}
