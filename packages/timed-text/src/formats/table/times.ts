import {
  countDayFrames,
  createSampleRate,
  findTimecodeBase,
  formatTimecode,
  framesToMilliseconds,
  mayDropFrame,
  parseTimecode,
  RATE_25,
  type SampleRate,
  TimebaseError,
} from '@rushes/timebase'
import { findClock, formatClock } from '../../document/clock.ts'
import type { Timing } from '../../document/document.ts'
import { frameToLabelClock } from '../../document/label-rate.ts'
import type { ReadOptions, WriteOptions } from '../../format.ts'

/** A time as a cell has it. */
export interface CellTime {
  readonly unit: 'frames' | 'milliseconds'
  readonly time: number
  readonly dropFrame: boolean
}

const timecode = /^\d\d:\d\d:\d\d[:;]\d\d$/

/** Reads timecode and clock times. */
export class CellTimes {
  readonly rate: SampleRate
  /** Whether nobody has named the rate. */
  readonly isGuessed: boolean
  readonly #dropFrame: boolean
  readonly #isWorkbook: boolean

  constructor({ rate, media, dropFrame = false }: ReadOptions, isWorkbook: boolean) {
    const known = rate ?? media?.rate
    const given = known && createSampleRate(known.num, known.den)
    this.rate = given && findTimecodeBase(given) !== undefined ? given : RATE_25
    this.isGuessed = this.rate !== given
    this.#dropFrame = dropFrame && mayDropFrame(this.rate)
    this.#isWorkbook = isWorkbook
  }

  read(text: string): CellTime | undefined {
    if (timecode.test(text)) {
      const dropFrame = this.#dropFrame || (text[8] === ';' && mayDropFrame(this.rate))
      const time = this.#parse(text.replace(';', ':'), dropFrame)
      return time === undefined ? undefined : { unit: 'frames', time, dropFrame }
    }
    const content = this.#isWorkbook ? toClock(text) : text
    const clock = findClock(content, 0)
    const isWhole = clock && clock.end === content.length && clock.isRegular
    return isWhole ? { unit: 'milliseconds', time: Math.max(0, clock.milliseconds), dropFrame: false } : undefined
  }

  /** The frames of a label; undefined where the timecode has no such label. */
  #parse(text: string, dropFrame: boolean): number | undefined {
    try {
      return parseTimecode(text, { rate: this.rate, dropFrame })
    } catch (error) {
      if (error instanceof TimebaseError) return undefined
      throw error
    }
  }
}

/** Spreadsheets count a time of day as a share of the day. */
function toClock(text: string): string {
  if (!/^(?:0|0?\.\d+|\d(?:\.\d+)?E-\d+)$/i.test(text)) return text
  return formatClock(Math.round(Number(text) * 86_400_000), '.')
}

/** Writes times of a document: timecode where it counts frames of a rate that has one, and less than a day. */
export function createTimeFormat(
  timing: Timing,
  last: number,
  { timeBase, programmeStart }: WriteOptions,
): (time: number) => string {
  if (timing.unit === 'milliseconds') return time => formatClock(Math.max(0, time), '.')
  const { rate } = timing
  const offset = timeBase === 'smpte' ? (programmeStart?.frames ?? 0) : 0
  const format = { rate, dropFrame: programmeStart?.dropFrame === true && mayDropFrame(rate) }
  const hasTimecode = findTimecodeBase(rate) !== undefined && last + offset < countDayFrames(format)
  if (hasTimecode) return time => formatTimecode(Math.max(0, time) + offset, format)
  const toLabel = timeBase === 'smpte' && frameToLabelClock(0, rate, false) !== undefined
  return time => {
    const frame = Math.max(0, time) + offset
    const label = toLabel ? frameToLabelClock(frame, rate, programmeStart?.dropFrame === true) : undefined
    return formatClock(label ?? framesToMilliseconds(frame, rate), '.')
  }
}

/** In seconds, as people compare durations. */
export function formatDuration(start: number, end: number, timing: Timing): string {
  const length = end - Math.max(0, start)
  const seconds = timing.unit === 'frames' ? (length * timing.rate.den) / timing.rate.num : length / 1000
  return seconds.toFixed(3)
}
