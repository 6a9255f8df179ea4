import type { EventType } from '@rushes/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { databaseTime, isDue, isFreeFor, leaseMs } from '../../platform/background/lease.ts'
import type { Database } from '../../platform/database/index.ts'
import type { EventPosition } from '../../platform/events/position.ts'
import { selectProductionIds } from '../productions/index.ts'
import { type Outcome, toOutcomeUpdate } from './outcome-store.ts'
import { maxHoldMs } from './policy.ts'
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

/** Has what is due sent at once, whatever its target answered before. The version stays. */
export async function endHold(db: Database, id: number): Promise<void> {
  await db.updateTable('webhook').set({ held_until: 0 }).where('id', '=', id).execute()
}

export async function deleteWebhookRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute()
}

/** Who leases, and when it is now. */
interface Lease {
  readonly holder: string
  readonly now: number
}

/** Leases the sending to the next webhooks after an id; not those that another process has or that are left alone yet. */
export async function leaseWebhooks(
  db: Database,
  { after, limit, ...lease }: Lease & { after: number; limit: number },
): Promise<WebhookRow[]> {
  const next = sql<number>`select id from webhook where id > ${after} and ${maySend(lease)} order by id limit ${limit}
    for update skip locked`
  const rows = await takeLease(db, lease, sql<boolean>`id in (${next})`)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Leases the sending to a webhook once more; undefined when another process has it, or nothing may be sent yet. */
export async function leaseAgain(db: Database, id: number, lease: Lease): Promise<WebhookRow | undefined> {
  return (await takeLease(db, lease, sql<boolean>`id = ${id} and ${maySend(lease)}`))[0]
}

function maySend({ holder, now }: Lease): RawBuilder<boolean> {
  const isTime = isDue('held_until', now, sql<number>`${maxHoldMs}::bigint`)
  return sql<boolean>`active and ${isFreeFor(holder)} and ${isTime}`
}

function takeLease(db: Database, { holder }: Lease, which: RawBuilder<boolean>): Promise<WebhookRow[]> {
  return db
    .updateTable('webhook')
    .set({ leased_until: databaseTime(leaseMs), lease_holder: holder })
    .where(which)
    .returningAll()
    .execute()
}

/** Renews a lease; false when it is lost. */
export async function renewWebhookLease(db: Database, id: number, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhook')
    .set({ leased_until: databaseTime(leaseMs) })
    .where('id', '=', id)
    .where('lease_holder', '=', holder)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** How a webhook fares. */
export type Health = Pick<WebhookRow, 'held_until' | 'failures' | 'failing_since'>

/** Stores how sending went and ends the lease. The version stays: nobody's copy is out of date by it. */
export async function releaseWebhook(
  db: Database,
  id: number,
  { holder, health, outcomes }: { holder: string; health: Health; outcomes: readonly Outcome[] },
): Promise<void> {
  const { held_until, failures, failing_since } = health
  await sql`
    with outcome as (${toOutcomeUpdate(outcomes)})
    update webhook set held_until = ${held_until}, failures = ${failures}, failing_since = ${failing_since},
      leased_until = 0, lease_holder = null
    where id = ${id} and lease_holder = ${holder}`.execute(db)
}

/** Ends the leases of all other processes. */
export async function endOtherLeases(db: Database, holder: string): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ leased_until: 0, lease_holder: null })
    .where('leased_until', '>', 0)
    .where('lease_holder', 'is distinct from', holder)
    .execute()
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

/**
 * Ids of events of an account that have happened and come after a position, also of those that readers of the log do not
 * see yet; of any type and production, which a webhook may be changed to.
 */
export async function listHappened(db: Database, accountId: number, after: EventPosition): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from event where (transaction, id) > (${after.transaction}::xid8, ${after.id}::bigint)
      and ${matchesWebhook({ account_id: accountId, production_id: null, types: [] })}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Has a webhook sent what had happened just before it was created, as far as its position is before that. */
export async function skipNothing(db: Database, id: number): Promise<void> {
  await db.updateTable('webhook').set({ skipped_events: [] }).where('id', '=', id).execute()
}

/** Of events: whether a webhook is sent them: those of its account and of the productions there, or of one of them. */
export function matchesWebhook({
  account_id,
  production_id,
  types,
}: Pick<WebhookRow, 'account_id' | 'production_id' | 'types'>): RawBuilder<boolean> {
  const place =
    production_id === null
      ? sql`(account_id = ${account_id} or production_id in (${selectProductionIds(account_id)}))`
      : sql`production_id = ${production_id}`
  const type = types.length === 0 ? sql`true` : sql`type = any(${types as readonly EventType[]}::text[])`
  return sql<boolean>`(${place} and ${type})`
}

/** How many there are, by what they do. */
export async function countWebhooks(db: Database): Promise<{ active: number; inactive: number; paused: number }> {
  const rows = await db.selectFrom('webhook').select(['active', 'paused']).execute()
  const counts = { active: 0, inactive: 0, paused: 0 }
  for (const { active, paused } of rows) counts[paused !== null ? 'paused' : active ? 'active' : 'inactive']++
  return counts
}
