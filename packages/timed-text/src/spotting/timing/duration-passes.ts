import type { Frames } from '@rushes/timebase'
import type { FrameDocument } from '../../document/document.ts'
import { countCharacters, listLines } from '../../document/measures.ts'
import { adjustLanes, type LaneCue } from '../lanes.ts'
import { type SubtitlePreset, toFrames } from '../presets/preset.ts'
import { findCuts } from './cuts.ts'

/** What passes know of the clip beside its rate. */
export interface ClipFacts {
  /** First frames of shots, in any order. */
  readonly shotChanges?: readonly Frames[]
  /** Length of the clip, where it is known. */
  readonly frameCount?: Frames
}

/**
 * Subtitles that are shown too shortly stay longer, into the silence after them: for the shortest duration, and for the
 * time that reading takes at the preferred speed. The minimum gap before the next stays free, and a subtitle
 * that ends with its shot keeps ending there. Running it again changes nothing.
 */
export function extendDurations(document: FrameDocument, preset: SubtitlePreset, facts: ClipFacts = {}): FrameDocument {
  const { spotting, shots } = preset
  const { rate } = document.timing
  const shortest = toFrames(spotting.minimumDuration, rate)
  const longest = toFrames(spotting.maximumDuration, rate)
  const gap = toFrames(spotting.minimumGap, rate)
  const cuts = findCuts(facts.shotChanges)
  return adjustLanes(document, lane => {
    for (const [index, { cue, span }] of lane.entries()) {
      const characters = countCharacters(listLines(cue.textParts), spotting.counting)
      const reading = Math.ceil((characters * rate.num) / (spotting.preferredCharactersPerSecond * rate.den))
      const wanted = span.start + Math.min(longest, Math.max(shortest, characters > 0 ? reading : 0))
      const next = lane[index + 1]?.span.start ?? Number.POSITIVE_INFINITY
      const latest = Math.min(next - gap, facts.frameCount ?? Number.POSITIVE_INFINITY)
      const endsWithShot = shots.snap && cuts.has(span.end + shots.outGapFrames)
      if (!endsWithShot) span.end = Math.max(span.end, Math.min(wanted, latest))
    }
  })
}

/**
 * Between two subtitles lies the minimum gap at least. The first ends earlier, but not below the shortest duration; what
 * is still missing the second starts later, with the same limit, and never after the one that follows it. Where neither
 * can, they stay too near. Running it again changes nothing.
 */
export function keepMinimumGaps(document: FrameDocument, preset: SubtitlePreset): FrameDocument {
  const { rate } = document.timing
  const gap = toFrames(preset.spotting.minimumGap, rate)
  const shortest = Math.max(1, toFrames(preset.spotting.minimumDuration, rate))
  return adjustLanes(document, lane => keepLaneGaps(lane, gap, () => shortest))
}

/** As `keepMinimumGaps`, in one lane; `lengthOf` is how long a cue has to stay. */
export function keepLaneGaps(lane: readonly LaneCue[], gap: Frames, lengthOf: (cue: LaneCue) => Frames): void {
  const roomOf = (cue: LaneCue) => Math.max(0, cue.span.end - cue.span.start - lengthOf(cue))
  // From the last to the first: a start may come as near to the following one as that stays where it is.
  for (let index = lane.length - 2; index >= 0; index--) {
    const first = lane[index]!
    const second = lane[index + 1]!
    first.span.end -= Math.min(Math.max(0, first.span.end + gap - second.span.start), roomOf(first))
    const following = lane[index + 2]?.span.start ?? Number.POSITIVE_INFINITY
    const room = Math.min(roomOf(second), following - second.span.start)
    second.span.start += Math.min(Math.max(0, first.span.end + gap - second.span.start), room)
  }
}

/**
 * Gaps shorter than `chainGapsBelow` are closed to the minimum gap by letting the first subtitle stay, unless it would
 * then last too long, or a shot change lies between and the preset keeps out of those. Running it again changes nothing.
 */
export function chainGaps(document: FrameDocument, preset: SubtitlePreset, facts: ClipFacts = {}): FrameDocument {
  const { spotting, shots } = preset
  const { rate } = document.timing
  const gap = toFrames(spotting.minimumGap, rate)
  const below = toFrames(spotting.chainGapsBelow, rate)
  const longest = toFrames(spotting.maximumDuration, rate)
  const cuts = findCuts(facts.shotChanges)
  return adjustLanes(document, lane => {
    for (const [index, { span }] of lane.entries()) {
      const next = lane[index + 1]?.span.start
      if (next === undefined || next - span.end <= gap || next - span.end >= below) continue
      const end = next - gap
      const cut = cuts.after(span.end - 1)[0]
      if (!shots.chainAcrossCuts && cut !== undefined && cut < next) continue
      if (end - span.start <= longest) span.end = end
    }
  })
}
