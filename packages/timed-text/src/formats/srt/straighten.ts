import type { Report } from '../../document/diagnostics.ts'
import { findTimingLine } from './timing.ts'

/*
 * Lines of times as keyboards, word processors and translation services change them: dashes that were joined, arrows of
 * one character, full width, spaces inside a time, invisible marks of direction or width.
 */

const marks = String.raw`\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff`
const dash = String.raw`[-=~\u2010-\u2015\u2212\u30fc\ufe58\ufe63]`
// U+F0E0 is the arrow of Wingdings, which is à in other fonts.
const head = String.raw`[>\u203a\u2192\u21d2\u21e8\u2794\u279c\u279d\u27a1\u27f6\u27f9\uf0e0\u00e0]`
const clock = String.raw`-?\d{1,9}(?:[ \t]*[:.,][ \t]*\d{1,12}){1,3}`
const anyMark = new RegExp(`[${marks}]`, 'g')
const oddText = new RegExp(
  String.raw`[${marks}\uff10-\uff1a]|\d[ \t]*(?!-{1,3}>)(?:${dash}+[ \t]*(?:${head}|\d)|${dash}+[ \t]+${dash}|(?!>)${head})|\d: \d`,
)
const times = new RegExp(
  String.raw`^[ \t]*(${clock})[ \t]*(?:(?:${dash}[ \t]*){0,8}${head}{1,4}|(${dash}{1,3}))[ \t]*(${clock})(.*)$`,
)

/** The text with such lines, and the numbers above them, as SubRip has them; each is reported with its line. */
export function straightenTimes(text: string, report: Report): string {
  if (!oddText.test(text)) return text
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const isOdd = straighten(line)
    if (isOdd !== undefined) {
      lines[index] = isOdd
      const message = 'Another arrow, or invisible marks, in a line of times were read as -->'
      report('IMPORT_TIMING_REPAIRED', 'info', message, index + 1)
    }
    const times = lines[index]!
    if (index > 0 && findTimingLine(times, 0, times.length)) lines[index - 1] = straightenNumber(lines[index - 1]!)
  }
  return lines.join('\n')
}

/** Whether a line of text would be taken for times, or for no text. */
export function isTakenForTimes(line: string): boolean {
  return findTimingLine(line, 0, line.length) !== undefined || straighten(line) !== undefined
}

/** A line of times as SubRip has it; undefined for any other, and for one that is so already. */
function straighten(line: string): string | undefined {
  if (!/\d[ \t]*[:\uff1a]|[\uff10-\uff19]/.test(line) || findTimingLine(line, 0, line.length)) return undefined
  const plain = toPlain(line)
  const [, start, hasNoHead, end, rest] = times.exec(plain) ?? []
  if (start === undefined || end === undefined) return undefined
  const isExact = [start, end].every(time => /[.,][ \t]*\d{3}$/.test(time))
  if (hasNoHead && !isExact) return undefined
  const straight = `${start.replace(/[ \t]/g, '')} --> ${end.replace(/[ \t]/g, '')}${rest}`
  return findTimingLine(straight, 0, straight.length) ? straight : undefined
}

function straightenNumber(line: string): string {
  const plain = toPlain(line).trim()
  return /^\d{1,15}$/.test(plain) ? plain : line
}

/** Without invisible marks, and with the characters of full width as ASCII has them. */
function toPlain(line: string): string {
  return line
    .replace(anyMark, '')
    .replaceAll('\u3000', ' ')
    .replace(/[\uff01-\uff5e]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
}
