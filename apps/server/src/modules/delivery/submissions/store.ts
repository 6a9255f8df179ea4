import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { Part } from '../listing/list-page.ts'
import { submittedStatuses } from '../policy.ts'
import type { SubmissionRow, SubmissionTable } from '../tables.ts'

/** All ids, as the search index asks for them. */
export const submissionIds = sql<{ id: number }>`select id from delivery_submission`

/**
 * Submissions of a production, oldest first: those after an id, or from a place in the list. For a reader without the
 * drafts of others.
 */
export function listSubmissionRows(
  db: Database,
  productionId: number,
  { after, offset, limit }: Part,
  readerId: number | undefined,
): Promise<SubmissionRow[]> {
  return selectReadable(db, productionId, readerId)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countSubmissionRows(
  db: Database,
  productionId: number,
  readerId: number | undefined,
): Promise<number> {
  const { total } = await selectReadable(db, productionId, readerId)
    .select(row => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function selectReadable(db: Database, productionId: number, readerId: number | undefined) {
  const rows = db.selectFrom('delivery_submission').where('production_id', '=', productionId)
  if (readerId === undefined) return rows
  return rows.where(where =>
    where.or([where('submission_status', 'in', submittedStatuses), where('creator_id', '=', readerId)]),
  )
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
      or (submission_status in ('Draft', 'DraftFailed')
        and pre_delivery_status in ('TransferStarted', 'TransferCompleted', 'ProbeFailed')))
      and (active_status = 'Active' or pre_delivery_status is distinct from 'ProbeFailed') and id > ${after} order by id limit ${limit}`.execute(
    db,
  )
  return rows.map(row => row.id)
}

export function insertSubmissionRow(db: Database, row: Insertable<SubmissionTable>): Promise<SubmissionRow> {
  return db.insertInto('delivery_submission').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function deleteSubmissionRow(db: Database, id: number): Promise<void> {
  await db.deleteFrom('delivery_submission').where('id', '=', id).execute()
}

/** Submissions with these ids, in no order. */
export function listSubmissionRowsById(db: Database, ids: readonly number[]): Promise<SubmissionRow[]> {
  return db
    .selectFrom('delivery_submission')
    .selectAll()
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
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
