import { randomUUID } from 'node:crypto'
import { brokenRule, type IngestRequest, ingestTasks, ServiceError, type WorkflowMinWrapper } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { findInstance, lockMediaObject, updateMediaObjectFacts } from '../media/index.ts'
import { findLastReportOfMedia, getWorkflowReport, startWorkflow } from '../workflows/index.ts'
import {
  type IngestInput,
  type IngestTask,
  ingestDefinition,
  type PreviewInput,
  posterDefinition,
  previewDefinition,
} from './definition.ts'

/** An ingest to be started. */
interface NewIngest {
  mediaObjectId: number
  /** The id that was announced when the clip was created. */
  workflowId?: string | undefined
  label?: string | undefined
  enableProxy?: boolean | undefined
  enableHDProxy?: boolean | undefined
  enableShot?: boolean | undefined
  enableEmbeddedSubtitles?: boolean | undefined
  only?: readonly IngestTask[] | undefined
}

/**
 * Starts the ingest of a clip whose original is there, in the transaction of the caller (closing an upload), and
 * answers the id of its workflow. Throws `ConflictError` while another ingest of the clip is running.
 */
export async function startIngest(ctx: Transaction, ingest: NewIngest): Promise<string> {
  const { mediaObjectId, workflowId = randomUUID() } = ingest
  const clip = await updateMediaObjectFacts(ctx, mediaObjectId, { workflowId })
  const input: IngestInput = {
    ...(ingest.enableProxy === undefined ? {} : { enableProxy: ingest.enableProxy }),
    ...(ingest.enableHDProxy === undefined ? {} : { enableHDProxy: ingest.enableHDProxy }),
    ...(ingest.enableShot === undefined ? {} : { enableShot: ingest.enableShot }),
    ...(ingest.enableEmbeddedSubtitles !== undefined && {
      enableEmbeddedSubtitles: ingest.enableEmbeddedSubtitles,
    }),
  }
  return startWorkflow(ctx, ingestDefinition, {
    id: workflowId,
    productionId: clip.production_id,
    mediaObjectId,
    label: ingest.label ?? 'Ingest',
    input,
    mutex: `ingest of ${mediaObjectId}`,
    only: ingest.only,
  })
}

/** Recreates the poster from the chosen key frame if the clip has an original; returns the workflow's id. */
export async function remakePoster(ctx: Transaction, mediaObjectId: number): Promise<string | undefined> {
  const original = await findInstance(ctx.db, mediaObjectId, 'RAW')
  if (!original) return undefined
  return startWorkflow(ctx, posterDefinition, {
    productionId: original.production_id,
    mediaObjectId,
    label: 'Poster',
    input: { isPosterChosen: true },
  })
}

/**
 * Starts to make a clip playable as far as it has arrived, in the transaction that recorded the bytes. False while an
 * earlier preview of the clip is at work.
 */
export async function startPreview(
  ctx: Transaction,
  { productionId, mediaObjectId, ...input }: PreviewInput & { productionId: number; mediaObjectId: number },
): Promise<boolean> {
  const last = await findLastReportOfMedia(ctx, mediaObjectId, previewDefinition.name)
  if (last && last.workflowCompleted === undefined) return false
  await startWorkflow(ctx, previewDefinition, { productionId, mediaObjectId, label: 'Preview', input })
  return true
}

/** Starts an ingest on request: "`redo` (false: error if an ingest already ran)". */
export async function requestIngest(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  request: IngestRequest = {},
): Promise<WorkflowMinWrapper> {
  const id = await inTransaction(ctx, async ctx => {
    await lockMediaObject(ctx, productionId, mediaObjectId)
    const original = await findInstance(ctx.db, mediaObjectId, 'RAW')
    if (!original) throw brokenRule('/mediaObjectId', 'the clip has no original file that could be ingested')
    const last = await findLastReportOfMedia(ctx, mediaObjectId, ingestDefinition.name)
    const single = request.redoSingleTask
    const isRedone = request.redo === true || (single !== undefined && single !== false)
    if (last && last.status !== 'Cancelled' && !isRedone) {
      throw new ServiceError('ConflictError', `An ingest of this clip already ran (${last.status}); say redo`)
    }
    const only = listTasks(single, last)
    // Nothing is made of a file that is not known to be the announced one.
    if (only && original.announced_hash !== null) only.push('probe')
    return startIngest(ctx, {
      mediaObjectId,
      label: request.workflowLabel,
      only,
      // Who names the task wants it done.
      enableShot: single === 'shots' ? true : request.enableShot,
      enableEmbeddedSubtitles: single === 'subtitles' ? true : request.enableEmbeddedSubtitles,
      enableHDProxy: single === 'hdProxy' ? true : request.enableHDProxy,
    })
  })
  return getWorkflowReport(ctx, id)
}

/** The tasks to run: all; the named one; or what the last ingest did not complete. `finish` always reports it. */
function listTasks(
  single: IngestRequest['redoSingleTask'],
  last: WorkflowMinWrapper | undefined,
): IngestTask[] | undefined {
  if (single === undefined || single === false) return undefined
  if (single !== true) return [single, 'finish']
  if (!last) return undefined
  const done = new Set(last.tasks.filter(task => task.status === 'Completed').map(task => task.name))
  const open = ingestTasks.filter(name => !done.has(name))
  return [...open, 'finish']
}
