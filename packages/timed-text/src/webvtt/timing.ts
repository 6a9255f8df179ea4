import type { Milliseconds } from '@rushes/timebase'
import { type Clock, findClock } from '../clock.ts'

export interface TimingLine {
  readonly start: Milliseconds
  readonly end: Milliseconds
  /** Whether the times are as the standard wants them; browsers drop cues whose times are not. */
  readonly isExact: boolean
  /** The settings that follow the times. */
  readonly settings: readonly string[]
}

const timestamp = String.raw`(?:\d{2,9}:)?[0-5]\d:[0-5]\d\.\d{3}`
const exactTimestamp = new RegExp(`^${timestamp}$`)
const exactTimes = new RegExp(`^[\\t\\f ]*${timestamp}[\\t\\f ]*-->[\\t\\f ]*${timestamp}$`)
const arrowPattern = /[\t\f ]*-->[\t\f ]*/y

/** Reads the times and settings of a cue, more tolerantly than browsers do; undefined when there are no two times. */
export function findTimingLine(line: string): TimingLine | undefined {
  const indent = line.length - line.trimStart().length
  const start = findClock(line, indent)
  if (!start) return undefined
  arrowPattern.lastIndex = start.end
  if (!arrowPattern.test(line)) return undefined
  const end = findClock(line, arrowPattern.lastIndex)
  if (!end) return undefined
  const isExact = (indent === 0 && isUsual(start) && isUsual(end)) || exactTimes.test(line.slice(0, end.end))
  const rest = line.slice(end.end)
  // The standard lets settings follow exact times without a space; elsewhere half a number would pass for a time.
  if (!isExact && !/^(?:[\t\f ]|$)/.test(rest)) return undefined
  return {
    start: Math.max(0, start.milliseconds),
    end: Math.max(0, end.milliseconds),
    isExact,
    settings: rest === '' ? [] : rest.split(/[\t\f ]/).filter(Boolean),
  }
}

function isUsual({ usualMark, isRegular }: Clock): boolean {
  return usualMark === '.' && isRegular
}

/** The time of a timestamp tag, such as `00:00:01.000`; undefined when it is not exactly that. */
export function parseTimestamp(text: string): Milliseconds | undefined {
  return exactTimestamp.test(text) ? findClock(text, 0)?.milliseconds : undefined
}
