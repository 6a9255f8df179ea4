import { parseRational, type Rational, toNumber } from '../rational.ts'
import type { RawStream, StreamTally } from './raw.ts'

/** A frame may stand this far from its place, in frames, before the rate is called variable. */
const TOLERANCE_FRAMES = 0.5

/** A file that was cut lacks frames of its last reordering window: gaps there do not make its rate variable. */
const REORDER_FRAMES = 16
const TAIL_SHARE = 0.1

/** True if frame n stands at n / rate after the first, for every frame: then a frame number is a time. */
function fitsRate(times: Float64Array, timeBase: Rational, rate: Rational): boolean {
  const first = times[0] ?? 0
  const framesPerTick = toNumber(timeBase) * toNumber(rate)
  const body = times.subarray(0, times.length - Math.min(REORDER_FRAMES, Math.floor(times.length * TAIL_SHARE)))
  return body.every((time, frame) => Math.abs((time - first) * framesPerTick - frame) < TOLERANCE_FRAMES)
}

/**
 * The rate of a video stream and whether it is variable. The nominal rate wins when the frames stand on its grid, then the
 * average one (a file whose last frame is a little long has an odd average); when neither fits, the rate is variable and the
 * average is the honest number. Without times, a nominal rate that differs from the average means variable.
 */
export function measureRate(
  stream: RawStream,
  tally: StreamTally,
): { readonly rate?: Rational; readonly isVariable: boolean } {
  const nominal = parseRational(stream.r_frame_rate)
  const average = parseRational(stream.avg_frame_rate)
  const timeBase = parseRational(stream.time_base)
  const times = tally.times
  if (times && times.length > 1 && timeBase) {
    for (const rate of [nominal, average])
      if (rate && fitsRate(times, timeBase, rate)) return { rate, isVariable: false }
    const rate = average ?? nominal
    return rate ? { rate, isVariable: true } : { isVariable: true }
  }
  const rate = average ?? nominal
  if (!rate) return { isVariable: false }
  return { rate, isVariable: nominal !== undefined && toNumber(nominal) !== toNumber(rate) }
}
