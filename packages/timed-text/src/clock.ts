import { assertWhole, type Milliseconds } from '@rushes/timebase'

export interface Clock {
  readonly milliseconds: Milliseconds
  /** Index of the first character after the clock. */
  readonly end: number
  /** Whether minutes and seconds stay below 60. */
  readonly isRegular: boolean
}

const clockPattern = /(-?)(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,12}))?/y

/**
 * Reads `[H:]MM:SS[.fff]` at an index, with a comma or a point. The fraction is decimal (`.5` is 500 ms) and is rounded
 * to milliseconds. Undefined when there is no clock.
 */
export function findClock(text: string, index: number): Clock | undefined {
  clockPattern.lastIndex = index
  const match = clockPattern.exec(text)
  if (!match) return undefined
  const [, sign, hours = '0', minutes, seconds, fraction = ''] = match
  const [m, s] = [Number(minutes), Number(seconds)]
  const rounding = Number(fraction[3] ?? '0') >= 5 ? 1 : 0
  const fractionMs = Number(fraction.slice(0, 3).padEnd(3, '0')) + rounding
  const magnitude = ((Number(hours) * 60 + m) * 60 + s) * 1000 + fractionMs
  const milliseconds = sign && magnitude > 0 ? -magnitude : magnitude
  return { milliseconds, end: clockPattern.lastIndex, isRegular: m < 60 && s < 60 }
}

/** `HH:MM:SS` with three decimals; hours grow beyond two digits. Throws `invalid-time` for a fraction of a millisecond. */
export function formatClock(milliseconds: Milliseconds, decimalMark: ',' | '.'): string {
  assertWhole(milliseconds, 'Milliseconds')
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  const clock = `${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}:${pad(seconds % 60, 2)}`
  return `${clock}${decimalMark}${pad(milliseconds % 1000, 3)}`
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}
