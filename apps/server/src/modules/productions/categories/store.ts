import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { CategoryRow, CategoryTable } from '../tables.ts'

export function listCategoryRows(db: Database, productionIds: readonly number[]): Promise<CategoryRow[]> {
  if (productionIds.length === 0) return Promise.resolve([])
  return db
    .selectFrom('category')
    .selectAll()
    .where('production_id', 'in', productionIds)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function findCategory(db: Database, productionId: number, id: number): Promise<CategoryRow | undefined> {
  return db
    .selectFrom('category')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function insertCategory(db: Database, row: Insertable<CategoryTable>): Promise<CategoryRow> {
  return db.insertInto('category').values(row).returningAll().executeTakeFirstOrThrow()
}

export function updateCategoryRow(db: Database, id: number, version: number, change: Updateable<CategoryTable>) {
  return db
    .updateTable('category')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
}

export function deleteCategoryRow(db: Database, id: number): Promise<CategoryRow | undefined> {
  return db.deleteFrom('category').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Takes a role out of the categories that name it. */
export async function removeRoleFromCategories(db: Database, productionId: number, roleId: number): Promise<void> {
  await db
    .updateTable('category')
    .set({ role_ids: sql<number[]>`array_remove(role_ids, ${roleId}::bigint)` })
    .where('production_id', '=', productionId)
    .where(sql<boolean>`${roleId}::bigint = any (role_ids)`)
    .execute()
}
