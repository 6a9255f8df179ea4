import { brokenRule, type SubtitleEntry, SubtitleObject } from '@rushes/contract'
import Type from 'typebox'
import { createValidator } from '../platform/validate.ts'

/** What the place of a subtitle asks of its content. */
export interface ContentRules {
  presetId: string | null
  /** Regions that entries may stand in, beside those that their file brought. */
  regions: readonly string[]
  /** Length of the clip; 0 while it is not known. */
  frameCount: number
}

const validate = createValidator(Type.Object({ structuredDescription: SubtitleObject }), 'ValidationError')

/**
 * Content as it is stored: every entry checked, in the order of their starts (entries that start together keep theirs),
 * with the preset's id. Throws ValidationError with the path of the first faulty member, counted as it was given.
 */
export function settleContent(content: unknown, rules: ContentRules): SubtitleObject {
  if (content === undefined) throw brokenRule('/structuredDescription', 'is needed')
  validate({ structuredDescription: content })
  const checked = content as SubtitleObject
  const { subtitlePresetId = rules.presetId ?? undefined, ...rest } = checked
  if (subtitlePresetId !== (rules.presetId ?? undefined)) {
    throw brokenRule('/structuredDescription/subtitlePresetId', 'is given by the address')
  }
  const regions = new Set([...rules.regions, ...(checked.regions ?? []).map(region => region.id)])
  for (const [index, entry] of checked.subtitles.entries()) {
    checkEntry(entry, `/structuredDescription/subtitles/${index}`, regions, rules.frameCount)
  }
  return {
    ...rest,
    subtitles: checked.subtitles.toSorted((a, b) => a.start - b.start),
    ...(subtitlePresetId === undefined ? {} : { subtitlePresetId }),
  }
}

function checkEntry(entry: SubtitleEntry, path: string, regions: ReadonlySet<string>, frameCount: number): void {
  const { start, end, region } = entry
  // "`start` must not exceed `end` (violation gives 422)"
  if (start > end) throw brokenRule(`${path}/start`, `must not exceed the end, ${end}`)
  // "must not exceed the frame count of the media object"
  if (frameCount > 0 && end > frameCount) {
    throw brokenRule(`${path}/end`, `must not exceed ${frameCount}, the number of frames of the clip`)
  }
  if (region !== undefined && !regions.has(region)) {
    throw brokenRule(`${path}/region`, `must be one of ${[...regions].join(', ')}`)
  }
}
