import type { MadeColours } from '../colour/colour.ts'
import type { Rational } from '../rational.ts'

/**
 * How every MP4 of ours is encoded. No B-frames and a short GOP: a player lands on the asked frame after few decodes, and
 * presentation order is file order. Key frames are at multiples of the GOP and nowhere else, so that pictures at known
 * frames can be taken from them alone.
 */
export const VIDEO_ENCODING = { codec: 'libx264', preset: 'veryfast', crf: 23, gopFrames: 12, bFrames: 0 } as const

export const AUDIO_ENCODING = {
  codec: 'aac',
  channels: 2,
  bitRate: 128_000,
  samplingFrequency: 48_000,
  frameSamples: 1024,
} as const

/** Ticks per second of the video track: a multiple of the rate's numerator, fine enough for variable rates. */
export function toVideoTimescale(rate: Rational): number {
  let timescale = rate.num
  while (timescale < 10_000) timescale *= 2
  return timescale
}

/** The picture part of an MP4 to be written. */
export interface VideoOutput {
  readonly width: number
  readonly height: number
  readonly rate: Rational
  readonly timescale: number
  /** Matrix and range of the frames, which the file then names, with primaries and transfer of BT.709; none if left out. */
  readonly colours?: MadeColours | undefined
}
