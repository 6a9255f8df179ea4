import type { NotificationChannel, NotificationKind } from '@rushes/contract'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import '../tables.ts'

/** What users have chosen; nothing where it is the default. */
export async function listChosen(db: Database, userIds: readonly number[]) {
  if (userIds.length === 0) return []
  return db
    .selectFrom('notification_preference')
    .selectAll()
    .where('user_id', '=', sql<number>`any (${[...userIds]}::bigint[])`)
    .execute()
}

export async function saveChosen(
  db: Database,
  row: { user_id: number; kind: NotificationKind; channel: NotificationChannel },
): Promise<void> {
  await db
    .insertInto('notification_preference')
    .values(row)
    .onConflict(conflict => conflict.columns(['user_id', 'kind']).doUpdateSet({ channel: row.channel }))
    .execute()
}
