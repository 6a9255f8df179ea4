/** What a run makes of the status of the subtitles, and the events that tell of its end. */

import type { WorkStatus } from '@rushes/contract'
import { type AnnotationRow, findAnnotationHeads } from '../../annotations/index.ts'
import type { Context, Transaction } from '../../platform/context.ts'
import { readStatus, type StatusPlace, toStatusPlace, writeStatus } from '../status.ts'
import type { SubtitleTarget } from '../target.ts'
import { changeOpen, type OpenWork } from './store.ts'

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
  target: Pick<SubtitleTarget, 'productionId' | 'mediaObjectId' | 'language' | 'rules'>,
): Promise<void> {
  const place = toStatusPlace(target)
  if (readStatus(clip, place) !== 'COMPLETED') await writeStatus(ctx, clip, place, 'AUTOMATIC_STARTED')
  await changeOpen(ctx.db, workflowId, true)
}

/** What a status may be that a run ends in success; whoever wrote another meanwhile knows better. */
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

/** A run has failed, or was cancelled; told once. */
export async function announceFailure(
  ctx: Transaction,
  work: OpenWork,
  clip: AnnotationRow | undefined,
  reason: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (!(await changeOpen(ctx.db, work.workflow_id, false))) return
  const { production_id: productionId, media_object_id: mediaObjectId, language, subtitle_preset_id: presetId } = work
  const place = { productionId, mediaObjectId, language, presetId }
  if (clip && readStatus(clip, place) === 'AUTOMATIC_STARTED') {
    await writeStatus(ctx, clip, place, 'AUTOMATIC_FAILED')
  }
  ctx.publish({
    type: work.is_import ? 'Subtitling.import.failed' : 'Subtitling.automatic.failed',
    productionId,
    object: {
      objectType: 'Workflow',
      id: work.workflow_id,
      mediaObjectId,
      language,
      ...(presetId !== null && { subtitlePresetId: presetId }),
    },
    target: { objectType: 'MediaObject', id: mediaObjectId },
    extended: reason,
  })
}
