import type { Database } from '../../../platform/database/index.ts'
import type { ShareVisitTable } from '../tables.ts'

/** Whether it is the first time. */
export async function insertVisit(db: Database, row: ShareVisitTable): Promise<boolean> {
  const inserted = await db
    .insertInto('share_visit')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}
