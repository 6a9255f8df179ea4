import {
  brokenRule,
  ServiceError,
  type SubtitleAnnotation,
  type SubtitleLook,
  type SubtitleObject,
} from '@rushes/contract'
import { TimebaseError } from '@rushes/timebase'
import {
  findFormatByMediaType,
  listFormats,
  type SubtitlePreset,
  type TimedTextFormat,
  type WriteOptions,
} from '@rushes/timed-text'
import type { Context } from '../../platform/context.ts'
import { negotiate, RawReply, toEntityTag } from '../../platform/http/index.ts'
import { type AnnotationRow, findAnnotationHeads, toAnnotation } from '../annotations/index.ts'
import { settleContent } from './change/settle.ts'
import { toDocument, withoutRate } from './files/timed-text.ts'
import { type SubtitleTarget, toEmptyContent } from './target.ts'

const offers = [
  'application/json',
  ...listFormats().flatMap(({ mediaTypes, profiledMediaTypes = [] }) => [...mediaTypes, ...profiledMediaTypes]),
] as const

/** The form that the caller wants. Throws NotAcceptableError when it is none of ours. */
export function chooseMediaType(accept: string | undefined): string {
  const chosen = negotiate(accept, offers)
  if (!chosen) throw new ServiceError('NotAcceptableError', `Subtitles can be had as ${offers.join(', ')}`)
  return chosen
}

/** Stored subtitles as the resource; the content stands under both of its names. */
export function toSubtitleAnnotation(ctx: Context, row: AnnotationRow, translatedToIds?: number[]): SubtitleAnnotation {
  // Whatever was stored has been settled before.
  const content = row.structured_description as SubtitleObject
  return {
    ...toAnnotation(row, { publicUrl: ctx.platform.publicUrl, translatedToIds }),
    language: row.language!,
    structuredDescription: content,
    structuredAnnotation: content,
  }
}

/** What a caller sees who may not create the subtitles that are missing: none, with `id` and `version` 0. */
export function toUnstoredAnnotation(ctx: Context, target: SubtitleTarget): SubtitleAnnotation {
  const { presetId, frameCount } = target.rules
  const content = toEmptyContent(presetId)
  return {
    id: 0,
    version: 0,
    modifiedBy: ctx.requestId,
    objectType: 'StructuredAnnotation',
    funnel: 'Subtitle',
    type: 'SUBTITLE',
    language: target.language,
    ...(presetId !== null && { subtitlePresetId: presetId }),
    productionId: target.productionId,
    annotationProductionId: target.productionId,
    mediaObjectId: target.mediaObjectId,
    start: 0,
    end: frameCount,
    structuredDescription: content,
    structuredAnnotation: content,
  }
}

/** What of a preset shows on the picture; by what rules subtitles are made concerns their makers alone. */
export function toLook({ regions, styling, ebuStl }: SubtitlePreset): SubtitleLook {
  const { italicsAllowed: _rule, ...shown } = styling
  const { displayStandardCode, doubleHeight } = ebuStl
  return {
    regions: [...regions],
    styling: shown,
    ebuStl: {
      ...(displayStandardCode !== undefined && { displayStandardCode }),
      ...(doubleHeight !== undefined && { doubleHeight }),
    },
  }
}

/** Ids of the subtitles of the same clip that were translated from these. */
export async function listTranslations(ctx: Context, row: AnnotationRow): Promise<number[]> {
  const { production_id: productionId, media_object_id: mediaObjectId } = row
  const heads = await findAnnotationHeads(ctx.db, { productionId, mediaObjectId, funnel: 'Subtitle' })
  return heads.filter(other => other.translated_from_id === row.id).map(other => other.id)
}

/**
 * Subtitles in the chosen form. `X-Subtitle-Losses` names what a file format cannot hold, by the codes of the writers.
 * Throws ValidationError while the rate of the clip is not known: frames have no time then.
 */
export function writeSubtitle(
  annotation: SubtitleAnnotation,
  target: SubtitleTarget,
  mediaType: string,
  options: WriteOptions = {},
): RawReply {
  const format = findFormatByMediaType(mediaType)
  if (!format) return answerJson(annotation)
  const { content, diagnostics } = writeFile(format, toFileContent(annotation, target), target, options)
  const losses = [...new Set(diagnostics.map(({ code }) => code))].join(', ')
  const type = typeof content === 'string' ? `${mediaType}; charset=utf-8` : mediaType
  const headers = { vary: 'accept', 'content-type': type, etag: toEntityTag(annotation.version, content) }
  return new RawReply(200, { ...headers, ...(losses !== '' && { 'x-subtitle-losses': losses }) }, content)
}

/**
 * Subtitles as JSON: the content, which can be large, is written once for both of its names. The entity tag is that of
 * the other members, since the content of a version never changes.
 */
export function answerJson(annotation: SubtitleAnnotation): RawReply {
  const { structuredDescription, structuredAnnotation: _same, ...members } = annotation
  const head = JSON.stringify(members).slice(0, -1)
  const etag = toEntityTag(annotation.version, head)
  // As bytes: to send a long text, the server would first make room for the longest that it could become.
  const json = writeTwice(
    `${head},"structuredDescription":`,
    JSON.stringify(structuredDescription),
    ',"structuredAnnotation":',
  )
  return new RawReply(200, { vary: 'accept', 'content-type': 'application/json; charset=utf-8', etag }, json)
}

/** `head`, the content, `between`, the content once more and a closing brace, as bytes. */
function writeTwice(head: string, content: string, between: string): Buffer {
  const [headLength, length] = [Buffer.byteLength(head), Buffer.byteLength(content)]
  const bytes = Buffer.allocUnsafeSlow(headLength + length + Buffer.byteLength(between) + length + 1)
  bytes.write(head)
  bytes.write(content, headLength)
  const second = headLength + length + bytes.write(between, headLength + length)
  bytes.copy(bytes, second, headLength, headLength + length)
  bytes.write('}', second + length)
  return bytes
}

/** Annotations can be changed by other ways than ours, so that a file is written of settled content only. */
function toFileContent({ structuredDescription }: SubtitleAnnotation, { rules }: SubtitleTarget): SubtitleObject {
  return settleContent(structuredDescription, { ...rules, frameCount: 0 })
}

function writeFile(
  format: TimedTextFormat,
  content: SubtitleObject,
  { media, language }: SubtitleTarget,
  options: WriteOptions,
) {
  if (!media && content.subtitles.length > 0) throw brokenRule('/sampleRate', 'of the clip is not known yet')
  try {
    return format.write({ ...toDocument(content, media ?? withoutRate), language }, options)
  } catch (error) {
    if (error instanceof TimebaseError) throw brokenRule('/structuredDescription/subtitles', error.message)
    throw error
  }
}
