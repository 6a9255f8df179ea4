import type { MarkedClip } from '@rushes/markers'
import { type FrameClock, mayDropFrame, type TimecodeFormat } from '@rushes/timebase'
import type { Context } from '../../../platform/context.ts'
import { findAnnotations, findCommentHeads, isHidden } from '../../annotations/index.ts'
import { findMediaObjectRows, listFrameClocks, type MediaObjectRow } from '../../media/index.ts'
import { findAuthors } from '../authors.ts'
import { type StoredThread, toThreads } from '../threads.ts'

/** A clip with the comments that the caller may see; at a variable rate, its frames are counted as labels count them. */
export interface ReviewedClip extends MarkedClip {
  readonly markers: readonly StoredThread[]
}

/**
 * Clips with their comments, whose texts are read apart, by id; a clip that this production does not have is left out.
 * Comments for the team only are left out unless `includeInternal`: a file leaves the team, and does not mark them.
 */
export async function readReviewedClips(
  ctx: Context,
  productionId: number,
  mediaObjectIds: readonly number[],
  includeInternal: boolean,
): Promise<Map<number, ReviewedClip>> {
  const clips = await findMediaObjectRows(ctx.db, [...new Set(mediaObjectIds)])
  const clocks = await listFrameClocks(ctx.db, clips)
  const found = await findCommentHeads(ctx, productionId, mediaObjectIds)
  const comments = found.filter(row => !isHidden(ctx.actor, row) && (includeInternal || !row.is_internal))
  const findAuthor = await findAuthors(ctx, productionId, comments)
  const byClip = Map.groupBy(comments, row => row.media_object_id)
  return new Map(
    clips
      .filter(clip => clip.production_id === productionId)
      .map(clip => {
        const threads = toThreads(byClip.get(clip.id) ?? [], findAuthor, clip.frame_count ?? 0)
        const marked = toMarkedClip(clip, clocks.get(clip.id))
        const { pictures } = marked
        const markers = pictures
          ? threads.map(thread => ({
              ...thread,
              frame: thread.frame && pictures.toLabel(thread.frame),
              ...(thread.end !== undefined && { end: pictures.toLabel(thread.end) }),
            }))
          : threads
        return [clip.id, { ...marked, markers }]
      }),
  )
}

/** The same with the sizes of their pictures, as far as ingest has found them. */
export async function withFrameSizes(
  ctx: Context,
  productionId: number,
  clips: ReadonlyMap<number, ReviewedClip>,
): Promise<Map<number, ReviewedClip>> {
  const mediaObjectIds = [...clips.keys()]
  const rows = await findAnnotations(ctx, { productionId, mediaObjectIds, funnel: 'MediaObjectAnnotation' })
  const sizes = new Map(rows.map(row => [row.media_object_id, findFrameSize(row.structured_description.tracks)]))
  return new Map(Array.from(clips, ([id, clip]) => [id, { ...clip, frameSize: sizes.get(id) }]))
}

/** The size of the first picture among the tracks of a technical description, which anyone may have patched. */
function findFrameSize(tracks: unknown): MarkedClip['frameSize'] {
  for (const track of Array.isArray(tracks) ? tracks : []) {
    const { width, height } = Object(track) as { width?: unknown; height?: unknown }
    if (isPixelCount(width) && isPixelCount(height)) return { width, height }
  }
  return undefined
}

function isPixelCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

function toMarkedClip(clip: MediaObjectRow, clock: FrameClock | undefined): Omit<MarkedClip, 'markers'> {
  const frameCount = clip.frame_count ?? 0
  return {
    name: clip.name,
    fileName: clip.file_name ?? undefined,
    isSound: clip.type === 'AUDIO',
    format: clock && toFormat(clip, clock),
    ...(clock?.isVariable && { pictures: clock }),
    startTimecode: clip.timecode_frames ?? 0,
    frameCount: clock?.toLabel(frameCount) ?? frameCount,
  }
}

function toFormat({ drop_frame }: MediaObjectRow, { rate }: FrameClock): TimecodeFormat {
  return { rate, dropFrame: drop_frame && mayDropFrame(rate) }
}
