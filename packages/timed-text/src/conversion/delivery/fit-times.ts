import type { Frames } from '@rushes/timebase'
import type { FrameDocument } from '../../document/document.ts'
import { countCharacters, countWords, listLines } from '../../document/measures.ts'
import { adjustLanes, type LaneCue } from '../../spotting/lanes.ts'
import { type Duration, toFrames } from '../../spotting/presets/preset.ts'
import { keepLaneGaps } from '../../spotting/timing/duration-passes.ts'
import type { DeliveryLimits } from './profile.ts'

/**
 * Times within limits, as far as there is room: none over another, the least gap between them, each as long as it must
 * be at least and as reading takes, and no longer than it may. Running it again changes nothing.
 */
export function fitTimes(document: FrameDocument, limits: DeliveryLimits): FrameDocument {
  const { rate } = document.timing
  const { maximumCharactersPerSecond = Number.POSITIVE_INFINITY, maximumWordsPerMinute = Number.POSITIVE_INFINITY } =
    limits
  const count = (duration: Duration | undefined, absent: Frames) => (duration ? toFrames(duration, rate) : absent)
  const gap = count(limits.minimumGap, 0)
  const shortest = count(limits.minimumDuration, 1)
  const longest = count(limits.maximumDuration, Number.POSITIVE_INFINITY)
  const framesFor = (amount: number, perSecond: number) => Math.ceil((amount * rate.num) / (perSecond * rate.den))
  const lengthOf = ({ textParts }: LaneCue['cue']) => {
    const lines = listLines(textParts)
    const characters = framesFor(countCharacters(lines), maximumCharactersPerSecond)
    const words = framesFor(countWords(lines) * 60, maximumWordsPerMinute)
    return Math.min(Math.max(shortest, characters, words), longest)
  }
  return adjustLanes(document, lane => {
    for (const { span } of lane) span.end = Math.min(span.end, span.start + longest)
    extend(lane, gap, lengthOf)
    // What cannot be read in its time anyway makes room for the gap.
    keepLaneGaps(lane, gap, ({ cue, span: { start, end } }) => {
      const length = lengthOf(cue)
      return end - start < length ? shortest : length
    })
    // One that now starts later leaves room to the one before it.
    extend(lane, gap, lengthOf)
  })
}

function extend(lane: readonly LaneCue[], gap: Frames, lengthOf: (cue: LaneCue['cue']) => Frames): void {
  for (const [index, { cue, span }] of lane.entries()) {
    const latest = (lane[index + 1]?.span.start ?? Number.POSITIVE_INFINITY) - gap
    span.end = Math.max(span.end, Math.min(span.start + lengthOf(cue), latest))
  }
}
