import { brokenRule, type SubtitleEntry, SubtitleObject } from '@rushes/contract'
import Type from 'typebox'
import { createValidator } from '../../../platform/text/validate.ts'

/** What the place of a subtitle asks of its content. */
export interface ContentRules {
  presetId: string | null
  /** Regions that entries may use, in addition to those of their file. */
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
    checkEntry(entry, index, regions, rules.frameCount)
  }
  return {
    ...rest,
    subtitles: checked.subtitles.toSorted((a, b) => a.start - b.start),
    ...(subtitlePresetId === undefined ? {} : { subtitlePresetId }),
  }
}

const listPath = '/structuredDescription/subtitles'

function checkEntry(entry: SubtitleEntry, index: number, regions: ReadonlySet<string>, frameCount: number): void {
  const { start, end, region } = entry
  const fail = (member: string, message: string) => brokenRule(`${listPath}/${index}/${member}`, message)
  // annotations-3
  if (start > end) throw fail('start', `must not exceed the end, ${end}`)
  if (frameCount > 0 && end > frameCount) {
    throw fail('end', `must not exceed ${frameCount}, the number of frames of the clip`)
  }
  if (region !== undefined && !regions.has(region)) {
    throw fail('region', `must be one of ${[...regions].join(', ')}`)
  }
}
