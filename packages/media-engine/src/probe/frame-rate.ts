import { findNearestRate, usualRates } from '@rushes/timebase'
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

/** Of what shows a single frame for longer than a second. */
const rateOfOne: Rational = { num: 25, den: 1 }

/** Distances count as usual that differ from the middle one by less than this share of it. */
const USUAL_SHARE = 0.5

/** How fast pictures mostly follow each other: gaps and other paces of the same film say nothing of it. */
function findPace(times: Float64Array, timeBase: Rational): Rational | undefined {
  const distances = times.subarray(1).map((time, frame) => time - (times[frame] ?? time))
  const middle = distances.toSorted()[distances.length >> 1] ?? 0
  const usual = distances.filter(distance => Math.abs(distance - middle) <= USUAL_SHARE * middle)
  const ticks = usual.reduce((sum, distance) => sum + distance, 0)
  return ticks > 0
    ? reduce(BigInt(timeBase.den) * BigInt(usual.length), BigInt(timeBase.num) * BigInt(ticks))
    : undefined
}

/** The rate of pictures where the header has that of fields. */
const halve = (rate: Rational | undefined): Rational | undefined => rate && reduce(rate.num, 2 * rate.den)

const findUsualRate = (rate: Rational): Rational | undefined =>
  usualRates.find(usual => Math.abs(toNumber(usual) / toNumber(rate) - 1) < ROUNDING)

/** A constant rate this close to one of cameras is that one, which the camera did not hold. */
const DRIFT = 0.005

/** The denominator of rates that are meant to be a little slower than whole ones. */
const NTSC = 1001

/** Whether frames drift away from the rate that the camera meant: 239.9 for 240. */
function isDrifting(rate: Rational): boolean {
  if (rate.den === 1 || rate.den === NTSC) return false
  return Math.abs(toNumber(findNearestRate(rate)) / toNumber(rate) - 1) < DRIFT
}

function toVariable(pace: Rational | undefined): MeasuredRate {
  if (!pace) return { isVariable: true }
  const { num, den } = findNearestRate(pace)
  return { rate: { num, den }, pace, isVariable: true }
}

/** What measuring a rate gave. */
export interface MeasuredRate {
  readonly rate?: Rational
  /** How fast pictures mostly follow each other, where that is not `rate`. */
  readonly pace?: Rational
  readonly isVariable: boolean
}

/**
 * The rate of a video stream and whether it is variable. The nominal rate wins when the frames stand on its grid, then the
 * average one (a file whose last frame is a little long has an odd average). When neither fits, or when the one that fits
 * is a rate of cameras that was not held, the rate is variable, and the one of cameras that is next to it serves labels.
 * Without times, a nominal rate that differs from the average means variable.
 */
export function measureRate(stream: RawStream, tally: StreamTally): MeasuredRate {
  const nominal = parseRational(stream.r_frame_rate)
  const average = parseRational(stream.avg_frame_rate)
  const timeBase = parseRational(stream.time_base)
  const times = tally.times
  if (times && times.length > 1 && timeBase) {
    for (const said of [nominal, average, ...(tally.fieldPairs ? [halve(nominal), halve(average)] : [])]) {
      const rate = said && (findUsualRate(said) ?? said)
      if (!rate || !fitsRate(times, timeBase, rate)) continue
      if (isDrifting(rate)) return toVariable(rate)
      return { rate: { num: rate.num, den: rate.den }, isVariable: false }
    }
    return toVariable(findPace(times, timeBase) ?? average)
  }
  const rate = average ?? nominal
  if (!rate) return { isVariable: false }
  // Of a film that shows one frame, both say for how long. Times too coarse for any film are damaged.
  const isFine = timeBase !== undefined && toNumber(timeBase) * toNumber(rateOfOne) <= 1
  if (times?.length === 1 && isFine && toNumber(rate) < 1) return { rate: rateOfOne, isVariable: false }
  return nominal !== undefined && toNumber(nominal) !== toNumber(rate) ? toVariable(rate) : { rate, isVariable: false }
}
