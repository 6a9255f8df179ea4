/*
 * Lines of a text by the offsets where they begin and end, so that a file is read without being cut into lines. Blank
 * lines are empty, or of spaces, tabs, and the two other breaks that are none of a line.
 */

export const lineFeed = 0x0a

/** The offset where the line ends that an offset is in. */
export function findLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** Where the line before begins; below 0 where there is none. */
export function findLineBefore(text: string, lineStart: number): number {
  if (lineStart === 0) return -1
  let start = lineStart - 1
  while (start > 0 && text.charCodeAt(start - 1) !== lineFeed) start--
  return start
}

/** Where the first line begins that is not blank; `end` where there is none. */
export function findTextStart(text: string, from: number, end: number): number {
  let start = from
  for (let at = from; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === lineFeed) start = at + 1
    else if (!isBlankCode(code)) return start
  }
  return end
}

/** Where the last line ends that is not blank; `from` where there is none. */
export function findTextEnd(text: string, from: number, end: number): number {
  let last = end
  for (let at = end; at > from; at--) {
    const code = text.charCodeAt(at - 1)
    if (code === lineFeed) last = at - 1
    else if (!isBlankCode(code)) return last
  }
  return from
}

/** Whether a line is blank. */
export function isBlankLine(text: string, from: number, end: number): boolean {
  let at = from
  while (at < end && isBlankCode(text.charCodeAt(at))) at++
  return at === end
}

/** The number that is all of a line but white space around it; below 0 where there is none, or one above 15 digits. */
export function readNumber(text: string, from: number, end: number): number {
  let number = 0
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (!(digit >= 0 && digit <= 9)) return readPaddedNumber(text.slice(from, end))
    number = number * 10 + digit
  }
  return end > from && end - from <= 15 ? number : -1
}

function readPaddedNumber(line: string): number {
  const trimmed = line.trim()
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : -1
}

function isBlankCode(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0b || code === 0x0c
}
