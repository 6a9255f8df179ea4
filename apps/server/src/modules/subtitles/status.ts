import type { WorkStatus } from '@rushes/contract'
import type { Transaction } from '../../platform/context.ts'
import {
  type AnnotationRow,
  assertSubtitleEditable,
  readSubtitleStatus,
  writeSubtitleStatus,
} from '../annotations/index.ts'
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

/** The status of subtitles. */
export function readStatus(clip: Pick<AnnotationRow, 'details'>, place: StatusPlace): WorkStatus {
  return readSubtitleStatus(clip, toVersion(place))
}

/** Writes the status of subtitles into the locked annotation of their clip, unless it is that already. */
export function writeStatus(
  ctx: Transaction,
  clip: AnnotationRow,
  place: StatusPlace,
  status: WorkStatus,
): Promise<AnnotationRow> {
  return writeSubtitleStatus(ctx, clip, toVersion(place), status)
}

/** Throws ConflictError while the subtitles are COMPLETED; the annotation of the clip is locked. */
export function assertEditable(clip: AnnotationRow, target: StatusParts): void {
  assertSubtitleEditable(clip, toVersion(toStatusPlace(target)))
}

function toVersion({ language, presetId }: StatusPlace) {
  return { language, subtitle_preset_id: presetId }
}

/** Notes that someone has begun to edit; while a run makes the same subtitles, the status is that of the run. */
export async function noteEditing(ctx: Transaction, clip: AnnotationRow, place: StatusPlace): Promise<void> {
  if (readStatus(clip, place) !== 'AUTOMATIC_STARTED') await writeStatus(ctx, clip, place, 'EDITING')
}
