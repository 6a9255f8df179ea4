import { brokenRule, type FileBody, mostSubtitles, type SubtitleFile } from '@rushes/contract'
import { TimebaseError } from '@rushes/timebase'
import {
  type Conversion,
  type ConvertedFile,
  convertFile,
  type TimedTextFormat,
  toReadOptions,
} from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { toCaller } from '../../../platform/flow/large-answers.ts'
import { RawReply, toContentDisposition } from '../../../platform/http/index.ts'
import { toFileName } from '../export/request.ts'
import { type ReadFile, readSubtitles } from '../files/read-file.ts'
import { describeConversion } from './preview.ts'
import { type ConversionQuery, chooseTarget, type SentFile, toConversion, toSentFile } from './request.ts'

/**
 * A file of no clip in another form, or what that would do to it. Throws BadRequestError for bytes that are not in their
 * encoding, NotAcceptableError for a format that is not written, ValidationError for what is no subtitle file and for
 * what the rates or the format do not have.
 */
export async function convertSubtitle(
  ctx: Context,
  body: SubtitleFile | FileBody,
  query: ConversionQuery,
  accept: string | undefined,
): Promise<RawReply> {
  const { format, mediaType } = chooseTarget(query, accept)
  const conversion = toConversion(query)
  const sent = toSentFile(body, query)
  return ctx.platform.turns.files(toCaller(ctx))(async () => {
    const read = readSent(sent, conversion)
    const converted = convertOrRefuse(read, format, conversion)
    if (query.preview !== true) return toFile(converted, format, mediaType, sent.fileName)
    const preview = describeConversion({ ...read, format: sent.format }, converted, format)
    return new RawReply(
      200,
      { vary: 'accept', 'content-type': 'application/json; charset=utf-8' },
      JSON.stringify(preview),
    )
  })
}

function readSent({ bytes, format, encoding, language, unroll }: SentFile, conversion: Conversion): ReadFile {
  const read = readSubtitles(bytes, format, {
    ...toReadOptions(conversion),
    ...(language !== undefined && { language }),
    encoding,
    unroll,
  })
  if (read.document.cues.length > mostSubtitles) throw brokenRule('/', `may have ${mostSubtitles} cues at most`)
  return read
}

function convertOrRefuse(read: ReadFile, format: TimedTextFormat, conversion: Conversion): ConvertedFile {
  try {
    return convertFile(read, format, conversion)
  } catch (error) {
    if (error instanceof TimebaseError) throw brokenRule('/', error.message)
    throw error
  }
}

function toFile(
  { content, diagnostics }: ConvertedFile,
  format: TimedTextFormat,
  mediaType: string,
  fileName: string | undefined,
): RawReply {
  const losses = [...new Set(diagnostics.map(({ code }) => code))].join(', ')
  const name = toFileName(fileName?.replace(/\.[^.]*$/, '') ?? 'subtitles', format.extension)
  const headers = {
    vary: 'accept',
    'content-type': typeof content === 'string' ? `${mediaType}; charset=utf-8` : mediaType,
    'content-disposition': toContentDisposition('attachment', name),
    ...(losses !== '' && { 'x-subtitle-losses': losses }),
  }
  return new RawReply(200, headers, content)
}
