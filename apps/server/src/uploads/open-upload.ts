import { randomUUID } from 'node:crypto'
import type { MediaObjectRequest } from '@rushes/contract'
import { type MediaObjectRow, toFileName, updateMediaObjectFacts } from '../media/index.ts'
import type { Transaction } from '../platform/context.ts'
import { publishTransfer } from './events.ts'
import { toLocation, toStagingName } from './location.ts'
import { type AnnouncedFile, firstPreviewBytes, uploadLifetimeMs } from './policy.ts'
import { findSessionOfClip, insertSession } from './store.ts'

/** The part of an answer that says where the bytes go. */
interface Opened {
  readonly uploadId: string
  readonly location: string
  readonly position: number
}

/** What a clip says of a file that is to come; what it is, its bytes will tell. */
export function toAwaited({ fileName, size }: AnnouncedFile) {
  const workflowId = randomUUID()
  return { type: 'PENDING', fileName, size, workflowId, stagingName: toStagingName(workflowId) } as const
}

/** Opens the upload of a clip that awaits a file. */
export async function openUpload(
  ctx: Transaction,
  clip: MediaObjectRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Promise<Opened> {
  const now = ctx.platform.clock.now()
  const upload = await insertSession(ctx.db, {
    production_id: clip.production_id,
    media_object_id: clip.id,
    file_name: toFileName(file.fileName),
    size: file.size,
    hash: file.hash ?? null,
    workflow_id: clip.workflow_id!,
    preview_due_bytes: request.growing === true ? firstPreviewBytes : null,
    ingest_options: JSON.stringify(toIngestOptions(request)),
    visitor_session_id: ctx.actor.kind === 'visitor' ? ctx.actor.sessionId : null,
    created: now,
    expires: now + uploadLifetimeMs,
  })
  publishTransfer(ctx, 'Transfer.start', upload)
  return { uploadId: String(upload.id), location: toLocation(ctx, upload.id), position: 0 }
}

/**
 * The upload of a clip that was there before: the one that is open already, or the first of a placeholder. A clip that
 * has its file keeps it, and nothing is opened.
 */
export async function continueUpload(
  ctx: Transaction,
  clip: MediaObjectRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Promise<Opened | undefined> {
  const session = await findSessionOfClip(ctx.db, clip.id)
  if (session) {
    if (session.state !== 'OPEN' || session.size !== file.size) return undefined
    return { uploadId: String(session.id), location: toLocation(ctx, session.id), position: 0 }
  }
  if (clip.original_bytes > 0) return undefined
  const { size: originalBytes, ...awaited } = toAwaited(file)
  const facts = { ...awaited, originalBytes, growing: request.growing ?? false }
  return openUpload(ctx, await updateMediaObjectFacts(ctx, clip.id, facts), request, file)
}

function toIngestOptions({ enableProxy, enableHDProxy, enableShot }: MediaObjectRequest) {
  return { enableProxy, enableHDProxy, enableShot }
}
