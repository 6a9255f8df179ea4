import {
  brokenRule,
  type FileBody,
  malformed,
  mostSubtitles,
  type SubtitleEntry,
  type SubtitleObject,
} from '@rushes/contract'
import type { SampleRate } from '@rushes/timebase'
import { type Diagnostic, type DiagnosticCode, findFormatByMediaType, toFrameDocument } from '@rushes/timed-text'
import { type ContentRules, settleContent } from './settle.ts'
import { toContent } from './timed-text.ts'

/** What says that a file is not one of its format, or only a part of one. */
const refusals: readonly DiagnosticCode[] = ['IMPORT_TOO_LARGE', 'IMPORT_SIGNATURE_MISSING']

const mostWarnings = 100

/**
 * The subtitles of a file, each time at the nearest frame of the clip. What the reader repaired stands in `warnings`, of
 * the whole or of the entry. Throws BadRequestError for bytes that are not in the file's encoding, ValidationError for
 * what is no file of its format or does not belong to this clip.
 */
export function readSubtitleFile(file: FileBody, rate: SampleRate, rules: ContentRules): SubtitleObject {
  const format = findFormatByMediaType(file.contentType)
  if (!format) throw new Error(`no format reads ${file.contentType}`)
  const encoding = findCharset(file.contentType)
  const { document, diagnostics } = format.read(file.bytes, {
    // One more than is taken, so that too many are refused rather than cut off.
    maxCues: mostSubtitles + 1,
    maxDiagnostics: mostWarnings,
    rate,
    ...(encoding !== undefined && { encoding }),
  })
  assertReadable(diagnostics, document.cues.length, encoding)
  const content = toContent(toFrameDocument(document, rate), rules.regions)
  const warnings = diagnostics
    .filter(({ severity, count }) => severity !== 'info' || count !== undefined)
    .map(toWarning)
  return settleContent(
    {
      ...content,
      subtitles: content.subtitles.map(entry => repairTimes(entry, rules.frameCount)),
      ...(warnings.length > 0 && { warnings }),
    },
    rules,
  )
}

function findCharset(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]
}

function assertReadable(diagnostics: readonly Diagnostic[], cueCount: number, encoding: string | undefined): void {
  for (const { code, message } of diagnostics) {
    if (code === 'IMPORT_ENCODING_REPAIRED') throw malformed('/', 'The file holds bytes that are not in its encoding')
    if (code === 'IMPORT_ENCODING_GUESSED' && encoding !== undefined) throw malformed('charset', message)
    if (refusals.includes(code)) throw brokenRule('/', message)
  }
  const fault = diagnostics.find(({ severity }) => severity === 'error')
  if (cueCount === 0 && fault) throw brokenRule('/', `The file holds no subtitles. ${placeOf(fault)}${fault.message}`)
}

function placeOf({ line, block }: Diagnostic): string {
  if (line !== undefined) return `Line ${line}: `
  return block === undefined ? '' : `Block ${block}: `
}

function toWarning({ code, severity, message, line, block, count }: Diagnostic): Record<string, unknown> {
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
  const message = `The file has it from ${entry.start} to ${entry.end}`
  return { ...entry, start, end, warnings: [{ type: 'IMPORT_TIMING_REPAIRED', severity: 'warning', message }] }
}
