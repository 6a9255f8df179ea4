import type { Insertable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { ShareRecipientRow, ShareRecipientTable } from '../tables.ts'

export function insertRecipient(db: Database, row: Insertable<ShareRecipientTable>): Promise<ShareRecipientRow> {
  return db.insertInto('share_recipient').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The recipients of a share, those whose links have ended too, in the order in which they were named. */
export function listRecipientRows(db: Database, shareId: number): Promise<ShareRecipientRow[]> {
  return db.selectFrom('share_recipient').selectAll().where('share_id', '=', shareId).orderBy('id').execute()
}

export async function countRecipients(db: Database, shareId: number): Promise<number> {
  const { count } = await db
    .selectFrom('share_recipient')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('share_id', '=', shareId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The recipient whose link this is, unless it has ended. */
export function findRecipientByTokenHash(db: Database, tokenHash: Buffer): Promise<ShareRecipientRow | undefined> {
  return db
    .selectFrom('share_recipient')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('ended', 'is', null)
    .executeTakeFirst()
}

/** Why the mail with the link of a recipient could not be delivered. */
export function noteUndelivered(db: Database, id: number, reason: string): Promise<ShareRecipientRow | undefined> {
  return db
    .updateTable('share_recipient')
    .set({ undelivered: reason, mailed: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** Notes that a link was opened; whether it still works. */
export async function noteOpened(db: Database, id: number, now: number): Promise<boolean> {
  const updated = await db
    .updateTable('share_recipient')
    .set({ last_opened: now })
    .where('id', '=', id)
    .where('ended', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The recipient whose link has ended by this; nothing where it had ended before, or is of another share. */
export function endRecipientRow(
  db: Database,
  { shareId, id, now }: { shareId: number; id: number; now: number },
): Promise<ShareRecipientRow | undefined> {
  return db
    .updateTable('share_recipient')
    .set({ ended: now })
    .where('share_id', '=', shareId)
    .where('id', '=', id)
    .where('ended', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
