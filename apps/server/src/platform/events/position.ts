/** Positions in the event log, and where it ends for readers. */

import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** How far a reader has come. */
export interface EventPosition {
  transaction: string
  id: number
}

/** Where every log begins. */
export const logStart: EventPosition = { transaction: '0', id: 0 }

/** Whether the first position comes before the second. */
export function isBefore(a: EventPosition, b: EventPosition): boolean {
  const difference = BigInt(a.transaction) - BigInt(b.transaction)
  return difference < 0n || (difference === 0n && a.id < b.id)
}

/** In a statement with `selectHorizon`: before all events that cannot be read yet. */
export const horizonPoint = sql`((select number from horizon), 0::bigint)`

export function toPoint({ transaction, id }: EventPosition): RawBuilder<unknown> {
  return sql`(${transaction}::xid8, ${id}::bigint)`
}

/** Where a reader begins that wants to know what happens from now on; it may also receive what has just happened. */
export async function findEnd(db: Database): Promise<EventPosition> {
  return toPosition(await findHorizon(db))
}

/** Before all events of the first transaction that may still write some. */
export function toPosition(horizon: string): EventPosition {
  return { transaction: horizon, id: 0 }
}

/**
 * Waits until readers see all that was committed before, so that who has just changed something finds it; no longer than
 * so many milliseconds, since transactions may last. Returns how far readers see by then. Not within a transaction.
 */
export async function waitForCommitted(db: Database, patienceMs: number): Promise<EventPosition> {
  const end = await findUpperEnd(db)
  const deadline = performance.now() + patienceMs
  for (;;) {
    const horizon = await findHorizon(db)
    if (BigInt(horizon) >= end || performance.now() >= deadline) return toPosition(horizon)
    await delay(10)
  }
}

/**
 * A number below which every transaction of this database has ended, as its snapshot sees it. The snapshot's own lower
 * end would also wait for transactions of other databases: those are the ones that were not running here and still run
 * afterwards. One that has ended meanwhile may have written what the snapshot does not show; it counts as running, so
 * that a later number may be smaller. At most once in a transaction, which sees who runs as it was the first time.
 */
export const selectHorizon = sql`
  running as materialized (
    select array(select backend_xid from pg_stat_activity
      where datname = current_database() and backend_xid is not null) as here
  ), horizon as materialized (
    select coalesce(oldest.number, upper) as number, oldest.number is not null as blocked
    from (select pg_snapshot_xmax(pg_current_snapshot()) as upper) as snapshot left join (
      select under_way.number from pg_snapshot_xip(pg_current_snapshot()) as under_way (number), running
      -- In this order: who runs here was seen before.
      where case when under_way.number::xid = any (running.here) then true
        else pg_xact_status(under_way.number) is distinct from 'in progress' end
      order by under_way.number limit 1
    ) as oldest on true
  )`

async function findHorizon(db: Database): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    with ${selectHorizon} select number::text as number from horizon`.execute(db)
  return rows[0]!.number
}

/** Above the number of every transaction that has one. */
async function findUpperEnd(db: Database): Promise<bigint> {
  const { rows } = await sql<{ number: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as number`.execute(db)
  return BigInt(rows[0]!.number)
}
