import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { type Context, inTransaction, type Platform, type Transaction } from '../../../platform/context.ts'
import { findInstance } from '../../media/index.ts'
import { startIngest } from '../service.ts'
import { takeDueClip } from './store.ts'

/** A release fills the list; nothing is added while the service runs. */
const everyMs = 3_600_000
/** Ingests that people wait for go on next to it. */
const restMs = 10_000

/** Starts to probe originals of a variable rate again that were ingested before times were stored; the result stops it. */
export function startFrameTimes(platform: Platform): () => Promise<void> {
  return startBackground(platform, { name: 'frame times', everyMs, run: probeNext })
}

async function probeNext(ctx: Context): Promise<number | undefined> {
  try {
    return (await inTransaction(ctx, takeNext)) ? restMs : undefined
  } catch (error) {
    // another ingest of the clip is running
    if (error instanceof ServiceError && error.type === 'ConflictError') return restMs
    throw error
  }
}

/** Takes a clip from the list and has its original probed; false when the list is empty. */
async function takeNext(ctx: Transaction): Promise<boolean> {
  const mediaObjectId = await takeDueClip(ctx.db)
  if (mediaObjectId === undefined) return false
  if (await findInstance(ctx.db, mediaObjectId, 'RAW'))
    await startIngest(ctx, { mediaObjectId, label: 'Times of pictures', only: ['probe', 'finish'] })
  return true
}
