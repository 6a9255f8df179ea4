import { TimebaseError } from './errors.ts'

/** Frames per second as a reduced fraction: 29.97 is `{ num: 30000, den: 1001 }`, never a float. */
export interface SampleRate {
  readonly num: number
  readonly den: number
}

/** How many frame numbers a second of timecode counts; the NTSC rates count as if they were whole. */
export type TimecodeBase = 24 | 25 | 30 | 48 | 50 | 60

export const RATE_23_976: SampleRate = Object.freeze({ num: 24000, den: 1001 })
export const RATE_24: SampleRate = Object.freeze({ num: 24, den: 1 })
export const RATE_25: SampleRate = Object.freeze({ num: 25, den: 1 })
export const RATE_29_97: SampleRate = Object.freeze({ num: 30000, den: 1001 })
export const RATE_30: SampleRate = Object.freeze({ num: 30, den: 1 })
export const RATE_47_952: SampleRate = Object.freeze({ num: 48000, den: 1001 })
export const RATE_48: SampleRate = Object.freeze({ num: 48, den: 1 })
export const RATE_50: SampleRate = Object.freeze({ num: 50, den: 1 })
export const RATE_59_94: SampleRate = Object.freeze({ num: 60000, den: 1001 })
export const RATE_60: SampleRate = Object.freeze({ num: 60, den: 1 })

const timecodeBases: ReadonlyMap<SampleRate, TimecodeBase> = new Map([
  [RATE_23_976, 24],
  [RATE_24, 24],
  [RATE_25, 25],
  [RATE_29_97, 30],
  [RATE_30, 30],
  [RATE_47_952, 48],
  [RATE_48, 48],
  [RATE_50, 50],
  [RATE_59_94, 60],
  [RATE_60, 60],
])

/** Every rate that has a timecode, slowest first. */
export const usualRates: readonly SampleRate[] = [...timecodeBases.keys()]

/** A rate in lowest terms; throws `invalid-rate` unless both terms are positive whole numbers. */
export function createSampleRate(num: number, den = 1): SampleRate {
  if (!Number.isSafeInteger(num) || !Number.isSafeInteger(den) || num <= 0 || den <= 0) {
    throw new TimebaseError('invalid-rate', `A sample rate is a fraction of positive whole numbers: ${num}/${den}`)
  }
  const divisor = greatestCommonDivisor(num, den)
  return { num: num / divisor, den: den / divisor }
}

/**
 * A rate as people write it: `25`, `30000/1001`, or `29.97` for the usual rate that has these decimals. Throws
 * `invalid-rate`.
 */
export function parseSampleRate(text: string): SampleRate {
  const [, num, den = '1'] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? []
  if (num !== undefined) return createSampleRate(Number(num), Number(den))
  const decimals = /^\d{1,3}\.(\d{2,3})$/.exec(text)?.[1]?.length
  const usual = usualRates.find(rate => decimals && (rate.num / rate.den).toFixed(decimals) === text)
  if (usual) return usual
  throw new TimebaseError('invalid-rate', `${text} is not a rate; one is written like 25, 29.97 or 30000/1001`)
}

/** Whether two rates are the same number, reduced or not. */
export function isSameRate(a: SampleRate, b: SampleRate): boolean {
  const left = a.num * b.den
  const right = b.num * a.den
  if (Number.isSafeInteger(left) && Number.isSafeInteger(right)) return left === right
  return BigInt(a.num) * BigInt(b.den) === BigInt(b.num) * BigInt(a.den)
}

/** The nominal base of a rate, or undefined when timecode is not defined for it (15 fps, 120 fps, 25000/1001). */
export function findTimecodeBase(rate: SampleRate): TimecodeBase | undefined {
  const usual = usualRates.find(candidate => isSameRate(candidate, rate))
  return usual && timecodeBases.get(usual)
}

/**
 * The rate at which timecode counts pictures of a rate: the usual rate that it is, or the fastest that divides it (60
 * for 120 and 240, 50 for 100, 30 for 90). Undefined where there is none (15 fps, 25000/1001).
 */
export function findCountingRate(rate: SampleRate): SampleRate | undefined {
  return usualRates.findLast(usual => findDivisor(rate, usual) !== undefined)
}

/** Rates of slow motion that cameras have. */
const fastRates: readonly SampleRate[] = [
  { num: 90, den: 1 },
  { num: 100, den: 1 },
  { num: 120_000, den: 1001 },
  { num: 120, den: 1 },
  { num: 240, den: 1 },
]

/**
 * The rate of cameras that is nearest to a measured one by their ratio: 240 for 239.9, 29.97 for 29.8. Each has a
 * counting rate.
 */
export function findNearestRate(rate: SampleRate): SampleRate {
  const distance = ({ num, den }: SampleRate) => Math.abs(Math.log((num / den) * (rate.den / rate.num)))
  const [first, ...others] = [...usualRates, ...fastRates]
  return others.reduce((best, other) => (distance(other) < distance(best) ? other : best), first!)
}

/** How many frames of one rate a frame of another lasts, where that is a whole number: 2 for 120 and 60. */
export function findDivisor(rate: SampleRate, slower: SampleRate): number | undefined {
  const product = BigInt(rate.num) * BigInt(slower.den)
  const divisor = BigInt(rate.den) * BigInt(slower.num)
  return product % divisor === 0n ? Number(product / divisor) : undefined
}

/** The nominal base of a rate; throws `no-timecode-rate` when it has none. */
export function getTimecodeBase(rate: SampleRate): TimecodeBase {
  const base = findTimecodeBase(rate)
  if (base === undefined) {
    throw new TimebaseError('no-timecode-rate', `Timecode is not defined at ${rate.num}/${rate.den} frames per second`)
  }
  return base
}

/** Whether drop frame exists at this rate: at 30000/1001 and 60000/1001 only (SMPTE ST 12-1), never at 23.976. */
export function mayDropFrame(rate: SampleRate): boolean {
  return isSameRate(rate, RATE_29_97) || isSameRate(rate, RATE_59_94)
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) {
    const rest = a % b
    a = b
    b = rest
  }
  return a
}
