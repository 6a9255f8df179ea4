import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { toStored } from '../chunks/location.ts'
import { deleteRanges, listBegunSessions, lockSession, updateSession } from '../store.ts'

/**
 * Restarts uploads whose bytes no longer exist: a backup contains no incomplete uploads, and a
 * client that continues must learn that everything is missing, or it would complete a file of holes.
 */
export async function forgetLostBytes(platform: Platform): Promise<void> {
  const ctx = createServiceContext(platform, 'lost uploads')
  for (const upload of await listBegunSessions(ctx.db)) {
    if (await platform.blobs.hasUpload(toStored(upload))) continue
    platform.log.warn({ upload: upload.id, clip: upload.media_object_id }, 'the bytes of an upload are lost')
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, upload.id)
      if (!locked || locked.state === 'CLOSED' || (await platform.blobs.hasUpload(toStored(locked)))) return
      await deleteRanges(ctx.db, upload.id)
      await updateSession(ctx.db, upload.id, { state: 'OPEN', received_bytes: 0 })
    })
  }
}
