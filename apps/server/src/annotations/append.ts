import { notFound } from '@rushes/contract'
import { createBatches } from '../platform/batches.ts'
import type { Context, Platform } from '../platform/context.ts'
import { type EventRow, toEventRow } from '../platform/event-log.ts'
import { takeId } from '../platform/ids.ts'
import { announceChanges } from '../search/index.ts'
import { recallClipRow } from './clip-row.ts'
import { type NewAnnotation, place, toNewRow } from './create.ts'
import { toAnnotationEvent } from './events.ts'
import { assertReplyTarget } from './policy.ts'
import { appendRows } from './store.ts'
import type { AnnotationRow } from './tables.ts'

/**
 * Creates an annotation of an existing clip as `createAnnotation` does, but outside any transaction: in one statement
 * with its event, and together with what others write at the same moment. For what people write, one at a time each
 * and many at once.
 */
export async function appendAnnotation(ctx: Context, annotation: NewAnnotation): Promise<AnnotationRow> {
  const clip = await recallClipRow(ctx, annotation.productionId, annotation.mediaObjectId)
  const placed = await place(ctx, annotation, clip)
  const row: AnnotationRow = { id: await takeId(ctx.platform), version: 1, ...toNewRow(ctx, placed) }
  const event = { ...toEventRow(ctx, toAnnotationEvent(ctx, row, 'create')), subject: row.id }
  const isWritten = await getBatches(ctx.platform)({ row, event }).catch(error => {
    // The comment that it answers went a moment ago.
    if (row.related_to_id !== null && error.code === foreignKeyViolation)
      assertReplyTarget(undefined, row.media_object_id)
    throw error
  })
  if (!isWritten) throw notFound('MediaObject', annotation.mediaObjectId)
  return row
}

const foreignKeyViolation = '23503'

/** An annotation to be, and the event that tells of it. */
interface Append {
  readonly row: AnnotationRow
  readonly event: EventRow & { readonly subject: number }
}

const batches = new WeakMap<Platform, (append: Append) => Promise<boolean>>()

function getBatches(platform: Platform): (append: Append) => Promise<boolean> {
  const known = batches.get(platform) ?? createBatches(appends => writeAppends(platform, appends))
  batches.set(platform, known)
  return known
}

/** Answers of each whether it was written: not when its clip is gone. */
async function writeAppends(platform: Platform, appends: readonly Append[]): Promise<boolean[]> {
  const written = await appendRows(
    platform.database,
    appends.map(({ row }) => row),
    appends.map(({ event }) => event),
  )
  platform.signals.emit('events')
  announceChanges(platform)
  return appends.map(({ row }) => written.has(row.id))
}
