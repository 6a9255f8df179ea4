import type { Frames, SampleRate } from '@rushes/timebase'
import { type ShotZone, type SubtitlePreset, scaleShotZone, toFrames } from '../spotting/presets/preset.ts'

/** What a preset asks for, in frames of the media. */
export interface Limits {
  readonly preset: SubtitlePreset
  readonly minimumDuration: Frames
  readonly maximumDuration: Frames
  readonly minimumGap: Frames
  readonly chainGapsBelow: Frames
  readonly in: ShotZone
  readonly out: ShotZone
  /** Length of the media; absent where it is not known. */
  readonly frameCount?: Frames
}

export function findLimits(preset: SubtitlePreset, rate: SampleRate, frameCount: Frames | undefined): Limits {
  const { spotting, shots } = preset
  return {
    preset,
    minimumDuration: toFrames(spotting.minimumDuration, rate),
    maximumDuration: toFrames(spotting.maximumDuration, rate),
    minimumGap: toFrames(spotting.minimumGap, rate),
    chainGapsBelow: toFrames(spotting.chainGapsBelow, rate),
    in: scaleShotZone(shots.in, rate),
    out: scaleShotZone(shots.out, rate),
    ...(frameCount !== undefined && { frameCount }),
  }
}
