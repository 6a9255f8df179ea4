import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { type Context, inTransaction, type Platform } from '../../../platform/context.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { findInstance, lockMediaObject } from '../../media/index.ts'
import { startIngest } from '../service.ts'
import { findDueClip, postponeDueClip, takeDueClip } from './store.ts'

/** A release fills the list; nothing is added while the service runs. What failed is tried again in the next round. */
const everyMs = 3_600_000
/** Ingests that people wait for go on next to it. */
const restMs = 10_000

/** Starts to probe originals of a variable rate again that were ingested before times were stored; the result stops it. */
export function startFrameTimes(platform: Platform): () => Promise<void> {
  return startBackground(platform, { name: 'frame times', everyMs, run: probeNext })
}

/** A clip that fails waits for an hour, and holds up no other. */
async function probeNext(ctx: Context): Promise<number | undefined> {
  const now = ctx.platform.clock.now()
  const mediaObjectId = await findDueClip(ctx.db, now - everyMs)
  if (mediaObjectId === undefined) return undefined
  try {
    await probe(ctx, mediaObjectId)
    return restMs
  } catch (error) {
    await postponeDueClip(ctx.db, mediaObjectId, now)
    // another ingest of the clip is running
    const isConflict = error instanceof ServiceError && error.type === 'ConflictError'
    if (!isConflict) logFailure(ctx.platform.log, error, 'could not probe the frame times of a clip', { mediaObjectId })
    return 0
  }
}

/** Takes a clip off the list and has its original probed. */
function probe(ctx: Context, mediaObjectId: number): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const original = await findInstance(ctx.db, mediaObjectId, 'RAW')
    // The clip before its place on the list: the order in which a deletion takes them.
    if (original) await lockMediaObject(ctx, original.production_id, mediaObjectId)
    if (!(await takeDueClip(ctx.db, mediaObjectId)) || !original) return
    await startIngest(ctx, { mediaObjectId, label: 'Times of pictures', only: ['probe', 'finish'] })
  })
}
