import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brokenRule, malformed, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../platform/context.ts'
import type { Exchange } from '../platform/http/index.ts'
import { readContentDigest } from './content-digest.ts'
import { openLocation, toStagingPath } from './location.ts'
import { type ByteRange, countBytes, mergeRanges, uploadLifetimeMs } from './policy.ts'
import { receiveBytes, writeFully } from './receive.ts'
import { findSession, insertRange, lockSession, takeRangesAt, updateSession } from './store.ts'
import type { UploadSessionRow } from './tables.ts'
import type { Transfers } from './transfers.ts'

/** What chunks of every upload share. */
interface ChunkOptions {
  transfers: Transfers
  /** A sender that is silent for so long is given up; what came is kept. */
  stallTimeoutMs: number
}

/** A chunk as it comes in. */
interface Chunk {
  uploadId: number
  position: number
  token: string | undefined
  exchange: Pick<Exchange, 'headers' | 'stream'>
}

/** Bodies of these types have been read as texts before a use case sees them. */
const textTypes = /^(?:application\/(?:[\w.-]+\+)?json|application\/x-www-form-urlencoded|text\/plain)\b/i

/**
 * Takes a chunk: bytes to their place in the staging file, to the disk, then the range into the database, and only
 * then the answer. Whatever is acknowledged survives a crash. A resent or overlapping chunk writes the same bytes
 * again. Gives the number of bytes that have come in all.
 */
export async function receiveChunk(ctx: Context, options: ChunkOptions, chunk: Chunk): Promise<number> {
  const { uploadId, position } = chunk
  const { headers, stream } = chunk.exchange
  return options.transfers.run(uploadId, async signal => {
    const upload = await openLocation(ctx, uploadId, chunk.token)
    assertOpen(upload)
    if (textTypes.test(headers['content-type'] ?? '')) {
      throw new ServiceError('UnsupportedMediaTypeError', 'A chunk is sent as application/octet-stream')
    }
    assertFits(position, Number(headers['content-length'] ?? 0), upload.size)
    const digest = readContentDigest(headers['content-digest'])
    const transfer = { limitBytes: upload.size - position, stallTimeoutMs: options.stallTimeoutMs, signal }
    try {
      const file = await openStagingFile(ctx, upload)
      try {
        const receive = digest ? receiveVerified : receiveDirectly
        const { writtenBytes, error } = await receive(ctx, file, position, stream, transfer, digest)
        if (signal.aborted) throw signal.reason
        if (writtenBytes > 0) await file.datasync()
        const received = await record(ctx, uploadId, [position, position + writtenBytes])
        if (error !== undefined) throw error
        return received
      } finally {
        await file.close()
      }
    } catch (error) {
      // The upload may have been cancelled between our look and the creation of the file.
      if (!(await findSession(ctx.db, uploadId)))
        await rm(toStagingPath(ctx.platform, upload.workflow_id), { force: true })
      throw error
    }
  })
}

function assertOpen(upload: UploadSessionRow): void {
  if (upload.state !== 'OPEN') throw new ServiceError('ConflictError', 'This upload is closed; it takes no more bytes')
}

function assertFits(position: number, lengthBytes: number, size: number): void {
  if (position > size) throw malformed('position', `lies past the size of the file, ${size}`)
  if (position + lengthBytes > size) throw pastTheEnd(size)
}

function pastTheEnd(size: number): ServiceError {
  return new ServiceError('BadRequestError', `The chunk reaches past the size of the file, ${size}`)
}

interface Transfer {
  limitBytes: number
  stallTimeoutMs: number
  signal: AbortSignal
}
type Received = { writtenBytes: number; error: unknown }

/** Bytes go to their place as they come; those that came count also when the sender goes away or falls silent. */
async function receiveDirectly(
  _ctx: Context,
  file: FileHandle,
  position: number,
  stream: Exchange['stream'],
  transfer: Transfer,
): Promise<Received> {
  const receipt = await receiveBytes(stream, { ...transfer, file, position })
  // A chunk that is wrong as a whole counts for nothing.
  if (receipt.error instanceof ServiceError && receipt.error.type === 'BadRequestError') throw receipt.error
  return receipt
}

/**
 * "A chunk may carry `Content-Digest`: a mismatch is refused with 422 and nothing of it is kept." So it waits aside,
 * in a file without a name that no crash leaves behind, until it is known to be whole.
 */
async function receiveVerified(
  ctx: Context,
  file: FileHandle,
  position: number,
  stream: Exchange['stream'],
  transfer: Transfer,
  digest: Buffer | undefined,
): Promise<Received> {
  const hash = createHash('sha256')
  const path = join(ctx.platform.blobs.stagingDir, `chunk-${randomUUID()}`)
  const aside = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const receipt = await receiveBytes(stream, {
      ...transfer,
      file: aside,
      position: 0,
      onBytes: bytes => void hash.update(bytes),
    })
    if (receipt.error !== undefined) throw receipt.error
    if (!digest?.equals(hash.digest())) throw brokenRule('Content-Digest', 'does not match the bytes that came')
    await copyBytes(aside, file, position, transfer.signal)
    return receipt
  } finally {
    await aside.close()
  }
}

const copyBufferBytes = 1024 * 1024

async function copyBytes(from: FileHandle, to: FileHandle, position: number, signal: AbortSignal): Promise<void> {
  const buffer = Buffer.allocUnsafe(copyBufferBytes)
  for (let done = 0; ; ) {
    signal.throwIfAborted()
    const { bytesRead } = await from.read(buffer, 0, buffer.length, done)
    if (bytesRead === 0) return
    await writeFully(to, [buffer.subarray(0, bytesRead)], position + done, () => {})
    done += bytesRead
  }
}

/** The file that chunks are written into; it is made by the first one, and grows to its size as they come. */
async function openStagingFile(ctx: Context, upload: UploadSessionRow): Promise<FileHandle> {
  const file = await open(toStagingPath(ctx.platform, upload.workflow_id), constants.O_RDWR | constants.O_CREAT, 0o600)
  if (upload.received_bytes > 0) return file
  // A new name in a folder is safe only once the folder itself is on the disk.
  const folder = await open(ctx.platform.blobs.stagingDir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
  return file
}

/** Notes that a range is on the disk, merged with those that it touches; gives how many bytes have come in all. */
function record(ctx: Context, uploadId: number, range: ByteRange): Promise<number> {
  return inTransaction(ctx, async ctx => {
    const upload = await lockSession(ctx.db, uploadId)
    if (!upload) throw notFound('Upload', uploadId)
    assertOpen(upload)
    if (range[0] === range[1]) return upload.received_bytes
    const touching = await takeRangesAt(ctx.db, uploadId, range)
    const merged = mergeRanges(range, touching)
    await insertRange(ctx.db, uploadId, merged)
    const received = upload.received_bytes + countBytes([merged]) - countBytes(touching)
    await updateSession(ctx.db, uploadId, {
      received_bytes: received,
      expires: ctx.platform.clock.now() + uploadLifetimeMs,
    })
    return received
  })
}
