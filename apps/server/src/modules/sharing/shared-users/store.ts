import type { Insertable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { toShownName } from '../shares/to-share.ts'
import type { SharedUserRow, SharedUserTable } from '../tables.ts'

/** A shared user in one share. */
export interface SharedUserInShare extends SharedUserRow {
  last_seen: number | null
  proven: boolean
}

export function findSharedUser(db: Database, productionId: number, id: number): Promise<SharedUserRow | undefined> {
  return db
    .selectFrom('shared_user')
    .selectAll()
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .executeTakeFirst()
}

/** These shared users of a production, by their ids. */
export async function findSharedUsers(
  db: Database,
  productionId: number,
  ids: readonly number[],
): Promise<Map<number, SharedUserRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('shared_user')
    .selectAll()
    .where('id', 'in', ids)
    .where('production_id', '=', productionId)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** The names by which visitors know these shared users of a production. */
export async function findSharedUserNames(
  db: Database,
  productionId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('shared_user')
    .select(['id', 'username', 'email_key'])
    .where('id', 'in', ids)
    .where('production_id', '=', productionId)
    .execute()
  return new Map(rows.map(row => [row.id, toShownName(row)]))
}

/** The shared user whom an address names; those who came with an access token are not among them. */
export function findSharedUserByEmail(
  db: Database,
  productionId: number,
  emailKey: string,
): Promise<SharedUserRow | undefined> {
  return db
    .selectFrom('shared_user')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('email_key', '=', emailKey)
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/** The shared user without an address that a visitor has made with this name. */
export function findOwnByName(
  db: Database,
  productionId: number,
  authorKey: string | null,
  username: string,
): Promise<SharedUserRow | undefined> {
  return db
    .selectFrom('shared_user')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('author_key', '=', authorKey)
    .where('username', '=', username)
    .where('email_key', '=', '')
    .where('user_id', 'is', null)
    .executeTakeFirst()
}

/** The new row; nothing when the address, or the name that a visitor gave alone, is that of one already. */
export function insertSharedUser(db: Database, row: Insertable<SharedUserTable>): Promise<SharedUserRow | undefined> {
  return db
    .insertInto('shared_user')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Adds a shared user to a share, if not in it yet; `lastSeen` when they have come themselves. */
export async function addToShare(
  db: Database,
  shareId: number,
  sharedUserId: number,
  seen: { now: number; isVisit: boolean; isProven: boolean },
): Promise<void> {
  await db
    .insertInto('share_shared_user')
    .values({
      share_id: shareId,
      shared_user_id: sharedUserId,
      added: seen.now,
      last_seen: seen.isVisit ? seen.now : null,
      proven: seen.isProven,
    })
    .onConflict(conflict => {
      const known = conflict.columns(['share_id', 'shared_user_id'])
      return seen.isVisit
        ? known.doUpdateSet({ last_seen: seen.now, ...(seen.isProven && { proven: true }) })
        : known.doNothing()
    })
    .execute()
}

/** The shared users of a share, in the order in which they came. */
export function listSharedUserRows(db: Database, shareId: number): Promise<SharedUserInShare[]> {
  return db
    .selectFrom('share_shared_user as place')
    .innerJoin('shared_user', 'shared_user.id', 'place.shared_user_id')
    .selectAll('shared_user')
    .select(['place.last_seen', 'place.proven'])
    .where('place.share_id', '=', shareId)
    .orderBy('place.added')
    .orderBy('shared_user.id')
    .execute()
}

export async function findLastSeen(db: Database, shareId: number, sharedUserId: number): Promise<number | null> {
  const row = await db
    .selectFrom('share_shared_user')
    .select('last_seen')
    .where('share_id', '=', shareId)
    .where('shared_user_id', '=', sharedUserId)
    .executeTakeFirst()
  return row?.last_seen ?? null
}

/** Notes when a shared user was last seen in a share; nothing is written while that is known. */
export async function touchSharedUser(
  db: Database,
  shareId: number,
  sharedUserId: number,
  seen: number,
): Promise<void> {
  await db
    .updateTable('share_shared_user')
    .set({ last_seen: seen })
    .where('share_id', '=', shareId)
    .where('shared_user_id', '=', sharedUserId)
    .where(where => where.or([where('last_seen', 'is', null), where('last_seen', '<', seen)]))
    .execute()
}
