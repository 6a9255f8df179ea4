import { decodeText } from '../decode-text.ts'
import { createReadLog, type Report } from '../diagnostics.ts'
import type { Cue, JsonObject } from '../document.ts'
import { defaultReadLimits, type MillisecondReadResult, type ReadOptions } from '../format.ts'
import { splitLines } from '../text-parts.ts'
import { readMarkup } from './markup.ts'
import { findTimingLine, type TimingLine } from './timing.ts'

/**
 * Reads SubRip in the dialects found in the field. Cues are found by their time lines alone, so that missing or
 * repeated numbers, missing blank lines and blank lines inside a text do no harm.
 */
export function readSrt(input: string | Uint8Array, options: ReadOptions = {}): MillisecondReadResult {
  const limits = { ...defaultReadLimits, ...options }
  const log = createReadLog(limits.maxDiagnostics)
  const finish = (cues: readonly Cue<number>[]) => ({
    document: { timing: { unit: 'milliseconds' as const }, cues },
    diagnostics: log.list(),
  })
  if (input.length > limits.maxBytes) {
    log.report('IMPORT_TOO_LARGE', 'error', `The file is larger than ${limits.maxBytes} bytes and was not read`)
    return finish([])
  }
  const lines = splitLines(decodeText(input, options.encoding ?? 'guess', log.report))
  const headers = findHeaders(lines, limits.maxCues, log.report)
  const firstLine = headers[0]?.first ?? lines.length
  const stray = lines.findIndex((line, index) => index < firstLine && !isBlank(line))
  if (stray >= 0) log.report('IMPORT_ENTRY_SKIPPED', 'error', 'Text before the first time line was skipped', stray + 1)

  const cues: Cue<number>[] = []
  let previousStart = 0
  headers.forEach((header, index) => {
    if (!header.timing) return
    const textEnd = headers[index + 1]?.first ?? lines.length
    const cue = readCue(lines, header.timing, header.line, textEnd, log.report)
    if (cue.start < previousStart) reportOrder('A cue starts before the one that precedes it', header.line, log.report)
    previousStart = cue.start
    cues.push(cue)
  })
  return finish(cues)
}

/** Where a cue begins: `first` is the line of its number if it has one, `line` that of its times. */
interface Header {
  readonly first: number
  readonly line: number
  /** Absent where the times cannot be read, or the limit is reached: what follows is skipped. */
  readonly timing?: TimingLine
}

function findHeaders(lines: readonly string[], maxCues: number, report: Report): Header[] {
  const headers: Header[] = []
  let number = 0
  let count = 0
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line]!
    if (!text.includes('->')) continue
    const timing = findTimingLine(text)
    if (!timing && !(text.includes('-->') && isBrokenHeader(lines, line))) continue
    const isNumbered = line - 1 > (headers.at(-1)?.line ?? -1) && isNumber(lines[line - 1]!)
    const first = isNumbered ? line - 1 : line
    if (!timing) {
      report('IMPORT_ENTRY_SKIPPED', 'error', 'A cue was skipped because its times cannot be read', line + 1)
      headers.push({ first, line })
      continue
    }
    if (++count > maxCues) {
      report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} cues were read`, line + 1)
      headers.push({ first, line })
      break
    }
    const expected = number + 1
    number = isNumbered ? Number(lines[line - 1]) : expected
    if (!isNumbered) report('IMPORT_NUMBERING_IGNORED', 'info', 'A cue has no number', line + 1)
    else if (number !== expected) report('IMPORT_NUMBERING_IGNORED', 'info', `A cue is not number ${expected}`, line)
    headers.push({ first, line, timing })
  }
  return headers
}

/** Whether an arrow without times stands where a time line belongs: after a blank line, or after a number that does. */
function isBrokenHeader(lines: readonly string[], line: number): boolean {
  const isStart = (index: number) => index < 0 || isBlank(lines[index]!)
  return isStart(line - 1) || (isNumber(lines[line - 1]!) && isStart(line - 2))
}

/** Reads the cue whose times stand on a line, and whose text ends before another. */
function readCue(
  lines: readonly string[],
  timing: TimingLine,
  line: number,
  textEnd: number,
  report: Report,
): Cue<number> {
  if (!timing.isRegular) report('IMPORT_TIMING_REPAIRED', 'warning', 'A time is negative or counts past 59', line + 1)
  else if (!timing.isExact) report('IMPORT_TIMING_REPAIRED', 'info', 'A time is not written as 00:00:00,000', line + 1)
  if (timing.end <= timing.start) reportOrder('A cue does not end after its start', line, report)
  const coordinates = readCoordinates(timing.rest)
  if (timing.rest && !coordinates) {
    report(
      'IMPORT_SETTING_IGNORED',
      'warning',
      `What follows the times was ignored: ${timing.rest.slice(0, 80)}`,
      line + 1,
    )
  }
  let from = line + 1
  let until = textEnd
  while (from < until && isBlank(lines[from]!)) from++
  while (until > from && isBlank(lines[until - 1]!)) until--
  const { textParts, layout } = readMarkup(joinLines(lines, from, until), (problem, index) => {
    report('IMPORT_MARKUP_REPAIRED', 'warning', problem, from + index + 1)
  })
  const cue = { start: timing.start, end: timing.end, textParts }
  if (!layout && !coordinates) return cue
  return { ...cue, ...(layout && { layout }), ...(coordinates && { ext: { srt: { coordinates } } }) }
}

/** A line of one U+00A0 is how a blank line is written inside a text. */
function joinLines(lines: readonly string[], from: number, until: number): string {
  let text = ''
  for (let index = from; index < until; index++) {
    const line = lines[index]!
    text += `${index > from ? '\n' : ''}${line === '\u00a0' || isBlank(line) ? '' : line}`
  }
  return text
}

function readCoordinates(rest: string): JsonObject | undefined {
  const match = /^X1:(\d{1,6}) +X2:(\d{1,6}) +Y1:(\d{1,6}) +Y2:(\d{1,6})$/i.exec(rest)
  if (!match) return undefined
  const [x1, x2, y1, y2] = match.slice(1).map(Number)
  return { x1: x1!, x2: x2!, y1: y1!, y2: y2! }
}

function reportOrder(message: string, line: number, report: Report): void {
  report('TIMING_ORDER', 'warning', message, line + 1)
}

function isNumber(line: string): boolean {
  return line !== '' && /^\d{1,15}$/.test(line.trim())
}

function isBlank(line: string): boolean {
  // Nearly every line is empty, or begins with a letter.
  return line === '' || (line.charCodeAt(0) <= 0x20 && /^[\t\v\f ]*$/.test(line))
}
