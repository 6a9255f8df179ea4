import type { FrameClock, SampleRate } from '@rushes/timebase'
import type { FrameFormat } from '../frames.ts'

/** Seconds to seek to for a frame: well within it, since a browser may round towards the one before. */
export function toSeekSeconds(frame: number, { num, den }: SampleRate, share = 0.5, pictures?: FrameClock): number {
  return pictures ? toPictureMs(frame + share, pictures) / 1000 : ((frame + share) * den) / num
}

/** The time of a frame, and of what is between two of them. */
export function toSeconds(frame: number, { rate, pictures }: Pick<FrameFormat, 'rate' | 'pictures'>): number {
  return toSeekSeconds(frame, rate, 0, pictures)
}

function toPictureMs(place: number, { toMilliseconds }: FrameClock): number {
  const frame = Math.floor(place)
  const start = toMilliseconds(frame)
  return start + (place - frame) * (toMilliseconds(frame + 1) - start)
}
