import { missingRight, notFound, type UploadState } from '@rushes/contract'
import type { Context } from '../../platform/context.ts'
import { getMediaObjectRow, type MediaObjectRow } from '../media/index.ts'
import { toLocation } from './chunks/location.ts'
import { isOwnUpload, listMissing } from './policy.ts'
import { findSessionOfClip, listReceived, updateSession } from './store.ts'
import type { UploadSessionRow } from './tables.ts'

interface ClipUpload {
  readonly upload: UploadSessionRow
  readonly clip: MediaObjectRow
}

/**
 * The upload of a clip, for those who began it and may still upload. Throws ForbiddenError for any other user,
 * NotFoundError for any other visitor.
 */
export async function getOwnUpload(ctx: Context, productionId: number, mediaObjectId: number): Promise<ClipUpload> {
  const { actor } = ctx
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_UPLOAD')) throw missingRight('LIBRARY_UPLOAD')
  const found = await getUpload(ctx, productionId, mediaObjectId)
  if (!isOwnUpload(actor, found.upload, found.clip)) throw missingRight('to have begun this upload')
  return found
}

/** The same for giving it up, which those who may delete the clip may do as well. */
export async function getUploadToCancel(
  ctx: Context,
  productionId: number,
  mediaObjectId: number,
): Promise<ClipUpload> {
  const { actor } = ctx
  if (actor.kind !== 'user') return getOwnUpload(ctx, productionId, mediaObjectId)
  const found = await getUpload(ctx, productionId, mediaObjectId)
  const mayCancel = actor.rights.has('LIBRARY_UPLOAD') && isOwnUpload(actor, found.upload, found.clip)
  if (!mayCancel && !actor.rights.has('LIBRARY_DELETE')) throw missingRight('LIBRARY_DELETE')
  return found
}

async function getUpload(ctx: Context, productionId: number, mediaObjectId: number): Promise<ClipUpload> {
  const { actor } = ctx
  const upload = await findSessionOfClip(ctx.db, mediaObjectId)
  // A visitor gets the same answer for every clip that is not theirs, and for one that does not exist.
  if (actor.kind === 'visitor' && upload?.production_id !== productionId) {
    throw notFound('Upload of the clip', mediaObjectId)
  }
  const clip = await getMediaObjectRow(ctx.db, productionId, mediaObjectId)
  if (!upload || (actor.kind === 'visitor' && !isOwnUpload(actor, upload, clip))) {
    throw notFound('Upload of the clip', mediaObjectId)
  }
  return { upload, clip }
}

/**
 * How far an upload is, and where it goes on in the session of the caller: that in which it began may have ended.
 */
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
