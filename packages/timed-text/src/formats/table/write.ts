import { findLibraries } from '#libraries'
import { createLossLog, type LossLog } from '../../document/diagnostics.ts'
import type { Cue, TextPart, TimedTextDocument, Timing } from '../../document/document.ts'
import { toFrameDocument, toLabelDocument, toMillisecondDocument } from '../../document/times.ts'
import { hasDuration, sortByStart } from '../../document/write-order.ts'
import type { TextWriteResult, Translation, WriteOptions, WriteResult } from '../../format.ts'
import { formatCsvRow } from '../../text/csv.ts'
import { toPlainText } from '../../text/text-parts.ts'
import { replaceUnwritable } from '../../text/unwritable.ts'
import { type Column, isLanguage, listColumns } from './columns.ts'
import { createTimeFormat, formatDuration } from './times.ts'

/**
 * A table for translators as comma-separated values (RFC 4180), in UTF-8 with a mark for spreadsheets: a row for each
 * subtitle, and a column for each other language, empty where it says nothing yet. Times are timecode where the document
 * counts frames of a rate that has one, else clock times. Throws a TimebaseError for times that are not whole numbers.
 */
export function writeCsv(document: TimedTextDocument, options: WriteOptions = {}): TextWriteResult {
  const log = createLossLog()
  const content = `\ufeff${listRows(document, options, log).map(formatCsvRow).join('')}`
  return { content: replaceUnwritable(content, log), diagnostics: log.list() }
}

/**
 * The same table as a workbook of Office Open XML (ISO/IEC 29500). Throws an Error in a browser that has not loaded the
 * libraries.
 */
export function writeXlsx(document: TimedTextDocument, options: WriteOptions = {}): WriteResult<Uint8Array> {
  const libraries = findLibraries()
  if (!libraries) throw new Error('A workbook needs loadLibraries() to be done before')
  const log = createLossLog()
  const content = libraries.writeWorkbook(listRows(document, options, log), log)
  return { content, diagnostics: log.list() }
}

/** The rows of the table, the first of which names the columns. */
function listRows(given: TimedTextDocument, options: WriteOptions, log: LossLog): string[][] {
  const document = toLabelDocument(given)
  const { timing, regions, styleSheets, notes } = document
  const { translations = [], columns } = options
  const cues = listCues(document, log)
  if (regions?.length) log.lose('POSITION_APPROXIMATED', 'info', 'A table has no regions; they were left out')
  if (styleSheets?.length) log.lose('STYLE_UNSUPPORTED', 'info', 'A table has no style sheets; they were left out')
  if (notes?.length) log.lose('COMMENT_DROPPED', 'info', 'Notes were left out')
  const last = cues.reduce((latest, { end }) => Math.max(latest, end), 0)
  const format = createTimeFormat(timing, last, options)
  const texts = translations.map(translation => listTexts(cues, timing, translation, log))
  const listed = listColumns(columns)
  const cellOf: Record<Column, (cue: Cue<number>, index: number) => string> = {
    number: (_cue, index) => String(index + 1),
    start: ({ start }) => format(start),
    end: ({ end }) => format(end),
    duration: ({ start, end }) => formatDuration(start, end, timing),
    speaker: ({ textParts }) => findSpeakers(textParts).join(', '),
    text: ({ textParts }) => toPlainText(textParts),
  }
  const rows = cues.map((cue, index) => [
    ...listed.map(([column]) => cellOf[column](cue, index)),
    ...texts.map(column => column[index] ?? ''),
  ])
  return [[...listed.map(([, name]) => name), ...translations.map(({ language }) => language)], ...rows]
}

/** The subtitles that have a row, by their start. */
function listCues({ cues }: TimedTextDocument, log: LossLog): Cue<number>[] {
  const listed: Cue<number>[] = []
  for (const index of sortByStart(cues, log)) {
    const cue = cues[index]!
    if (cue.hidden) log.lose('COMMENT_DROPPED', 'info', 'Hidden cues were left out', index)
    else if (hasDuration(cue, index, log)) {
      if (cue.start < 0) log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
      reportLosses(cue, index, log)
      listed.push(cue)
    }
  }
  return listed
}

function reportLosses({ id, textParts, layout, region, notes }: Cue, index: number, log: LossLog): void {
  if (textParts.some(hasLostStyle)) log.lose('STYLE_UNSUPPORTED', 'info', 'A table has no styles', index)
  if (new Set(textParts.flatMap(part => (part.type === 'text' ? [part.style?.speaker ?? ''] : []))).size > 1) {
    log.lose('STYLE_UNSUPPORTED', 'info', 'A table has speakers of whole subtitles alone', index)
  }
  if (layout || region !== undefined) log.lose('POSITION_APPROXIMATED', 'info', 'A table has no positions', index)
  if (notes) log.lose('COMMENT_DROPPED', 'info', 'Notes were left out', index)
  if (id !== undefined) log.lose('IDENTIFIER_DROPPED', 'info', 'Identifiers were left out', index)
}

function hasLostStyle(part: TextPart): boolean {
  if (part.type !== 'text') return false
  return part.start !== undefined || part.end !== undefined || Object.keys(part.style ?? {}).some(n => n !== 'speaker')
}

function findSpeakers(parts: readonly TextPart[]): string[] {
  return [...new Set(parts.flatMap(part => (part.type === 'text' && part.style?.speaker) || []))]
}

/** The texts of a translation by the cues of the source: each is of the last cue that is shown at its middle. */
function listTexts(
  cues: readonly Cue<number>[],
  timing: Timing,
  { language, document }: Translation,
  log: LossLog,
): readonly string[] {
  if (!isLanguage(language)) log.lose('STYLE_UNSUPPORTED', 'warning', 'A column is not named by a language tag')
  const translated = timing.unit === 'frames' ? toFrameDocument(document, timing.rate) : toMillisecondDocument(document)
  const texts: string[] = cues.map(() => '')
  for (const { start, end, textParts, hidden } of translated.cues) {
    if (hidden) continue
    const index = findLastStart(cues, (start + end) / 2)
    const cue = cues[index]
    if (!cue || cue.end <= (start + end) / 2) {
      log.lose('EXPORT_TIMING_REPAIRED', 'error', `Subtitles in ${language} that are beside all others were left out`)
    } else texts[index] += `${texts[index] ? '\n' : ''}${toPlainText(textParts)}`
  }
  return texts
}

/** Index of the last of ascending cues that starts at a time or before; -1 where none does. */
function findLastStart(cues: readonly Cue<number>[], time: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (cues[middle]!.start <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
