import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { RetainedRows } from '../../platform/background/retention/retention.ts'
import type { Database } from '../../platform/database/index.ts'
import type { TaskRow, WorkflowRow, WorkflowTable, WorkflowTaskTable } from './tables.ts'
import { type WorkflowMove, workflowMoves } from './tasks/states.ts'

export function findWorkflow(db: Database, id: string): Promise<WorkflowRow | undefined> {
  return db.selectFrom('workflow').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Workflows with these ids, in no order. */
export async function listWorkflowsById(db: Database, ids: readonly string[]): Promise<WorkflowRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('workflow').selectAll().where('id', '=', sql<string>`any(${ids}::text[])`).execute()
}

/** Ids of the workflows that have one of these documents, of their own or of one of their tasks. */
export async function listIdsByDocument(db: Database, documentIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from workflow where document_id = any(${documentIds}::bigint[])
    union select workflow_id from workflow_task where id = any(${documentIds}::bigint[])`.execute(db)
  return rows.map(row => row.id)
}

/** Ids of the documents of all workflows and tasks, as a part of a larger statement. */
export function selectDocumentIds(): RawBuilder<{ id: number }> {
  return sql`select document_id as id from workflow union all select id from workflow_task`
}

/** The stored bytes of workflows with all of their tasks, which are read together, by the ids of their documents. */
export function selectStoredSizes(documentIds: readonly number[]): RawBuilder<{ id: number; bytes: number }> {
  return sql`
    with chosen as (
      select document_id as id, id as workflow_id from workflow where document_id = any(${documentIds}::bigint[])
      union all select id, workflow_id from workflow_task where id = any(${documentIds}::bigint[])
    ), sizes as (
      select workflow.id, pg_column_size(input) + coalesce(sum(pg_column_size(output)), 0)
        + coalesce(sum(pg_column_size(error)), 0) + coalesce(sum(pg_column_size(callback_answer)), 0) as bytes
      from workflow left join workflow_task task on task.workflow_id = workflow.id
      where workflow.id in (select workflow_id from chosen) group by workflow.id
    )
    select chosen.id, sizes.bytes::bigint as bytes from chosen join sizes on sizes.id = chosen.workflow_id`
}

/** Says which production a workflow belongs to that began without one. */
export async function placeWorkflow(db: Database, id: string, productionId: number): Promise<void> {
  await db.updateTable('workflow').set({ production_id: productionId }).where('id', '=', id).execute()
  await db.updateTable('workflow_task').set({ production_id: productionId }).where('workflow_id', '=', id).execute()
}

/** The workflow, locked until the transaction ends; every change of it or its tasks begins here. */
export function lockWorkflow(db: Database, id: string): Promise<WorkflowRow | undefined> {
  return db.selectFrom('workflow').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The new workflow; nothing when its id is taken, or another one with its mutex is alive. */
export function insertWorkflow(db: Database, row: Insertable<WorkflowTable>): Promise<WorkflowRow | undefined> {
  return db
    .insertInto('workflow')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function insertTasks(db: Database, rows: readonly Insertable<WorkflowTaskTable>[]): Promise<void> {
  await db.insertInto('workflow_task').values(rows).execute()
}

/** Moves a locked workflow and raises its version, with no move the version alone. */
export function changeWorkflow(
  db: Database,
  id: string,
  change: { move: WorkflowMove | undefined; now: number; modifiedBy: string; hasEnded: boolean },
): Promise<WorkflowRow> {
  return db
    .updateTable('workflow')
    .set(({ ref }) => ({
      version: sql<number>`${ref('version')} + 1`,
      modified_by: change.modifiedBy,
      last_updated: change.now,
      ...(change.move ? { status: workflowMoves[change.move].to } : {}),
      ...(change.move === 'begin' || change.move === 'wait'
        ? { started: sql<number>`coalesce(${ref('started')}, ${change.now})` }
        : {}),
      ...(change.hasEnded ? { ended: change.now } : {}),
      ...(change.move === 'redo' ? { started: null, ended: null } : {}),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The tasks of workflows, each workflow's in its own order. */
export async function listTasks(db: Database, workflowIds: readonly string[]): Promise<TaskRow[]> {
  if (workflowIds.length === 0) return []
  return db
    .selectFrom('workflow_task')
    .selectAll()
    .where('workflow_id', '=', sql<string>`any(${workflowIds}::text[])`)
    .orderBy('place')
    .execute()
}

/** The workflows of a clip, oldest first. */
export function listWorkflowsOfMedia(db: Database, mediaObjectIds: readonly number[]): Promise<WorkflowRow[]> {
  return db
    .selectFrom('workflow')
    .selectAll()
    .where('media_object_id', '=', sql<number>`any(${mediaObjectIds}::bigint[])`)
    .orderBy('created')
    .orderBy('id')
    .execute()
}

/** Ids of workflows of these kinds that wait for nothing but the search index. */
export async function listPendingIds(db: Database, definitions: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('workflow')
    .select('id')
    // Written out: a plan made for any value could not use the index of these rows alone.
    .where('status', '=', sql.lit(workflowMoves.pend.to))
    .where('definition', '=', sql<string>`any(${definitions}::text[])`)
    .limit(100)
    .execute()
  return rows.map(row => row.id)
}

/** The last workflow of a kind that was started for a clip. */
export function findLastWorkflowOfMedia(
  db: Database,
  mediaObjectId: number,
  definition: string,
): Promise<WorkflowRow | undefined> {
  return db
    .selectFrom('workflow')
    .selectAll()
    .where('media_object_id', '=', mediaObjectId)
    .where('definition', '=', definition)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Workflows that have ended; their tasks go with them. */
export const retainedWorkflows: RetainedRows = {
  records: 'workflows',
  table: 'workflow',
  key: 'id',
  wasOver: instant => sql<boolean>`ended < ${instant}::bigint`,
}
