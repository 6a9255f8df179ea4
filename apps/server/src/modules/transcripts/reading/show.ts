import { notFound, ServiceError, type Transcript } from '@rushes/contract'
import type { FrameClock } from '@rushes/timebase'
import { type WrittenParagraph, writeTranscriptCsv, writeTranscriptHtml, writeTranscriptText } from '@rushes/timed-text'
import type { Context } from '../../../platform/context.ts'
import { negotiate, RawReply } from '../../../platform/http/index.ts'
import { type AnnotationRow, findAnnotations, toAnnotation } from '../../annotations/index.ts'
import { findFrameClock, getMediaObjectRow, type MediaObjectRow, writeTimecode } from '../../media/index.ts'
import { type TranscriptAddress, toAddress } from '../address.ts'
import { readWords } from '../recognition/parts.ts'
import { listParagraphRows } from './find.ts'

const offers = ['application/json', 'text/plain', 'text/csv', 'text/html'] as const

/** A transcript in the form that `Accept` asks for. Throws NotFoundError where there is none. */
export async function getTranscript(
  ctx: Context,
  given: TranscriptAddress,
  accept: string | undefined,
): Promise<RawReply> {
  const mediaType = negotiate(accept, offers)
  if (!mediaType) throw new ServiceError('NotAcceptableError', `A transcript can be had as ${offers.join(', ')}`)
  const address = toAddress(given)
  const clip = await getMediaObjectRow(ctx.db, address.productionId, address.mediaObjectId)
  const rows = await listParagraphRows(ctx, address)
  if (rows.length === 0) throw notFound('Transcript', address.language)
  const headers = {
    vary: 'accept',
    'content-type': `${mediaType}; charset=utf-8`,
    // A page of the service's own origin that holds what others wrote: it may do nothing.
    ...(mediaType === 'text/html' && { 'content-security-policy': "default-src 'none'; sandbox" }),
  }
  return new RawReply(200, headers, await write(ctx, mediaType, address, clip, rows))
}

async function write(
  ctx: Context,
  mediaType: (typeof offers)[number],
  address: TranscriptAddress,
  clip: MediaObjectRow,
  rows: readonly AnnotationRow[],
): Promise<string> {
  if (mediaType === 'application/json') return JSON.stringify(await toTranscript(ctx, address, rows))
  const clock = await findFrameClock(ctx.db, clip)
  const paragraphs = rows.map(row => toWritten(row, clip, clock))
  if (mediaType === 'text/csv') return writeTranscriptCsv(paragraphs)
  if (mediaType === 'text/plain') return writeTranscriptText(paragraphs)
  return writeTranscriptHtml(paragraphs, { title: clip.name, language: address.language })
}

/** Times as an editor reads them: the timecode of the clip; frames where its rate is not known. */
function toWritten(row: AnnotationRow, clip: MediaObjectRow, clock: FrameClock | undefined): WrittenParagraph {
  return {
    at: writeTimecode(clip, clock, row.start_frame) ?? String(row.start_frame),
    speaker: row.details.speaker,
    words: readWords(row),
  }
}

/** A transcript as the resource. */
export async function toTranscript(
  ctx: Context,
  { productionId, mediaObjectId, language }: TranscriptAddress,
  rows: readonly AnnotationRow[],
): Promise<Transcript> {
  const [clip] = await findAnnotations(ctx, { productionId, mediaObjectId, funnel: 'MediaObjectAnnotation' })
  return {
    objectType: 'Transcript',
    productionId,
    mediaObjectId,
    language,
    status: clip?.details.transcriptionStatuses?.[language] ?? 'NOT_STARTED',
    paragraphs: rows.map(row => toAnnotation(row, { publicUrl: ctx.platform.publicUrl })),
  }
}
