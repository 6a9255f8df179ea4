import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { brokenRule, ServiceError } from '@rushes/contract'
import type { UploadFile } from '../../../platform/blobs/blobs.ts'
import { type Receipt, receiveBytes, writeFully } from './receive.ts'

/** The body of a chunk and the place in the file that it is for. */
export interface Transfer {
  body: Readable
  position: number
  /** Most bytes that may come. */
  limitBytes: number
  stallTimeoutMs: number
  signal: AbortSignal
  /** Throws when nothing may be written into the file any more. */
  assertHeld(): void
  /** Has room for the bytes up to this place in the file. Throws QuotaExceededError. */
  reach(end: number): Promise<void>
  /** Throws when the upload was closed; no close stops what is written after it, up to `end`. */
  beginWriting(end: number): Promise<void>
  /** Whether bytes up to `end` may be some of each of two chunks, so that to find them here says nothing of the rest. */
  isHalfWritten(end: number): Promise<boolean>
  /** Of a chunk that replaces received bytes as it comes: throws when the upload was closed, and is called before them. */
  beginReplacing?(): Promise<void>
  /** Throws where so many more bytes would leave the storage full. */
  assertRoom(bytes: number): Promise<void>
}

type Writable = Pick<UploadFile, 'writev'>

/**
 * Bytes go to their place as they come; those that came count also when the sender goes away or falls silent, and where
 * they replace others, unless the file fails amid that.
 */
export async function receiveDirectly(file: UploadFile, { body, ...transfer }: Transfer): Promise<Receipt> {
  const replacement = transfer.beginReplacing && toReplacing(file, transfer.beginReplacing)
  const bounded = toReserved(toBounded(replacement ?? file, transfer), transfer, 0)
  const receipt = await receiveBytes(body, { ...transfer, file: toHeld(bounded, transfer) })
  if (replacement?.hasFailed()) throw receipt.error
  throwIfWrong(receipt)
  return receipt
}

/** The same file, whose bytes are noted to be replaced before the first of them is. */
function toReplacing(file: Writable, begin: () => Promise<void>): Writable & { hasFailed(): boolean } {
  let hasBegun = false
  let isWriting = false
  return {
    async writev(buffers, position) {
      isWriting = true
      if (!hasBegun) await begin()
      hasBegun = true
      const result = await file.writev(buffers, position)
      isWriting = false
      return result
    },
    hasFailed: () => isWriting,
  }
}

/** A chunk that is wrong as a whole counts for nothing. */
function throwIfWrong({ error }: Receipt): void {
  const isWrong = (type: string) => type === 'BadRequestError' || type === 'QuotaExceededError'
  if (error instanceof ServiceError && isWrong(error.type)) throw error
}

const boundedBytes = 8 * 1024 * 1024

/** The same file, which takes no bytes that would leave the storage full. */
function toBounded(file: Writable, { limitBytes, assertRoom }: Pick<Transfer, 'limitBytes' | 'assertRoom'>): Writable {
  let coveredBytes = 0
  return {
    async writev(buffers, position) {
      if (coveredBytes <= 0) {
        await assertRoom(Math.min(boundedBytes, limitBytes))
        coveredBytes = boundedBytes
      }
      const result = await file.writev(buffers, position)
      coveredBytes -= result.bytesWritten
      return result
    },
  }
}

/** The same file, which takes bytes that there is room for; it begins at `offset` of that of the upload. */
function toReserved(file: Writable, { reach }: Pick<Transfer, 'reach'>, offset: number): Writable {
  return {
    async writev(buffers, position) {
      await reach(offset + position + buffers.reduce((sum, { length }) => sum + length, 0))
      return file.writev(buffers, position)
    },
  }
}

/** The same file, which takes no bytes once another process may have closed the upload. */
function toHeld(file: Writable, { assertHeld }: Pick<Transfer, 'assertHeld'>): Writable {
  return {
    async writev(buffers, position) {
      assertHeld()
      return file.writev(buffers, position)
    },
  }
}

/**
 * "A chunk may carry `Content-Digest`: a mismatch is refused with 422 and nothing of it is kept." So it waits aside in
 * `folder`, in a file without a name that no crash leaves behind, until it is known to be whole. One that replaces
 * received bytes waits there as well, so that a close which comes meanwhile finds the earlier ones.
 */
export async function receiveAside(
  file: UploadFile,
  { body, ...transfer }: Transfer,
  digest: Buffer | undefined,
  folder: string,
): Promise<Receipt> {
  const aside = await openNamelessFile(folder)
  try {
    const hash = digest && createHash('sha256')
    const onBytes = (bytes: Buffer) => void hash?.update(bytes)
    const receipt = await receiveBytes(body, {
      ...transfer,
      file: toReserved(toBounded(aside, transfer), transfer, transfer.position),
      position: 0,
      onBytes,
    })
    if (hash) {
      if (receipt.error !== undefined) throw receipt.error
      if (!digest?.equals(hash.digest())) throw brokenRule('Content-Digest', 'does not match the bytes that came')
    }
    throwIfWrong(receipt)
    const end = transfer.position + receipt.writtenBytes
    const mayCompare = receipt.writtenBytes > 0 && !(await transfer.isHalfWritten(end))
    if (mayCompare && (await hasSame(file, aside, transfer.position))) return receipt
    await transfer.beginWriting(end)
    await copyBytes(aside, toHeld(toBounded(file, transfer), transfer), transfer.position)
    return receipt
  } finally {
    await aside.close()
  }
}

/** Whether a file has the bytes of another one at a place: most chunks that are sent again are the same. */
async function hasSame({ read }: UploadFile, other: FileHandle, position: number): Promise<boolean> {
  if (!read) return false
  const [own, expected] = [Buffer.allocUnsafe(copyBufferBytes), Buffer.allocUnsafe(copyBufferBytes)]
  for (let done = 0; ; ) {
    const { bytesRead } = await other.read(expected, 0, expected.length, done)
    if (bytesRead === 0) return true
    const there = await read(own.subarray(0, bytesRead), position + done)
    if (there.bytesRead !== bytesRead) return false
    if (!own.subarray(0, bytesRead).equals(expected.subarray(0, bytesRead))) return false
    done += bytesRead
  }
}

async function openNamelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `chunk-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

const copyBufferBytes = 1024 * 1024

async function copyBytes(from: FileHandle, to: Writable, position: number): Promise<void> {
  const buffer = Buffer.allocUnsafe(copyBufferBytes)
  for (let done = 0; ; ) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, done)
    if (bytesRead === 0) return
    await writeFully(to, [buffer.subarray(0, bytesRead)], position + done, () => {})
    done += bytesRead
  }
}
