/** What a run makes of the status of the subtitles, and the events that report its end. */

import { ServiceError, type WorkStatus } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, findAnnotationHeads, lockClipAnnotation } from '../../annotations/index.ts'
import type { WorkflowFailure } from '../../workflows/index.ts'
import { readStatus, type StatusPlace, toStatusPlace, writeStatus } from '../status.ts'
import type { SubtitleTarget } from '../target.ts'
import { listAskedTasks, type StoredRequest } from './request.ts'
import { changeOpen, findWork, type Work } from './store.ts'

/** The status of the subtitles of a target. */
export async function findStatus(ctx: Context, target: SubtitleTarget): Promise<WorkStatus> {
  const { productionId, mediaObjectId } = target
  const [clip] = await findAnnotationHeads(ctx.db, { productionId, mediaObjectId, funnel: 'MediaObjectAnnotation' })
  return clip ? readStatus(clip, toStatusPlace(target)) : 'NOT_STARTED'
}

/** A run is at work, for the first time or again. Completed subtitles stay so: the run will not touch them. */
export async function announceStart(
  ctx: Transaction,
  workflowId: string,
  clip: AnnotationRow,
  place: StatusPlace,
): Promise<void> {
  if (readStatus(clip, place) !== 'COMPLETED') await writeStatus(ctx, clip, place, 'AUTOMATIC_STARTED')
  await changeOpen(ctx.db, workflowId, true)
}

/** A run is done again; nothing for one that makes no subtitles or is forgotten. */
export async function announceRedo(
  ctx: Transaction,
  workflowId: string,
  { request }: { readonly request: StoredRequest },
): Promise<void> {
  if (!listAskedTasks(request).includes('store')) return
  const work = await findWork(ctx.db, workflowId)
  const clip = work && (await lockClip(ctx, work))
  if (work && clip) await announceStart(ctx, workflowId, clip, toPlace(work))
}

/** Statuses that a successful run replaces; any other was set meanwhile and stays. */
const unfinished: readonly WorkStatus[] = ['NOT_STARTED', 'AUTOMATIC_STARTED', 'AUTOMATIC_FAILED']

/** A run has come to its end. */
export async function announceSuccess(
  ctx: Transaction,
  workflowId: string,
  clip: AnnotationRow,
  place: StatusPlace,
): Promise<void> {
  if (unfinished.includes(readStatus(clip, place))) await writeStatus(ctx, clip, place, 'AUTOMATIC_COMPLETED')
  await changeOpen(ctx.db, workflowId, false)
}

/** A run has failed, or was cancelled; reported once. */
export async function announceFailure(ctx: Transaction, workflowId: string, failure: WorkflowFailure): Promise<void> {
  const work = await findWork(ctx.db, workflowId)
  if (!work) return
  const clip = await lockClip(ctx, work)
  if (!(await changeOpen(ctx.db, workflowId, false))) return
  const place = toPlace(work)
  if (clip && readStatus(clip, place) === 'AUTOMATIC_STARTED') {
    await writeStatus(ctx, clip, place, 'AUTOMATIC_FAILED')
  }
  const { productionId, mediaObjectId, language, presetId } = place
  ctx.publish({
    type: work.is_import ? 'Subtitling.import.failed' : 'Subtitling.automatic.failed',
    productionId,
    object: {
      objectType: 'Workflow',
      id: workflowId,
      mediaObjectId,
      language,
      ...(presetId !== null && { subtitlePresetId: presetId }),
    },
    target: { objectType: 'MediaObject', id: mediaObjectId },
    extended: { ...failure },
  })
}

function toPlace(work: Work): StatusPlace {
  return {
    productionId: work.production_id,
    mediaObjectId: work.media_object_id,
    language: work.language,
    presetId: work.subtitle_preset_id,
  }
}

/** The annotation of the clip; undefined when the clip is gone, and its status with it. */
async function lockClip(ctx: Transaction, work: Work): Promise<AnnotationRow | undefined> {
  try {
    return await lockClipAnnotation(ctx, work.production_id, work.media_object_id)
  } catch (error) {
    if (error instanceof ServiceError && error.type === 'NotFoundError') return undefined
    throw error
  }
}
