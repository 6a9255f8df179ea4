import {
  brokenRule,
  type MarkerImportLine,
  type MarkerImportResult,
  mostMarkers,
  notFound,
  ServiceError,
} from '@rushes/contract'
import type { ReadMarker, ReadRemark, Remark } from '@rushes/markers'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { addClipAnnotation, commentFunnel, lockClipAnnotation, readCommentTexts } from '../../annotations/index.ts'
import { importOrigin } from '../authors.ts'
import { type StoredThread, withTexts } from '../threads.ts'
import { readReviewedClips } from './marked-clips.ts'
import type { ReadableFile } from './marker-file.ts'
import { findFault, pairRemarks } from './matching.ts'

/** The clip that comments go to, and what they have in common. */
interface Target {
  readonly productionId: number
  readonly mediaObjectId: number
  /** The frame that a frame of the file is. */
  readonly toFrame: (frame: number) => number
}

/**
 * Creates the comments that a file has and the clip has not; one import of a clip at a time, so that the same file twice
 * at once is no different from twice in a row. Lines that cannot be taken are refused one by one. Throws NotFoundError
 * without the clip, ValidationError for a file that holds nothing readable, or too much.
 */
export async function importComments(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
  { format, text }: ReadableFile,
): Promise<MarkerImportResult> {
  return inTransaction(ctx, async ctx => {
    await lockClipAnnotation(ctx, productionId, mediaObjectId)
    const clips = await readReviewedClips(ctx, productionId, [mediaObjectId], true)
    const clip = clips.get(mediaObjectId)
    if (!clip) throw notFound('MediaObject', mediaObjectId)
    const { markers, problems } = format.read(text, clip)
    const stored = withTexts(clip.markers, await readTexts(ctx, clip.markers))
    const lines: MarkerImportLine[] = problems.map(({ line, message }) => ({ line, outcome: 'refused', message }))
    assertSize(markers, lines)
    const { fromLabel = (label: number) => label } = clip.pictures ?? {}
    await addThreads(ctx, { productionId, mediaObjectId, toFrame: fromLabel }, markers, stored, lines)
    return toResult(lines)
  })
}

async function readTexts(ctx: Context, threads: readonly StoredThread[]): Promise<Map<number, string>> {
  const ids = threads.flatMap(thread => [thread.id, ...thread.replies.map(({ id }) => id)])
  const batches = await Array.fromAsync(readCommentTexts(ctx, ids))
  return new Map(batches.flat().map(({ id, text }) => [id, text]))
}

/** A file that is none of its format is refused as a whole; so is one that holds more than anyone says of a clip. */
function assertSize(markers: readonly ReadMarker[], refused: readonly MarkerImportLine[]): void {
  const count = markers.reduce((sum, { replies }) => sum + 1 + replies.length, refused.length)
  if (count > mostMarkers) throw brokenRule('/', `has more than ${mostMarkers} markers`)
  const [first] = refused
  if (markers.length === 0 && first) {
    throw brokenRule('/', `holds no marker for this clip. Line ${first.line}: ${first.message}`)
  }
}

async function addThreads(
  ctx: Transaction,
  target: Target,
  markers: readonly ReadMarker[],
  stored: readonly StoredThread[],
  lines: MarkerImportLine[],
): Promise<void> {
  const threads = pairRemarks(markers, stored)
  for (const marker of markers) {
    const thread = threads.get(marker)
    const frame = marker.frame === undefined ? undefined : target.toFrame(marker.frame)
    const end =
      frame === undefined || marker.end === undefined ? undefined : Math.max(frame + 1, target.toFrame(marker.end))
    const place = frame === undefined ? { start: 0, ignoreTimecode: true } : { start: frame, end }
    const threadId = await settle(ctx, target, marker, thread, place, lines)
    const replies = pairRemarks(marker.replies, thread?.replies ?? [])
    for (const reply of marker.replies) {
      if (threadId === undefined) {
        lines.push({ line: reply.line, outcome: 'refused', message: 'The comment that this answers was refused' })
        continue
      }
      await settle(ctx, target, reply, replies.get(reply), { start: frame ?? 0, relatedToId: threadId }, lines)
    }
  }
}

type Place = { start: number; end?: number | undefined; ignoreTimecode?: boolean; relatedToId?: number }

/** Leaves a remark that is there, creates one that is not; notes what became of it and gives the comment's id. */
async function settle(
  ctx: Transaction,
  target: Target,
  remark: ReadRemark,
  stored: { id: number } | undefined,
  place: Place,
  lines: MarkerImportLine[],
): Promise<number | undefined> {
  const { line } = remark
  if (stored) {
    lines.push({ line, outcome: 'unchanged', annotationId: stored.id })
    return stored.id
  }
  try {
    const id = await createComment(ctx, target, remark, place)
    lines.push({ line, outcome: 'created', annotationId: id })
    return id
  } catch (error) {
    if (!(error instanceof ServiceError && error.type === 'ValidationError')) throw error
    lines.push({ line, outcome: 'refused', message: error.message })
    return undefined
  }
}

/** The caller creates it; whom the file names stays known as its `source`. */
async function createComment(
  ctx: Transaction,
  { productionId, mediaObjectId }: Target,
  remark: Remark,
  { end, ...place }: Place,
): Promise<number> {
  const fault = findFault(remark)
  if (fault !== undefined) throw new ServiceError('ValidationError', fault)
  const { text, author } = remark
  const isOwn = !author || (ctx.actor.kind === 'user' && ctx.actor.username === author)
  const row = await addClipAnnotation(ctx, productionId, mediaObjectId, {
    funnel: commentFunnel,
    description: text,
    ...place,
    ...(end !== undefined && { structuredDescription: { range: { start: place.start, end } } }),
    ...(isOwn ? {} : { origin: importOrigin, source: author }),
  })
  return row.id
}

function toResult(lines: MarkerImportLine[]): MarkerImportResult {
  const count = (outcome: MarkerImportLine['outcome']) => lines.filter(line => line.outcome === outcome).length
  return {
    created: count('created'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    lines: lines.sort((a, b) => a.line - b.line),
  }
}
