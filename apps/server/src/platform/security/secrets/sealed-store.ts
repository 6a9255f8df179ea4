import { sql } from 'kysely'
import type { Database } from '../../database/index.ts'
import { isSealedWith, type SealedColumn, type ServiceKey, seal, unseal } from './sealed.ts'

/** Seals the values of a column with the present key where they are not; counts those that open, and those that do not. */
export async function resealColumn(
  db: Database,
  key: ServiceKey,
  { table, column, purpose }: SealedColumn,
): Promise<{ readableValues: number; unreadableValues: number }> {
  const name = sql.ref(column)
  const { rows } = await sql<{ place: string; sealed: Buffer }>`
    select ctid::text as place, ${name} as sealed from ${sql.table(table)}
    where ${name} is not null for update`.execute(db)
  let unreadableValues = 0
  for (const { place, sealed } of rows) {
    if (isSealedWith(key.current, purpose, sealed)) continue
    const text = unseal(key, purpose, sealed)
    if (text === undefined) unreadableValues += 1
    else {
      await sql`
        update ${sql.table(table)} set ${name} = ${seal(key, purpose, text)}
        where ctid = ${place}::tid`.execute(db)
    }
  }
  return { readableValues: rows.length - unreadableValues, unreadableValues }
}
