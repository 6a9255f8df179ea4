import { join } from 'node:path'
import { notFound, ServiceError } from '@rushes/contract'
import { getHolder } from '../authentication/index.ts'
import type { Context, Platform } from '../platform/context.ts'
import { isSignedBy, sign } from '../platform/tokens.ts'
import { recallStanding } from '../productions/index.ts'
import { findSession } from './store.ts'
import type { UploadSessionRow } from './tables.ts'

/** What the token of an upload signs; it opens this upload and nothing else, as long as the upload exists. */
function toSignedText(uploadId: number): string {
  return `upload:${uploadId}`
}

/** The address that takes the bytes of an upload; it carries its own token, so that `&position=` can be appended. */
export function toLocation({ platform }: Context, uploadId: number): string {
  return `${platform.publicUrl}/data/${uploadId}?access_token=${sign(platform.secret, toSignedText(uploadId))}`
}

/** No user has this id: the question is only whether the production is there. */
const nobody = 0

/**
 * The upload at a location: 404 when there is none (any more), 401 without its token. That of a share visitor is open
 * as long as the visit is: 403 once the share was deleted or got another password; each chunk keeps the visit alive.
 */
export async function openLocation(
  ctx: Context,
  uploadId: number,
  token: string | undefined,
): Promise<UploadSessionRow> {
  const upload = await findSession(ctx.db, uploadId)
  if (!upload) throw notFound('Upload', uploadId)
  if (token === undefined || !isSignedBy(ctx.platform.secret, toSignedText(uploadId), token)) {
    throw new ServiceError('UnauthorizedError', 'This needs the token of the upload')
  }
  if (upload.visitor_session_id !== null) {
    await getHolder(ctx.platform, { sessionId: upload.visitor_session_id, userId: undefined, sessionEnds: undefined })
  }
  const standing = await recallStanding(ctx.platform, upload.production_id, nobody)
  if (!standing || standing.deleted !== null) throw notFound('Upload', uploadId)
  return upload
}

/** The name of an upload's file in the staging folder, until it becomes a blob; known before the upload has an id. */
export function toStagingName(workflowId: string): string {
  return `upload-${workflowId}.part`
}

export function toStagingPath(platform: Platform, workflowId: string): string {
  return join(platform.blobs.stagingDir, toStagingName(workflowId))
}

/** The key of the blob that the file of an upload becomes. */
export function toBlobKey(upload: Pick<UploadSessionRow, 'id' | 'production_id' | 'media_object_id'>): string {
  return `${upload.production_id}/${upload.media_object_id}/${upload.id}`
}
