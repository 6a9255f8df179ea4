import { createServiceContext, type Platform } from '../platform/context.ts'
import { forgetLostBytes } from './lost-files.ts'
import { removeClip } from './remove-clip.ts'
import { listExpiredSessions } from './store.ts'
import type { Transfers } from './transfers.ts'

const lookEveryMs = 60_000
const mostAtOnce = 100

/**
 * Clears uploads that nobody has gone on with for a week: their clips end as if they had been cancelled, and their part
 * of the quota is free again. The result stops it.
 */
export function startUploadCare(platform: Platform, transfers: Transfers): () => Promise<void> {
  let running = forgetLostBytes(platform).catch(error =>
    platform.log.warn({ err: error }, 'could not look for the bytes of uploads'),
  )
  const look = () => {
    running = running
      .then(() => removeExpiredUploads(platform, transfers))
      .catch(error => platform.log.warn({ err: error }, 'could not clear abandoned uploads'))
  }
  const timer = setInterval(look, lookEveryMs)
  look()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Clears what has expired by now. */
export async function removeExpiredUploads(platform: Platform, transfers: Transfers): Promise<void> {
  const ctx = createServiceContext(platform, 'upload expiry')
  for (const upload of await listExpiredSessions(ctx.db, platform.clock.now(), mostAtOnce)) {
    platform.log.info({ upload: upload.id, clip: upload.media_object_id }, 'an abandoned upload is cleared')
    await removeClip(ctx, transfers, upload.production_id, upload.media_object_id).catch(error => {
      // Someone else, or another process, was faster.
      if (error.name !== 'NotFoundError') throw error
    })
  }
}
