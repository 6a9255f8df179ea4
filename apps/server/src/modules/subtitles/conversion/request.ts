/** What a request for a conversion means; throws what contradicts itself (400) or cannot be (422). Pure. */

import { brokenRule, type contract, FileBody, malformed, type QueryOf, type SubtitleFile } from '@rushes/contract'
import { parseSampleRate, type SampleRate, TimebaseError } from '@rushes/timebase'
import { type Conversion, detectFormat, findFormatByMediaType, formats, type TimedTextFormat } from '@rushes/timed-text'
import { decodeContent } from '../automatic/input-file.ts'
import { readDelivery } from '../files/delivery.ts'
import { assertEncoding, findCharset } from '../files/read-file.ts'
import { readColumns } from '../files/tables.ts'
import { chooseMediaType } from '../show.ts'

export type ConversionQuery = QueryOf<typeof contract.subtitles.convertSubtitle>

/** A file that is to be read. */
export interface SentFile {
  readonly bytes: Uint8Array
  readonly format: TimedTextFormat
  readonly encoding: string | undefined
  readonly fileName: string | undefined
  /** The column of a table that is wanted. */
  readonly language: string | undefined
  /** Whether rolling captions are read with each line once. */
  readonly unroll: boolean | undefined
}

/** The file in a body, whichever way it came, and what it is. */
export function toSentFile(
  body: SubtitleFile | FileBody,
  { sourceFormat, encoding, language, unroll }: ConversionQuery,
): SentFile {
  if (encoding !== undefined) assertEncoding(encoding, 'encoding')
  const isFile = body instanceof FileBody
  const bytes = isFile ? body.bytes : decodeContent(body.content, '/content')
  const fileName = isFile ? undefined : body.fileName
  const format = sourceFormat
    ? formats[sourceFormat]
    : (detectFormat(bytes, fileName) ?? (isFile ? findFormatByMediaType(body.contentType) : undefined))
  if (!format) throw brokenRule('/', 'is no subtitle file that is known; sourceFormat names what it is')
  return {
    bytes,
    format,
    fileName,
    language,
    unroll,
    encoding: encoding ?? (isFile ? findCharset(body.contentType) : undefined),
  }
}

/** The format of the answer, and its media type. Throws NotAcceptableError for one that is not written. */
export function chooseTarget(
  { format, delivery, language }: ConversionQuery,
  accept: string | undefined,
): { format: TimedTextFormat; mediaType: string } {
  const id = format ?? readDelivery(delivery, 'delivery', language)?.format
  if (id) return { format: formats[id], mediaType: formats[id].mediaTypes[0] }
  const mediaType = chooseMediaType(accept)
  const accepted = findFormatByMediaType(mediaType)
  if (!accepted) throw malformed('format', 'is needed where Accept names no format of subtitles')
  return { format: accepted, mediaType }
}

export function toConversion(query: ConversionQuery): Conversion {
  const { sourceRate, rate, keep, offset, dropFrame = 'auto', sourceStart, start } = query
  const columns = readColumns(query.columns)
  const delivery = readDelivery(query.delivery, 'delivery', query.language)
  return {
    ...(sourceRate !== undefined && { sourceRate: readRate(sourceRate, 'sourceRate') }),
    ...(rate !== undefined && { rate: readRate(rate, 'rate') }),
    ...(dropFrame !== 'auto' && { dropFrame: dropFrame === 'yes' }),
    ...(keep !== undefined && { keep }),
    ...(offset !== undefined && { offset }),
    ...(sourceStart !== undefined && { sourceStart }),
    ...(start !== undefined && { start }),
    ...(columns && { columns }),
    ...(delivery && { delivery, fix: query.fix === true }),
  }
}

function readRate(text: string, path: string): SampleRate {
  try {
    return parseSampleRate(text)
  } catch (error) {
    if (error instanceof TimebaseError) throw brokenRule(path, error.message)
    throw error
  }
}
