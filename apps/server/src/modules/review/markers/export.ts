import { Readable } from 'node:stream'
import { brokenRule, type MarkerFormatName, notFound, withoutMediaExtension } from '@rushes/contract'
import { type Cut, type FilePart, formats, NoFramesError, toCutOfClip, writePart } from '@rushes/markers'
import {
  type FrameRange,
  findCountingRate,
  parseTimecode,
  resampleFrames,
  TimebaseError,
  type TimecodeFormat,
} from '@rushes/timebase'
import type { Context } from '../../../platform/context.ts'
import { toContentDisposition } from '../../../platform/http/index.ts'
import { commentFunnel, readCommentTexts } from '../../annotations/index.ts'
import { getCollection, listSeenEntries } from '../../collections/index.ts'
import type { StoredRemark } from '../threads.ts'
import { type ReviewedClip, readReviewedClips, withFrameSizes } from './marked-clips.ts'

/** A file that is written while it is sent. */
export interface ExportedFile {
  readonly headers: Record<string, string>
  readonly pieces: Readable
}

/** What is wanted of comments as a file. */
interface ExportOptions {
  readonly format?: MarkerFormatName | undefined
  readonly includeInternal?: boolean | undefined
}

/** The comments of a clip as a file. Throws NotFoundError, and ValidationError when the clip has no times for the format. */
export async function exportClipComments(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  options: ExportOptions,
): Promise<ExportedFile> {
  const clips = await readClips(ctx, productionId, [mediaObjectId], options)
  const clip = clips.get(mediaObjectId)
  if (!clip) throw notFound('MediaObject', mediaObjectId)
  return writeFile(ctx, toCutOfClip(clip), options.format)
}

/** Where a cut begins by custom. */
const cutStart = '01:00:00:00'

/**
 * The comments of a collection as a file, over its clips and subclips one after another. What has no length is in
 * the table only. Throws as above.
 */
export async function exportCollectionComments(
  ctx: Context,
  productionId: number,
  id: number,
  options: ExportOptions,
): Promise<ExportedFile> {
  const { details } = await getCollection(ctx, productionId, id)
  const entries = (await listSeenEntries(ctx, id)).map(({ row }) => row).filter(isOfCut)
  const clipIds = entries.map(row => row.media_object_id)
  const clips = await readClips(ctx, productionId, clipIds, options)
  const pieces = entries.flatMap(row => {
    const clip = clips.get(row.media_object_id)
    return clip ? [{ clip, range: toRange(row, clip) }] : []
  })
  const counting = pieces.find(({ clip }) => clip.format && findCountingRate(clip.format.rate))?.clip.format
  const cut = { name: details.title ?? `Collection ${id}`, pieces, ...toCounting(counting ?? pieces[0]?.clip.format) }
  return writeFile(ctx, cut, options.format)
}

/** Sizes are looked up for the one format that tells them. */
async function readClips(
  ctx: Context,
  productionId: number,
  mediaObjectIds: readonly number[],
  { format, includeInternal = false }: ExportOptions,
): Promise<Map<number, ReviewedClip>> {
  const clips = await readReviewedClips(ctx, productionId, mediaObjectIds, includeInternal)
  return format === 'fcpxml' ? withFrameSizes(ctx, productionId, clips) : clips
}

type Entry = { object_type: string; funnel: string; start_frame: number; end_frame: number }

/** Clips and subclips make up a cut; a comment or subtitles that hang on a collection do not. */
function isOfCut({ object_type, funnel }: Entry): boolean {
  if (object_type === 'MediaObjectAnnotation') return true
  return object_type === 'ClipAnnotation' && funnel !== commentFunnel
}

/**
 * A clip without frames, or whose length is not known, has a place for what was said of it all the same. Of a subclip
 * nothing is behind the end of its clip, whose file may be shorter than was expected.
 */
function toRange(entry: Entry, clip: ReviewedClip): FrameRange {
  const toLabel = clip.pictures?.toLabel ?? (frame => frame)
  const [start, end] = [toLabel(entry.start_frame), toLabel(entry.end_frame)]
  const limit = clip.frameCount || end
  if (clip.format && end > 0) return { start: Math.min(start, limit), end: Math.min(end, limit) }
  return toCutOfClip(clip).pieces[0]!.range
}

function toCounting(format: TimecodeFormat | undefined): Pick<Cut, 'format' | 'startTimecode'> {
  const rate = format && findCountingRate(format.rate)
  if (!format || !rate) return { format, startTimecode: 0 }
  const start = parseTimecode(cutStart, { ...format, rate })
  return { format, startTimecode: resampleFrames(start, rate, format.rate) }
}

function writeFile(ctx: Context, cut: Cut, id: MarkerFormatName = 'csv'): ExportedFile {
  const format = formats[id]
  assertWritable(cut, format)
  const headers = {
    'content-type': format.mediaType,
    'content-disposition': toContentDisposition('attachment', toFileName(cut.name, format.extension)),
  }
  const pieces = Readable.from(writeParts(ctx, format.listParts(cut)), { objectMode: false, highWaterMark: 1 })
  return { headers, pieces }
}

/** What is wrong shows before the file begins. */
function assertWritable(cut: Cut, format: (typeof formats)[MarkerFormatName]): void {
  try {
    for (const _ of format.listParts(cut));
  } catch (error) {
    if (error instanceof NoFramesError) throw brokenRule('/format', 'needs frames; csv takes comments without them')
    if (error instanceof TimebaseError) throw brokenRule('/format', `needs a timecode. ${error.message}`)
    throw error
  }
}

/** Parts of a file that wait for their texts together. */
const maxPartsWaiting = 1000

/** The file in pieces, whose texts are read on the way. */
async function* writeParts(ctx: Context, parts: Iterable<FilePart>): AsyncGenerator<string> {
  let waiting: FilePart[] = []
  for (const part of parts) {
    waiting.push(part)
    if (waiting.length < maxPartsWaiting) continue
    yield* writeWaiting(ctx, waiting)
    waiting = []
  }
  yield* writeWaiting(ctx, waiting)
}

/** Texts are in the order of their parts; a comment deleted meanwhile has none. */
async function* writeWaiting(ctx: Context, parts: readonly FilePart[]): AsyncGenerator<string> {
  const ids = parts.flatMap(part => findId(part) ?? [])
  let next = 0
  for await (const batch of readCommentTexts(ctx, ids)) {
    let piece = ''
    for (const { id, text } of batch) {
      while (findId(parts[next]!) !== id) piece += writePart(parts[next++]!, () => '')
      piece += writePart(parts[next++]!, () => text)
    }
    yield piece
  }
  yield parts
    .slice(next)
    .map(part => writePart(part, () => ''))
    .join('')
}

function findId(part: FilePart): number | undefined {
  return typeof part === 'object' ? (part.remark as StoredRemark).id : undefined
}

/** A name that is no path, with the format's extension for that of the media. */
function toFileName(name: string, extension: string): string {
  const plain = withoutMediaExtension(name).replaceAll(/[\p{Cc}/\\:]/gu, '_')
  return `${plain.slice(0, 200)}.${extension}`
}
