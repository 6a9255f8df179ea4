import type { FrameDocument } from '../document/document.ts'
import type { SubtitlePreset } from './presets/preset.ts'
import { type ClipFacts, chainGaps, extendDurations, keepMinimumGaps } from './timing/duration-passes.ts'
import { alignToShots } from './timing/shot-alignment.ts'

/** One pass gives room to another now and then; generated documents needed four rounds at most. */
const mostRounds = 12

/**
 * All passes over the times of subtitles, in their order: reading time, minimum gaps, shot changes, chaining; and again
 * until nothing changes. Texts stay as they are. Times are whole frames before, by `toFrameDocument`.
 */
export function spot(document: FrameDocument, preset: SubtitlePreset, facts: ClipFacts = {}): FrameDocument {
  let spotted = document
  for (let round = 0; round < mostRounds; round++) {
    const before = spotted
    spotted = extendDurations(spotted, preset, facts)
    spotted = keepMinimumGaps(spotted, preset)
    spotted = alignToShots(spotted, preset, facts)
    spotted = chainGaps(spotted, preset, facts)
    if (spotted === before || isSameTimes(spotted, before)) return spotted
  }
  return spotted
}

function isSameTimes(a: FrameDocument, b: FrameDocument): boolean {
  return a.cues.every((cue, index) => cue.start === b.cues[index]!.start && cue.end === b.cues[index]!.end)
}
