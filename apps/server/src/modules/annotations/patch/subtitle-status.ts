/** The statuses of subtitles, which the annotation of their clip holds. */

import { ServiceError, type WorkStatus } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import type { AnnotationHead, AnnotationOutline, AnnotationRow } from '../annotation.ts'
import { updateAnnotation } from './update.ts'

/** Which subtitles of a clip. */
type SubtitleVersion = Pick<AnnotationOutline, 'language' | 'subtitle_preset_id'>

/** "The key is `<language>;<subtitlePresetId>`, or just `<language>` when there is no preset." */
function toKey({ language, subtitle_preset_id: presetId }: SubtitleVersion): string {
  return presetId === null ? `${language}` : `${language};${presetId}`
}

/** The status of subtitles; a missing key means `NOT_STARTED` (subtitles-29). */
export function readSubtitleStatus(clip: Pick<AnnotationHead, 'details'>, version: SubtitleVersion): WorkStatus {
  return clip.details.subtitlingStatuses?.[toKey(version)] ?? 'NOT_STARTED'
}

/** Writes the status of subtitles into the locked annotation of their clip, unless it is that already. */
export async function writeSubtitleStatus(
  ctx: Transaction,
  clip: AnnotationRow,
  version: SubtitleVersion,
  status: WorkStatus,
): Promise<AnnotationRow> {
  if (readSubtitleStatus(clip, version) === status) return clip
  const { [toKey(version)]: _before, ...others } = clip.details.subtitlingStatuses ?? {}
  const subtitlingStatuses = status === 'NOT_STARTED' ? others : { ...others, [toKey(version)]: status }
  return updateAnnotation(ctx, clip, { details: { ...clip.details, subtitlingStatuses } })
}

/**
 * "`COMPLETED`: editing … is blocked until the status is set to `EDITING`": throws ConflictError then. The annotation of
 * the clip is locked, so that this stays so.
 */
export function assertSubtitleEditable(clip: Pick<AnnotationHead, 'details'>, version: SubtitleVersion): void {
  if (readSubtitleStatus(clip, version) !== 'COMPLETED') return
  const path = `/subtitlingStatuses/${toKey(version)}`
  throw new ServiceError('ConflictError', `These subtitles are COMPLETED; ${path} of the clip must be EDITING first`, {
    path,
    status: 'COMPLETED',
  })
}
