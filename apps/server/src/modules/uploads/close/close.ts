import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { brokenRule, type CloseRequest, type MediaObject, notFound, ServiceError } from '@rushes/contract'
import { renewLease } from '../../../platform/background/lease.ts'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { updateMediaObjectAnnotationFacts } from '../../annotations/index.ts'
import {
  addInstance,
  findHashAlgorithm,
  findInstance,
  getMediaObject,
  growingProfile,
  lockMediaObject,
  type MediaObjectRow,
  queueRemovals,
  removeInstancesOf,
  removeOriginal,
  resizeOriginal,
  updateMediaObjectFacts,
} from '../../media/index.ts'
import { cancelWorkflowsOfMedia } from '../../workflows/index.ts'
import { closedMeanwhile, pollMs, waitForHolds } from '../chunks/holds.ts'
import { assertHere, toBlobKey, toStored } from '../chunks/location.ts'
import { deleteChunksOfUpload, findHeldEnd, forgetWriting, listUnrecordedChunks } from '../chunks/store.ts'
import type { Transfers } from '../chunks/transfers.ts'
import { publishTransfer } from '../events.ts'
import { getOwnUpload } from '../get-upload.ts'
import { type ByteRange, comparedAtCloseBytes, listMissing, subtractRange } from '../policy.ts'
import {
  deleteEarlierSessions,
  deleteRanges,
  listReceived,
  lockAssembly,
  lockSession,
  replaceRanges,
  updateSession,
} from '../store.ts'
import type { IngestOptions, UploadSessionRow } from '../tables.ts'
import { deleteClose, insertClose, releaseClose, renewClose } from './close-store.ts'

/** Starts the ingest of a clip under the workflow id that was promised, with what was asked, when it was created. */
export type StartIngest = (
  ctx: Transaction,
  ingest: { mediaObjectId: number; workflowId: string } & IngestOptions,
) => Promise<unknown>

/** What the end of an upload needs of others. */
export interface CloseOptions {
  transfers: Transfers
  startIngest: StartIngest
}

/**
 * Ends a complete upload, or one that grew and has no gap: no more chunks, the promised hash is compared, the file
 * becomes the clip's original and ingest starts, which compares the hash of a large file. Closing again answers the
 * same. "412: close called before the upload was complete."
 */
export async function closeUpload(
  ctx: Context,
  options: CloseOptions,
  productionId: number,
  mediaObjectId: number,
  request: CloseRequest = {},
): Promise<MediaObject> {
  const { upload } = await getOwnUpload(ctx, productionId, mediaObjectId)
  if (upload.state !== 'CLOSED') assertHere(ctx.platform, upload)
  let closing = await refuseFurtherChunks(ctx, upload, request)
  while (closing === 'being written') {
    await delay(pollMs)
    closing = await refuseFurtherChunks(ctx, upload, request)
  }
  if (closing.state !== 'CLOSED') await finishClose(ctx, options, closing, request)
  return getMediaObject(ctx, productionId, mediaObjectId)
}

/** Does all of a close that was begun. Another process goes on with it where this one dies, or it fails. */
export async function finishClose(
  ctx: Context,
  options: CloseOptions,
  closing: UploadSessionRow,
  request: CloseRequest,
): Promise<void> {
  const { id } = closing
  const { database, instance } = ctx.platform
  const lease = renewLease(() => renewClose(database, id, instance))
  try {
    await options.transfers.stop(id, closedMeanwhile())
    await waitForHolds(ctx, id)
    if (ctx.platform.blobs.writesOver) await refuseMixed(ctx, closing)
    await assemble(ctx, closing)
    const announced = request.skipVerification === true ? null : closing.hash
    const isLeftToIngest = closing.size >= comparedAtCloseBytes && request.skipIngest !== true
    if (announced !== null && !isLeftToIngest) await verify(ctx, closing, announced)
    await inTransaction(ctx, ctx => finish(ctx, options, closing, request, isLeftToIngest ? announced : null))
    await ctx.platform.blobs.removeUpload(toStored(closing).name)
  } catch (error) {
    await releaseClose(database, id, instance).catch(() => {})
    throw error
  } finally {
    await lease.end()
  }
}

/**
 * Has the store make one file of what was received; of several closes at once, one does it and the others wait. A
 * process whose hold lapsed may still write, into what is left behind then.
 */
