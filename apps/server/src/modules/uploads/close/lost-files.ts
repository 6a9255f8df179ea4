import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { toStored } from '../chunks/location.ts'
import { deleteRanges, listUnclosedSessions, lockSession, updateSession } from '../store.ts'

/**
 * Begins uploads again of which the store has nothing, as after a restore or a move to another store: a client that
 * continues must learn that everything is missing, or it would complete a file of holes.
 */
export async function forgetLostBytes(platform: Platform): Promise<void> {
  const ctx = createServiceContext(platform, 'lost uploads')
  for (const upload of await listUnclosedSessions(ctx.db)) {
    if (await platform.blobs.hasUpload(toStored(upload))) continue
    if (upload.received_bytes > 0)
      platform.log.warn({ upload: upload.id, clip: upload.media_object_id }, 'the bytes of an upload are lost')
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, upload.id)
      if (!locked || locked.state === 'CLOSED' || (await platform.blobs.hasUpload(toStored(locked)))) return
      const begun = { state: 'OPEN', received_bytes: 0 } as const
      await platform.blobs.beginUpload(toStored({ ...locked, ...begun }))
      await deleteRanges(ctx.db, upload.id)
      await updateSession(ctx.db, upload.id, begun)
    })
  }
}
