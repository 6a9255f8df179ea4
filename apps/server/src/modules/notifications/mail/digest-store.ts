import type { Database } from '../../../platform/database/index.ts'
import '../tables.ts'

/** The users for whom something waits that happened before. */
export async function listDigestUserIds(db: Database, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('user_id')
    .distinct()
    .where('awaits_digest', '=', true)
    .where('created', '<', before)
    .execute()
  return rows.map(row => row.user_id)
}

/** Takes what waits for a user's mail: ids of what they have not read meanwhile. */
export async function takeDigest(db: Database, userId: number, before: number): Promise<number[]> {
  const rows = await db
    .updateTable('notification')
    .set({ awaits_digest: false })
    .where('user_id', '=', userId)
    .where('awaits_digest', '=', true)
    .where('created', '<', before)
    .returning(['id', 'read_at'])
    .execute()
  return rows.flatMap(row => (row.read_at === null ? [row.id] : []))
}
