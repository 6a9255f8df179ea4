/** Subtitle files on this machine: read, told what they are, and what is wrong with them. */

import { readFile } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { parseSampleRate, RATE_25, type SampleRate, TimebaseError } from '@rushes/timebase'
import {
  type Diagnostic,
  detectFormat,
  type FormatId,
  formats,
  parseColumns,
  type ReadOptions,
  type ReadResult,
  type TableColumns,
  type TimedTextDocument,
  type TimedTextFormat,
} from '@rushes/timed-text'
import type { Call } from './command.ts'
import { CommandError } from './errors/errors.ts'

/** How a file is read, as it was typed. */
export interface ReadingOptions {
  readonly format?: FormatId | undefined
  readonly encoding?: string | undefined
  readonly rate?: string | undefined
}

/** A subtitle file as it was read. */
export interface SubtitleFile extends ReadResult {
  readonly format: TimedTextFormat
  readonly bytes: Uint8Array
}

const mostBytes = 16 * 1024 * 1024

/**
 * Reads a subtitle file, or with `-` the standard input; throws where it is none, or nothing in it can be read.
 *
 * @param more what a conversion knows of the file
 */
export async function readSubtitleFile(
  path: string,
  { format: id, encoding, rate }: ReadingOptions,
  call: Pick<Call, 'stdin' | 'signal'>,
  more: ReadOptions = {},
): Promise<SubtitleFile> {
  const name = path === '-' ? 'The standard input' : path
  const bytes = path === '-' ? await readStandardInput(call) : await readFile(path)
  if (bytes.length > mostBytes) throw new CommandError('refused', `${name} is larger than any subtitle file`)
  const format = id === undefined ? detectFormat(bytes, path) : formats[id]
  if (!format) {
    throw new CommandError('refused', `${name} is no subtitle file that is known`, 'Name its format; see --help.')
  }
  const result = format.read(bytes, {
    ...(encoding === undefined ? {} : { encoding: readEncoding(encoding) }),
    ...(rate === undefined ? {} : { rate: readRate(rate) }),
    ...more,
  })
  if (result.document.cues.length === 0) {
    const reason = result.diagnostics.find(({ severity }) => severity === 'error')
    throw new CommandError('refused', `${name} has no subtitles${reason ? `: ${reason.message}` : ''}`)
  }
  return { format, bytes, ...result }
}

/** All of it, or as much as is too much. */
async function readStandardInput({ stdin, signal }: Pick<Call, 'stdin' | 'signal'>): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of addAbortSignal(signal, stdin)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostBytes) break
  }
  return Buffer.concat(chunks)
}

function readEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new CommandError('usage', `There is no encoding ${label}`)
  }
}

/** A rate as people write it. */
export function readRate(text: string): SampleRate {
  try {
    return parseSampleRate(text)
  } catch (error) {
    if (error instanceof TimebaseError) throw new CommandError('usage', error.message)
    throw error
  }
}

/** What the columns of a table are called. */
export function readColumns(text: string): TableColumns {
  const columns = parseColumns(text)
  if (columns) return columns
  throw new CommandError('usage', `${text} is no list of columns`, 'It looks like start:TC in,text:English.')
}

/** The rate that was named, that of the first file which has one, or the most usual. */
export function findRate({ rate }: ReadingOptions, ...documents: readonly TimedTextDocument[]): SampleRate {
  if (rate !== undefined) return readRate(rate)
  for (const { timing } of documents) if (timing.unit === 'frames') return timing.rate
  return RATE_25
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
