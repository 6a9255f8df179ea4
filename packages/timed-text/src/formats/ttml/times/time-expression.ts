import { createSampleRate, type SampleRate } from '@rushes/timebase'
import { point, readUsualClock, usualLength } from '../../../document/clock.ts'
import { createMoment, type Moment } from './moment.ts'

/** How a document writes and counts time: its `ttp:` parameters with their defaults. */
export interface TimeParameters {
  readonly timeBase: 'media' | 'smpte' | 'clock'
  /** Labels in a second. */
  readonly frameRate: number
  readonly subFrameRate: number
  readonly tickRate: number
  /** Frames in a second: `frameRate` times its multiplier. */
  readonly rate: SampleRate
  readonly dropMode: 'nonDrop' | 'dropNTSC' | 'dropPAL'
  /** Whether times of nested elements are counted from the start of what is around them; SMPTE markers are not. */
  readonly isNested: boolean
}

type Parameters = Readonly<Record<string, string | undefined>>

/** Reads the parameters of the root element; what cannot be used is reported and has its default. */
export function readTimeParameters(attributes: Parameters, report: (problem: string) => void): TimeParameters {
  const count = (name: string, fallback: number) => {
    const text = attributes[`ttp:${name}`]?.trim()
    if (text === undefined) return fallback
    if (/^\d{1,9}$/.test(text) && Number(text) > 0) return Number(text)
    report(`ttp:${name} is no number above 0 and was ignored`)
    return fallback
  }
  const oneOf = <T extends string>(name: string, known: readonly [T, ...T[]]): T => {
    const text = attributes[`ttp:${name}`]?.trim()
    const found = known.find(value => value === text)
    if (text !== undefined && !found) report(`ttp:${name} "${text.slice(0, 40)}" is not known and was ignored`)
    return found ?? known[0]
  }
  const timeBase = oneOf('timeBase', ['media', 'smpte', 'clock'])
  const frameRate = count('frameRate', 30)
  const subFrameRate = count('subFrameRate', 1)
  const multiplier = /^0*([1-9]\d{0,8})[\s:]+0*([1-9]\d{0,8})$/.exec(
    attributes['ttp:frameRateMultiplier']?.trim() ?? '1 1',
  )
  if (!multiplier) report('ttp:frameRateMultiplier is no pair of numbers and was ignored')
  const given = multiplier ? [Number(multiplier[1]), Number(multiplier[2])] : [1, 1]
  // iTunes Timed Text writes "999 1000" for the rates of NTSC.
  const [num = 1, den = 1] = given[0] === 999 && given[1] === 1000 ? [1000, 1001] : given
  const hasRate = attributes['ttp:frameRate'] !== undefined
  return {
    timeBase,
    frameRate,
    subFrameRate,
    tickRate: count('tickRate', hasRate ? frameRate * subFrameRate : 1),
    rate: Number.isSafeInteger(frameRate * num) ? createSampleRate(frameRate * num, den) : createSampleRate(frameRate),
    dropMode: oneOf('dropMode', ['nonDrop', 'dropNTSC', 'dropPAL']),
    isNested: timeBase !== 'smpte' || oneOf('markerMode', ['discontinuous', 'continuous']) === 'continuous',
  }
}

const clockPattern = /^(\d{1,9}):([0-5]\d):([0-5]\d|60)(?:\.(\d{1,20})|[:;](\d{2,4})(?:\.(\d{1,4}))?)?$/
const offsetPattern = /^(\d{1,15})(?:\.(\d{1,20}))?(h|ms|m|s|f|t)$/

/**
 * Reads a time expression: `HH:MM:SS` with a fraction or with frames (and their parts), or a number with `h`, `m`, `s`,
 * `ms`, `f` or `t`. Gives milliseconds, and frames where the time base is SMPTE; undefined for anything else.
 */
export function parseTime(text: string, parameters: TimeParameters): Moment | undefined {
  if (text.length === usualLength && parameters.timeBase !== 'smpte') {
    const milliseconds = readUsualClock(text, 0, point)
    if (milliseconds >= 0) return milliseconds
  }
  const clock = clockPattern.exec(text)
  if (clock) return parameters.timeBase === 'smpte' ? readLabel(clock, parameters) : readClock(clock, parameters)
  const offset = offsetPattern.exec(text) ?? offsetPattern.exec(text.trim())
  if (offset) return readOffset(offset, parameters)
  return text !== text.trim() ? parseTime(text.trim(), parameters) : undefined
}

