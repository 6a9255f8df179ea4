import { nameStore } from '../../../platform/blobs/open-store.ts'
import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { isHere, toStored } from '../chunks/location.ts'
import { deleteChunksOfUpload } from '../chunks/store.ts'
import { deleteRanges, listUnclosedSessions, lockSession, updateSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'

/**
 * Begins uploads again of which the store has nothing, as after a restore or a move to another store: a client that
 * continues must learn that everything is missing, or it would complete a file of holes. What the store has of an
 * upload that went on in another one meanwhile is removed.
 */
export async function forgetLostBytes(platform: Platform): Promise<void> {
  const ctx = createServiceContext(platform, 'lost uploads')
  const { blobs, config, log } = platform
  const isThere = async (upload: UploadSessionRow) =>
    isHere(platform, upload) && (await blobs.hasUpload(toStored(upload)))
  for (const upload of await listUnclosedSessions(ctx.db)) {
    if (await isThere(upload)) continue
    if (upload.received_bytes > 0)
      log.warn({ upload: upload.id, clip: upload.media_object_id }, 'the bytes of an upload are lost')
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, upload.id)
      if (!locked || locked.state === 'CLOSED' || (await isThere(locked))) return
      const begun = { state: 'OPEN', received_bytes: 0, store: nameStore(config.storage) } as const
      const stored = toStored({ ...locked, ...begun })
      if (!isHere(platform, locked)) {
        await blobs.removeUpload(stored.name)
        // A node that was left running writes to the other store.
        await deleteChunksOfUpload(ctx.db, upload.id)
      }
      await blobs.beginUpload(stored)
      await deleteRanges(ctx.db, upload.id)
      await updateSession(ctx.db, upload.id, begun)
    })
  }
}
