import { assertWhole, type Milliseconds } from '@rushes/timebase'

export interface Clock {
  readonly milliseconds: Milliseconds
  /** Index of the first character after the clock. */
  readonly end: number
  /** Whether minutes and seconds stay below 60. */
  readonly isRegular: boolean
  /** The mark before the decimals where it is written `HH:MM:SS,fff` and counts to 59, as nearly every clock does. */
  readonly usualMark?: ',' | '.'
}

const clockPattern = /(-?)(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,12}))?/y

/**
 * Reads `[H:]MM:SS[.fff]` at an index, with a comma or a point. The fraction is decimal (`.5` is 500 ms) and is rounded
 * to milliseconds. Undefined when there is no clock.
 */
export function findClock(text: string, index: number): Clock | undefined {
  return findUsualClock(text, index) ?? findAnyClock(text, index)
}

function findUsualClock(text: string, index: number): Clock | undefined {
  const mark = text.charCodeAt(index + 8)
  if (mark !== comma && mark !== point) return undefined
  const milliseconds = readUsualClock(text, index, mark)
  const end = index + usualLength
  if (milliseconds < 0 || isDigit(text.charCodeAt(end))) return undefined
  return { milliseconds, end, isRegular: true, usualMark: mark === comma ? ',' : '.' }
}

export const usualLength = 'HH:MM:SS,fff'.length
export const point = 0x2e
const [comma, zero, colon] = [0x2c, 0x30, 0x3a]

/**
 * Reads `HH:MM:SS,fff` by character codes, which a pattern takes ten times as long for; `mark` is the code before the
 * decimals. Gives milliseconds; below 0 where there is no such clock, or one that counts past 59.
 */
export function readUsualClock(text: string, index: number, mark: number): Milliseconds {
  const isUsual =
    text.charCodeAt(index + 2) === colon && text.charCodeAt(index + 5) === colon && text.charCodeAt(index + 8) === mark
  if (!isUsual) return -1
  const hours = readTwoDigits(text, index)
  const minutes = readTwoDigits(text, index + 3)
  const seconds = readTwoDigits(text, index + 6)
  const tens = readTwoDigits(text, index + 9)
  const last = text.charCodeAt(index + 11) - zero
  if (hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 || tens < 0) return -1
  return last >= 0 && last <= 9 ? ((hours * 60 + minutes) * 60 + seconds) * 1000 + tens * 10 + last : -1
}

/** Below 0 where one is no digit. */
function readTwoDigits(text: string, index: number): number {
  const tens = text.charCodeAt(index) - zero
  const units = text.charCodeAt(index + 1) - zero
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? tens * 10 + units : -1
}

function isDigit(code: number): boolean {
  return code >= zero && code <= zero + 9
}

function findAnyClock(text: string, index: number): Clock | undefined {
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
  return `${formatMinutes(minutes)}${hundredths[seconds % 60]}${decimalMark}${thousandths[milliseconds % 1000]}`
}

let lastMinutes = -1
let lastText = ''

/** `HH:MM:`, once for all clocks of a minute. */
function formatMinutes(minutes: number): string {
  if (minutes !== lastMinutes) {
    const hours = Math.floor(minutes / 60)
    lastText = `${hundredths[hours] ?? hours}:${hundredths[minutes % 60]}:`
    lastMinutes = minutes
  }
  return lastText
}

const hundredths = listNumbers(2)
const thousandths = listNumbers(3)

/** Every number of so many digits, with leading zeros. */
function listNumbers(digits: number): readonly string[] {
  return Array.from({ length: 10 ** digits }, (_, number) => String(number).padStart(digits, '0'))
}
