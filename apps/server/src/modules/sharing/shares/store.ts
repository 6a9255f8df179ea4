import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { ShareRow, ShareTable } from '../tables.ts'

export function findShare(db: Database, productionId: number, id: number): Promise<ShareRow | undefined> {
  return selectShare(db, productionId, id).executeTakeFirst()
}

/** The share, locked until the transaction ends. */
export function lockShare(db: Database, productionId: number, id: number): Promise<ShareRow | undefined> {
  return selectShare(db, productionId, id).forUpdate().executeTakeFirst()
}

/** The share, which cannot be changed or deleted until the transaction ends. */
export function holdShare(db: Database, productionId: number, id: number): Promise<ShareRow | undefined> {
  return selectShare(db, productionId, id).forShare().executeTakeFirst()
}

function selectShare(db: Database, productionId: number, id: number) {
  return db.selectFrom('share').selectAll().where('id', '=', id).where('production_id', '=', productionId)
}

export function findShareById(db: Database, id: number): Promise<ShareRow | undefined> {
  return db.selectFrom('share').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Who created shares. */
export async function findShareCreators(db: Database, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('share')
    .select(['id', 'creator_id'])
    .where('id', '=', sql<number>`any (${[...ids]}::bigint[])`)
    .where('creator_id', 'is not', null)
    .execute()
  return new Map(rows.map(row => [row.id, row.creator_id!]))
}

export function findShareByTokenHash(db: Database, tokenHash: Buffer): Promise<ShareRow | undefined> {
  return db.selectFrom('share').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** The shares that a shared user is in and that can still be opened, newest first. */
export function listOpenSharesOf(db: Database, sharedUserId: number, now: number): Promise<ShareRow[]> {
  return db
    .selectFrom('share')
    .innerJoin('share_shared_user as place', 'place.share_id', 'share.id')
    .selectAll('share')
    .where('place.shared_user_id', '=', sharedUserId)
    .where(where => where.or([where('share.expires', 'is', null), where('share.expires', '>', now)]))
    .orderBy('share.id', 'desc')
    .execute()
}

/** The addresses to notify about these shares. */
export async function findCallbackUrls(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('share').select(['id', 'callback_url']).where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, callback_url: url }) => (url === null ? [] : [[id, url]])))
}

/** The shares of a production, oldest first. */
export function listShareRows(db: Database, productionId: number): Promise<ShareRow[]> {
  return db.selectFrom('share').selectAll().where('production_id', '=', productionId).orderBy('id').execute()
}

export function insertShare(db: Database, row: Insertable<ShareTable>): Promise<ShareRow> {
  return db.insertInto('share').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The changed row; nothing when the version is no longer the expected one. */
export function updateShareRow(
  db: Database,
  id: number,
  version: number,
  change: Updateable<ShareTable>,
): Promise<ShareRow | undefined> {
  return db
    .updateTable('share')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

export function deleteShareRow(db: Database, productionId: number, id: number): Promise<ShareRow | undefined> {
  return db
    .deleteFrom('share')
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteSharesOfCollections(db: Database, collectionIds: readonly number[]): Promise<ShareRow[]> {
  if (collectionIds.length === 0) return []
  return db.deleteFrom('share').where('editorial_object_id', 'in', collectionIds).returningAll().execute()
}
