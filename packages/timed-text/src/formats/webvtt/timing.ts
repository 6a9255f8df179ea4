import type { Milliseconds } from '@rushes/timebase'
import { findClock, point, readUsualClock, usualLength } from '../../document/clock.ts'

export interface TimingLine {
  readonly start: Milliseconds
  readonly end: Milliseconds
  /** Whether the times are as the standard wants them; browsers drop cues whose times are not. */
  readonly isExact: boolean
  /** What follows the times. */
  readonly settings: string
}

const timestamp = String.raw`(?:\d{1,9}:)?[0-5]\d:[0-5]\d\.\d{3}`
const exactTimestamp = new RegExp(`^${timestamp}$`)
const exactTimes = new RegExp(`^[\\t\\f ]*${timestamp}[\\t\\f ]*-->[\\t\\f ]*${timestamp}$`)
const arrowPattern = /[\t\f ]*-->[\t\f ]*/y
const arrow = ' --> '
const usualEnd = 2 * usualLength + arrow.length

/**
 * Reads the times and settings of a cue, which stand on a line of a text, more tolerantly than browsers do; undefined
 * when there are no two times.
 */
export function findTimingLine(text: string, from: number, lineEnd: number): TimingLine | undefined {
  const start = readUsualClock(text, from, point)
  if (start >= 0 && text.startsWith(arrow, from + usualLength)) {
    const end = readUsualClock(text, from + usualLength + arrow.length, point)
    const behind = from + usualEnd
    if (end >= 0 && behind === lineEnd) return { start, end, isExact: true, settings: '' }
    if (end >= 0 && isSpace(text.charCodeAt(behind))) {
      return { start, end, isExact: true, settings: text.slice(behind, lineEnd) }
    }
  }
  return readOddLine(text.slice(from, lineEnd))
}

function readOddLine(line: string): TimingLine | undefined {
  const indent = line.length - line.trimStart().length
  const start = findClock(line, indent)
  if (!start) return undefined
  arrowPattern.lastIndex = start.end
  if (!arrowPattern.test(line)) return undefined
  const end = findClock(line, arrowPattern.lastIndex)
  if (!end) return undefined
  const isExact = exactTimes.test(line.slice(0, end.end))
  const settings = line.slice(end.end)
  // The standard lets settings follow exact times without a space; elsewhere half a number would pass for a time.
  if (!isExact && settings !== '' && !isSpace(settings.charCodeAt(0))) return undefined
  return { start: Math.max(0, start.milliseconds), end: Math.max(0, end.milliseconds), isExact, settings }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0c
}

/** The time of a timestamp tag, such as `00:00:01.000`; undefined when it is not exactly that. */
export function parseTimestamp(text: string): Milliseconds | undefined {
  return exactTimestamp.test(text) ? findClock(text, 0)?.milliseconds : undefined
}
