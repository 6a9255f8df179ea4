import type { Report } from '../../document/diagnostics.ts'
import type { Cue, JsonObject } from '../../document/document.ts'
import { reportByLine } from '../../document/report-by-line.ts'
import type { MillisecondReadResult, ReadOptions } from '../../format.ts'
import { reportUnknownNames } from '../../text/character-references.ts'
import { decodeText, toLineFeeds } from '../../text/decode-text.ts'
import { reportUnwritable } from '../../text/unwritable.ts'
import { beginRead } from '../begin-read.ts'
import { findLineBefore, findLineEnd, findTextEnd, findTextStart, isBlankLine, lineFeed, readNumber } from './lines.ts'
import { MarkupReader } from './markup.ts'
import { straightenTimes } from './straighten.ts'
import { findTimingLine, type TimingLine } from './timing.ts'

/**
 * Reads SubRip in the dialects found in the field. Cues are found by their time lines alone (straighten.ts has those that
 * keyboards and editors change), so that missing or repeated numbers, missing blank lines and blank lines inside a text
 * do no harm.
 */
export function readSrt(input: string | Uint8Array, options: ReadOptions = {}): MillisecondReadResult {
  const { maxCues, report, list, isTooLarge } = beginRead(input, options)
  const finish = (cues: readonly Cue<number>[]) => ({
    document: { timing: { unit: 'milliseconds' as const }, cues },
    diagnostics: list(),
  })
  if (isTooLarge) return finish([])
  const decoded = decodeText(input, options.encoding ?? 'guess', report)
  reportUnwritable(decoded, report)
  reportUnknownNames(decoded, report)
  const text = straightenTimes(toLineFeeds(decoded), report)
  return finish(new SrtReader(text, maxCues, reportByLine(text, report)).read())
}

/** Where a cue begins: `first` is the offset of its number if it has one, `line` that of its times. */
interface Header {
  readonly first: number
  readonly line: number
  readonly lineEnd: number
  /** Absent where the times cannot be read, or the limit is reached: what follows is skipped. */
  readonly timing: TimingLine | undefined
}

/** Reads a text whose line ends are LF; problems are reported with their offsets. */
class SrtReader {
  readonly #text: string
  readonly #maxCues: number
  readonly #report: Report
  readonly #markup: MarkupReader
  readonly #cues: Cue<number>[] = []
  #number = 0
  #previousStart = 0

  constructor(text: string, maxCues: number, report: Report) {
    this.#text = text
    this.#maxCues = maxCues
    this.#report = report
    this.#markup = new MarkupReader(text)
  }

  read(): Cue<number>[] {
    const { length } = this.#text
    let header = this.#findHeader(0, -1)
    this.#reportStray(header?.first ?? length)
    let count = 0
    while (header) {
      if (header.timing && ++count > this.#maxCues) {
        this.#report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${this.#maxCues} cues were read`, header.line)
        break
      }
      if (header.timing) this.#checkNumber(header)
      else this.#reportSkipped(header.line)
      const next = this.#findHeader(header.lineEnd, header.line)
      if (header.timing) this.#addCue(header, header.timing, next?.first ?? length)
      header = next
    }
    this.#reportUnread()
    return this.#cues
  }

  /** Reports lines that may be times and were read as text; those with an arrow were skipped where times belong. */
  #reportUnread(): void {
    for (const { index, 0: line } of this.#text.matchAll(timesLike)) {
      if (findTimingLine(this.#text, index, index + line.length)) continue
      if (line.includes('-->') && isBrokenHeader(this.#text, index)) continue
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A line that looks like times was read as text', index)
    }
  }

  #reportStray(end: number): void {
    const from = findTextStart(this.#text, 0, end)
    if (from < end) {
      this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'Text before the first time line was skipped', from)
    }
  }

  #reportSkipped(line: number): void {
    this.#report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times cannot be read', line)
  }

  /** The next line with times; `lastLine` is the offset of the one before, which is no number of this one. */
  #findHeader(from: number, lastLine: number): Header | undefined {
    const text = this.#text
    let searched = from
    for (;;) {
      const arrow = text.indexOf('->', searched)
      if (arrow < 0) return undefined
      let line = arrow
      while (line > searched && text.charCodeAt(line - 1) !== lineFeed) line--
      const lineEnd = findLineEnd(text, arrow)
      const timing = findTimingLine(text, line, lineEnd)
      if (timing || (text.slice(line, lineEnd).includes('-->') && isBrokenHeader(text, line))) {
        const before = findLineBefore(text, line)
        const first = before > lastLine && readNumber(text, before, line - 1) >= 0 ? before : line
        return { first, line, lineEnd, timing }
      }
      searched = lineEnd
    }
  }

