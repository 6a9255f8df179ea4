import type { Milliseconds } from '@rushes/timebase'
import { findClock, readUsualClock, usualLength } from '../../document/clock.ts'

export interface TimingLine {
  readonly start: Milliseconds
  readonly end: Milliseconds
  /** Whether the line is as every player expects it: `00:00:01,000 --> 00:00:02,000`. */
  readonly isExact: boolean
  /** Whether minutes and seconds stay below 60 and no time is negative. */
  readonly isRegular: boolean
  /** What stands after the times. */
  readonly rest: string
}

const comma = 0x2c
const usualLineLength = '00:00:00,000 --> 00:00:00,000'.length
const exactPattern = /^\d{2,9}:\d\d:\d\d,\d{3} --> \d{2,9}:\d\d:\d\d,\d{3}$/
const arrowPattern = /[ \t]*-{1,3}>[ \t]*/y

/** Reads the line of a text with the times of a cue, in any of its dialects; undefined for any other line. */
export function findTimingLine(text: string, from: number, lineEnd: number): TimingLine | undefined {
  if (lineEnd - from === usualLineLength && text.startsWith(' --> ', from + usualLength)) {
    const start = readUsualClock(text, from, comma)
    const end = readUsualClock(text, lineEnd - usualLength, comma)
    if (start >= 0 && end >= 0) return { start, end, isExact: true, isRegular: true, rest: '' }
  }
  return readOddLine(text.slice(from, lineEnd))
}

function readOddLine(line: string): TimingLine | undefined {
  if (!line.includes('->')) return undefined
  const start = findClock(line, line.length - line.trimStart().length)
  if (!start) return undefined
  arrowPattern.lastIndex = start.end
  if (!arrowPattern.test(line)) return undefined
  const end = findClock(line, arrowPattern.lastIndex)
  // Half a number is no time.
  if (!end || /[\w:.,]/.test(line[end.end] ?? '')) return undefined
  return {
    start: Math.max(0, start.milliseconds),
    end: Math.max(0, end.milliseconds),
    isExact: exactPattern.test(line.slice(0, end.end)),
    isRegular: start.isRegular && end.isRegular && start.milliseconds >= 0 && end.milliseconds >= 0,
    rest: line.slice(end.end).trim(),
  }
}
