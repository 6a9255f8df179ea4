import { type Frames, mayDropFrame, parseTimecode } from '@rushes/timebase'
import { createLossLog, type LossLog } from '../../../document/diagnostics.ts'
import type { Cue, JsonObject, TimedTextDocument } from '../../../document/document.ts'
import { hasDuration, reportOverlaps, sortByStart } from '../../../document/write-order.ts'
import type { ProgrammeStart, WriteResult } from '../../../format.ts'
import { toHeaderOptions } from '../../programme.ts'
import { decodeBase64 } from '../layout/binary.ts'
import { blockLength } from '../layout/blocks.ts'
import type { Coding } from '../layout/coding.ts'
import { defaultFormat, isDiskFormat } from '../layout/disk-format.ts'
import { withPairedQuotes } from '../layout/encode-characters.ts'
import { findGsi, readAscii, setGsiText } from '../layout/gsi.ts'
import { findLanguage } from '../layout/languages.ts'
import { centred, left, right, unchanged } from '../layout/rows.ts'
import { createTeller } from '../layout/tell-characters.ts'
import { guessTable } from '../read/guess-table.ts'
import { countProgrammeStart, createCoding } from '../read/read.ts'
import { findSource, isUntouched, type Presentation, writeCue } from './write-cue.ts'
import { createHeader, formatLabel, setCounts, setDescription } from './write-header.ts'
import { createNumbering, findNumber } from './write-numbers.ts'
import type { EbuStlWriteOptions } from './write-options.ts'
import type { Lose } from './write-style.ts'
import { type FileTimes, toFileTimes } from './write-times.ts'

const justifications = { unchanged, left, centered: centred, right } as const

/**
 * Writes EBU STL. Cues that were read from a file and say the same are written as they stood there, and a whole file
 * that was not edited byte for byte. Throws a TimebaseError for a `startTimecode` that is none.
 *
 * @param programmeStart timecode of frame 0 in frames of the document, which counts more than the options
 */
export function writeEbuStl(
  document: TimedTextDocument,
  options: EbuStlWriteOptions = {},
  programmeStart?: ProgrammeStart,
): WriteResult<Uint8Array> {
  const log = createLossLog()
  const file = findFile(document)
  const sorted = file.gsi ? document : sortCues(document, log)
  const times = toFileTimes(sorted, options.diskFormat, file.format, programmeStart, log)
  const gsi = file.gsi ?? createHeader()
  const described = file.gsi ? options : { ...toHeaderOptions(document), ...options }
  setDescription(gsi, described, options.languageCode ?? document.language, log)
  if (times.format !== file.format) setGsiText(gsi, 'DFC', times.format)
  if (options.codeTable ?? !file.gsi) setGsiText(gsi, 'CCT', options.codeTable ?? guessTable(times.cues))
  const chosen = chooseCoding(
    gsi,
    file,
    times,
    programmeStart ? { ...described, dropFrame: programmeStart.dropFrame } : described,
  )
  const coding = { ...chosen, characters: withPairedQuotes(chosen.characters, listTexts(times.cues)) }
  const presentation = choosePresentation(document, file, gsi, coding, options)
  tellDocumentLosses(document, log)

  const chunks: Uint8Array[] = [...file.before]
  const isUnchanged = writeCues(times.cues, coding, presentation, chunks, log)
  chunks.push(...file.after)
  const blocks = chunks.reduce((sum, chunk) => sum + Math.floor(chunk.length / blockLength), 0)
  if (!isUnchanged || blocks !== file.blocks) {
    reportOverlaps(times.cues, 'EBU STL', log)
    const starts = times.cues.filter(cue => !cue.hidden).map(cue => Math.max(0, cue.start) + coding.start)
    const first = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY)
    setCounts(gsi, chunks, Number.isFinite(first) ? first : undefined, coding.timecode)
  }
  if (blocks > 99_999) log.lose('EXPORT_TEXT_ALTERED', 'warning', 'The header cannot count more than 99999 blocks')
  return { content: concatenate([gsi, ...chunks]), diagnostics: log.list() }
}

function* listTexts(cues: readonly Cue<number>[]): Iterable<string> {
  for (const { textParts } of cues) for (const part of textParts) if (part.type === 'text') yield part.content
}

/** Players step through the blocks; a file that was read keeps its order. */
function sortCues(document: TimedTextDocument, log: LossLog): TimedTextDocument {
  return { ...document, cues: Array.from(sortByStart(document.cues, log), index => document.cues[index]!) }
}

/** What of the file that a document was read from is still there. */
interface SourceFile {
  readonly gsi: Uint8Array | undefined
  readonly format: FileTimes['format'] | undefined
  readonly settings: JsonObject
  readonly before: readonly Uint8Array[]
  readonly after: readonly Uint8Array[]
  readonly blocks: number | undefined
}

function findFile(document: TimedTextDocument): SourceFile {
  const settings = document.ext?.stl ?? {}
  const gsi = findGsi(document)
  if (!gsi) {
    return { gsi: undefined, format: undefined, settings: {}, before: [], after: [], blocks: undefined }
  }
  const before = decodeBase64(settings.before)
  const after = decodeBase64(settings.after)
  const format = readAscii(gsi, 'DFC').toUpperCase()
  return {
    gsi,
    format: isDiskFormat(format) ? format : defaultFormat,
    settings,
    before: before && before.length % blockLength === 0 ? [before] : [],
    after: after ? [after] : [],
    blocks: typeof settings.blocks === 'number' ? settings.blocks : undefined,
  }
}

