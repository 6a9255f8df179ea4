import { rm } from 'node:fs/promises'
import { malformed, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../platform/context.ts'
import type { Exchange } from '../platform/http/index.ts'
import { readContentDigest } from './content-digest.ts'
import { openLocation, toStagingPath } from './location.ts'
import { type ByteRange, uploadLifetimeMs } from './policy.ts'
import { previewWhenDue, type StartPreview } from './preview.ts'
import { openStagingFile, receiveDirectly, receiveVerified } from './staging-file.ts'
import { findSession, lockSession, recordRange } from './store.ts'
import type { UploadSessionRow } from './tables.ts'
import type { Transfers } from './transfers.ts'

/** What chunks of every upload share. */
interface ChunkOptions {
  transfers: Transfers
  /** A sender that is silent for so long is given up; what came is kept. */
  stallTimeoutMs: number
  startPreview: StartPreview
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
        const received = await record(ctx, upload, [position, position + writtenBytes], options.startPreview)
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

/** Notes that a range is on the disk; gives how many bytes have come in all. */
async function record(
  ctx: Context,
  upload: UploadSessionRow,
  range: ByteRange,
  startPreview: StartPreview,
): Promise<number> {
  const { id } = upload
  const received = await recordRange(ctx.db, id, range, ctx.platform.clock.now() + uploadLifetimeMs)
  if (received === undefined) {
    assertOpen((await findSession(ctx.db, id)) ?? missing(id))
    throw new ServiceError('ConflictError', 'This upload was closed meanwhile')
  }
  if (upload.preview_due_bytes !== null) {
    await inTransaction(ctx, async ctx => {
      const locked = await lockSession(ctx.db, id)
      if (locked) await previewWhenDue(ctx, locked, startPreview)
    })
  }
  return received
}

function missing(uploadId: number): never {
  throw notFound('Upload', uploadId)
}
