import {
  brokenRule,
  type FileBody,
  malformed,
  mostSubtitles,
  type SubtitleEntry,
  type SubtitleObject,
} from '@rushes/contract'
import { mayDropFrame, parseTimecode, TimebaseError } from '@rushes/timebase'
import {
  type Diagnostic,
  type DiagnosticCode,
  type FrameDocument,
  findFormatByMediaType,
  findRollingCaptions,
  type MediaPlace,
  type ReadOptions,
  type ReadResult,
  type TimeBase,
  type TimedTextDocument,
  type TimedTextFormat,
  type TimesReading,
  toClipDocument,
} from '@rushes/timed-text'
import { type ContentRules, settleContent } from '../change/settle.ts'
import { toContent } from './timed-text.ts'

/** What says that a file is not one of its format, only a part of one, or of another clip. */
const refusals: readonly DiagnosticCode[] = ['IMPORT_TOO_LARGE', 'IMPORT_SIGNATURE_MISSING', 'TIMING_OUT_OF_MEDIA']

const mostWarnings = 100

/** An upload that was cut or a wrong file must not erase subtitles; an empty list in JSON says that it is meant. */
const noCues = 'the file has no cues; subtitles are emptied with JSON'

/** A subtitle file, its times as it has them, and what its reader found. */
export interface ReadFile {
  readonly document: TimedTextDocument
  /** What was found and is worth telling. */
  readonly diagnostics: readonly Diagnostic[]
}

/** How a file is read; rolling captions with each line once, where that is asked for. */
interface FileOptions extends Omit<ReadOptions, 'encoding'> {
  readonly encoding?: string | undefined
  readonly unroll?: boolean | undefined
}

/**
 * Reads a file of a format. Throws BadRequestError for bytes that are not in the encoding, ValidationError for what is no
 * file of its format and for a file without cues.
 */
export function readSubtitles(
  bytes: Uint8Array,
  format: TimedTextFormat,
  { encoding, unroll = false, ...known }: FileOptions,
): ReadFile {
  const read = format.read(bytes, {
    // One more than is taken, so that too many are refused rather than cut off.
    maxCues: mostSubtitles + 1,
    maxDiagnostics: mostWarnings,
    ...known,
    ...(encoding !== undefined && { encoding }),
  })
  assertReadable(read.diagnostics, read.document.cues.length, encoding)
  const { document, diagnostics } = settleRolling(read, unroll)
  return {
    document,
    diagnostics: diagnostics.filter(({ severity, count }) => severity !== 'info' || count !== undefined),
  }
}

/**
 * The subtitles of a file, each time at the nearest frame of the clip, or at the picture in sight where its rate is variable. What the reader repaired is in `warnings`, of
 * the whole or of the entry. Throws BadRequestError for bytes that are not in the file's encoding, ValidationError for
 * what is no file of its format or does not belong to this clip.
 */
export function readSubtitleFile(
  file: FileBody,
  media: MediaPlace,
  rules: ContentRules,
  options: Pick<FileOptions, 'language' | 'columns' | 'times' | 'unroll'>,
): SubtitleObject {
  const format = findFormatByMediaType(file.contentType)
  if (!format) throw new Error(`no format reads ${file.contentType}`)
  const { rate } = media
  const encoding = findCharset(file.contentType)
  const { document, diagnostics } = readSubtitles(file.bytes, format, { rate, media, encoding, ...options })
  const placed = toClipDocument(document, media)
  return toSettledContent(placed.document, rules, [...diagnostics, ...placed.diagnostics].map(toWarning))
}

/** Rolling captions are unrolled or reported. */
function settleRolling({ document, diagnostics }: ReadResult, unroll: boolean): ReadResult {
  const rolling = findRollingCaptions(document)
  if (!rolling) return { document, diagnostics }
  const { repeated } = rolling
  const said = unroll
    ? 'Rolling captions were unrolled: each line is shown once'
    : 'Captions roll up: each line is shown twice; unroll=true shows it once'
  const told: Diagnostic = {
    ...{ code: 'IMPORT_ROLLING_CAPTIONS', severity: unroll ? 'info' : 'warning' },
    ...{ message: said, count: repeated },
  }
  return { document: unroll ? rolling.document : document, diagnostics: [...diagnostics, told] }
}

