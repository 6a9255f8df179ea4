import { type MediaObject, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { assertPrecondition } from '../../../platform/http/answers/precondition.ts'
import { deleteClip } from '../../annotations/index.ts'
import {
  findInstance,
  getMediaObject,
  growingProfile,
  lockMediaObject,
  queueRemovals,
  removeInstancesOf,
  unknownFacts,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import { cancelWorkflowsOfMedia } from '../../workflows/index.ts'
import { toBlobKey, toStagingName } from '../chunks/location.ts'
import type { Transfers } from '../chunks/transfers.ts'
import { publishTransfer } from '../events.ts'
import { getUploadToCancel } from '../get-upload.ts'
import { deleteSession, findSessionOfClip, lockSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'

/**
 * "POST .../cancel: the clip is deleted immediately"; what has come of it is freed, and so is its share of the quota. A
 * clip that was there before the upload stays as it was.
 */
export async function cancelUpload(
  ctx: Context,
  transfers: Transfers,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObject> {
  const { upload } = await getUploadToCancel(ctx, productionId, mediaObjectId)
  if (upload.state === 'CLOSED') throw alreadyClosed()
  return endUpload(ctx, transfers, upload)
}

/** Ends an upload that is not complete, and a clip that was created for it. */
export async function endUpload(ctx: Context, transfers: Transfers, upload: UploadSessionRow): Promise<MediaObject> {
  const { production_id: productionId, media_object_id: mediaObjectId } = upload
  if (upload.is_new_clip) return removeClip(ctx, transfers, productionId, mediaObjectId)
  await inTransaction(ctx, ctx => giveUp(ctx, upload))
  await stop(ctx, transfers, upload)
  return getMediaObject(ctx, productionId, mediaObjectId)
}

/** The clip is again what it was before the upload: one with its original, or a placeholder. */
async function giveUp(ctx: Transaction, { id, production_id, media_object_id }: UploadSessionRow): Promise<void> {
  const clip = await lockMediaObject(ctx, production_id, media_object_id)
  assertPrecondition(ctx, clip.version)
  const upload = await lockSession(ctx.db, id)
  if (!upload) throw notFound('Upload', id)
  if (upload.state === 'CLOSED') throw alreadyClosed()
  const original = await findInstance(ctx.db, clip.id, 'RAW')
  if (clip.growing) {
    await cancelWorkflowsOfMedia(ctx, clip.id)
    await removeInstancesOf(ctx, clip.id, growingProfile)
  }
  await updateMediaObjectFacts(ctx, clip.id, {
    stagingName: null,
    originalBytes: original?.size ?? 0,
    ...(original ? {} : { fileName: null, workflowId: null, growing: false, ...(clip.growing ? unknownFacts : {}) }),
  })
  await deleteSession(ctx.db, id)
  await tellEnd(ctx, upload)
}

function alreadyClosed(): ServiceError {
  return new ServiceError('ConflictError', 'This upload is closed; delete the clip instead')
}

/** A close that was cut short has made a blob of the file, which no instance names. */
async function tellEnd(ctx: Transaction, upload: UploadSessionRow): Promise<void> {
  publishTransfer(ctx, 'Transfer.failed', upload)
  await queueRemovals(ctx, [{ kind: 'blob', name: toBlobKey(upload) }])
}

async function stop(ctx: Context, transfers: Transfers, upload: UploadSessionRow): Promise<void> {
  await transfers.stop(upload.id, notFound('Upload', upload.id))
  await ctx.platform.blobs.removeUpload(toStagingName(upload.workflow_id))
}

/** Deletes a clip with everything that belongs to it, and stops its uploads. */
export async function removeClip(
  ctx: Context,
  transfers: Transfers,
  productionId: number,
  mediaObjectId: number,
): Promise<MediaObject> {
  const clip = await getMediaObject(ctx, productionId, mediaObjectId)
  const upload = await findSessionOfClip(ctx.db, mediaObjectId)
  const version = await inTransaction(ctx, async ctx => {
    const gone = await deleteClip(ctx, productionId, mediaObjectId)
    assertPrecondition(ctx, gone.version)
    if (upload && upload.state !== 'CLOSED') await tellEnd(ctx, upload)
    return gone.version + 1
  })
  if (upload) await stop(ctx, transfers, upload)
  return { ...clip, version, deleted: ctx.platform.clock.now() }
}
