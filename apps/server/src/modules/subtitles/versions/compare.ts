import type { SubtitleComparison, SubtitleEntry, SubtitleObject } from '@rushes/contract'
import { compareByTime, toPlainText } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import type { AnnotationRow } from '../../annotations/index.ts'
import { settleContent } from '../change/settle.ts'
import { toTextPart } from '../files/timed-text.ts'
import { findTarget, missing, type SubtitleAddress } from '../target.ts'

/**
 * Two versions of the subtitles of a clip side by side: what is shown at the same time is in one row. Throws
 * NotFoundError where either is missing, ValidationError for a preset that does not exist.
 */
export async function compareSubtitles(
  ctx: Context,
  address: SubtitleAddress,
  other: Pick<SubtitleAddress, 'language' | 'presetId'>,
): Promise<SubtitleComparison> {
  const [one, two] = [await readVersion(ctx, address), await readVersion(ctx, { ...address, ...other })]
  const rows = compareByTime(one.entries, two.entries).map(({ first, second }) => {
    const [entries, others] = [toLines(one.entries, first), toLines(two.entries, second)]
    const [mine, theirs] = [toSpan(entries), toSpan(others)]
    return {
      start: Math.min(mine?.start ?? Number.POSITIVE_INFINITY, theirs?.start ?? Number.POSITIVE_INFINITY),
      end: Math.max(mine?.end ?? 0, theirs?.end ?? 0),
      entries,
      otherEntries: others,
      ...(mine && theirs && { startDifference: theirs.start - mine.start, endDifference: theirs.end - mine.end }),
    }
  })
  return {
    productionId: address.productionId,
    mediaObjectId: address.mediaObjectId,
    subtitle: one.shown,
    otherSubtitle: two.shown,
    together: rows.filter(row => row.startDifference !== undefined).length,
    alone: rows.filter(row => row.otherEntries.length === 0).length,
    otherAlone: rows.filter(row => row.entries.length === 0).length,
    rows,
  }
}

async function readVersion(ctx: Context, address: SubtitleAddress) {
  const target = await findTarget(ctx, address)
  if (!target.row) throw missing(target)
  const content = target.row.structured_description as SubtitleObject
  return {
    shown: describe(target.row, target.language),
    entries: settleContent(content, { ...target.rules, frameCount: 0 }).subtitles,
  }
}

function describe(row: AnnotationRow, language: string) {
  return {
    id: row.id,
    version: row.version,
    language,
    ...(row.subtitle_preset_id !== null && { subtitlePresetId: row.subtitle_preset_id }),
    ...(row.translated_from_id !== null && { translatedFromId: row.translated_from_id }),
  }
}

function toLines(entries: readonly SubtitleEntry[], indices: readonly number[]) {
  return indices.map(index => {
    const { start, end, textParts = [] } = entries[index]!
    return { index, start, end, text: toPlainText(textParts.map(toTextPart)) }
  })
}

function toSpan(lines: readonly { start: number; end: number }[]): { start: number; end: number } | undefined {
  const [first] = lines
  return first && { start: first.start, end: Math.max(...lines.map(({ end }) => end)) }
}
