import type { Insertable } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { FileResourceRow, FileResourceTable } from './tables.ts'

/** Where files are: in a production, or in an account for all of its productions. */
export interface Place {
  readonly accountId: number
  readonly productionId?: number | undefined
}

function selectAt(db: Database, { accountId, productionId }: Place) {
  const rows = db.selectFrom('file_resource').selectAll()
  return productionId === undefined
    ? rows.where('account_id', '=', accountId).where('production_id', 'is', null)
    : rows.where('production_id', '=', productionId)
}

export function listFileRows(db: Database, place: Place): Promise<FileResourceRow[]> {
  return selectAt(db, place).orderBy('id').execute()
}

export function findFileRow(db: Database, place: Place, id: number): Promise<FileResourceRow | undefined> {
  return selectAt(db, place).where('id', '=', id).executeTakeFirst()
}

/** The row, held until the end of the transaction. */
export function lockFileRow(db: Database, place: Place, id: number): Promise<FileResourceRow | undefined> {
  return selectAt(db, place).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** A file of the production, or one that its account has for all of them. */
export function findUsableFileRow(
  db: Database,
  { accountId, productionId }: Required<Place>,
  id: number,
): Promise<FileResourceRow | undefined> {
  return db
    .selectFrom('file_resource')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(eb => eb.or([eb('production_id', '=', productionId!), eb('production_id', 'is', null)]))
    .executeTakeFirst()
}

export async function insertFileRow(
  db: Database,
  row: Insertable<FileResourceTable>,
  bytes: Buffer,
): Promise<FileResourceRow> {
  const inserted = await db.insertInto('file_resource').values(row).returningAll().executeTakeFirstOrThrow()
  await db.insertInto('file_content').values({ file_resource_id: inserted.id, bytes }).execute()
  return inserted
}

/** Its bytes; nothing once it is deleted. */
export async function findFileBytes(db: Database, id: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('file_content').select('bytes').where('file_resource_id', '=', id).executeTakeFirst()
  return row?.bytes
}

export async function deleteFileRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('file_resource').where('id', '=', id).execute()
}

/** Whether there is such a collection, which then stays until the transaction ends. */
export async function holdCollectionOf(db: Database, productionId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('editorial_object')
    .select('id')
    .where('production_id', '=', productionId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Bytes of the files of each production, by its id; those without files are left out. */
export async function sumFileBytesByProduction(db: Database): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('file_resource')
    .select(eb => ['production_id', eb.fn.sum<number>('size').as('bytes')])
    .where('production_id', 'is not', null)
    .groupBy('production_id')
    .execute()
  return new Map(rows.flatMap(({ production_id: id, bytes }) => (id === null ? [] : [[id, Number(bytes)] as const])))
}
