import {
  type MediaObjectWorkflowReport,
  notFound,
  type TaskAssignmentMinWrapper,
  type TaskReport,
  type TaskResult,
  type WorkflowMinWrapper,
} from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { isUnsignedAddress, signAddress, type UnsignedAddress } from '../../../platform/security/bearer.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { findLastWorkflowOfMedia, findWorkflow, listTasks, listWorkflowsOfMedia } from '../store.ts'
import type { TaskRow, WorkflowRow } from '../tables.ts'

/** Where reports live, what time it is there, and how addresses of results are signed for the reader. */
interface ReportPlace {
  publicUrl: string
  serverTime: number
  sign: ((address: UnsignedAddress) => string) | undefined
}

function toReportPlace({ platform, actor }: Context): ReportPlace {
  const hasSession = actor.kind === 'user' || actor.kind === 'visitor'
  return {
    publicUrl: platform.publicUrl,
    serverTime: platform.clock.now(),
    sign: hasSession ? address => signAddress(platform, actor, address) : undefined,
  }
}

/** The report of a workflow; an unknown id is a `NotFoundError`. */
export async function getWorkflowReport(ctx: Context, id: string): Promise<WorkflowMinWrapper> {
  const row = await findWorkflow(ctx.db, id)
  if (!row) throw notFound('Workflow', id)
  return toWorkflowMinWrapper(row, await listTasks(ctx.db, [id]), toReportPlace(ctx))
}

/** The reports of workflows, in the order given. */
export async function toReports(ctx: Context, rows: readonly WorkflowRow[]): Promise<WorkflowMinWrapper[]> {
  const ids = rows.map(row => row.id)
  const tasks = Map.groupBy(await listTasks(ctx.db, ids), task => task.workflow_id)
  return rows.map(row => toWorkflowMinWrapper(row, tasks.get(row.id) ?? [], toReportPlace(ctx)))
}

/** The report of the last workflow of a kind that was started for a clip. */
export async function findLastReportOfMedia(
  ctx: Context,
  mediaObjectId: number,
  definition: string,
): Promise<WorkflowMinWrapper | undefined> {
  const row = await findLastWorkflowOfMedia(ctx.db, mediaObjectId, definition)
  return row && toWorkflowMinWrapper(row, await listTasks(ctx.db, [row.id]), toReportPlace(ctx))
}

/** The workflows of clips, oldest first: `wfr` of a media object. */
export async function listWorkflowReportsOfMedia(
  ctx: Context,
  mediaObjectIds: readonly number[],
): Promise<MediaObjectWorkflowReport[]> {
  const rows = await listWorkflowsOfMedia(ctx.db, mediaObjectIds)
  const reports = await toReports(ctx, rows)
  return reports.map(report => ({
    id: report.id,
    workflowId: report.id,
    objectType: 'MediaObjectWorkflowReport',
    type: report.type,
    status: report.status,
    mediaObjectId: report.mediaObjectId ?? 0,
    created: report.created,
    tasks: report.tasks,
    errorReports: report.errorReports,
    href: report.href,
    ...withoutNulls({
      label: report.label,
      workflowStarted: report.workflowStarted,
      workflowCompleted: report.workflowCompleted,
      workflowFailed: report.workflowFailed,
    }),
  }))
}

/** A workflow and its tasks as the interface shows them. */
function toWorkflowMinWrapper(row: WorkflowRow, tasks: readonly TaskRow[], place: ReportPlace): WorkflowMinWrapper {
  const href = `${place.publicUrl}/production/${row.production_id}/workflow/${row.id}`
  const taskReports = tasks.map(toTaskReport)
  // "The result of the workflow (its report carries a `location`)": what a task gives under these names is passed on.
  const outputs = tasks.map(task => task.output ?? {})
  const location = outputs.map(output => readLocation(row.id, output, place)).findLast(value => value !== undefined)
  const publishedFiles = outputs.flatMap(({ publishedFiles: files }) => (Array.isArray(files) ? files : []))
  return {
    id: row.id,
    workflowId: row.id,
    objectType: 'WorkflowReport',
    type: row.definition,
    status: row.status,
    version: row.version,
    created: row.created,
    serverTime: place.serverTime,
    tasks: tasks.map(toTaskInShort),
    taskReports,
    errorReports: taskReports.filter(hasError),
    publishedFiles,
    requiredRights: ['PRODUCTION_VIEW'],
    href,
    hrefs: { self: href, progress: `${href}/progress` },
    ...withoutNulls({
      label: row.label,
      productionId: row.production_id,
      accountId: row.account_id,
      mediaObjectId: row.media_object_id,
      userId: row.creator_id,
      completed: row.ended,
      workflowStarted: row.started,
      workflowCompleted: row.status === 'Completed' ? row.ended : null,
      workflowFailed: row.status === 'Error' ? row.ended : null,
      mutex1: row.mutex === null ? null : { name: row.mutex },
      location,
    }),
  }
}

/** `location`, or `address`, which is signed for the reader: it ends with the rights of the reader. */
function readLocation(
  workflowId: string,
  { location, address }: Record<string, unknown>,
  { sign }: ReportPlace,
): string | undefined {
  if (typeof location === 'string') return location
  // The output of a callback comes from outside: nothing but a result of this workflow is signed.
  if (!isUnsignedAddress(address) || !address.subject.endsWith(`:${workflowId}`)) return undefined
  return address.path.startsWith('/data/') ? sign?.(address) : undefined
}

function toTaskInShort(task: TaskRow): TaskAssignmentMinWrapper {
  return {
    id: task.id,
    name: task.name,
    objectType: 'TaskAssignment',
    status: task.status,
    ...withoutNulls({ label: task.label, percent: task.percent, message: task.message }),
  }
}

function toTaskReport(task: TaskRow): TaskReport {
  return {
    ...toTaskInShort(task),
    objectType: 'TaskReport',
    workflowId: task.workflow_id,
    attempts: task.attempts,
    maxAttempts: task.max_attempts,
    ...withoutNulls({ started: task.started, completed: task.ended, error: task.error, results: readResults(task) }),
    ...readReport(task),
  }
}

/** Whether a task failed, or any of the many things that it did. */
function hasError({ status, results = [] }: TaskReport): boolean {
  return status === 'Error' || results.some(result => result.status === 'Error')
}

/** One for each of many things, when the task gives any: they need not all have gone well for it to be complete. */
function readResults({ output }: TaskRow): TaskResult[] | undefined {
  return Array.isArray(output?.results) ? output.results : undefined
}

/** What a task reports about its work under `report`. */
function readReport({ output }: TaskRow): Pick<TaskReport, 'report'> {
  const report = output?.report
  const isObject = typeof report === 'object' && report !== null && !Array.isArray(report)
  return isObject ? { report: report as Record<string, unknown> } : {}
}
