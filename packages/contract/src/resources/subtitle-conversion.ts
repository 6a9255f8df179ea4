import Type from 'typebox'
import type { FileBody } from '../endpoint.ts'
import { subtitleFormats } from '../files/subtitle-formats.ts'
import { about, ColumnNames, DeliveryId, Flag, Int, Long, listOf, Name, oneOf, shape, Text, Unroll } from '../shapes.ts'
import { SampleRate } from './media.ts'

/** Enough for as many subtitles as are taken, in every format; any user who is signed in may send it. */
export const conversionLimitBytes = 8 * 1024 * 1024

const Format = Type.Enum([...subtitleFormats])
const Rate = Type.String({ pattern: '^\\d{1,9}(?:/\\d{1,9}|\\.\\d{2,3})?$' })
const Timecode = Type.String({ pattern: '^\\d\\d:\\d\\d:\\d\\d[:;]\\d\\d$' })

/** How a file is converted; what is absent stays as it is. */
export const subtitleConversionParameters = {
  sourceFormat: about(Format, 'format of the file; detected from the bytes when absent'),
  encoding: Type.String({
    maxLength: 100,
    description: 'of the text, as `windows-1252`; that of `Content-Type`, else detected from the bytes, when absent',
  }),
  format: about(Format, 'format of the answered file; that which `Accept` names when absent'),
  sourceRate: about(
    Rate,
    'frames per second that the times were made for: `25`, `24000/1001`, or `23.976` for the same; when absent those that the file counts, else `rate`',
  ),
  rate: about(Rate, 'frames per second of the answered file; those of the source when absent'),
  keep: about(
    oneOf('time', 'frames'),
    'what stays from one rate to the other: the `time` (when absent), or the `frames`, as for a film that is played faster',
  ),
  offset: Type.String({
    pattern: '^[+-]?(?:\\d{1,9}|\\d\\d:\\d\\d:\\d\\d[:;]\\d\\d)$',
    description:
      'by how much everything is moved at last: frames of the new rate, or `HH:MM:SS:FF`; back with `-` before it',
  }),
  dropFrame: about(
    oneOf('auto', 'yes', 'no'),
    'whether timecodes are drop frame at 29.97 and 59.94; `auto`, when absent: those that are written with `;`',
  ),
  sourceStart: about(Timecode, 'timecode of the first frame in the file, that its times are counted from'),
  start: about(Timecode, 'timecode of the first frame in the answered file'),
  columns: ColumnNames,
  language: Type.String({
    maxLength: 100,
    description: 'with a table that has a column for each language: the one that is read; the source when absent',
  }),
  unroll: Unroll,
  delivery: DeliveryId,
  fix: about(
    Flag,
    'with `delivery`, true: characters, colours, line breaks and times are changed to what is taken, and `DELIVERY_FIXED` lists them',
  ),
  preview: about(Flag, 'true: the answer is JSON that describes the conversion, without the file'),
} as const

/** A subtitle file within JSON. */
const SubtitleFile = shape('SubtitleFile', {
  content: Type.String({ maxLength: conversionLimitBytes, description: 'the bytes of the file in base64' }),
  fileName: Type.Optional(about(Name, 'name of the file; its extension helps to detect the format')),
})
export type SubtitleFile = Type.Static<typeof SubtitleFile>

/** A subtitle file as the whole of the body, or within JSON. */
export const SubtitleFileUpload = Type.Unsafe<SubtitleFile | FileBody>(SubtitleFile)

/** A subtitle of a file that was converted. */
const ConvertedSubtitle = shape('ConvertedSubtitle', {
  start: about(Long, 'when it begins, in milliseconds'),
  end: about(Long, 'when it has ended, in milliseconds'),
  startFrame: Type.Optional(about(Long, 'first frame; only where the file counts frames')),
  endFrame: Type.Optional(about(Long, 'frame after the last one; only where the file counts frames')),
  startTimecode: Type.Optional(
    Type.String({ description: 'timecode of the first frame; at rates that have timecode' }),
  ),
  endTimecode: Type.Optional(Type.String({ description: 'timecode of the frame after the last one' })),
  text: about(Text, 'text of the subtitle, lines separated by newlines'),
})
export type ConvertedSubtitle = Type.Static<typeof ConvertedSubtitle>

/** The subtitles of a file, as far as a preview shows them. */
const ConvertedSide = shape('ConvertedSide', {
  format: about(Format, 'format of the file'),
  sampleRate: Type.Optional(about(SampleRate, 'frames per second that it counts; absent for times in milliseconds')),
  first: about(ConvertedSubtitle, 'first subtitle of the file'),
  last: about(ConvertedSubtitle, 'last subtitle of the file'),
})
export type ConvertedSide = Type.Static<typeof ConvertedSide>

/** What was found while a file was read, moved or written. */
const ConversionWarning = shape('ConversionWarning', {
  type: about(Name, 'code of what was found, as the page of formats lists them'),
  severity: about(oneOf('error', 'warning', 'info'), '`error` where part of the file is missing from the answer'),
  message: about(Text, 'what was found, in one sentence'),
  line: Type.Optional(about(Int, 'line of the file that was sent, counted from 1')),
  block: Type.Optional(about(Int, 'block of the file that was sent, counted from 1, in EBU STL')),
  index: Type.Optional(about(Int, 'index of the first subtitle that is concerned')),
  count: Type.Optional(about(Int, 'how many are concerned')),
})
export type ConversionWarning = Type.Static<typeof ConversionWarning>

/** What a conversion does to a file. */
export const SubtitleConversion = shape('SubtitleConversion', {
  subtitles: about(Int, 'number of subtitles in the file'),
  before: about(ConvertedSide, 'the file that was sent'),
  after: about(ConvertedSide, 'the file that would be answered'),
  warnings: about(listOf(ConversionWarning), 'what was repaired when read, moved, or cannot be held by the format'),
})
export type SubtitleConversion = Type.Static<typeof SubtitleConversion>
