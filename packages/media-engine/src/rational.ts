/** An exact fraction; as a rate it is frames per second (30000/1001), as a time it is seconds. */
export interface Rational {
  readonly num: number
  readonly den: number
}

/** The fraction in lowest terms, computed without leaving the integers. */
export function reduce(num: bigint | number, den: bigint | number): Rational {
  let a = BigInt(num)
  let b = BigInt(den)
  while (b !== 0n) [a, b] = [b, a % b]
  const divisor = a < 0n ? -a : a || 1n
  return { num: Number(BigInt(num) / divisor), den: Number(BigInt(den) / divisor) }
}

/** Reads `30000/1001` or `16:9`; undefined where a part is missing or zero, as FFmpeg writes `0/0` for "unknown". */
export function parseRational(text: string | undefined): Rational | undefined {
  const match = /^(\d+)[/:](\d+)$/.exec(text ?? '')
  if (!match) return undefined
  const num = Number(match[1])
  const den = Number(match[2])
  if (num === 0 || den === 0 || !Number.isSafeInteger(num) || !Number.isSafeInteger(den)) return undefined
  return reduce(num, den)
}

/** The fraction as a float, for display and for comparison with a tolerance only. */
export const toNumber = (value: Rational): number => value.num / value.den

/** Writes the fraction as FFmpeg reads it: `30000/1001`. */
export const formatRational = (value: Rational): string => `${value.num}/${value.den}`