const numberPattern = /^\s*\d{1,15}(?:\.\d{1,20})?\s*$/
const commaPattern = /^\s*(\d{1,9}:\d\d:\d\d),(\d{1,20})\s*$/

/** What is wrong with a time that is understood all the same: Flash wrote numbers, others the commas of SubRip. */
export function findLooseTime(text: string | undefined): string | undefined {
  if (text === undefined || (text.length === usualLength && text.charCodeAt(8) === point)) return undefined
  if (numberPattern.test(text)) return 'A time without a unit was taken for seconds'
  return commaPattern.test(text) ? 'A time has a comma before its decimals' : undefined
}

/** The same, and numbers without a unit as seconds, and decimals after a comma. */
export function parseLooseTime(text: string, parameters: TimeParameters): Moment | undefined {
  const time = parseTime(text, parameters)
  if (time !== undefined) return time
  if (numberPattern.test(text)) return parseTime(`${text.trim()}s`, parameters)
  return commaPattern.test(text) ? parseTime(text.replace(',', '.'), parameters) : undefined
}

function readClock(clock: RegExpExecArray, { frameRate, subFrameRate, rate }: TimeParameters): Moment | undefined {
  const [, hours, minutes, seconds, fraction, frames, part] = clock
  const base = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  if (fraction !== undefined) {
    if (fraction.length <= 3) return base + Number(fraction.padEnd(3, '0'))
    const scale = 10n ** BigInt(fraction.length)
    return createMoment(BigInt(base) * scale + BigInt(fraction) * 1000n, scale)
  }
  if (frames === undefined) return base
  if (Number(frames) >= frameRate || Number(part ?? 0) >= Math.max(subFrameRate, 1)) return undefined
  const parts = BigInt(subFrameRate)
  const counted = BigInt(frames) * parts + BigInt(part ?? 0)
  const den = BigInt(rate.num) * parts
  return createMoment(BigInt(base) * den + counted * 1000n * BigInt(rate.den), den)
}

function readLabel(clock: RegExpExecArray, parameters: TimeParameters): Moment | undefined {
  const { frameRate, subFrameRate, dropMode } = parameters
  const [, hours, minutes, seconds, fraction, frames = '0', part = '0'] = clock
  if (Number(frames) >= frameRate || Number(part) >= Math.max(subFrameRate, 1)) return undefined
  const allMinutes = Number(hours) * 60 + Number(minutes)
  const dropped = countDropped(allMinutes, frameRate, dropMode)
  const label = (allMinutes * 60 + Number(seconds)) * frameRate + Number(frames) - dropped
  if (label < 0) return undefined
  if (fraction !== undefined) {
    const scale = 10n ** BigInt(fraction.length)
    return createMoment(BigInt(label) * scale + BigInt(fraction) * BigInt(frameRate), scale)
  }
  return createMoment(BigInt(label) * BigInt(subFrameRate) + BigInt(part), BigInt(subFrameRate))
}

/** The labels that were skipped until a minute: those of NTSC as SMPTE drops them, those of M/PAL as TTML says. */
function countDropped(minutes: number, frameRate: number, dropMode: TimeParameters['dropMode']): number {
  if (dropMode === 'dropNTSC') return (minutes - Math.floor(minutes / 10)) * (frameRate === 60 ? 4 : 2)
  if (dropMode === 'dropPAL') return (Math.floor(minutes / 2) - Math.floor(minutes / 20)) * 4
  return 0
}

const secondsPerUnit: Readonly<Record<string, bigint>> = { h: 3600n, m: 60n, s: 1n }

function readOffset(offset: RegExpExecArray, parameters: TimeParameters): Moment {
  const [, whole = '', fraction = '', unit = ''] = offset
  const { rate, tickRate, timeBase } = parameters
  let num = BigInt(whole + fraction)
  let den = 10n ** BigInt(fraction.length)
  if (unit === 'f' && timeBase === 'smpte') return createMoment(num, den)
  // From here in seconds, then in the unit of the document.
  if (unit === 'ms') den *= 1000n
  else if (unit === 't') den *= BigInt(tickRate)
  else if (unit === 'f') {
    num *= BigInt(rate.den)
    den *= BigInt(rate.num)
  } else num *= secondsPerUnit[unit]!
  if (timeBase !== 'smpte') return createMoment(num * 1000n, den)
  return createMoment(num * BigInt(rate.num), den * BigInt(rate.den))
}
