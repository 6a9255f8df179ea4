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
  const isWritten = await getLane(ctx.platform)({ row, event }).catch(error => {
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

type Lane = (append: Append) => Promise<boolean>

const lanes = new WeakMap<Platform, Lane>()

/** Answers of each append whether it was written: not when its clip is gone. */
function getLane(platform: Platform): Lane {
  const known = lanes.get(platform) ?? createLane(platform)
  lanes.set(platform, known)
  return known
}

/** What has to wait for the end of a deletion does so in a lane of its own, on one connection: all others go on. */
function createLane(platform: Platform): Lane {
  const late = createBatches<Append, boolean>(async appends => {
    const written = await write(platform, appends, 'wait')
    return appends.map(({ row }) => written.has(row.id))
  })
  return createBatches<Append, boolean>(async appends => {
    const written = await write(platform, appends, 'skip')
    return appends.map(append => written.has(append.row.id) || late(append))
  })
}

async function write(platform: Platform, appends: readonly Append[], whenHeld: 'skip' | 'wait'): Promise<Set<number>> {
  const rows = appends.map(({ row }) => row)
  const events = appends.map(({ event }) => event)
  const written = await appendRows(platform.database, rows, events, whenHeld)
  if (written.size > 0) {
    platform.signals.emit('events')
    announceChanges(platform)
  }
  return written
}
