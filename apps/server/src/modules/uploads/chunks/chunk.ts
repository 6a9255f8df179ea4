import { malformed, notFound, ServiceError, uploadLimitBytes } from '@rushes/contract'
import { assertRoom } from '../../../platform/blobs/free-space.ts'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { type Exchange, watchAllowed } from '../../../platform/http/index.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { previewWhenDue, type StartPreview } from '../clips/preview.ts'
import { readContentDigest } from '../close/content-digest.ts'
import { type ByteRange, uploadLifetimeMs } from '../policy.ts'
import { findSession, lockSession } from '../store.ts'
import type { UploadSessionRow } from '../tables.ts'
import { type Growth, openGrowth } from './growth.ts'
import { closedMeanwhile, type Hold, lapsed } from './holds.ts'
import { type AuthorizeUploader, assertHere, openLocation, toStagingName, toStored } from './location.ts'
import { receiveAside, receiveDirectly, type Transfer } from './staging-file.ts'
import { boundLapsedChunks, hasHalfWritten, hasTooManyUnrecorded } from './store.ts'
import type { Transfers } from './transfers.ts'

/** What chunks of every upload share. */
interface ChunkOptions {
  transfers: Transfers
  authorizeUploader: AuthorizeUploader
  /** A sender that is silent for so long is given up; what came is kept. */
  stallTimeoutMs: number
  startPreview: StartPreview
}

/** A chunk as received. */
interface Chunk {
  uploadId: number
  position: number
  token: string | undefined
  exchange: Pick<Exchange, 'headers' | 'stream'>
}

/**
 * Takes a chunk: bytes to their place in the staging file, to the disk, then the range into the database, and only
 * then the answer. Whatever is acknowledged survives a crash. A resent or overlapping chunk replaces bytes, all of them
 * or none where a close comes meanwhile. Returns the number of bytes received in all.
 */
export async function receiveChunk(ctx: Context, options: ChunkOptions, chunk: Chunk): Promise<number> {
  const { uploadId, position } = chunk
  const { headers, stream } = chunk.exchange
  return options.transfers.run(uploadId, async stopper => {
    const { upload, assertHolder } = await openLocation(ctx, options.authorizeUploader, uploadId, chunk.token)
    assertOpen(upload)
    assertHere(ctx.platform, upload)
    const digest = readContentDigest(headers['content-digest'])
    const lengthBytes = readLength(headers)
    const limit = upload.is_growing ? uploadLimitBytes : upload.size
    assertFits(position, lengthBytes ?? 0, limit)
    const end = lengthBytes === undefined ? limit : position + lengthBytes
    if (lengthBytes === undefined && upload.is_growing) await boundLapsedChunks(ctx.db, uploadId)
    const hold = await options.transfers.holds.take(uploadId, [position, end], stopper)
    if (!hold) throw await explainRefusal(ctx, uploadId)
    let growth: Growth | undefined
    let hasAll = false
    let reachedEnd = position
    const stopWatching = watchAllowed(ctx.platform, assertHolder, error => stopper.abort(error))
    const transfer = {
      body: stream,
      position,
      limitBytes: end - position,
      stallTimeoutMs: options.stallTimeoutMs,
      signal: stopper.signal,
      assertHeld: hold.assertHeld,
      async reach(end: number) {
        await growth?.reachAhead(end)
        reachedEnd = Math.max(reachedEnd, end)
      },
      async beginWriting(end: number) {
        if (!(await hold.beginWriting(end))) throw await explainRefusal(ctx, uploadId)
      },
      isHalfWritten: async (end: number) => hold.isResent && (await hasHalfWritten(ctx.db, uploadId, [position, end])),
      assertRoom: (bytes: number) => assertRoom(ctx.platform, bytes),
    }
    try {
      growth = await openGrowth(ctx, upload)
      if (lengthBytes !== undefined && lengthBytes > 0) await growth.reach(end)
      // That of a recording may be any; it is known once all is there.
      const mostBytes = lengthBytes === undefined && upload.is_growing ? 0 : end - position
      const isAside = digest !== undefined || (hold.isResent && mostBytes <= mostAsideBytes)
      const { writtenBytes, error } = await write(ctx, upload, transfer, { hold, isAside, digest })
      const received = await record(ctx, upload, hold, [position, position + writtenBytes], options.startPreview)
      if (error !== undefined) throw error
      hasAll = lengthBytes !== undefined
      return received
    } catch (error) {
      const left = await findSession(ctx.db, uploadId)
      if (left && left.state !== 'CLOSED') throw error
      // The file may have been created after its removal.
      await ctx.platform.blobs.removeUpload(toStagingName(upload.workflow_id))
      throw left ? error : notFound('Upload', uploadId)
    } finally {
      stopWatching()
      await hold.release(reachedEnd)
      // Its sender has an answer already, or another error is the one to report.
      if (!hasAll) await growth?.giveBack().catch(error => logFailure(ctx.platform.log, error, 'room not given back'))
    }
  })
}

