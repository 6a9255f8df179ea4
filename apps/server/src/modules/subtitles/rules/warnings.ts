import type { SubtitleEntry, SubtitleObject } from '@rushes/contract'
import { checkCues, isQualityCode } from '@rushes/timed-text'
import { listEntries } from '../entries/entries.ts'
import { toCue } from '../files/timed-text.ts'
import type { SubtitleTarget } from '../target.ts'

/** What subtitles are checked by, and with which shots of the clip. */
export interface CheckedPlace extends Pick<SubtitleTarget, 'quality' | 'media' | 'language' | 'rules' | 'spelling'> {
  /** The first frames of shots. */
  readonly shots?: readonly number[] | undefined
}

/** Most that an entry may carry, those of files and of clients among them. */
const mostWarnings = 1000

/**
 * "Recompute QC warnings on every PATCH/PUT": the same content with the warnings of the entries that a change concerns,
 * and of the next ones, recomputed. Entries that are the same objects as before are not checked again. Warnings that
 * are of no rule (of an import, of a client) stay. Nothing changes where there are no rules, or no rate yet.
 */
export function renewWarnings(
  content: SubtitleObject,
  before: unknown,
  { quality, media, language, rules, spelling, shots }: CheckedPlace,
): SubtitleObject {
  if (!quality || !media) return content
  const { rate, times } = media
  const { subtitles } = content
  const cues = subtitles.map(toCue)
  const { regions = [] } = content
  const warnings = checkCues(
    { timing: { unit: 'frames', rate, ...(times && { times }) }, cues, language, regions },
    quality,
    {
      changed: findChanged(listEntries(before), subtitles),
      spelling,
      ...(shots && { shots }),
      ...(rules.frameCount > 0 && { frameCount: rules.frameCount }),
    },
  )
  const renewed = [...subtitles]
  for (const [index, found] of warnings) renewed[index] = withWarnings(subtitles[index]!, found)
  return { ...content, subtitles: renewed }
}

/** Indices of entries that were not there before, or not in this order, and of those that stand where one is gone. */
export function findChanged(before: readonly unknown[], after: readonly unknown[]): number[] {
  const known = new Set(before)
  const kept = new Set(after)
  const changed: number[] = []
  let old = 0
  for (const [index, entry] of after.entries()) {
    let isChanged = false
    while (old < before.length && !kept.has(before[old])) {
      isChanged = true
      old += 1
    }
    if (known.has(entry)) {
      isChanged ||= entry !== before[old]
      old += 1
    } else isChanged = true
    if (isChanged) changed.push(index)
  }
  return changed
}

function withWarnings(entry: SubtitleEntry, found: readonly object[]): SubtitleEntry {
  const { warnings, ...rest } = entry
  const others = (warnings ?? []).filter(warning => !isQualityCode(Reflect.get(Object(warning), 'type')))
  const all = [...others, ...found].slice(0, mostWarnings)
  return all.length > 0 ? { ...rest, warnings: all as NonNullable<SubtitleEntry['warnings']> } : rest
}
