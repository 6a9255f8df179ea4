/** What the rules of a preset ask of times and lines. */

import { millisecondsToFrames, type SampleRate } from '@rushes/timebase'
import type { CharacterCounting, SubtitlePreset } from '@rushes/timed-text'

/** Times in frames of the clip. What nobody asked for is 0 at least, and without an end at most. */
export interface Limits {
  readonly minimumGap: number
  readonly minimumDuration: number
  readonly maximumDuration: number
  readonly lineLength: number
  readonly lineCount: number
  readonly charactersPerSecond: number
  readonly counting: CharacterCounting | undefined
}

export function readLimits(rules: SubtitlePreset | undefined, rate: SampleRate): Limits {
  const none = Number.POSITIVE_INFINITY
  if (!rules) {
    return {
      minimumGap: 0,
      minimumDuration: 1,
      maximumDuration: none,
      lineLength: none,
      lineCount: none,
      charactersPerSecond: none,
      counting: undefined,
    }
  }
  const { spotting } = rules
  const toFrames = ({ unit, value }: typeof spotting.minimumGap) =>
    unit === 'frames' ? value : millisecondsToFrames(value, rate)
  return {
    minimumGap: toFrames(spotting.minimumGap),
    minimumDuration: Math.max(1, toFrames(spotting.minimumDuration)),
    maximumDuration: toFrames(spotting.maximumDuration),
    lineLength: spotting.maximumLineLength,
    lineCount: spotting.maximumLineCount,
    charactersPerSecond: spotting.maximumCharactersPerSecond,
    counting: spotting.counting,
  }
}
