import { rm } from 'node:fs/promises'
import { type MediaObject, notFound, ServiceError } from '@rushes/contract'
import { deleteClip } from '../annotations/index.ts'
import { getMediaObject } from '../media/index.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { assertPrecondition } from '../platform/precondition.ts'
import { publishTransfer } from './events.ts'
import { getOwnUpload } from './get-upload.ts'
import { toStagingPath } from './location.ts'
import { findSessionOfClip } from './store.ts'
import type { Transfers } from './transfers.ts'

/** "POST .../cancel: the clip is deleted immediately"; what has come of it is freed, and so is its share of the quota. */
export async function cancelUpload(
  ctx: Context,
  transfers: Transfers,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObject> {
  const { upload } = await getOwnUpload(ctx, productionId, mediaObjectId)
  if (upload.state === 'CLOSED')
    throw new ServiceError('ConflictError', 'This upload is closed; delete the clip instead')
  return removeClip(ctx, transfers, productionId, mediaObjectId)
}

/** Deletes a clip with all that hangs on it, and stops what still comes in for it. */
export async function removeClip(
  ctx: Context,
  transfers: Transfers,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObject> {
  const clip = await getMediaObject(ctx, productionId, mediaObjectId)
  const upload = await findSessionOfClip(ctx.db, mediaObjectId)
  await inTransaction(ctx, async ctx => {
    const gone = await deleteClip(ctx, productionId, mediaObjectId)
    assertPrecondition(ctx, gone.version)
    if (upload && upload.state !== 'CLOSED') publishTransfer(ctx, 'Transfer.failed', upload)
  })
  if (!upload) return clip
  await transfers.stop(upload.id, notFound('Upload', upload.id))
  await rm(toStagingPath(ctx.platform, upload.workflow_id), { force: true })
  return clip
}
