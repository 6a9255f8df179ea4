import { sql } from 'kysely'
import { isDue } from '../../platform/background/lease.ts'
import type { RetainedRows } from '../../platform/background/retention/retention.ts'
import type { Database } from '../../platform/database/index.ts'
import { wasRead } from '../../platform/events/follower-store.ts'
import { type LoggedEvent, selectNextEvents, selectSmallEvent } from '../../platform/events/log.ts'
import { maxRetryAfterMs, retryDelaysMs } from './policy.ts'
import { matchesWebhook } from './store.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'

/**
 * Lists what a webhook is to be sent of what has happened after its position, and moves it; returns whether there may be
 * more, at once or as soon as an older transaction has ended.
 */
export async function listNextEvents(
  db: Database,
  webhook: Pick<
    WebhookRow,
    'id' | 'account_id' | 'production_id' | 'types' | 'transaction' | 'event_id' | 'skipped_events'
  >,
  { now, limit }: { now: number; limit: number },
): Promise<{ isFull: boolean; isBlocked: boolean }> {
  const after = { transaction: webhook.transaction, id: webhook.event_id }
  const matching = sql<boolean>`${matchesWebhook(webhook)} and id <> all(${webhook.skipped_events}::bigint[])`
  const { rows } = await sql<{ isFull: boolean; isBlocked: boolean }>`
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
    select "isFull", blocked as "isBlocked" from page, horizon`.execute(db)
  return rows[0]!
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
  const maxWait = sql<number>`greatest(${maxRetryAfterMs}::bigint, (${retryDelaysMs}::bigint[])[attempts])`
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

export function findDeliveryRow(db: Database, webhookId: number, id: number): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The delivery of an event that is listed. */
export function findDeliveryOfEvent(db: Database, webhookId: number, eventId: number): Promise<DeliveryRow> {
  return db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow()
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

/** Deliveries that are over. */
export const retainedDeliveries: RetainedRows = {
  records: 'webhookDeliveries',
  table: 'webhook_delivery',
  key: 'id',
  wasOver: instant => sql<boolean>`completed < ${instant}::bigint`,
}

/** Events that no webhook at work is still to be sent, and that are not the last of their production or account. */
export const retainedEvents: RetainedRows = {
  records: 'events',
  table: 'event',
  key: 'id',
  wasOver: instant => sql<boolean>`${wasRead(instant)} and not exists (
    select from webhook where active and ((webhook.transaction, webhook.event_id) < (event.transaction, event.id)
      or exists (select from webhook_delivery delivery
        where delivery.webhook_id = webhook.id and delivery.event_id = event.id and delivery.status = 'PENDING')))`,
}

/** How many events are still to be sent. */
export async function countPendingDeliveries(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_delivery')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Since when the oldest event waits for a webhook that is not paused. */
export async function findOldestPending(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select('webhook_delivery.created')
    .where('status', '=', 'PENDING')
    .where('webhook.paused', 'is', null)
    .orderBy('webhook_delivery.created')
    .limit(1)
    .executeTakeFirst()
  return row?.created
}
