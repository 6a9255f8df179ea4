import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { readByCursor } from '../../platform/database/whole-rows.ts'
import type { ShareRecipientRow, ShareRecipientTable, ShareSharedUserTable } from './tables.ts'

/** Who is in which share of a production; only within a transaction. */
export function readVisitors(db: Database, productionId: number): AsyncGenerator<Selectable<ShareSharedUserTable>> {
  return readByCursor(
    db,
    sql`select visitor.* from share_shared_user visitor join share on share.id = visitor.share_id
      where share.production_id = ${sql.lit(productionId)} order by visitor.share_id, visitor.shared_user_id`,
  )
}

/** The recipients of the shares of a production, in the order in which they were named; only within a transaction. */
export function readRecipients(db: Database, productionId: number): AsyncGenerator<ShareRecipientRow> {
  return readByCursor(
    db,
    sql`select recipient.* from share_recipient recipient join share on share.id = recipient.share_id
      where share.production_id = ${sql.lit(productionId)} order by recipient.id`,
  )
}

export async function insertRecipients(db: Database, rows: readonly Insertable<ShareRecipientTable>[]): Promise<void> {
  await db.insertInto('share_recipient').values(rows).execute()
}

/** Inserts the visitors of shares; one who exists already, merged with another visitor, is not changed. */
export async function insertVisitors(db: Database, rows: readonly ShareSharedUserTable[]): Promise<void> {
  await db
    .insertInto('share_shared_user')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
