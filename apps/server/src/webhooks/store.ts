import type { EventType } from '@rushes/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { EventPosition } from '../platform/event-log.ts'
import type { WebhookRow, WebhookTable } from './tables.ts'

export function listWebhookRows(db: Database, accountId: number): Promise<WebhookRow[]> {
  return db.selectFrom('webhook').selectAll().where('account_id', '=', accountId).orderBy('id').execute()
}

export function findWebhookRow(db: Database, accountId: number, id: number): Promise<WebhookRow | undefined> {
  return selectWebhook(db, accountId, id).executeTakeFirst()
}

/** The row, held until the end of the transaction. */
export function lockWebhookRow(db: Database, accountId: number, id: number): Promise<WebhookRow | undefined> {
  return selectWebhook(db, accountId, id).forUpdate().executeTakeFirst()
}

function selectWebhook(db: Database, accountId: number, id: number) {
  return db.selectFrom('webhook').selectAll().where('account_id', '=', accountId).where('id', '=', id)
}

export function insertWebhookRow(db: Database, row: Insertable<WebhookTable>): Promise<WebhookRow> {
  return db.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a row that is held, and raises its version. */
export function updateWebhookRow(db: Database, id: number, change: Updateable<WebhookTable>): Promise<WebhookRow> {
  return db
    .updateTable('webhook')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhookRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Ids of the webhooks that are sent to. */
export async function listActiveIds(db: Database): Promise<number[]> {
  const rows = await db.selectFrom('webhook').select('id').where('active', '=', true).orderBy('id').execute()
  return rows.map(row => row.id)
}

/** Takes the sending to a webhook for this process; nothing when it is another's, or there is nothing to be sent to. */
export function leaseWebhook(db: Database, id: number, now: number, until: number): Promise<WebhookRow | undefined> {
  return db
    .updateTable('webhook')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('active', '=', true)
    .where('leased_until', '<=', now)
    .where('held_until', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/** Notes how sending went, and gives the lease back. Leaves the version alone: nobody's copy is out of date by it. */
export async function releaseWebhook(
  db: Database,
  id: number,
  change: Pick<Updateable<WebhookTable>, 'held_until' | 'failures' | 'failing_since'>,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ ...change, leased_until: 0 })
    .where('id', '=', id)
    .execute()
}

export async function keepPosition(
  db: Database,
  id: number,
  { transaction, id: eventId }: EventPosition,
): Promise<void> {
  await db.updateTable('webhook').set({ transaction, event_id: eventId }).where('id', '=', id).execute()
}

/** The replay that is wanted, held until the end of the transaction. */
export async function lockReplay(
  db: Database,
  id: number,
): Promise<{ position: EventPosition; end: EventPosition } | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const { replay_transaction: from, replay_end_transaction: to } = row ?? {}
  if (typeof from !== 'string' || typeof to !== 'string') return undefined
  return {
    position: { transaction: from, id: row!.replay_event_id! },
    end: { transaction: to, id: row!.replay_end_event_id! },
  }
}

/** Where a replay goes on, and where it ends; nothing when it is done. */
export async function keepReplay(
  db: Database,
  id: number,
  position: EventPosition | undefined,
  end: EventPosition | undefined,
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({
      replay_transaction: position?.transaction ?? null,
      replay_event_id: position?.id ?? null,
      replay_end_transaction: end?.transaction ?? null,
      replay_end_event_id: end?.id ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** What of the log a webhook is told: events of its account and of the productions there, or of one of them. */
export function matchesWebhook(
  { account_id, production_id, types }: Pick<WebhookRow, 'account_id' | 'production_id' | 'types'>,
  productionIds: readonly number[],
) {
  const place =
    production_id === null
      ? sql`(account_id = ${account_id} or production_id = any(${productionIds}::bigint[]))`
      : sql`production_id = ${production_id}`
  const type = types.length === 0 ? sql`true` : sql`type = any(${types as readonly EventType[]}::text[])`
  return sql<boolean>`(${place} and ${type})`
}
