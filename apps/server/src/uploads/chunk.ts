import { rm } from 'node:fs/promises'
import { malformed, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../platform/context.ts'
import type { Exchange } from '../platform/http/index.ts'
import { readContentDigest } from './content-digest.ts'
import { openLocation, toStagingPath } from './location.ts'
import { type ByteRange, countBytes, mergeRanges, uploadLifetimeMs } from './policy.ts'
import { openStagingFile, receiveDirectly, receiveVerified } from './staging-file.ts'
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
    assertFits(position, Number(headers['content-length'] ?? 0), upload.size)
    const digest = readContentDigest(headers['content-digest'])
    const transfer = {
      body: stream,
      position,
      limitBytes: upload.size - position,
      stallTimeoutMs: options.stallTimeoutMs,
      signal,
    }
    try {
      const file = await openStagingFile(ctx.platform, upload)
      try {
        const { writtenBytes, error } = digest
          ? await receiveVerified(file, transfer, digest, ctx.platform.blobs.stagingDir)
          : await receiveDirectly(file, transfer)
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
  if (position + lengthBytes > size) {
    throw new ServiceError('BadRequestError', `The chunk reaches past the size of the file, ${size}`)
  }
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