function chooseCoding(
  gsi: Uint8Array,
  file: SourceFile,
  { rate, start: mediaStart }: FileTimes,
  options: EbuStlWriteOptions,
): Coding {
  const { settings } = file
  const { displayStandardCode, startTimecode, dropFrame = settings.dropFrame === true } = options
  const timecode = { rate, dropFrame: dropFrame && mayDropFrame(rate) }
  const wasOpen = file.gsi && settings.mode === 'open'
  const isOpen = displayStandardCode === undefined ? wasOpen : displayStandardCode === 0
  const language = findLanguage(readAscii(gsi, 'LC'))
  const coding = {
    ...createCoding(gsi, timecode, language, isOpen ? 'open' : 'teletext'),
    isEndInclusive: options.isEndInclusive ?? settings.isEndInclusive === true,
  }
  if (mediaStart !== undefined || startTimecode !== undefined) {
    const start: Frames = mediaStart ?? parseTimecode(startTimecode ?? '', timecode)
    if (start === settings.start) return { ...coding, start }
    setGsiText(gsi, 'TCP', formatLabel(start, timecode))
    return { ...coding, start }
  }
  if (typeof settings.start === 'number' && settings.start >= 0) return { ...coding, start: settings.start }
  return settings.startsAtProgramme === true ? { ...coding, start: countProgrammeStart(gsi, coding) } : coding
}

function choosePresentation(
  { cues, regions = [] }: TimedTextDocument,
  file: SourceFile,
  gsi: Uint8Array,
  coding: Coding,
  options: EbuStlWriteOptions,
): Presentation {
  const { useBox, doubleHeight, rowsPerNewLine, includeColours, justification, marginTop, marginBottom } = options
  const asked = [useBox, doubleHeight, rowsPerNewLine, includeColours, justification, marginTop, marginBottom]
  const isSaid = cues.some(cue => cue.textParts.some(part => part.type === 'text' && part.style?.doubleHeight))
  return {
    keepsSources: file.settings.mode === coding.mode && asked.every(option => option === undefined),
    useBox,
    doubleHeight: coding.mode === 'open' ? false : (doubleHeight ?? (isSaid || file.gsi ? undefined : true)),
    defaultDoubleHeight: isSaid && file.gsi !== undefined,
    rowsPerNewLine: rowsPerNewLine ?? 2,
    includeColours: includeColours ?? true,
    justification: justifications[justification ?? 'centered'],
    marginTop: marginTop ?? 0,
    marginBottom,
    isRightToLeft: ['02', '04'].includes(readAscii(gsi, 'CCT')),
    regions,
  }
}

/** Writes every cue, as it was read where it says the same; false when one was laid out again. */
function writeCues(
  cues: readonly Cue<number>[],
  coding: Coding,
  presentation: Presentation,
  chunks: Uint8Array[],
  log: LossLog,
): boolean {
  const giveNumber = createNumbering(cues)
  const tell = createTeller(log)
  let isUnchanged = true
  for (const [index, cue] of cues.entries()) {
    const source = findSource(cue, coding, index === 0)
    if (source && presentation.keepsSources && isUntouched(cue, source)) {
      chunks.push(source.bytes)
      continue
    }
    isUnchanged = false
    if (!hasDuration(cue, index, log)) continue
    const timed = clampTimes(cue, index, coding, log)
    if (cue.id !== undefined && findNumber(cue) === undefined) {
      log.lose('IDENTIFIER_DROPPED', 'info', 'EBU STL numbers its subtitles; identifiers were left out', index)
    }
    const lose: Lose = (code, message, severity = 'warning') => log.lose(code, severity, message, index)
    chunks.push(...writeCue(timed, source, giveNumber, coding, presentation, lose, tell(index)))
  }
  return isUnchanged
}

function clampTimes(cue: Cue<number>, index: number, { start, dayFrames }: Coding, log: LossLog): Cue<number> {
  if (Math.max(cue.start, cue.end) + start >= dayFrames) {
    log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Time codes began again at midnight', index)
  }
  if (cue.start < 0 || cue.end < 0) {
    log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Negative times became zero', index)
  }
  const [from, until] = [Math.max(0, cue.start), Math.max(0, cue.end)]
  if (until - from >= dayFrames) {
    log.lose('EXPORT_TIMING_REPAIRED', 'warning', 'Subtitles of a day or more were cut', index)
  }
  return { ...cue, start: from, end: Math.min(until, from + dayFrames - 1) }
}

function tellDocumentLosses({ cues, notes, regions, styleSheets }: TimedTextDocument, log: LossLog): void {
  if (notes?.length || cues.some(cue => cue.notes?.length)) {
    log.lose('COMMENT_DROPPED', 'info', 'EBU STL has no notes; they were left out')
  }
  if (regions?.length) log.lose('POSITION_APPROXIMATED', 'info', 'EBU STL has no regions; they were left out')
  if (styleSheets?.length) log.lose('STYLE_UNSUPPORTED', 'info', 'EBU STL has no style sheets; they were left out')
}

function concatenate(chunks: readonly Uint8Array[]): Uint8Array {
  const content = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let offset = 0
  for (const chunk of chunks) {
    content.set(chunk, offset)
    offset += chunk.length
  }
  return content
}
