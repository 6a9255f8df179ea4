/*
 * Moments as TTML counts them, exactly: a tick or a frame of a nested element may fall between two milliseconds, and
 * only the sum is rounded, once.
 */

/** A number of milliseconds or frames: a whole number where it is one, else a fraction in lowest terms. */
export type Moment = number | Fraction

interface Fraction {
  readonly num: bigint
  /** Above 0. */
  readonly den: bigint
}

export function createMoment(num: bigint, den: bigint): Moment {
  if (num % den === 0n) return fromBigInt(num / den)
  const divisor = greatestCommonDivisor(num, den)
  return { num: num / divisor, den: den / divisor }
}

export function add(a: Moment, b: Moment): Moment {
  if (typeof a === 'number' && typeof b === 'number') return a + b
  const [x, y] = [toFraction(a), toFraction(b)]
  return createMoment(x.num * y.den + y.num * x.den, x.den * y.den)
}

export function isBefore(a: Moment, b: Moment): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  const [x, y] = [toFraction(a), toFraction(b)]
  return x.num * y.den < y.num * x.den
}

/** The earlier one; an end that is not known never comes. */
export function earlier(a: Moment | undefined, b: Moment | undefined): Moment | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isBefore(b, a) ? b : a
}

/** The later one. */
export function later(a: Moment, b: Moment): Moment {
  return isBefore(a, b) ? b : a
}

/** To the nearest whole number, a half goes up. */
export function round(moment: Moment): number {
  if (typeof moment === 'number') return moment
  return Number((2n * moment.num + moment.den) / (2n * moment.den))
}

/** Moments are not negative, and those beyond 2^53 are of no use; they stay where every sum is still exact. */
function fromBigInt(value: bigint): number {
  return Number(value > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : value)
}

function toFraction(moment: Moment): Fraction {
  return typeof moment === 'number' ? { num: BigInt(moment), den: 1n } : moment
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) {
    const rest = a % b
    a = b
    b = rest
  }
  return a
}
