import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { RequestTimingRow, RequestTimingTable } from '../tables.ts'

/** Writes timings; gives their ids. */
export async function insertTimings(db: Database, rows: readonly Insertable<RequestTimingTable>[]): Promise<number[]> {
  const inserted = await db.insertInto('request_timing').values(rows).returning('id').execute()
  return inserted.map(row => row.id)
}

/** Minutes of long ago. */
export const retainedTimings: RetainedRows = {
  records: 'timings',
  table: 'request_timing',
  key: 'id',
  wasOver: instant => sql<boolean>`minute < ${instant}::bigint`,
}

export function listTimingsById(db: Database, ids: readonly number[]): Promise<RequestTimingRow[]> {
  return db.selectFrom('request_timing').selectAll().where('id', 'in', ids).execute()
}

/** Ids of all timings, as a part of a larger statement. */
export function selectTimingIds(): RawBuilder<{ id: number }> {
  return sql`select id from request_timing`
}
