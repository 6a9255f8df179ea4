import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { SavedSearchRow, SavedSearchTable } from './tables.ts'

/** Who looks, and in which production: at what is shared there, and at what is their own. */
export interface Viewer {
  readonly productionId: number
  readonly userId: number
}

function selectVisible(db: Database, { productionId, userId }: Viewer) {
  return db
    .selectFrom('saved_search')
    .selectAll()
    .where('production_id', '=', productionId)
    .where(eb => eb.or([eb('shared', '=', true), eb('creator_id', '=', userId)]))
}

export function listVisible(db: Database, viewer: Viewer): Promise<SavedSearchRow[]> {
  return selectVisible(db, viewer).orderBy('position').orderBy('id').execute()
}

export function findVisible(db: Database, viewer: Viewer, id: number): Promise<SavedSearchRow | undefined> {
  return selectVisible(db, viewer).where('id', '=', id).executeTakeFirst()
}

export function lockVisible(db: Database, viewer: Viewer, id: number): Promise<SavedSearchRow | undefined> {
  return selectVisible(db, viewer).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** How many searches a user keeps in a production, and the last place; nobody adds one until the transaction ends. */
export async function lockOwn(
  db: Database,
  { productionId, userId }: Viewer,
): Promise<{ count: number; last: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved searches ${productionId}`}, ${userId}))`.execute(db)
  return db
    .selectFrom('saved_search')
    .select(eb => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.max('position'), sql<number>`-1`).as('last'),
    ])
    .where('production_id', '=', productionId)
    .where('creator_id', '=', userId)
    .executeTakeFirstOrThrow()
}

export function insertSavedSearch(db: Database, row: Insertable<SavedSearchTable>): Promise<SavedSearchRow> {
  return db.insertInto('saved_search').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a locked row and raises its version. */
export function updateSavedSearch(
  db: Database,
  id: number,
  change: Updateable<SavedSearchTable>,
): Promise<SavedSearchRow> {
  return db
    .updateTable('saved_search')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteSavedSearch(db: Database, id: number): Promise<void> {
  await db.deleteFrom('saved_search').where('id', '=', id).execute()
}
