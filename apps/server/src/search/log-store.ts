import type { Database } from '../platform/database/index.ts'
import './tables.ts'

/** How far the documents of a log are written; undefined at its beginning. Only under the lock for changes. */
export async function findLogPosition(db: Database, name: string): Promise<unknown> {
  const row = await db.selectFrom('search_log').select('position').where('name', '=', name).executeTakeFirst()
  return row?.position
}

export async function saveLogPosition(db: Database, name: string, position: unknown): Promise<void> {
  const row = { name, position: JSON.stringify(position) }
  await db
    .insertInto('search_log')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet({ position: row.position }))
    .execute()
}
