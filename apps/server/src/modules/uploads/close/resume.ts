import { ServiceError } from '@rushes/contract'
import { startBackground } from '../../../platform/background/background.ts'
import { leaseMs } from '../../../platform/background/lease.ts'
import { type Context, createServiceContext, type Platform } from '../../../platform/context.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { isHere } from '../chunks/location.ts'
import { findSession } from '../store.ts'
import { type CloseOptions, finishClose, type StartIngest } from './close.ts'
import { deleteClose, releaseClosesOfOthers, takeUnfinishedClose } from './close-store.ts'

/** Goes on with closes whose process died, or that failed and were not asked for again; the result stops it. */
export function startResumingCloses(platform: Platform, startIngest: StartIngest): () => Promise<void> {
  const { database, instance, services } = platform
  const options = { transfers: services.transfers, startIngest }
  const ctx = createServiceContext(platform, 'closes of uploads')
  let mayHavePredecessor = platform.isAlone
  return startBackground(platform, {
    name: 'closes of uploads',
    everyMs: leaseMs,
    async run(_, signal) {
      if (mayHavePredecessor) await releaseClosesOfOthers(database, instance)
      mayHavePredecessor = false
      await resumeCloses(ctx, options, signal)
    },
  })
}

/** Goes on with each close that no process does at this moment, once. */
export async function resumeCloses(ctx: Context, options: CloseOptions, signal?: AbortSignal): Promise<void> {
  const seen: number[] = []
  while (!signal?.aborted) {
    const close = await takeUnfinishedClose(ctx.db, ctx.platform.instance, seen)
    if (!close) return
    seen.push(close.uploadId)
    await resume(ctx, options, close)
  }
}

async function resume(
  ctx: Context,
  options: CloseOptions,
  { uploadId, request }: NonNullable<Awaited<ReturnType<typeof takeUnfinishedClose>>>,
): Promise<void> {
  const { log } = ctx.platform
  const upload = await findSession(ctx.db, uploadId)
  if (upload?.state !== 'CLOSING') return deleteClose(ctx.db, uploadId)
  if (!isHere(ctx.platform, upload)) return
  const fields = { upload: uploadId, clip: upload.media_object_id }
  try {
    await finishClose(ctx, options, upload, request)
    log.info(fields, 'close resumed')
  } catch (error) {
    // It is open again, or somebody else was faster.
    if (error instanceof ServiceError && error.status < 500) log.info({ ...fields, err: error }, 'close refused')
    else logFailure(log, error, 'close not resumed', fields)
  }
}
