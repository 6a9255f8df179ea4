import type { WorkStatus } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { type AnnotationRow, lockClipAnnotation, updateAnnotation } from '../../annotations/index.ts'
import type { TranscriptAddress } from '../address.ts'

/** How far the transcript of a clip is; the clip's annotation is locked, which every change of a transcript does first. */
export async function lockStatus(
  ctx: Transaction,
  { productionId, mediaObjectId, language }: TranscriptAddress,
): Promise<{ clip: AnnotationRow; status: WorkStatus }> {
  const clip = await lockClipAnnotation(ctx, productionId, mediaObjectId)
  return { clip, status: clip.details.transcriptionStatuses?.[language] ?? 'NOT_STARTED' }
}

/** Writes how far the transcript is into the clip's annotation, which is locked; `NOT_STARTED` is a key that is missing. */
export async function writeStatus(
  ctx: Transaction,
  { language }: TranscriptAddress,
  { clip, status: before }: { clip: AnnotationRow; status: WorkStatus },
  status: WorkStatus,
): Promise<void> {
  if (status === before) return
  const { [language]: _before, ...others } = clip.details.transcriptionStatuses ?? {}
  const transcriptionStatuses = status === 'NOT_STARTED' ? others : { ...others, [language]: status }
  await updateAnnotation(ctx, clip, { details: { ...clip.details, transcriptionStatuses } })
}
