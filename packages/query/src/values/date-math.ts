import type { Zone } from './zone.ts'

/**
 * Date expressions as Solr has them, in UTC unless a zone is given:
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

/**
 * The moment, in epoch milliseconds, that an expression names at `nowMs`; held within the range of `Date`. Days, months
 * and years are those of the clocks in the zone, and so are the beginnings of hours.
 */
export function evaluateDateMath(dateMath: DateMath, nowMs: number, zone?: Zone): number {
  let ms = dateMath.base === 'now' ? nowMs : dateMath.base
  for (const step of dateMath.steps) {
    ms = Math.min(Math.max(take(step, ms, zone), -furthestMs), furthestMs)
  }
  return ms
}

const clockUnits: readonly DateUnit[] = ['year', 'month', 'day']

function take(step: DateMathStep, ms: number, zone: Zone | undefined): number {
  const move = (from: number) =>
    step.kind === 'round' ? roundDown(from, step.unit) : add(from, step.amount, step.unit)
  if (!zone || (step.kind === 'add' && !clockUnits.includes(step.unit))) return move(ms)
  const offset = zone.offsetAt(ms)
  const local = Math.min(Math.max(move(ms + offset), -furthestMs), furthestMs)
  return clockUnits.includes(step.unit) ? toInstant(local, offset, zone) : local - offset
}

/**
 * When clocks show a time: of two moments the one with the offset of before, else the earlier; a time that clocks pass
 * over is as much later as they are put forward.
 */
function toInstant(local: number, offset: number, zone: Zone): number {
  const clamp = (ms: number) => Math.min(Math.max(ms, -furthestMs), furthestMs)
  const earlier = zone.offsetAt(clamp(local - unitMs.day))
  const later = zone.offsetAt(clamp(local + unitMs.day))
  const found = [offset, earlier, later].find(known => zone.offsetAt(clamp(local - known)) === known)
  return local - (found ?? earlier)
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
