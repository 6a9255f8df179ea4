import { notFound, ServiceError } from '@rushes/contract'
import type { StoredUpload } from '../../../platform/blobs/blobs.ts'
import { nameStore } from '../../../platform/blobs/open-store.ts'
import type { Context, Platform } from '../../../platform/context.ts'
import { type Bearer, formatBearer, parseBearer } from '../../../platform/security/bearer.ts'
import { isSignedBy, sign } from '../../../platform/security/tokens.ts'
import { findSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'

/** Throws when those for whom a location was made may not upload to this clip any more. */
export type AuthorizeUploader = (bearer: Bearer, clip: { prId: number; id: number }) => Promise<unknown>

/** What the token of an upload signs; it opens this upload and nothing else. */
function toSignedText(uploadId: number, bearer: string): string {
  return `upload:${uploadId}:${bearer}`
}

/**
 * The address that takes the bytes of an upload, for the caller; it has its own token, so that `&position=` can be
 * appended.
 */
export function toLocation(ctx: Context, uploadId: number): string {
  const { publicUrl, secret } = ctx.platform
  const bearer = formatBearer(ctx.actor)
  return `${publicUrl}/data/${uploadId}?access_token=${bearer}_${sign(secret, toSignedText(uploadId, bearer))}`
}

/** An upload that was opened by its location. */
export interface OpenedLocation {
  readonly upload: UploadSessionRow
  /** Throws when those for whom the location was made may not upload any more. */
  assertHolder(): Promise<void>
}

/**
 * The upload at a location: 404 when there is none (any more), 401 without its token. It is open as long as those for
 * whom it was made may upload: 403 once their session was ended or their right was taken away. Each chunk of a visitor
 * keeps the visit alive.
 */
export async function openLocation(
  ctx: Context,
  authorizeUploader: AuthorizeUploader,
  uploadId: number,
  token = '',
): Promise<OpenedLocation> {
  const upload = await findSession(ctx.db, uploadId)
  if (!upload) throw notFound('Upload', uploadId)
  const [, bearer = '', signature = ''] = /^(\d+_\d*)_(.+)$/.exec(token) ?? []
  if (!isSignedBy(ctx.platform.secret, toSignedText(uploadId, bearer), signature)) {
    throw new ServiceError('UnauthorizedError', 'This needs the token of the upload')
  }
  const clip = { prId: upload.production_id, id: upload.media_object_id }
  const assertHolder = async () => void (await authorizeUploader(parseBearer(bearer), clip))
  await assertHolder()
  return { upload, assertHolder }
}

/** What the store calls an upload until it becomes a blob; known before the upload has an id. */
export function toStagingName(workflowId: string): string {
  return `upload-${workflowId}.part`
}

/** An upload as the store knows it. */
export function toStored(upload: UploadSessionRow): StoredUpload {
  const { size, is_growing: isGrowing, received_bytes: received } = upload
  return { name: toStagingName(upload.workflow_id), key: toBlobKey(upload), size, isGrowing, hasBytes: received > 0 }
}

/** Whether the store of this service is the one that has the bytes of an upload, and not one that it was moved from. */
export function isHere({ config }: Platform, { store }: UploadSessionRow): boolean {
  return store === null || store === nameStore(config.storage)
}

/** Throws UnavailableError for an upload that is about to begin again in this store. */
export function assertHere(platform: Platform, upload: UploadSessionRow): void {
  if (isHere(platform, upload)) return
  const message = 'The storage was moved, and this upload begins again; read which bytes are missing'
  throw new ServiceError('UnavailableError', message, { retryAfterSeconds: 1 })
}

/** The key of the blob that an upload becomes: of its own for each close that begins, so that no key has other bytes later. */
export function toBlobKey({ id, production_id, media_object_id, state, generation }: UploadSessionRow): string {
  const round = state === 'OPEN' ? generation + 1 : generation
  return `${production_id}/${media_object_id}/${id}${round > 1 ? `-${round}` : ''}`
}
