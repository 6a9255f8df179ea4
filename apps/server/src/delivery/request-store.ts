import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { RequestRow, RequestTable } from './tables.ts'

export function listRequestRows(db: Database, productionId: number): Promise<RequestRow[]> {
  return db.selectFrom('delivery_request').selectAll().where('production_id', '=', productionId).orderBy('id').execute()
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

/** Changes a row that is held, and raises its version. */
export function updateRequestRow(db: Database, id: number, change: Updateable<RequestTable>): Promise<RequestRow> {
  return db
    .updateTable('delivery_request')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
