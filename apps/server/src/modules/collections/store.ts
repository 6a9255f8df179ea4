import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { CollectionRow, EditorialObjectTable } from './tables.ts'

export const selectAllIds = sql<{ id: number }>`select id from editorial_object`

/** The statement that chooses every collection of a production. */
export function selectIdsOfProduction(productionId: number) {
  return sql<{ id: number }>`select id from editorial_object where production_id = ${productionId}`
}

export function findCollection(db: Database, productionId: number, id: number): Promise<CollectionRow | undefined> {
  return selectCollection(db, productionId, id).executeTakeFirst()
}

/** The collection, locked for its end: earlier additions have finished, later ones find nothing. */
export function lockForDeletion(db: Database, productionId: number, id: number): Promise<CollectionRow | undefined> {
  return selectCollection(db, productionId, id).forUpdate().executeTakeFirst()
}

/** The collection, which cannot be deleted until the transaction ends; others may still change it. */
export function holdCollection(db: Database, productionId: number, id: number): Promise<CollectionRow | undefined> {
  return selectCollection(db, productionId, id).forKeyShare().executeTakeFirst()
}

/** The collection, locked for a change of itself or of the order of its entries; children can still be added. */
export function lockForChange(db: Database, productionId: number, id: number): Promise<CollectionRow | undefined> {
  return selectCollection(db, productionId, id).forNoKeyUpdate().executeTakeFirst()
}

function selectCollection(db: Database, productionId: number, id: number) {
  return db.selectFrom('editorial_object').selectAll().where('id', '=', id).where('production_id', '=', productionId)
}

/** The oldest collection with this title, of this type where one is named. */
export async function findCollectionIdByTitle(
  db: Database,
  productionId: number,
  title: string,
  objectType?: CollectionRow['object_type'],
): Promise<number | undefined> {
  let query = db
    .selectFrom('editorial_object')
    .select('id')
    .where('production_id', '=', productionId)
    .where(sql<string>`details ->> 'title'`, '=', title)
  if (objectType !== undefined) query = query.where('object_type', '=', objectType)
  return (await query.orderBy('id').limit(1).executeTakeFirst())?.id
}

/** These collections, of whichever productions. */
export function findCollections(db: Database, ids: readonly number[]): Promise<CollectionRow[]> {
  return db.selectFrom('editorial_object').selectAll().where('id', '=', sql<number>`any (${ids}::bigint[])`).execute()
}

/** Collections of a production, oldest first. */
export function listCollectionRows(db: Database, productionId: number): Promise<CollectionRow[]> {
  return db.selectFrom('editorial_object').selectAll().where('production_id', '=', productionId).orderBy('id').execute()
}

/** The children of a collection in their order. */
export function listChildren(db: Database, parentId: number): Promise<CollectionRow[]> {
  return db
    .selectFrom('editorial_object')
    .selectAll()
    .where('parent_id', '=', parentId)
    .orderBy('sub_objects_index')
    .orderBy('id')
    .execute()
}

/** The largest order number among the children of a parent, or at the top of the production. */
export async function findLastIndex(db: Database, productionId: number, parentId: number | null): Promise<number> {
  const row = await db
    .selectFrom('editorial_object')
    .select(eb => eb.fn.max<number | null>('sub_objects_index').as('last'))
    .where('production_id', '=', productionId)
    .where('parent_id', 'is not distinct from', parentId)
    .executeTakeFirst()
  return row?.last ?? -1
}

/** Ids of a collection and of all that stand below it, the collection itself first. */
export async function listCollectionIds(db: Database, rootId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive below (id, depth) as (
      select id, 0 from editorial_object where id = ${rootId}
      union
      select child.id, depth + 1 from editorial_object child join below on child.parent_id = below.id
    )
    select id from below order by depth, id`.execute(db)
  return rows.map(row => row.id)
}

/** Each of these collections with itself and all collections above it. */
export async function listCollectionsAbove(
  db: Database,
  ids: readonly number[],
): Promise<{ id: number; aboveId: number }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: number; aboveId: number }>`
    with recursive above (id, above_id, parent_id) as (
      select id, id, parent_id from editorial_object where id = any(${ids}::bigint[])
      union
      select above.id, parent.id, parent.parent_id
      from editorial_object parent join above on parent.id = above.parent_id
    )
    select id, above_id as "aboveId" from above`.execute(db)
  return rows
}

/** Whether a collection is another one or stands below it. */
export async function isBelow(db: Database, id: number, rootId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive above (id, parent_id) as (
      select id, parent_id from editorial_object where id = ${id}
      union
      select parent.id, parent.parent_id from editorial_object parent join above on parent.id = above.parent_id
    )
    select exists (select from above where id = ${rootId}) as found`.execute(db)
  return rows[0]?.found === true
}

/** One move at a time in a production, so that two of them cannot put two collections below each other. */
export async function lockMoves(db: Database, productionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('editorial_object moves'), ${productionId % 2147483647}::int)`.execute(
    db,
  )
}

/** One addition of versions at a time in a production, so that a clip has one stack of them. */
export async function lockVersions(db: Database, productionId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('versions of clips', ${productionId}))`.execute(db)
}

export function insertCollection(db: Database, row: Insertable<EditorialObjectTable>): Promise<CollectionRow> {
  return db.insertInto('editorial_object').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The changed row; nothing when the version is no longer the expected one. */
export function updateCollectionRow(
  db: Database,
  id: number,
  version: number,
  change: Updateable<EditorialObjectTable>,
): Promise<CollectionRow | undefined> {
  return db
    .updateTable('editorial_object')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes a collection and, with it, those below. */
export async function deleteCollectionRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('editorial_object').where('id', '=', id).execute()
}