  /** Reports text behind a blank line, which may have been a cue of its own. */
  #reportGlued(from: number, end: number): void {
    const text = this.#text
    for (let at = text.indexOf('\n', from); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
      if (!isBlankLine(text, at + 1, findLineEnd(text, at + 1))) continue
      const start = findTextStart(text, at + 1, end)
      const isNumber = readNumber(text, start, findLineEnd(text, start)) === this.#number + 1
      if (isNumber) {
        this.#report('IMPORT_ENTRY_SKIPPED', 'warning', 'A number without times was read as text', start)
      } else {
        this.#report(
          'IMPORT_MARKUP_REPAIRED',
          'warning',
          'Text after a blank line was read as part of the cue before it',
          start,
        )
      }
      return
    }
  }

  #checkNumber({ first, line }: Header): void {
    const expected = this.#number + 1
    this.#number = first < line ? readNumber(this.#text, first, line - 1) : expected
    if (first === line) this.#report('IMPORT_NUMBERING_IGNORED', 'info', 'A cue has no number', line)
    else if (this.#number !== expected) {
      this.#report('IMPORT_NUMBERING_IGNORED', 'info', `A cue is not number ${expected}`, first)
    }
  }

  /** Takes the cue whose text ends before the next one. */
  #addCue({ line, lineEnd }: Header, { start, end, isExact, isRegular, rest }: TimingLine, limit: number): void {
    const text = this.#text
    if (!isRegular) this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is negative or counts past 59', line)
    else if (!isExact) this.#report('IMPORT_TIMING_REPAIRED', 'info', 'A time is not written as 00:00:00,000', line)
    if (end <= start) this.#report('TIMING_ORDER', 'warning', 'A cue does not end after its start', line)
    const coordinates = rest === '' ? undefined : readCoordinates(rest)
    if (rest !== '' && !coordinates) {
      const message = `What follows the times was ignored: ${rest.slice(0, 80)}`
      this.#report('IMPORT_SETTING_IGNORED', 'warning', message, line)
    }
    if (end > dayLength) {
      this.#report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is past 24 hours', line)
    }
    const from = findTextStart(text, Math.min(lineEnd + 1, limit), limit)
    const textEnd = findTextEnd(text, from, limit)
    this.#reportGlued(from, textEnd)
    const { textParts, layout } = this.#markup.read(from, textEnd, (problem, at) => {
      this.#report('IMPORT_MARKUP_REPAIRED', 'warning', problem, at)
    })
    if (start < this.#previousStart) {
      this.#report('TIMING_ORDER', 'warning', 'A cue starts before the one that precedes it', line)
    }
    this.#previousStart = start
    const cue = { start, end, textParts }
    if (!layout && !coordinates) this.#cues.push(cue)
    else this.#cues.push({ ...cue, ...(layout && { layout }), ...(coordinates && { ext: { srt: { coordinates } } }) })
  }
}

const dayLength = 86_400_000
/** Times without an arrow, or with an end that is none; references are how a text is kept from being times. */
const timesLike = /^[^\S\n]*\d{1,9}[:;]\d+[:;]\d[^\n&]*(?:[:;]\d|>)[^\n&]*$/gm

/** Whether an arrow without times stands where a time line belongs: after a blank line, or after a number that does. */
function isBrokenHeader(text: string, line: number): boolean {
  const before = findLineBefore(text, line)
  if (before < 0 || isBlankLine(text, before, line - 1)) return true
  if (readNumber(text, before, line - 1) < 0) return false
  const second = findLineBefore(text, before)
  return second < 0 || isBlankLine(text, second, before - 1)
}

function readCoordinates(rest: string): JsonObject | undefined {
  const match = /^X1:(\d{1,6}) +X2:(\d{1,6}) +Y1:(\d{1,6}) +Y2:(\d{1,6})$/i.exec(rest)
  if (!match) return undefined
  const [x1, x2, y1, y2] = match.slice(1).map(Number)
  return { x1: x1!, x2: x2!, y1: y1!, y2: y2! }
}
