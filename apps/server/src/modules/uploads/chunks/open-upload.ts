import { randomUUID } from 'node:crypto'
import { type MediaObjectRequest, missingRight, ServiceError } from '@rushes/contract'
import { nameStore } from '../../../platform/blobs/open-store.ts'
import { actingUserId, type Transaction } from '../../../platform/context.ts'
import { toAuthorKey } from '../../../platform/security/actor.ts'
import {
  findInstance,
  type MediaInstanceRow,
  type MediaObjectRow,
  toFileName,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import { publishTransfer } from '../events.ts'
import { type AnnouncedFile, firstPreviewBytes, isOwnUpload, uploadLifetimeMs } from '../policy.ts'
import { findSessionOfClip, insertSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'
import { toLocation, toStagingName, toStored } from './location.ts'

/** The part of an answer that says where the bytes go. */
interface Opened {
  readonly uploadId: string
  /** The ingest that will follow. */
  readonly workflowId: string
  readonly location: string
  readonly position: number
}

/** What a clip says of a file that is to come; what it is, its bytes will tell. */
export function toAwaited({ fileName, size }: AnnouncedFile) {
  const workflowId = randomUUID()
  return { type: 'PENDING', fileName, size, workflowId, stagingName: toStagingName(workflowId) } as const
}

/** An upload to be opened. */
interface NewUpload {
  readonly workflowId: string
  /** Whether the clip was created for it. */
  readonly isNewClip: boolean
  /** Whether what has arrived is to be played, which a clip with an original does not need. */
  readonly hasPreviews: boolean
}

/** Opens the upload of a clip that was created for it. */
export function openUpload(
  ctx: Transaction,
  clip: MediaObjectRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Promise<Opened> {
  const hasPreviews = request.growing === true
  return open(ctx, clip, request, file, { workflowId: clip.workflow_id!, isNewClip: true, hasPreviews })
}

/**
 * The upload of a file to a clip that the caller has locked: the first of a placeholder, or of another original with
 * `forceOverwrite`. A clip found by `resolveMethod` answers the caller's own open upload of that size. Nothing is opened
 * next to the upload of somebody else. Throws ConflictError naming a clip that has its original or another upload.
 */
export async function continueUpload(
  ctx: Transaction,
  clip: MediaObjectRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Promise<Opened | undefined> {
  const upload = await findSessionOfClip(ctx.db, clip.id)
  if (upload && upload.state !== 'CLOSED') return continueOpen(ctx, clip, upload, request, file)
  const original = await findInstance(ctx.db, clip.id, 'RAW')
  if (original) return replaceOriginal(ctx, clip, original, request, file)
  const { size: originalBytes, ...awaited } = toAwaited(file)
  const isGrowing = request.growing ?? false
  const placeholder = await updateMediaObjectFacts(ctx, clip.id, { ...awaited, originalBytes, growing: isGrowing })
  return open(ctx, placeholder, request, file, {
    workflowId: awaited.workflowId,
    isNewClip: false,
    hasPreviews: isGrowing,
  })
}

function continueOpen(
  ctx: Transaction,
  clip: MediaObjectRow,
  upload: UploadSessionRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Opened | undefined {
  const isNamed = request.mediaObjectId !== undefined
  const isOwn = isOwnUpload(ctx.actor, upload, clip)
  if (!isNamed && !isOwn) return undefined
  if (isNamed || upload.state !== 'OPEN' || upload.size !== file.size) {
    throw conflict(clip, 'has an open upload; read how far it is at mo/{id}/upload, or cancel it')
  }
  return toOpened(ctx, upload)
}

/** The clip keeps its original until the next one is complete; both count for the quota. */
async function replaceOriginal(
  ctx: Transaction,
  clip: MediaObjectRow,
  original: MediaInstanceRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
): Promise<Opened> {
  if (request.forceOverwrite !== true) throw conflict(clip, 'has an original; `forceOverwrite` replaces it')
  const { actor } = ctx
  if (actor.kind === 'user' && !actor.rights.has('LIBRARY_DELETE')) throw missingRight('LIBRARY_DELETE')
  const { stagingName, workflowId } = toAwaited(file)
  await updateMediaObjectFacts(ctx, clip.id, { stagingName, originalBytes: original.size + file.size })
  return open(ctx, clip, request, file, { workflowId, isNewClip: false, hasPreviews: false })
}

function conflict({ id }: MediaObjectRow, message: string): ServiceError {
  return new ServiceError('ConflictError', `The clip ${id} ${message}`, { mediaObjectId: id })
}

async function open(
  ctx: Transaction,
  clip: MediaObjectRow,
  request: MediaObjectRequest,
  file: AnnouncedFile,
  { workflowId, isNewClip, hasPreviews }: NewUpload,
): Promise<Opened> {
  const now = ctx.platform.clock.now()
  const upload = await insertSession(ctx.db, {
    production_id: clip.production_id,
    media_object_id: clip.id,
    file_name: toFileName(file.fileName),
    size: file.size,
    hash: file.hash ?? null,
    workflow_id: workflowId,
    is_new_clip: isNewClip,
    is_growing: request.growing === true,
    announced_size: request.growing === true ? file.size : null,
    preview_due_bytes: hasPreviews ? firstPreviewBytes : null,
    ingest_options: JSON.stringify(toIngestOptions(request)),
    author_key: toAuthorKey(ctx.actor),
    visitor_session_id: ctx.actor.kind === 'visitor' ? ctx.actor.sessionId : null,
    user_id: actingUserId(ctx.actor) ?? null,
    store: nameStore(ctx.platform.config.storage),
    created: now,
    expires: now + uploadLifetimeMs,
  })
  await ctx.platform.blobs.beginUpload(toStored(upload))
  publishTransfer(ctx, 'Transfer.start', upload)
  return toOpened(ctx, upload)
}

function toOpened(ctx: Transaction, { id, workflow_id: workflowId }: UploadSessionRow): Opened {
  return { uploadId: String(id), workflowId, location: toLocation(ctx, id), position: 0 }
}

function toIngestOptions({ enableProxy, enableHDProxy, enableShot, enableEmbeddedSubtitles }: MediaObjectRequest) {
  return { enableProxy, enableHDProxy, enableShot, enableEmbeddedSubtitles }
}
