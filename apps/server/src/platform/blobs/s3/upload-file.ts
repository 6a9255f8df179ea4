import { randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredUpload, UploadFile } from '../blobs.ts'
import type { FileRange } from './exchange.ts'
import { findPart, toPartRange } from './grid.ts'

/** The bytes `[start, end)` of a file that is uploaded; all of them are of one part of the grid. */
export interface Piece {
  readonly part: number
  readonly start: number
  readonly end: number
  readonly bytes: FileRange
}

/** A piece that still grows, in a file of this machine. */
interface GrowingPiece {
  readonly part: number
  readonly start: number
  /** Where its part ends. */
  readonly limit: number
  readonly path: string
  readonly file: FileHandle
  end: number
}

/**
 * Cuts what comes at the lines of the grid. A piece is on the disk of this machine until `put` has taken it: a sender
 * that goes away in the middle of one leaves what it has sent. While one is put, the next one grows.
 */
export function cutIntoPieces(
  upload: Pick<StoredUpload, 'size' | 'isGrowing'>,
  stagingDir: string,
  put: (piece: Piece) => Promise<void>,
): UploadFile {
  let growing: GrowingPiece | undefined
  let putting: Promise<void> = Promise.resolve()

  async function openPiece(start: number): Promise<GrowingPiece> {
    const part = findPart(start, upload)
    const path = join(stagingDir, `piece-${randomUUID()}`)
    return { part, start, limit: toPartRange(part, upload).end, path, file: await open(path, 'wx', 0o600), end: start }
  }

  async function putPiece({ path, file, ...piece }: GrowingPiece): Promise<void> {
    try {
      await file.close()
      await put({ ...piece, bytes: { path, start: 0, end: piece.end - piece.start } })
    } finally {
      await rm(path, { force: true })
    }
  }

  /** Begins to put what has grown, once the piece before it is there. */
  async function finishPiece(): Promise<void> {
    const piece = growing
    growing = undefined
    try {
      await putting
    } catch (error) {
      if (piece) await discard(piece)
      throw error
    }
    if (!piece) return
    putting = putPiece(piece)
    // `flush` or the next write throws it.
    putting.catch(() => {})
  }

  return {
    async writev(buffers, position) {
      if (growing && growing.end !== position) await finishPiece()
      growing ??= await openPiece(position)
      const taken = takeBytes(buffers, growing.limit - position)
      const { bytesWritten } = await growing.file.writev(taken, position - growing.start)
      growing.end += bytesWritten
      if (growing.end === growing.limit) await finishPiece()
      return { bytesWritten }
    },
    async flush() {
      await finishPiece()
      await putting
    },
    async close() {
      await putting.catch(() => {})
      if (growing) await discard(growing)
    },
  }
}

async function discard({ file, path }: GrowingPiece): Promise<void> {
  await file.close()
  await rm(path, { force: true })
}

/** The first of these bytes, `count` at most. */
function takeBytes(buffers: readonly Buffer[], count: number): Buffer[] {
  let left = count
  return buffers.flatMap(buffer => {
    const taken = buffer.subarray(0, left)
    left -= taken.length
    return taken.length === 0 ? [] : [taken]
  })
}