/** A larger chunk that is sent again would need as much room once more: it replaces bytes as it comes. */
const mostAsideBytes = 1024 ** 3

/** The bytes of a chunk, in the file and on the disk. Throws the reason why they were stopped. */
async function write(
  ctx: Context,
  upload: UploadSessionRow,
  transfer: Transfer,
  { hold, isAside, digest }: { hold: Hold; isAside: boolean; digest: Buffer | undefined },
) {
  // A close waits for what was received aside, and must not break it off.
  const signal = isAside ? hold.lapsed : transfer.signal
  const chunk = { number: hold.id, isResent: hold.isResent, signal }
  const file = await ctx.platform.blobs.openUpload(toStored(upload), chunk)
  try {
    // This process may have stood still until now: what a close has left behind is open, or what it has made.
    if (!isAside && !(await hold.isHeld())) throw await explainRefusal(ctx, upload.id)
    const replacement = hold.isResent && ctx.platform.blobs.writesOver ? { beginReplacing } : {}
    const receipt = isAside
      ? await receiveAside(file, transfer, digest, ctx.platform.stagingDir)
      : await receiveDirectly(file, { ...transfer, ...replacement })
    if (receipt.error !== undefined) transfer.signal.throwIfAborted()
    if (receipt.writtenBytes > 0) await file.flush()
    return receipt
  } finally {
    await file.close()
  }

  async function beginReplacing(): Promise<void> {
    if (!(await hold.beginReplacing())) throw await explainRefusal(ctx, upload.id)
  }
}

/** Why a chunk was not taken, or not recorded. */
async function explainRefusal({ db }: Context, uploadId: number): Promise<ServiceError> {
  const upload = await findSession(db, uploadId)
  if (!upload) return notFound('Upload', uploadId)
  if (upload.state !== 'OPEN') return closedMeanwhile()
  return (await hasTooManyUnrecorded(db, uploadId)) ? tooManyUnrecorded() : lapsed()
}

function tooManyUnrecorded(): ServiceError {
  const message = 'Too many chunks of this upload were refused or broken off; close it, or cancel it and begin again'
  return new ServiceError('ConflictError', message)
}

/** The bytes of a chunk as its sender announced them; undefined where that is known when they end. */
function readLength(headers: Exchange['headers']): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number(headers['content-length'] ?? 0)
}

function assertOpen(upload: UploadSessionRow): void {
  if (upload.state !== 'OPEN') throw new ServiceError('ConflictError', 'This upload is closed; it takes no more bytes')
}

function assertFits(position: number, lengthBytes: number, size: number): void {
  if (position > size) throw malformed('position', `lies past the size of the file, ${size}`)
  if (position + lengthBytes > size) {
    throw new ServiceError('BadRequestError', `The chunk reaches past the size of the file, ${size}`)
  }
}

/** Records that a range is on the disk; returns how many bytes have been received in all. */
async function record(
  ctx: Context,
  upload: UploadSessionRow,
  hold: Hold,
  range: ByteRange,
  startPreview: StartPreview,
): Promise<number> {
  const { id } = upload
  const received = await hold.record(range, ctx.platform.clock.now() + uploadLifetimeMs)
  if (received === undefined) throw await explainRefusal(ctx, id)
  if (upload.preview_due_bytes !== null) {
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, id)
      if (locked) await previewWhenDue(ctx, locked, startPreview)
    })
  }
  return received
}
