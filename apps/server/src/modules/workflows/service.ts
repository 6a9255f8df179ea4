import { notFound, type Page, ServiceError, type WorkflowMinWrapper, type WorkflowRedoRequest } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import type { Exchange, RawReply } from '../../platform/http/index.ts'
import { isAuthor } from '../../platform/security/actor.ts'
import { listWorkflowPage, readWorkflowListing } from './listing/listing-store.ts'
import { getWorkflowReport, toReports } from './listing/report.ts'
import { pause, redo, resume } from './runs/control.ts'
import { longestWaitMs, toFinalReport, toReportStream, wantsEventStream } from './runs/progress.ts'
import { watchWorkflow } from './runs/watch.ts'
import { findWorkflow } from './store.ts'
import type { WorkflowRow } from './tables.ts'
import { cancel } from './tasks/settle.ts'

/** The workflows of a production, newest first. */
export async function listWorkflows(
  ctx: Context,
  productionId: number,
  query: Record<string, unknown>,
): Promise<Page<WorkflowMinWrapper>> {
  const listing = readWorkflowListing(query, ctx.platform.clock.now())
  const { rows, total } = await listWorkflowPage(ctx.db, productionId, listing)
  return { items: await toReports(ctx, rows), offset: listing.offset, total }
}

export async function getWorkflow(ctx: Context, productionId: number, id: string): Promise<WorkflowMinWrapper> {
  await getWorkflowRow(ctx, productionId, id)
  return getWorkflowReport(ctx, id)
}

/** Cancels a workflow: its running tasks are stopped, nothing more of it begins. */
export async function cancelWorkflow(ctx: Context, productionId: number, id: string): Promise<WorkflowMinWrapper> {
  const row = await getWorkflowRow(ctx, productionId, id)
  if (!(await cancel(ctx, id))) throw new ServiceError('ConflictError', `Workflow ${id} has ended: ${row.status}`)
  return getWorkflowReport(ctx, id)
}

/** Stops what runs of a workflow until it is resumed. */
export async function pauseWorkflow(ctx: Context, productionId: number, id: string): Promise<WorkflowMinWrapper> {
  await getWorkflowRow(ctx, productionId, id)
  await pause(ctx, id)
  return getWorkflowReport(ctx, id)
}

export async function resumeWorkflow(ctx: Context, productionId: number, id: string): Promise<WorkflowMinWrapper> {
  await getWorkflowRow(ctx, productionId, id)
  await resume(ctx, id)
  return getWorkflowReport(ctx, id)
}

/** Does a workflow again that has ended, or a part of it. */
export async function redoWorkflow(
  ctx: Context,
  productionId: number,
  id: string,
  request: WorkflowRedoRequest = {},
): Promise<WorkflowMinWrapper> {
  await getWorkflowRow(ctx, productionId, id)
  await redo(ctx, id, request.redoSingleTask)
  return getWorkflowReport(ctx, id)
}

/** Answers when the workflow has ended, or streams each change, as the caller accepts. */
export async function followWorkflow(
  ctx: Context,
  request: { productionId: number; id: string; exchange: Exchange; stopping: AbortSignal },
): Promise<RawReply> {
  const { productionId, id, exchange, stopping } = request
  await getWorkflowRow(ctx, productionId, id)
  const signal = AbortSignal.any([exchange.signal, stopping, AbortSignal.timeout(longestWaitMs)])
  const reports = watchWorkflow(ctx, id, signal)
  const report = await getWorkflowReport(ctx, id)
  if (!wantsEventStream(exchange.headers.accept)) return toFinalReport(report, reports)
  return toReportStream(report, reports, exchange.headers['last-event-id']?.toString())
}

/** A workflow of the production; a share visitor knows only those that they started, that is their own ingests. */
async function getWorkflowRow(ctx: Context, productionId: number, id: string): Promise<WorkflowRow> {
  const row = await findWorkflow(ctx.db, id)
  if (row?.production_id !== productionId || !mayFollow(ctx, row)) throw notFound('Workflow', id)
  return row
}

/** A visitor follows what their session started, or one that it continues; a claimed identity is no proof. */
function mayFollow({ actor }: Context, row: WorkflowRow): boolean {
  if (actor.kind !== 'visitor') return true
  return row.share_id === actor.shareId && isAuthor(actor, row.author_key)
}
