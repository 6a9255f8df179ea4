import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { Part } from '../listing/list-page.ts'
import type { RequestRow, RequestTable } from '../tables.ts'

/** All ids, as the search index asks for them. */
export const requestIds = sql<{ id: number }>`select id from delivery_request`

/** Requests of a production, oldest first: those behind an id, or from a place in the list. */
export function listRequestRows(
  db: Database,
  productionId: number,
  { after, offset, limit }: Part,
): Promise<RequestRow[]> {
  return db
    .selectFrom('delivery_request')
    .selectAll()
    .where('production_id', '=', productionId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countRequestRows(db: Database, productionId: number): Promise<number> {
  const { total } = await db
    .selectFrom('delivery_request')
    .select(row => row.fn.countAll<number>().as('total'))
    .where('production_id', '=', productionId)
    .executeTakeFirstOrThrow()
  return total
}

export function findRequestRow(db: Database, productionId: number, id: number): Promise<RequestRow | undefined> {
  return selectRequest(db, productionId, id).executeTakeFirst()
}

/** The row, held until the end of the transaction: nobody else changes it or begins a submission to it. */
export function lockRequestRow(db: Database, productionId: number, id: number): Promise<RequestRow | undefined> {
  return selectRequest(db, productionId, id).forUpdate().executeTakeFirst()
}

function selectRequest(db: Database, productionId: number, id: number) {
  return db.selectFrom('delivery_request').selectAll().where('production_id', '=', productionId).where('id', '=', id)
}

/** The requests that templates made for collections, held until the end of the transaction. */
export function lockTemplateRows(db: Database, editorialObjectIds: readonly number[]): Promise<RequestRow[]> {
  return db
    .selectFrom('delivery_request')
    .selectAll()
    .where('editorial_object_id', '=', sql<number>`any(${editorialObjectIds}::bigint[])`)
    .where('template_key', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export function insertRequestRow(db: Database, row: Insertable<RequestTable>): Promise<RequestRow> {
  return db.insertInto('delivery_request').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteRequestRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('delivery_request').where('id', '=', id).execute()
}

/** Requests with these ids, in no order. */
export function listRequestRowsById(db: Database, ids: readonly number[]): Promise<RequestRow[]> {
  return db
    .selectFrom('delivery_request')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}

/** Changes a row that is held, and raises its version. */
export function updateRequestRow(db: Database, id: number, change: Updateable<RequestTable>): Promise<RequestRow> {
  return db
    .updateTable('delivery_request')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
