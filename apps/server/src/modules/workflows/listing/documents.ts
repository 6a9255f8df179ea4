/** Workflows and their tasks as search documents; triggers of the database mark them when they change. */

import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type ListedSource, type SearchAnswer, type SearchDocument, searchDocuments } from '../../search/index.ts'
import { listIdsByDocument, listTasks, listWorkflowsById, selectDocumentIds, selectStoredSizes } from '../store.ts'
import type { TaskRow, WorkflowRow } from '../tables.ts'

/** The documents of all workflows and tasks. */
export const runDocuments: ListedSource = {
  async read(db, ids) {
    const wanted = new Set(ids)
    const documents = await readDocuments(db, await listIdsByDocument(db, ids))
    return documents.filter(document => wanted.has(document.id))
  },
  selectSizes: selectStoredSizes,
  ids: selectDocumentIds(),
}

/** Workflows and tasks of every production, for those who look for what went wrong. */
export async function searchRuns(ctx: Context, query: Readonly<Record<string, unknown>>): Promise<SearchAnswer> {
  return searchDocuments(ctx, { kind: 'workflow', all: true }, query)
}

/** The documents of workflows as they stand now, each with those of its tasks. */
async function readDocuments(db: Database, ids: readonly string[]): Promise<SearchDocument[]> {
  const workflows = await listWorkflowsById(db, ids)
  const tasks = await listTasks(
    db,
    workflows.map(row => row.id),
  )
  const tasksById = Map.groupBy(tasks, task => task.workflow_id)
  return workflows.flatMap(row => {
    const ofRow = tasksById.get(row.id) ?? []
    return [toRunDocument(row, ofRow), ...ofRow.map(task => toTaskDocument(row, task))]
  })
}

/** What the documents of a workflow and of its tasks have in common. */
function toCommonFields(row: WorkflowRow) {
  return {
    workflowId: row.id,
    definition: row.definition,
    workflowStatus: row.status,
    mediaObjectId: row.media_object_id,
    creatorId: row.creator_id,
    created: row.created,
    createdBy: row.created_by,
    createdByShareId: row.share_id,
    createdBySharedUserId: row.shared_user_id,
  }
}

function toRunDocument(row: WorkflowRow, tasks: readonly TaskRow[]): SearchDocument {
  const withErrors = tasks.filter(task => task.error !== null)
  return {
    id: row.document_id,
    kind: 'workflow',
    productionId: row.production_id ?? undefined,
    accountId: row.account_id ?? undefined,
    fields: {
      ...toCommonFields(row),
      objectType: 'WorkflowReport',
      name: row.definition,
      label: row.label,
      status: row.status,
      userId: row.creator_id,
      lastUpdated: row.last_updated,
      workflowStarted: row.started,
      workflowCompleted: row.status === 'Completed' ? row.ended : null,
      workflowFailed: row.status === 'Error' ? row.ended : null,
      completed: row.ended,
      durationMs: toDuration(row),
      attempts: tasks.reduce((sum, task) => sum + task.attempts, 0),
      ...toWorkerFields(tasks),
      errorCode: [...new Set(withErrors.flatMap(task => task.error?.code ?? []))],
      failedTask: tasks.filter(task => task.status === 'Error').map(task => task.name),
    },
    stored: { version: row.version, modifiedBy: row.modified_by },
    text: withErrors.flatMap(task => task.error?.message ?? []),
  }
}

function toTaskDocument(row: WorkflowRow, task: TaskRow): SearchDocument {
  return {
    id: task.id,
    kind: 'workflow',
    productionId: row.production_id ?? undefined,
    accountId: row.account_id ?? undefined,
    fields: {
      ...toCommonFields(row),
      objectType: 'TaskReport',
      name: task.name,
      label: task.label,
      status: task.status,
      attempts: task.attempts,
      maxAttempts: task.max_attempts,
      taskStarted: task.started,
      completed: task.ended,
      durationMs: toDuration(task),
      timeoutMs: task.timeout_ms,
      ...toWorkerFields([task]),
      errorCode: task.error === null ? [] : [task.error.code],
      // Why the last attempt failed, else what the task says of itself.
      message: task.error?.message ?? task.message,
    },
    stored: { percent: task.percent },
  }
}

/** Who did the tasks, or does them, and on which machines. */
function toWorkerFields(tasks: readonly TaskRow[]) {
  const workers = new Set(tasks.flatMap(task => task.worker ?? []))
  return { worker: [...workers], host: [...new Set(Array.from(workers, worker => worker.split('/', 1).join()))] }
}

function toDuration({ started, ended }: { started: number | null; ended: number | null }): number | undefined {
  return started === null || ended === null ? undefined : ended - started
}
