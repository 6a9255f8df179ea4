import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { RequestTimingRow, RequestTimingTable } from './tables.ts'

/** Writes timings; gives their ids. */
export async function insertTimings(db: Database, rows: readonly Insertable<RequestTimingTable>[]): Promise<number[]> {
  const inserted = await db.insertInto('request_timing').values(rows).returning('id').execute()
  return inserted.map(row => row.id)
}

/** Removes the timings of minutes that began before an instant; gives their ids. */
export async function deleteTimingsBefore(db: Database, instant: number): Promise<number[]> {
  const deleted = await db.deleteFrom('request_timing').where('minute', '<', instant).returning('id').execute()
  return deleted.map(row => row.id)
}

export function listTimingsById(db: Database, ids: readonly number[]): Promise<RequestTimingRow[]> {
  return db.selectFrom('request_timing').selectAll().where('id', 'in', ids).execute()
}

/** Ids of all timings, as a part of a larger statement. */
export function selectTimingIds(): RawBuilder<{ id: number }> {
  return sql`select id from request_timing`
}
