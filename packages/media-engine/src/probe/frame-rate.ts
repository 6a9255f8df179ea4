import { usualRates } from '@rushes/timebase'
import { parseRational, type Rational, reduce, toNumber } from '../rational.ts'
import type { RawStream, StreamTally } from './raw.ts'

/**
 * Frames may stand this far apart from their places, in frames, before the rate is called variable: time stamps are
 * rounded (to milliseconds in Matroska), and muxers make the first frame up to half a frame longer to wait for sound.
 */
const TOLERANCE_FRAMES = 0.75

/** A rate this close to one of the usual ones is that one, rounded by a container that cannot say it. */
const ROUNDING = 1e-4

/** A file that was cut lacks frames of its last reordering window: gaps there do not make its rate variable. */
const REORDER_FRAMES = 16
const TAIL_SHARE = 0.1

/** True if frame n is n / rate after the first, for every frame: then a frame number is a time. */
function fitsRate(times: Float64Array, timeBase: Rational, rate: Rational): boolean {
  const framesPerTick = toNumber(timeBase) * toNumber(rate)
  const body = times.subarray(0, times.length - Math.min(REORDER_FRAMES, Math.floor(times.length * TAIL_SHARE)))
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const [frame, time] of body.entries()) {
    const distance = time * framesPerTick - frame
    least = Math.min(least, distance)
    most = Math.max(most, distance)
  }
  return most - least < TOLERANCE_FRAMES
}

/** A gap between two frames says nothing of the rate when it makes the average so many times less than the usual one. */
const STRETCH = 10

/** Of what shows a single frame for longer than a second. */
const rateOfOne: Rational = { num: 25, den: 1 }

/** The middle one of the distances between frames, in ticks. */
function findUsualDistance(times: Float64Array): number {
  const distances = times.subarray(1).map((time, frame) => time - (times[frame] ?? time))
  return distances.sort()[distances.length >> 1] ?? 0
}

function isStretched(times: Float64Array, timeBase: Rational, average: Rational | undefined): boolean {
  const seconds = findUsualDistance(times) * toNumber(timeBase)
  return average !== undefined && seconds > 0 && toNumber(average) * seconds * STRETCH < 1
}

function toUsualRate(times: Float64Array, timeBase: Rational): Rational {
  return reduce(BigInt(timeBase.den), timeBase.num * findUsualDistance(times))
}

/** The rate of pictures where the header has that of fields. */
const halve = (rate: Rational | undefined): Rational | undefined => rate && reduce(rate.num, 2 * rate.den)

const findUsualRate = (rate: Rational): Rational | undefined =>
  usualRates.find(usual => Math.abs(toNumber(usual) / toNumber(rate) - 1) < ROUNDING)

/**
 * The rate of a video stream and whether it is variable. The nominal rate wins when the frames stand on its grid, then the
 * average one (a file whose last frame is a little long has an odd average); when neither fits, the rate is variable and the
 * average is the honest number, unless a gap of the times has made it. Without times, a nominal rate that differs from the average means variable.
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
    for (const said of [nominal, average, ...(tally.fieldPairs ? [halve(nominal), halve(average)] : [])]) {
      const rate = said && (findUsualRate(said) ?? said)
      if (rate && fitsRate(times, timeBase, rate)) return { rate: { num: rate.num, den: rate.den }, isVariable: false }
    }
    const rate = isStretched(times, timeBase, average) ? toUsualRate(times, timeBase) : (average ?? nominal)
    return rate ? { rate, isVariable: true } : { isVariable: true }
  }
  const rate = average ?? nominal
  if (!rate) return { isVariable: false }
  // Of a film that shows one frame, both say for how long. Times too coarse for any film are damaged.
  const isFine = timeBase !== undefined && toNumber(timeBase) * toNumber(rateOfOne) <= 1
  if (times?.length === 1 && isFine && toNumber(rate) < 1) return { rate: rateOfOne, isVariable: false }
  return { rate, isVariable: nominal !== undefined && toNumber(nominal) !== toNumber(rate) }
}