function assemble(ctx: Context, upload: UploadSessionRow): Promise<void> {
  return inTransaction(ctx, async ctx => {
    await lockAssembly(ctx.db, upload.id)
    const unrecorded = await listUnrecordedChunks(ctx.db, upload.id)
    const mayBeWritten = unrecorded.some(({ mayGoOn }) => mayGoOn)
    const refused = unrecorded.map(chunk => chunk.id)
    await ctx.platform.blobs.assembleUpload(toStored(upload), { mayBeWritten, refused })
    if (mayBeWritten) await deleteChunksOfUpload(ctx.db, upload.id)
  })
}

/**
 * OPEN becomes CLOSING, where nothing is missing; gives the upload as it is then. A growing one ends where its bytes do:
 * what is being written over the last of them may go beyond.
 */
function refuseFurtherChunks(
  ctx: Context,
  opened: UploadSessionRow,
  request: CloseRequest,
): Promise<UploadSessionRow | 'being written'> {
  const { id, production_id, media_object_id } = opened
  return inTransaction(ctx, async ctx => {
    const clip = await lockMediaObject(ctx, production_id, media_object_id)
    const upload = await lockSession(ctx.db, id)
    if (!upload) throw notFound('Upload', id)
    if (upload.state === 'CLOSED') return upload
    const received = await listReceived(ctx.db, id)
    const end = Math.max(received.at(-1)?.[1] ?? 0, upload.least_size ?? 0)
    const size = upload.is_growing && end > 0 ? end : upload.size
    if (upload.state === 'OPEN' && ((await findHeldEnd(ctx.db, id, { isWriting: true })) ?? 0) > size) {
      return 'being written'
    }
    await insertClose(ctx.db, id, ctx.platform.instance, request)
    if (upload.state === 'CLOSING') return upload
    const missing = listMissing(received, size)
    if (missing.length > 0) throw incomplete(missing)
    if (size !== upload.size) await resizeOriginal(ctx, clip, size - upload.size)
    const change = { state: 'CLOSING', generation: upload.generation + 1, size } as const
    await updateSession(ctx.db, id, change)
    return { ...upload, ...change }
  })
}

function incomplete(missing: readonly ByteRange[]): ServiceError {
  const message = 'Not all bytes have come; `missing` lists the ranges [start, end)'
  return new ServiceError('UploadIncompleteError', message, { missing })
}

/** Bytes that a chunk had begun to write over, and was cut off, are some of both: they are to be sent once more. */
async function refuseMixed(ctx: Context, { id, generation }: UploadSessionRow): Promise<void> {
  const missing = await inTransaction(ctx, async ctx => {
    const upload = await lockSession(ctx.db, id)
    if (!upload) throw notFound('Upload', id)
    if (upload.state === 'CLOSED') return []
    if (upload.state === 'OPEN' || upload.generation !== generation) throw openedAgain()
    const mixed = (await listUnrecordedChunks(ctx.db, id)).filter(({ hasReplaced }) => hasReplaced)
    const ranges = mixed.flatMap(({ range }) => (range === null ? [] : [range]))
    const received = ranges.reduce(subtractRange, await listReceived(ctx.db, id))
    const missing = listMissing(received, upload.size)
    if (missing.length === 0) return []
    await replaceRanges(ctx.db, id, received)
    await forgetWriting(ctx.db, id)
    // What is missing at its end would be forgotten with the ranges.
    await updateSession(ctx.db, id, { state: 'OPEN', ...(upload.is_growing && { least_size: upload.size }) })
    await deleteClose(ctx.db, id)
    return missing
  })
  if (missing.length > 0) throw incomplete(missing)
}

function openedAgain(): ServiceError {
  return new ServiceError('ConflictError', 'This upload was opened again meanwhile')
}

/** Compares the hash that was announced; a file that is another one is open for chunks again. */
async function verify(ctx: Context, upload: UploadSessionRow, announced: string): Promise<void> {
  const algorithm = findHashAlgorithm(announced)
  if (algorithm === undefined) return
  const digest = createHash(algorithm)
  if (upload.size > 0) {
    const bytes = await ctx.platform.blobs.readUpload(toStored(upload))
    // Where it is a blob already, another close is ahead of us and has compared it.
    if (!bytes) return
    await pipeline(bytes, digest, { end: false })
  }
  if (digest.digest('hex') === announced) return
  await inTransaction(ctx, ctx => reopen(ctx, upload))
  throw brokenRule('/hash', `the file has another ${algorithm} than was announced`)
}

