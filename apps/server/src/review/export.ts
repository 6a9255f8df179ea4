import { brokenRule, type MarkerFormatName, notFound } from '@rushes/contract'
import { type Cut, formats, NoFramesError, toCutOfClip } from '@rushes/markers'
import { type FrameRange, findTimecodeBase, parseTimecode, TimebaseError, type TimecodeFormat } from '@rushes/timebase'
import { commentFunnel } from '../annotations/index.ts'
import { getCollection, listSeenEntries } from '../collections/index.ts'
import type { Context } from '../platform/context.ts'
import { RawReply, toContentDisposition } from '../platform/http/index.ts'
import type { FindSharedUserNames } from './authors.ts'
import { type ReviewedClip, readReviewedClips, withFrameSizes } from './marked-clips.ts'

/** The comments of a clip as a file. Throws NotFoundError, and ValidationError when the clip has no times for the format. */
export async function exportClipComments(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  format: MarkerFormatName | undefined,
  findSharedUserNames: FindSharedUserNames,
): Promise<RawReply> {
  const clips = await readClips(ctx, productionId, [mediaObjectId], format, findSharedUserNames)
  const clip = clips.get(mediaObjectId)
  if (!clip) throw notFound('MediaObject', mediaObjectId)
  return writeFile(toCutOfClip(clip), format)
}

/** Where a cut begins by custom. */
const cutStart = '01:00:00:00'

/**
 * The comments of a collection as a file, over its clips and subclips one after another. What has no length stands in
 * the table alone. Throws as above.
 */
export async function exportCollectionComments(
  ctx: Context,
  productionId: number,
  id: number,
  format: MarkerFormatName | undefined,
  findSharedUserNames: FindSharedUserNames,
): Promise<RawReply> {
  const { details } = await getCollection(ctx, productionId, id)
  const entries = (await listSeenEntries(ctx, id)).map(({ row }) => row).filter(isOfCut)
  const clipIds = entries.map(row => row.media_object_id)
  const clips = await readClips(ctx, productionId, clipIds, format, findSharedUserNames)
  const pieces = entries.flatMap(row => {
    const clip = clips.get(row.media_object_id)
    return clip ? [{ clip, range: toRange(row, clip) }] : []
  })
  const counting = pieces.find(({ clip }) => clip.format && findTimecodeBase(clip.format.rate))?.clip.format
  const cut = { name: details.title ?? `Collection ${id}`, pieces, ...toCounting(counting ?? pieces[0]?.clip.format) }
  return writeFile(cut, format)
}

/** Sizes are looked up for the one format that tells them. */
async function readClips(
  ctx: Context,
  productionId: number,
  mediaObjectIds: readonly number[],
  format: MarkerFormatName | undefined,
  findSharedUserNames: FindSharedUserNames,
): Promise<Map<number, ReviewedClip>> {
  const clips = await readReviewedClips(ctx, productionId, mediaObjectIds, findSharedUserNames)
  return format === 'fcpxml' ? withFrameSizes(ctx, productionId, clips) : clips
}

type Entry = { object_type: string; funnel: string; start_frame: number; end_frame: number }

/** Clips and subclips make up a cut; a comment or subtitles that hang on a collection do not. */
function isOfCut({ object_type, funnel }: Entry): boolean {
  if (object_type === 'MediaObjectAnnotation') return true
  return object_type === 'ClipAnnotation' && funnel !== commentFunnel
}

/** A clip without frames, or whose length is not known, has a place for what was said of it all the same. */
function toRange({ start_frame: start, end_frame: end }: Entry, clip: ReviewedClip): FrameRange {
  if (clip.format && end > 0) return { start, end }
  return toCutOfClip(clip).pieces[0]!.range
}

function toCounting(format: TimecodeFormat | undefined): Pick<Cut, 'format' | 'startTimecode'> {
  if (!format || findTimecodeBase(format.rate) === undefined) return { format, startTimecode: 0 }
  return { format, startTimecode: parseTimecode(cutStart, format) }
}

function writeFile(cut: Cut, id: MarkerFormatName = 'csv'): RawReply {
  const format = formats[id]
  const headers = {
    'content-type': format.mediaType,
    'content-disposition': toContentDisposition('attachment', toFileName(cut.name, format.extension)),
  }
  return new RawReply(200, headers, write(cut, format))
}

function write(cut: Cut, format: (typeof formats)[MarkerFormatName]): string {
  try {
    return format.write(cut)
  } catch (error) {
    if (error instanceof NoFramesError) throw brokenRule('/format', 'needs frames; csv takes comments without them')
    if (error instanceof TimebaseError) throw brokenRule('/format', `needs a timecode. ${error.message}`)
    throw error
  }
}

/** A name that is no path, with the format's extension for that of the media. */
function toFileName(name: string, extension: string): string {
  const plain = name.replaceAll(/[\p{Cc}/\\:]/gu, '_').replace(/\.(?=\d*[a-z])[a-z\d]{2,5}$/i, '')
  return `${plain.slice(0, 200)}.${extension}`
}
