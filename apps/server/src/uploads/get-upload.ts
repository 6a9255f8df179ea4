import { missingRight, notFound, type UploadState } from '@rushes/contract'
import { getMediaObjectRow, type MediaObjectRow } from '../media/index.ts'
import type { Context } from '../platform/context.ts'
import { toLocation } from './location.ts'
import { isOwnUpload, listMissing } from './policy.ts'
import { findSessionOfClip, listReceived, updateSession } from './store.ts'
import type { UploadSessionRow } from './tables.ts'

/**
 * The upload of a clip, for those who may go on with it: LIBRARY_UPLOAD, or the share visitor who began it. To any
 * other visitor it does not exist.
 */
export async function getOwnUpload(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<{ upload: UploadSessionRow; clip: MediaObjectRow }> {
  const { actor } = ctx
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_UPLOAD')) throw missingRight('LIBRARY_UPLOAD')
  const upload = await findSessionOfClip(ctx.db, mediaObjectId)
  // A visitor is told the same of every clip that is not theirs, and of one that there is not.
  if (actor.kind === 'visitor' && upload?.production_id !== productionId) {
    throw notFound('Upload of the clip', mediaObjectId)
  }
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  if (!upload || (actor.kind === 'visitor' && !isOwnUpload(actor, upload, clip))) {
    throw notFound('Upload of the clip', mediaObjectId)
  }
  return { upload, clip }
}

/** How far an upload is. It goes on in the visit in which this is asked: that of its beginning may have ended. */
export async function getUploadState(ctx: Context, productionId: number, mediaObjectId: number): Promise<UploadState> {
  const { actor } = ctx
  const { upload } = await getOwnUpload(ctx, productionId, mediaObjectId)
  if (actor.kind === 'visitor' && upload.visitor_session_id !== actor.sessionId) {
    await updateSession(ctx.db, upload.id, { visitor_session_id: actor.sessionId })
  }
  const received = await listReceived(ctx.db, upload.id)
  const missing = listMissing(received, upload.size)
  const isOpen = upload.state === 'OPEN'
  return {
    uploadId: String(upload.id),
    mediaObjectId,
    size: upload.size,
    received,
    missing,
    complete: missing.length === 0,
    closed: upload.state === 'CLOSED',
    ...(isOpen ? { expires: upload.expires, location: toLocation(ctx, upload.id) } : {}),
  }
}
