/** Subtitle files on this machine: read, told what they are, and what is wrong with them. */

import { readFile } from 'node:fs/promises'
import { createSampleRate, type SampleRate, TimebaseError, usualRates } from '@rushes/timebase'
import {
  type Diagnostic,
  detectFormat,
  type FormatId,
  formats,
  type ReadResult,
  type TimedTextFormat,
} from '@rushes/timed-text'
import { CommandError } from './errors/errors.ts'

export interface ReadingOptions {
  readonly from?: FormatId
  readonly encoding?: string
  readonly rate?: string
}

/** A subtitle file as it was read. */
export interface SubtitleFile extends ReadResult {
  readonly path: string
  readonly format: TimedTextFormat
}

const mostBytes = 16 * 1024 * 1024

/** Reads a subtitle file; throws where it is none, or nothing in it can be read. */
export async function readSubtitleFile(path: string, options: ReadingOptions): Promise<SubtitleFile> {
  const bytes = await readFile(path)
  if (bytes.length > mostBytes) throw new CommandError('refused', `${path} is larger than any subtitle file`)
  const format = options.from === undefined ? detectFormat(bytes, path) : formats[options.from]
  if (!format) {
    throw new CommandError('refused', `${path} is no subtitle file that is known`, 'Name its format with --from.')
  }
  const rate = options.rate === undefined ? undefined : readRate(options.rate)
  const result = format.read(bytes, {
    ...(options.encoding === undefined ? {} : { encoding: readEncoding(options.encoding) }),
    ...(rate ? { rate } : {}),
  })
  if (result.document.cues.length === 0) {
    const reason = result.diagnostics.find(({ severity }) => severity === 'error')
    throw new CommandError('refused', `${path} has no subtitles${reason ? `: ${reason.message}` : ''}`)
  }
  return { path, format, ...result }
}

function readEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new CommandError('usage', `There is no encoding ${label}`)
  }
}

/** A rate as people write it: `25`, `30000/1001`, or `29.97` for that of the same name. */
export function readRate(text: string): SampleRate {
  const [, num, den = '1'] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? []
  const named = usualRates.find(rate => (rate.num / rate.den).toFixed(2) === Number(text).toFixed(2))
  try {
    if (num !== undefined) return createSampleRate(Number(num), Number(den))
    if (named && /^\d+\.\d{2,3}$/.test(text)) return named
  } catch (error) {
    if (!(error instanceof TimebaseError)) throw error
  }
  throw new CommandError('usage', `${text} is no rate`, 'Like 25, 29.97 or 30000/1001.')
}

/** Where a problem is, in front of what it is. */
export function describeDiagnostic({
  line,
  block,
  cueIndex,
  severity,
  message,
}: Omit<Diagnostic, 'code' | 'count'>): string {
  const place =
    line !== undefined
      ? `line ${line}`
      : block !== undefined
        ? `block ${block}`
        : cueIndex !== undefined
          ? `subtitle ${cueIndex + 1}`
          : undefined
  return `${place === undefined ? '' : `${place}: `}${severity}: ${message}`
}