/** Lets an upload take chunks again, unless another close was faster. */
async function reopen(ctx: Transaction, { id, generation }: UploadSessionRow): Promise<void> {
  const upload = await lockSession(ctx.db, id)
  if (upload?.state !== 'CLOSING' || upload.generation !== generation) return
  const opened = { ...upload, state: 'OPEN' } as const
  const hasBytes = await ctx.platform.blobs.reopenUpload(toStored(opened))
  await updateSession(ctx.db, id, { state: 'OPEN', ...(hasBytes ? {} : { received_bytes: 0 }) })
  await deleteClose(ctx.db, id)
  if (hasBytes) return
  await deleteRanges(ctx.db, id)
  await queueRemovals(ctx, [{ kind: 'blob', name: toBlobKey(upload) }])
}

async function finish(
  ctx: Transaction,
  { startIngest }: CloseOptions,
  { id, media_object_id: mediaObjectId, production_id: productionId, generation }: UploadSessionRow,
  request: CloseRequest,
  announcedHash: string | null,
): Promise<void> {
  // The clip before its upload: the order in which a deletion locks them.
  const clip = await lockMediaObject(ctx, productionId, mediaObjectId)
  const upload = await lockSession(ctx.db, id)
  if (!upload) throw notFound('Upload', id)
  if (upload.state === 'CLOSED') return
  if (upload.state === 'OPEN' || upload.generation !== generation) throw openedAgain()
  // A preview would be made of less than there is now.
  if (clip.growing) await cancelWorkflowsOfMedia(ctx, mediaObjectId)
  await removeEarlier(ctx, upload)
  const { skipIngest = false } = request
  await addOriginal(ctx, upload, clip, { skipIngest, announcedHash })
  await updateSession(ctx.db, id, { state: 'CLOSED' })
  await deleteClose(ctx.db, id)
  await deleteChunksOfUpload(ctx.db, id)
  publishTransfer(ctx, 'Transfer.complete', upload)
  if (skipIngest) return removeInstancesOf(ctx, mediaObjectId, growingProfile)
  await startIngest(ctx, {
    mediaObjectId,
    workflowId: upload.workflow_id,
    ...upload.ingest_options,
  })
}

/** The original that this one replaces, with everything made from it; comments and other annotations stay. */
async function removeEarlier(ctx: Transaction, upload: UploadSessionRow): Promise<void> {
  const { id, production_id: productionId, media_object_id: mediaObjectId } = upload
  if (!(await findInstance(ctx.db, mediaObjectId, 'RAW'))) return
  await cancelWorkflowsOfMedia(ctx, mediaObjectId)
  await removeOriginal(ctx, mediaObjectId)
  await deleteEarlierSessions(ctx.db, mediaObjectId, id)
  const poster = await findInstance(ctx.db, mediaObjectId, 'THUMB')
  await updateMediaObjectAnnotationFacts(ctx, productionId, mediaObjectId, {
    end: 0,
    structuredDescription: {},
    details: {
      hasScreenshot: poster !== undefined,
      keyframeFrames: 0,
      ...(poster ? { screenshotMimeType: poster.mime_type } : {}),
    },
  })
}

async function addOriginal(
  ctx: Transaction,
  upload: UploadSessionRow,
  clip: MediaObjectRow,
  { skipIngest, announcedHash }: { skipIngest: boolean; announcedHash: string | null },
): Promise<void> {
  const blobKey = toBlobKey(upload)
  await ctx.platform.blobs.completeUpload(toStored(upload))
  const instance = await addInstance(ctx, upload.production_id, {
    mediaObjectId: clip.id,
    type: 'RAW',
    blobKey,
    // What it is, ingest finds out.
    mimeType: 'application/octet-stream',
    size: upload.size,
    fileName: upload.file_name,
    announcedHash,
  })
  await updateMediaObjectFacts(ctx, clip.id, {
    fileName: upload.file_name,
    originalBytes: upload.size,
    stagingName: null,
    growing: false,
    ...(skipIngest ? { workflowId: null } : {}),
  })
  ctx.publish({
    type: 'Media.instance.material',
    productionId: upload.production_id,
    object: { objectType: 'MediaObject', id: clip.id, name: clip.name },
    target: { objectType: 'MediaObjectInstance', id: instance.id, type: instance.type, size: instance.size },
  })
}
