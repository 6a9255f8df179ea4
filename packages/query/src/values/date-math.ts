/**
 * Date expressions as Solr has them, always in UTC:
 *
 *   expression = ( "NOW" | instant ) { "/" unit | ( "+" | "-" ) integer unit } ;
 *   instant    = "YYYY-MM-DDThh:mm:ss" [ "." digits ] "Z" ;
 *
 * Steps apply from left to right: `NOW/DAY-7DAYS` is the start of the day a week ago.
 */
export interface DateMath {
  /** The instant that the steps start from, in epoch milliseconds, or the moment of evaluation. */
  readonly base: 'now' | number
  readonly steps: readonly DateMathStep[]
}

export type DateMathStep =
  | { readonly kind: 'round'; readonly unit: DateUnit }
  | { readonly kind: 'add'; readonly amount: number; readonly unit: DateUnit }

export type DateUnit = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'millisecond'

const unitNames: ReadonlyMap<string, DateUnit> = new Map([
  ['YEAR', 'year'],
  ['YEARS', 'year'],
  ['MONTH', 'month'],
  ['MONTHS', 'month'],
  ['DAY', 'day'],
  ['DAYS', 'day'],
  ['DATE', 'day'],
  ['HOUR', 'hour'],
  ['HOURS', 'hour'],
  ['MINUTE', 'minute'],
  ['MINUTES', 'minute'],
  ['SECOND', 'second'],
  ['SECONDS', 'second'],
  ['MILLI', 'millisecond'],
  ['MILLIS', 'millisecond'],
  ['MILLISECOND', 'millisecond'],
  ['MILLISECONDS', 'millisecond'],
])

const unitMs = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000, millisecond: 1 }

const basePattern = /^(?:NOW|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z)/
const stepPattern = /\/([A-Z]+)|([+-]\d{1,9})([A-Z]+)/y
const furthestMs = 8.64e15

/** Reads a date expression; undefined for any other text. */
export function parseDateMath(text: string): DateMath | undefined {
  const written = basePattern.exec(text)?.[0]
  if (written === undefined) return undefined
  const base = written === 'NOW' ? 'now' : parseInstant(written)
  if (base === undefined) return undefined

  const steps: DateMathStep[] = []
  stepPattern.lastIndex = written.length
  while (stepPattern.lastIndex < text.length) {
    const step = stepPattern.exec(text)
    const unit = unitNames.get(step?.[1] ?? step?.[3] ?? '')
    if (unit === undefined) return undefined
    const amount = step?.[2]
    steps.push(amount === undefined ? { kind: 'round', unit } : { kind: 'add', amount: Number(amount), unit })
  }
  return { base, steps }
}

/** The moment, in epoch milliseconds, that an expression names at `nowMs`; held within the range of `Date`. */
export function evaluateDateMath(dateMath: DateMath, nowMs: number): number {
  let ms = dateMath.base === 'now' ? nowMs : dateMath.base
  for (const step of dateMath.steps) {
    const next = step.kind === 'round' ? roundDown(ms, step.unit) : add(ms, step.amount, step.unit)
    ms = Math.min(Math.max(next, -furthestMs), furthestMs)
  }
  return ms
}

/** Epoch milliseconds of an instant; undefined for a day or hour that does not exist, as `2023-02-29`. */
function parseInstant(text: string): number | undefined {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return undefined
  return new Date(ms).toISOString().slice(0, 19) === text.slice(0, 19) ? ms : undefined
}

function roundDown(ms: number, unit: DateUnit): number {
  if (unit !== 'year' && unit !== 'month') return Math.floor(ms / unitMs[unit]) * unitMs[unit]
  const date = new Date(ms)
  return utcMs(date.getUTCFullYear(), unit === 'year' ? 0 : date.getUTCMonth(), 1)
}

function add(ms: number, amount: number, unit: DateUnit): number {
  if (unit !== 'year' && unit !== 'month') return ms + amount * unitMs[unit]
  const date = new Date(ms)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + (unit === 'year' ? amount * 12 : amount)
  const year = Math.floor(months / 12)
  const month = months - year * 12
  const firstMs = utcMs(year, month, 1)
  if (Math.abs(firstMs) === furthestMs) return firstMs
  // A month later than 31 January is the last of February.
  const lastDay = new Date(utcMs(year, month + 1, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), lastDay)
  return firstMs + (day - 1) * unitMs.day + (ms - Math.floor(ms / unitMs.day) * unitMs.day)
}

/** Like `Date.UTC`, but years below 100 are meant literally, and a moment out of range is the furthest one. */
function utcMs(year: number, month: number, day: number): number {
  const ms = new Date(0).setUTCFullYear(year, month, day)
  if (Number.isNaN(ms)) return year < 1970 ? -furthestMs : furthestMs
  return ms
}
