import { ServiceError, type WorkStatus } from '@rushes/contract'
import { type AnnotationRow, updateAnnotation } from '../annotations/index.ts'
import type { Transaction } from '../platform/context.ts'
import type { SubtitleTarget } from './target.ts'

/** Whose status: that of the subtitles of a clip in one language and preset. */
export interface StatusPlace {
  readonly productionId: number
  readonly mediaObjectId: number
  readonly language: string
  readonly presetId: string | null
}

/** Where the status of these subtitles stands. */
export function toStatusPlace({ productionId, mediaObjectId, language, rules }: StatusParts): StatusPlace {
  return { productionId, mediaObjectId, language, presetId: rules.presetId }
}

type StatusParts = Pick<SubtitleTarget, 'productionId' | 'mediaObjectId' | 'language' | 'rules'>

/** "The key is `<language>;<subtitlePresetId>`, or just `<language>` when there is no preset." */
function toStatusKey({ language, presetId }: StatusPlace): string {
  return presetId === null ? language : `${language};${presetId}`
}

/** The status of subtitles; "a key that is missing means `NOT_STARTED`". */
export function readStatus(clip: Pick<AnnotationRow, 'details'>, place: StatusPlace): WorkStatus {
  return clip.details.subtitlingStatuses?.[toStatusKey(place)] ?? 'NOT_STARTED'
}

/** Writes the status of subtitles into the locked annotation of their clip, unless it is that already. */
export async function writeStatus(
  ctx: Transaction,
  clip: AnnotationRow,
  place: StatusPlace,
  status: WorkStatus,
): Promise<AnnotationRow> {
  if (readStatus(clip, place) === status) return clip
  const { [toStatusKey(place)]: _before, ...others } = clip.details.subtitlingStatuses ?? {}
  const subtitlingStatuses = status === 'NOT_STARTED' ? others : { ...others, [toStatusKey(place)]: status }
  return updateAnnotation(ctx, clip, { details: { ...clip.details, subtitlingStatuses } })
}

/**
 * "`COMPLETED`: editing … is blocked until the status is set to `EDITING`": throws ConflictError then. The annotation of
 * the clip is locked, so that this stays so.
 */
export function assertEditable(clip: AnnotationRow, target: StatusParts): void {
  const place = toStatusPlace(target)
  if (readStatus(clip, place) !== 'COMPLETED') return
  const path = `/subtitlingStatuses/${toStatusKey(place)}`
  throw new ServiceError('ConflictError', `These subtitles are COMPLETED; ${path} of the clip must be EDITING first`, {
    path,
    status: 'COMPLETED',
  })
}

/** Notes that someone has begun to edit; while a run makes the same subtitles, the status is that of the run. */
export async function noteEditing(ctx: Transaction, clip: AnnotationRow, place: StatusPlace): Promise<void> {
  if (readStatus(clip, place) !== 'AUTOMATIC_STARTED') await writeStatus(ctx, clip, place, 'EDITING')
}
