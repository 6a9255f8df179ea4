import { framesToMilliseconds, type SampleRate } from '@rushes/timebase'
import { findLibraries } from '#libraries'
import type { Report } from '../../document/diagnostics.ts'
import type { Cue, TextPart, TimedTextDocument } from '../../document/document.ts'
import type { ReadOptions, ReadResult } from '../../format.ts'
import { type CsvRow, csvSeparators, readCsvRows } from '../../text/csv.ts'
import { decodeText } from '../../text/decode-text.ts'
import { appendText } from '../../text/text-parts.ts'
import { reportUnwritable } from '../../text/unwritable.ts'
import { beginRead } from '../begin-read.ts'
import { toCanonicalLanguage } from '../language.ts'
import { type Column, findColumn, isLanguage, type TableColumns } from './columns.ts'
import { type CellTime, CellTimes } from './times.ts'

/**
 * Reads a table for translators by its first row: columns in any order, separated by commas, semicolons or tabs, as
 * spreadsheets of different countries write them. The text is that of the column of `language`, where there is one that
 * is named by it and says something, else that of the column Text. Never throws.
 */
export function readCsv(input: string | Uint8Array, options: ReadOptions = {}): ReadResult {
  return read(input, options, false, report => {
    const text = decodeText(input, options.encoding ?? 'guess', report)
    reportUnwritable(text, report)
    for (const separator of csvSeparators) {
      const rows = readCsvRows(text, separator)
      const { value, done } = rows.next()
      const header = done ? undefined : readHeader(value, options)
      if (header) return { header, rows }
    }
    return undefined
  })
}

/** Reads the same table in the first sheet of a workbook (ISO/IEC 29500, as Excel and others write it). Never throws. */
export function readXlsx(input: string | Uint8Array, options: ReadOptions = {}): ReadResult {
  return read(input, options, true, report => {
    const libraries = findLibraries()
    if (!libraries) report('IMPORT_SIGNATURE_MISSING', 'error', 'A workbook needs loadLibraries() to be done before')
    const [first, ...rows] = libraries?.readWorkbook(input, report) ?? []
    const header = readHeader(first, options)
    return header && { header, rows }
  })
}

interface TableHeader {
  readonly line: number
  readonly columns: ReadonlyMap<Column, number>
  /** Where the text of the language is that is wanted. */
  readonly translation: number | undefined
  /** Headers that mean nothing. */
  readonly others: readonly string[]
}

interface Table {
  readonly header: TableHeader
  readonly rows: Iterable<CsvRow>
}

function read(
  input: string | Uint8Array,
  options: ReadOptions,
  isWorkbook: boolean,
  open: (report: Report) => Table | undefined,
): ReadResult {
  const { maxCues, report, list, isTooLarge } = beginRead(input, options)
  const finish = (document: TimedTextDocument) => ({ document, diagnostics: list() })
  const table = isTooLarge ? undefined : open(report)
  if (!table) {
    if (!isTooLarge)
      report('IMPORT_SIGNATURE_MISSING', 'error', 'The first row must name the columns In, Out and Text', 1)
    return finish({ timing: { unit: 'milliseconds' }, cues: [] })
  }
  const { line, translation, others } = table.header
  for (const name of others) {
    report('IMPORT_SETTING_IGNORED', 'warning', `The column "${name.slice(0, 40)}" was left out`, line)
  }
  const times = new CellTimes(options, isWorkbook)
  const rows = listCues(table, times, maxCues, report)
  if (times.isGuessed && rows.some(({ start }) => start.unit === 'frames')) {
    report('IMPORT_TIMING_REPAIRED', 'warning', 'No rate is named; timecode was counted at 25 frames a second')
  }
  return finish({
    ...toDocument(rows, times.rate),
    ...(translation !== undefined && options.language !== undefined && { language: options.language }),
  })
}

interface TimedRow {
  readonly start: CellTime
  readonly end: CellTime
  readonly textParts: TextPart<number>[]
}

function listCues({ header, rows }: Table, times: CellTimes, maxCues: number, report: Report): TimedRow[] {
  const { columns, translation } = header
  const cues: TimedRow[] = []
  for (const { line, cells } of rows) {
    if (cues.length >= maxCues) {
      report('IMPORT_LIMIT_REACHED', 'error', `Only the first ${maxCues} cues were read`, line)
      break
    }
    const cellOf = (column: Column) => cells[columns.get(column) ?? -1] ?? ''
    const content = translation === undefined ? cellOf('text') : (cells[translation] ?? '')
    // A row without times and text is one that somebody has left empty.
    if (cells.every(cell => cell.trim() === '')) continue
    const [start, end] = [times.read(cellOf('start').trim()), times.read(cellOf('end').trim())]
    if (!start || !end) {
      report('IMPORT_ENTRY_SKIPPED', 'error', 'A row was skipped because its times cannot be read', line)
      continue
    }
    // What is not translated yet has no subtitle in that language.
    if (translation !== undefined && content === '') continue
    if (start.unit === end.unit && end.time <= start.time) {
      report('TIMING_ORDER', 'warning', 'A cue does not end after its start', line)
    }
    cues.push({ start, end, textParts: toParts(content, cellOf('speaker').trim()) })
  }
  return cues
}

/** A document of frames where all times are timecode, else of milliseconds. */
function toDocument(rows: readonly TimedRow[], rate: SampleRate): TimedTextDocument {
  const isFrames = rows.length > 0 && rows.every(({ start, end }) => start.unit === 'frames' && end.unit === 'frames')
  const toTime = ({ unit, time }: CellTime) =>
    isFrames || unit === 'milliseconds' ? time : framesToMilliseconds(time, rate)
  const cues = rows.map(
    ({ start, end, textParts }): Cue<number> => ({ start: toTime(start), end: toTime(end), textParts }),
  )
  if (!isFrames) return { timing: { unit: 'milliseconds' }, cues }
  const dropFrame = rows.some(({ start }) => start.dropFrame)
  return { timing: { unit: 'frames', rate }, cues, ...(dropFrame && { ext: { table: { dropFrame } } }) }
}

function toParts(content: string, speaker: string): TextPart<number>[] {
  const parts: TextPart<number>[] = []
  appendText(parts, content, speaker === '' ? undefined : { speaker }, undefined)
  return parts
}

/** What the first row says; undefined where it does not name what is needed. */
function readHeader(
  row: CsvRow | undefined,
  { language, columns: given }: { readonly language?: string; readonly columns?: TableColumns },
): TableHeader | undefined {
  const columns = new Map<Column, number>()
  const others: string[] = []
  let translation: number | undefined
  const wanted = language === undefined ? undefined : toCanonicalLanguage(language)
  for (const [index, cell] of (row?.cells ?? []).entries()) {
    const name = cell.trim()
    const column = findColumn(name, given)
    if (column && !columns.has(column)) columns.set(column, index)
    else if (wanted !== undefined && toCanonicalLanguage(name) === wanted) translation ??= index
    else if (name !== '' && !isLanguage(name)) others.push(name)
  }
  if (!row || !columns.has('start') || !columns.has('end') || !columns.has('text')) return undefined
  return { line: row.line, columns, translation, others }
}
