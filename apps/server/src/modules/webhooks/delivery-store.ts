import { sql } from 'kysely'
import { isDue } from '../../platform/background/lease.ts'
import type { Database } from '../../platform/database/index.ts'
import { type LoggedEvent, selectNextEvents, selectSmallEvent } from '../../platform/events/log.ts'
import { retryDelaysMs } from './policy.ts'
import { matchesWebhook } from './store.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'

/**
 * Lists what a webhook is to be sent of what has happened after its position, and moves it; returns whether there may be
 * more.
 */
export async function listNextEvents(
  db: Database,
  webhook: Pick<
    WebhookRow,
    'id' | 'account_id' | 'production_id' | 'types' | 'transaction' | 'event_id' | 'skipped_events'
  >,
  { now, limit }: { now: number; limit: number },
): Promise<boolean> {
  const after = { transaction: webhook.transaction, id: webhook.event_id }
  const matching = sql<boolean>`${matchesWebhook(webhook)} and id <> all(${webhook.skipped_events}::bigint[])`
  const { rows } = await sql<{ isFull: boolean }>`
    with ${selectNextEvents(after, { matching, limit })}, listed as (
      insert into webhook_delivery (webhook_id, event_id, type, created, next_attempt)
      select ${webhook.id}, id, type, ${now}::bigint, ${now}::bigint from next_event order by transaction, id
      on conflict (webhook_id, event_id) do nothing
    ), page as (
      select count(*) >= ${limit}::int as "isFull" from next_event
    ), read_up_to as (
      (select transaction, id from next_event where (select "isFull" from page)
        order by transaction desc, id desc limit 1)
      union all select number, 0 from horizon where not (select "isFull" from page)
    ), moved as (
      update webhook set transaction = read_up_to.transaction, event_id = read_up_to.id from read_up_to
      where webhook.id = ${webhook.id}
        and (read_up_to.transaction, read_up_to.id) > (webhook.transaction, webhook.event_id)
    )
    select "isFull" from page`.execute(db)
  return rows[0]!.isFull
}

/** Lists events to be sent; those that are listed already begin again. */
export async function listAgain(
  db: Database,
  webhookId: number,
  events: readonly LoggedEvent[],
  now: number,
): Promise<void> {
  await sql`
    insert into webhook_delivery (webhook_id, event_id, type, created, next_attempt)
    select ${webhookId}, event_id, type, ${now}::bigint, ${now}::bigint
    from unnest(${events.map(event => Number(event.id))}::bigint[], ${events.map(event => event.type)}::text[])
      with ordinality as happened (event_id, type, place)
    order by place
    on conflict (webhook_id, event_id) do update set status = 'PENDING', attempts = 0,
      next_attempt = excluded.next_attempt, completed = null, queue_place = excluded.queue_place`.execute(db)
}

/** A delivery, with its event where that is small. */
export type DueDelivery = DeliveryRow & { readonly smallEvent: string | null }

/** What is to be sent by now, in the order in which it is due; at most `limit`. */
export function listDueRows(db: Database, webhookId: number, now: number, limit: number): Promise<DueDelivery[]> {
  const maxWait = sql<number>`coalesce((${retryDelaysMs}::bigint[])[attempts], 0)`
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .select(selectSmallEvent(sql`webhook_delivery.event_id`).as('smallEvent'))
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'PENDING')
    .where(isDue('next_attempt', now, maxWait))
    .orderBy('next_attempt')
    .orderBy('queue_place')
    .limit(limit)
    .execute()
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

/** Restarts a delivery; nothing when there is none. */
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
