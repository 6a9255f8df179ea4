import { notFound, ServiceError, uploadLimitBytes } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { lockMediaObject, type MediaObjectRow, resizeOriginal } from '../../media/index.ts'
import { findSession, listReceived, lockSession, updateSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'
import { findHeldEnd } from './store.ts'

/** The room that a chunk of a growing upload takes of the quota, before its bytes are written. */
export interface Growth {
  /** Has room for the bytes up to `end`. Throws QuotaExceededError. */
  reach(end: number): Promise<void>
  /** The same for a chunk whose length is known when it ends: takes some more room in advance, where there is any. */
  reachAhead(end: number): Promise<void>
  /** Gives back the room of what was not recorded, once the chunk holds its upload no more. */
  giveBack(): Promise<void>
}

/** A chunk of unknown length asks the database this often at most. */
const aheadBytes = 8 * 1024 * 1024

/**
 * Follows the size of an upload for a chunk that holds it: as long as it does, others that give room back leave the
 * upload as large as this one needs it.
 */
export async function openGrowth(ctx: Context, { id, is_growing: isGrowing, size }: UploadSessionRow): Promise<Growth> {
  // Another chunk may have given room back between the first look at the upload and the hold.
  let reached = isGrowing ? ((await findSession(ctx.db, id))?.size ?? 0) : size
  let hasGrown = false

  async function reach(end: number): Promise<void> {
    if (!isGrowing || end <= reached) return
    reached = await grow(ctx, id, end)
    hasGrown = true
  }
  return {
    reach,
    async reachAhead(end) {
      if (!isGrowing || end <= reached) return
      try {
        await reach(Math.min(end + aheadBytes, uploadLimitBytes))
      } catch (error) {
        if (!(error instanceof ServiceError) || error.type !== 'QuotaExceededError') throw error
        await reach(end)
      }
    },
    async giveBack() {
      if (!hasGrown) return
      await shrink(ctx, id).catch(error => {
        // With its clip, all of its room is given back.
        if (!(error instanceof ServiceError) || error.status !== 404) throw error
      })
    },
  }
}

/** Takes room up to `end`; returns the size of the upload then. */
function grow(ctx: Context, id: number, end: number): Promise<number> {
  return inTransaction(ctx, async ctx => {
    const { upload, clip } = await lockUpload(ctx, id)
    if (upload.state !== 'OPEN')
      throw new ServiceError('ConflictError', 'This upload is closed; it takes no more bytes')
    // Another chunk may have been faster.
    if (end <= upload.size) return upload.size
    await resizeOriginal(ctx, clip, end - upload.size)
    await updateSession(ctx.db, id, { size: end })
    return end
  })
}

/** An upload is as large as was announced, as what has come, or as what is on its way. */
function shrink(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async ctx => {
    const { upload, clip } = await lockUpload(ctx, id)
    if (upload.state !== 'OPEN') return
    const received = (await listReceived(ctx.db, id)).at(-1)?.[1] ?? 0
    const held = (await findHeldEnd(ctx.db, id, { isWriting: false })) ?? 0
    const size = Math.min(
      upload.size,
      Math.max(upload.announced_size ?? upload.size, upload.least_size ?? 0, received, held),
    )
    if (size === upload.size) return
    await resizeOriginal(ctx, clip, size - upload.size)
    await updateSession(ctx.db, id, { size })
  })
}

/** The clip before its upload: the order in which a deletion locks them. */
async function lockUpload(ctx: Transaction, id: number): Promise<{ upload: UploadSessionRow; clip: MediaObjectRow }> {
  const opened = await findSession(ctx.db, id)
  if (!opened) throw notFound('Upload', id)
  const clip = await lockMediaObject(ctx, opened.production_id, opened.media_object_id)
  const upload = await lockSession(ctx.db, id)
  if (!upload) throw notFound('Upload', id)
  return { upload, clip }
}
