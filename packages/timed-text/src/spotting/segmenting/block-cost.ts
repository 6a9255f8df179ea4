import type { Frames, SampleRate } from '@rushes/timebase'
import { type SubtitlePreset, scaleZone, toFrames } from '../presets/preset.ts'
import type { Boundary } from './boundaries.ts'
import type { Token } from './tokens.ts'

/** What is bad in a subtitle beside the places where it and its lines end. */
const costs = {
  cue: 1,
  /** For each character a second over the preferred and over the highest speed, until `mostSpeed`. */
  overPreferredSpeed: 0.12,
  overMaximumSpeed: 0.4,
  mostSpeed: 8,
  tooShort: 3,
  fewCharacters: 0.9,
  innerPause: 3,
  crossedCut: 1,
} as const

/** What a subtitle of the tokens from `first` to `last` costs, its lines apart. */
export function createBlockCost(
  tokens: readonly Token[],
  boundaries: readonly Boundary[],
  { spotting }: SubtitlePreset,
  { rate, shotChanges = [] }: { rate: SampleRate; shotChanges?: readonly Frames[] },
): (first: number, last: number) => number {
  const framesPerSecond = rate.num / rate.den
  const shortest = toFrames(spotting.minimumDuration, rate)
  const longest = toFrames(spotting.maximumDuration, rate)
  const gap = toFrames(spotting.minimumGap, rate)
  const longPause = toFrames(spotting.splitAtPause, rate) / framesPerSecond
  const space = spotting.counting.spaces === false ? 0 : 1
  const characters = sumUp(tokens, token => token.characters + (token.hasSpaceBefore ? space : 0))
  const inner = sumUp(boundaries, ({ pause, innerCost }) => {
    const pauseCost = pause > longPause ? costs.innerPause * (0.5 + Math.min(3, pause - longPause)) : 0
    return innerCost + pauseCost
  })
  const crossed = countCrossedCuts(tokens, shotChanges, scaleZone(12, rate))
  return (first, last) => {
    const start = tokens[first]!.start
    const silenceEnd = last + 1 < tokens.length ? tokens[last + 1]!.start - gap : Number.POSITIVE_INFINITY
    const end = Math.max(tokens[last]!.end, Math.min(silenceEnd, start + longest))
    const length = characters[last + 1]! - characters[first]!
    const available = Math.max(end - start, 1)
    const speed = (length * framesPerSecond) / available
    const speedCost =
      costs.overPreferredSpeed * Math.max(0, speed - spotting.preferredCharactersPerSecond) +
      costs.overMaximumSpeed * Math.max(0, speed - spotting.maximumCharactersPerSecond)
    return (
      costs.cue +
      (boundaries[last]?.cost ?? 0) +
      inner[last]! -
      inner[first]! +
      Math.min(costs.mostSpeed, speedCost) +
      costs.tooShort * Math.max(0, 1 - available / Math.max(shortest, 1)) +
      costs.fewCharacters * Math.max(0, 1 - length / Math.max(spotting.minimumSentenceLength, 1)) +
      costs.crossedCut * crossed(first, last)
    )
  }
}

/** How many shot changes lie inside a block of tokens, too far from its ends to be reached by moving them. */
function countCrossedCuts(
  tokens: readonly Token[],
  shotChanges: readonly Frames[],
  reach: Frames,
): (first: number, last: number) => number {
  if (shotChanges.length === 0) return () => 0
  const cuts = Float64Array.from(shotChanges).sort()
  const countUntil = (times: readonly number[]) => {
    let cut = 0
    return times.map(time => {
      while (cut < cuts.length && cuts[cut]! <= time) cut += 1
      return cut
    })
  }
  const untilStart = countUntil(tokens.map(({ start }) => start + reach))
  const untilEnd = countUntil(tokens.map(({ end }) => end - reach))
  return (first, last) => Math.max(0, untilEnd[last]! - untilStart[first]!)
}

function sumUp<T>(items: readonly T[], measure: (item: T) => number): Float64Array {
  const sums = new Float64Array(items.length + 1)
  for (const [index, item] of items.entries()) sums[index + 1] = sums[index]! + measure(item)
  return sums
}
