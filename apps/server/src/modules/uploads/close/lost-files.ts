import { stat } from 'node:fs/promises'
import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { toBlobKey, toStagingPath } from '../chunks/location.ts'
import { deleteRanges, listBegunSessions, lockSession, updateSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'

/**
 * Restarts uploads whose bytes no longer exist: a backup contains no incomplete uploads, and a
 * client that continues must learn that everything is missing, or it would complete a file of holes.
 */
export async function forgetLostBytes(platform: Platform): Promise<void> {
  const ctx = createServiceContext(platform, 'lost uploads')
  for (const upload of await listBegunSessions(ctx.db)) {
    if (await hasBytes(platform, upload)) continue
    platform.log.warn({ upload: upload.id, clip: upload.media_object_id }, 'the bytes of an upload are lost')
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, upload.id)
      if (!locked || locked.state === 'CLOSED' || (await hasBytes(platform, locked))) return
      await deleteRanges(ctx.db, upload.id)
      await updateSession(ctx.db, upload.id, { state: 'OPEN', received_bytes: 0 })
    })
  }
}

/** Whether they are in the staging folder, or, by a close that was cut short, a blob already. */
async function hasBytes(platform: Platform, upload: UploadSessionRow): Promise<boolean> {
  const staged = await stat(toStagingPath(platform, upload.workflow_id)).catch(() => undefined)
  if (staged) return true
  return platform.blobs.getSize(toBlobKey(upload)).then(
    () => true,
    () => false,
  )
}
