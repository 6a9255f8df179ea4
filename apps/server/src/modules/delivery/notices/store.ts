import type { Database } from '../../../platform/database/index.ts'
import type { NoticeSecretRow } from '../tables.ts'

export function findNoticeSecret(db: Database, accountId: number): Promise<NoticeSecretRow | undefined> {
  return db.selectFrom('delivery_notice_secret').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Keeps a new secret; the one that there was signs beside it until `formerEnds`. */
export async function keepNoticeSecret(
  db: Database,
  accountId: number,
  secret: Buffer,
  formerEnds: number,
): Promise<void> {
  await db
    .insertInto('delivery_notice_secret')
    .values({ account_id: accountId, secret, former_secret: null, former_secret_ends: null })
    .onConflict(conflict =>
      conflict.column('account_id').doUpdateSet(eb => ({
        secret,
        former_secret: eb.ref('delivery_notice_secret.secret'),
        former_secret_ends: formerEnds,
      })),
    )
    .execute()
}

/** Whether there was one. */
export async function deleteNoticeSecret(db: Database, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('delivery_notice_secret')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
