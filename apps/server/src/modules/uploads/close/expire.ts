import { startBackground } from '../../../platform/background/background.ts'
import { createServiceContext, type Platform } from '../../../platform/context.ts'
import { endChunksOfOthers } from '../chunks/store.ts'
import type { Transfers } from '../chunks/transfers.ts'
import { endUpload } from '../clips/remove-clip.ts'
import { listExpiredSessions } from '../store.ts'
import { forgetLostBytes } from './lost-files.ts'

const lookEveryMs = 60_000
const mostAtOnce = 100

/**
 * Clears uploads that nobody has gone on with for a week: they end as if they had been cancelled, and their part
 * of the quota is free again. The result stops it.
 */
export function startUploadCare(platform: Platform): () => Promise<void> {
  // The previous owner of the database is dead.
  if (platform.isAlone) {
    endChunksOfOthers(platform.database, platform.instance).catch(error =>
      platform.log.warn({ err: error }, 'chunks of the predecessor not released'),
    )
  }
  let hasForgotten = false
  return startBackground(platform, {
    name: 'expiry of uploads',
    everyMs: lookEveryMs,
    async run() {
      if (!hasForgotten) await forgetLostBytes(platform)
      hasForgotten = true
      await removeExpiredUploads(platform, platform.services.transfers)
    },
  })
}

/** Clears what has expired by now. */
export async function removeExpiredUploads(platform: Platform, transfers: Transfers): Promise<void> {
  const ctx = createServiceContext(platform, 'upload expiry')
  for (const upload of await listExpiredSessions(ctx.db, platform.clock.now(), mostAtOnce)) {
    platform.log.info({ upload: upload.id, clip: upload.media_object_id }, 'an abandoned upload is cleared')
    await endUpload(ctx, transfers, upload).catch(error => {
      // Someone else, or another process, was faster.
      if (error.name !== 'NotFoundError' && error.name !== 'ConflictError') throw error
    })
  }
}
