import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/index.ts'
import { type EventPosition, findEnd } from './position.ts'

interface EventFollowerTable {
  name: string
  transaction: string
  event_id: number
}

declare module '../database/tables.ts' {
  interface Tables {
    event_follower: EventFollowerTable
  }
}

/** A new follower begins at the end of the log. */
export async function createPosition(db: Database, name: string): Promise<void> {
  const { transaction, id } = await findEnd(db)
  await db
    .insertInto('event_follower')
    .values({ name, transaction, event_id: id })
    .onConflict(c => c.doNothing())
    .execute()
}

export async function findPosition(db: Database, name: string): Promise<EventPosition> {
  const { transaction, event_id } = await db
    .selectFrom('event_follower')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { transaction, id: event_id }
}

/** Moves a follower on and holds it until the transaction ends; false when another process has gone beyond `from`. */
export async function claimPosition(
  db: Database,
  name: string,
  from: EventPosition,
  to: EventPosition,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('event_follower')
    .set({ transaction: to.transaction, event_id: to.id })
    .where('name', '=', name)
    .where(sql<boolean>`(transaction, event_id) <= (${from.transaction}::xid8, ${from.id}::bigint)`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Moves a follower on, never back. */
export async function savePosition(db: Database, name: string, to: EventPosition): Promise<void> {
  await claimPosition(db, name, to, to)
}

/**
 * Whether an event is older than an instant and every follower has gone beyond it; a condition on `event`. The last event
 * of a production or an account stays, so that who has read everything can read on.
 */
export function wasRead(instant: number): RawBuilder<boolean> {
  const isFollowedBy = (column: 'account_id' | 'production_id') => {
    const name = sql.ref(column)
    return sql`(event.${name} is null or exists (select from event later
      where later.${name} = event.${name} and (later.transaction, later.id) > (event.transaction, event.id)))`
  }
  return sql<boolean>`(event.created < ${instant}::bigint and not exists (
      select from event_follower follower
      where (follower.transaction, follower.event_id) < (event.transaction, event.id))
    and ${isFollowedBy('production_id')} and ${isFollowedBy('account_id')})`
}
