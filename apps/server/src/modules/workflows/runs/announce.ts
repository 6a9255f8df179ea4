import type { EventType } from '@rushes/contract'
import type { Platform, Transaction } from '../../../platform/context.ts'
import type { TaskRow, WorkflowRow } from '../tables.ts'

/** Wakes workers: there may be a task to claim, or a running one was cancelled. */
export const workSignal = 'workflows'

/** Wakes those who follow one workflow. */
export function toReportSignal(workflowId: string): string {
  return `workflow/${workflowId}`
}

/** Tells, after the commit, that a workflow has changed. */
export function signalChange(platform: Platform, workflowId: string): void {
  platform.signals.emit(workSignal)
  platform.signals.emit(toReportSignal(workflowId))
}

/** Emits a workflow to the event log. */
export function publishWorkflow(ctx: Transaction, type: EventType, row: WorkflowRow, verb?: string): void {
  ctx.publish({
    type,
    productionId: row.production_id ?? undefined,
    accountId: row.account_id ?? undefined,
    ...(verb === undefined ? {} : { verb }),
    object: describeWorkflow(row),
  })
}

/** Emits a task to the event log; its workflow is the target. */
export function publishTask(
  ctx: Transaction,
  type: EventType,
  workflow: WorkflowRow,
  task: Pick<TaskRow, 'id' | 'name'>,
  extended: Record<string, unknown> = {},
): void {
  ctx.publish({
    type,
    productionId: workflow.production_id ?? undefined,
    accountId: workflow.account_id ?? undefined,
    object: { objectType: 'Task', id: task.id, name: task.name },
    target: describeWorkflow(workflow),
    ...(Object.keys(extended).length > 0 ? { extended } : {}),
  })
}

/** Tells what the failure of a task means for its clip, where its plan says so. */
export function publishFailure(
  ctx: Transaction,
  workflow: WorkflowRow,
  { failure_event: type }: Pick<TaskRow, 'failure_event'>,
  extended: Record<string, unknown>,
): void {
  if (type === null) return
  ctx.publish({
    type,
    productionId: workflow.production_id ?? undefined,
    accountId: workflow.account_id ?? undefined,
    ...(workflow.media_object_id === null
      ? {}
      : { object: { objectType: 'MediaObject', id: workflow.media_object_id } }),
    target: describeWorkflow(workflow),
    extended,
  })
}

function describeWorkflow(row: WorkflowRow): Record<string, unknown> {
  return {
    objectType: 'Workflow',
    id: row.id,
    type: row.definition,
    status: row.status,
    ...(row.label === null ? {} : { label: row.label }),
    ...(row.media_object_id === null ? {} : { mediaObjectId: row.media_object_id }),
  }
}
