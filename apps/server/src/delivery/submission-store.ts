import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { SubmissionRow, SubmissionTable } from './tables.ts'

export function listSubmissionRows(db: Database, productionId: number): Promise<SubmissionRow[]> {
  return db
    .selectFrom('delivery_submission')
    .selectAll()
    .where('production_id', '=', productionId)
    .orderBy('id')
    .execute()
}

export function findSubmissionRow(db: Database, productionId: number, id: number): Promise<SubmissionRow | undefined> {
  return selectSubmission(db, id).where('production_id', '=', productionId).executeTakeFirst()
}

/** The row, held until the end of the transaction. */
export function lockSubmissionRow(db: Database, id: number): Promise<SubmissionRow | undefined> {
  return selectSubmission(db, id).forUpdate().executeTakeFirst()
}

function selectSubmission(db: Database, id: number) {
  return db.selectFrom('delivery_submission').selectAll().where('id', '=', id)
}

/** The submissions to a request, oldest first; the caller holds the request. */
export function listSubmissionsOfRequest(db: Database, requestId: number): Promise<SubmissionRow[]> {
  return db
    .selectFrom('delivery_submission')
    .selectAll()
    .where('delivery_request_id', '=', requestId)
    .orderBy('submission_version')
    .execute()
}

/** Ids of the submissions that go on without anybody asking, behind `after`. */
export async function listMovingIds(db: Database, after: number, limit: number): Promise<number[]> {
  // As the index of these rows alone says it.
  const { rows } = await sql<{ id: number }>`
    select id from delivery_submission
    where (submission_status in ('AwaitingProbe', 'AwaitingAutoValidation', 'AwaitingDelivery')
      or (submission_status in ('Draft', 'DraftFailed') and pre_delivery_status in ('TransferStarted', 'TransferCompleted')))
      and id > ${after} order by id limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

export function insertSubmissionRow(db: Database, row: Insertable<SubmissionTable>): Promise<SubmissionRow> {
  return db.insertInto('delivery_submission').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Changes a row that is held, and raises its version. */
export function updateSubmissionRow(
  db: Database,
  id: number,
  change: Updateable<SubmissionTable>,
): Promise<SubmissionRow> {
  return db
    .updateTable('delivery_submission')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