/** A document in frames of the clip as it is stored; times outside of the clip are brought into it, and told. */
export function toSettledContent(
  document: FrameDocument,
  rules: ContentRules,
  warnings: readonly Record<string, unknown>[],
): SubtitleObject {
  const content = toContent(document, rules.regions)
  return settleContent(
    {
      ...content,
      subtitles: content.subtitles.map(entry => repairTimes(entry, rules.frameCount)),
      ...(warnings.length > 0 && { warnings }),
    },
    rules,
  )
}

/** What a request says of the times of a file. */
export interface StatedTimes {
  readonly timeBase?: TimeBase | undefined
  readonly startOfProgramme?: string | undefined
}

/** What a reader needs to know of the times of a file. Throws ValidationError for a timecode that the clip cannot have. */
export function readTimes(
  { timeBase, startOfProgramme }: StatedTimes,
  { rate, start }: MediaPlace,
  path: string,
): TimesReading {
  return {
    ...(timeBase && { timeBase }),
    ...(startOfProgramme !== undefined && { startOfProgramme: toStart(startOfProgramme) }),
  }

  function toStart(text: string): TimesReading['startOfProgramme'] {
    if (text === 'subtract' || text === 'keep') return text
    const drops = mayDropFrame(rate) && (start?.dropFrame || text.includes(';'))
    try {
      return { frames: parseTimecode(text, { rate, dropFrame: drops }), dropFrame: drops }
    } catch (error) {
      if (error instanceof TimebaseError) throw brokenRule(path, error.message)
      throw error
    }
  }
}

/** The encoding that a media type names. */
export function findCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
}

/** Throws ValidationError for a name that no encoding has. */
export function assertEncoding(label: string, path: string): void {
  try {
    new TextDecoder(label)
  } catch {
    throw brokenRule(path, `${label} is not known`)
  }
}

function assertReadable(diagnostics: readonly Diagnostic[], cueCount: number, encoding: string | undefined): void {
  for (const { code, message } of diagnostics) {
    if (code === 'IMPORT_ENCODING_REPAIRED') throw malformed('/', 'The file holds bytes that are not in its encoding')
    if (code === 'IMPORT_ENCODING_GUESSED' && encoding !== undefined) throw malformed('charset', message)
    if (refusals.includes(code)) throw brokenRule('/', message)
  }
  if (cueCount > 0) return
  const fault = diagnostics.find(({ severity }) => severity === 'error')
  throw brokenRule('/', fault ? `${noCues} (${placeOf(fault)}${fault.message})` : noCues)
}

function placeOf({ line, block }: Diagnostic): string {
  if (line !== undefined) return `Line ${line}: `
  return block === undefined ? '' : `Block ${block}: `
}

/** What a reader found, as it is kept and reported. */
export function toWarning({ code, severity, message, line, block, count }: Diagnostic): Record<string, unknown> {
  return {
    type: code,
    severity,
    message,
    ...(line !== undefined && { line }),
    ...(block !== undefined && { block }),
    ...(count !== undefined && { count }),
  }
}

/** A cue that runs backwards is shown for no time, one that outlasts the clip until its end. */
function repairTimes(entry: SubtitleEntry, frameCount: number): SubtitleEntry {
  const start = Math.max(0, entry.start)
  const latest = frameCount > 0 && start <= frameCount ? Math.min(entry.end, frameCount) : entry.end
  const end = Math.max(start, latest)
  if (start === entry.start && end === entry.end) return entry
  const message = `It was from ${entry.start} to ${entry.end}`
  return { ...entry, start, end, warnings: [{ type: 'IMPORT_TIMING_REPAIRED', severity: 'warning', message }] }
}
