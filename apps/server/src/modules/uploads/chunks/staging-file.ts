import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { brokenRule, ServiceError } from '@rushes/contract'
import type { Platform } from '../../../platform/context.ts'
import type { UploadSessionRow } from '../tables.ts'
import { toStagingPath } from './location.ts'
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
  /** Throws where so many more bytes would leave the storage full. */
  assertRoom(bytes: number): Promise<void>
}

/** The file that chunks are written into; it is made by the first one, and grows to its size as they come. */
export async function openStagingFile(platform: Platform, upload: UploadSessionRow): Promise<FileHandle> {
  const file = await open(toStagingPath(platform, upload.workflow_id), constants.O_RDWR | constants.O_CREAT, 0o600)
  // A new name in a folder is safe only once the folder itself is on the disk.
  if (upload.received_bytes === 0) await syncFolder(platform.blobs.stagingDir)
  return file
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Bytes go to their place as they come; those that came count also when the sender goes away or falls silent. */
export async function receiveDirectly(file: FileHandle, { body, ...transfer }: Transfer): Promise<Receipt> {
  const early = toEarlyWriting(file, toBounded(file, transfer), transfer.assertHeld)
  const receipt = await receiveBytes(body, { ...transfer, file: early })
  await early.settle()
  // A chunk that is wrong as a whole counts for nothing.
  if (receipt.error instanceof ServiceError && receipt.error.type === 'BadRequestError') throw receipt.error
  return receipt
}

const boundedBytes = 8 * 1024 * 1024

/** The same file, which takes no bytes that would leave the storage full. */
function toBounded(
  file: FileHandle,
  { limitBytes, assertRoom }: Pick<Transfer, 'limitBytes' | 'assertRoom'>,
): Pick<FileHandle, 'writev'> {
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

const earlyBytes = 8 * 1024 * 1024

/**
 * The same file, whose bytes go to the disk while more come, so that little is left to wait for when the chunk is
 * complete. The system tells of a failure once only: `settle` throws it.
 */
function toEarlyWriting(
  file: FileHandle,
  bounded: Pick<FileHandle, 'writev'>,
  assertHeld: () => void,
): Pick<FileHandle, 'writev'> & { settle(): Promise<void> } {
  let waitingBytes = 0
  let syncing: Promise<void> | undefined
  let failure: unknown
  return {
    async writev(buffers, position) {
      if (failure) throw failure
      assertHeld()
      const result = await bounded.writev(buffers, position)
      waitingBytes += result.bytesWritten
      if (waitingBytes >= earlyBytes && !syncing) {
        waitingBytes = 0
        syncing = file
          .datasync()
          .catch(error => {
            failure = error
          })
          .finally(() => {
            syncing = undefined
          })
      }
      return result
    },
    async settle() {
      await syncing
      if (failure) throw failure
    },
  }
}

/**
 * "A chunk may carry `Content-Digest`: a mismatch is refused with 422 and nothing of it is kept." So it waits aside in
 * `folder`, in a file without a name that no crash leaves behind, until it is known to be whole.
 */
export async function receiveVerified(
  file: FileHandle,
  { body, ...transfer }: Transfer,
  digest: Buffer,
  folder: string,
): Promise<Receipt> {
  const hash = createHash('sha256')
  const aside = await openNamelessFile(folder)
  try {
    const onBytes = (bytes: Buffer) => void hash.update(bytes)
    const receipt = await receiveBytes(body, {
      ...transfer,
      file: toBounded(aside, transfer),
      position: 0,
      onBytes,
    })
    if (receipt.error !== undefined) throw receipt.error
    if (!digest.equals(hash.digest())) throw brokenRule('Content-Digest', 'does not match the bytes that came')
    await copyBytes(aside, toBounded(file, transfer), transfer.position, transfer.assertHeld)
    return receipt
  } finally {
    await aside.close()
  }
}

async function openNamelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `chunk-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

const copyBufferBytes = 1024 * 1024

async function copyBytes(
  from: FileHandle,
  to: Pick<FileHandle, 'writev'>,
  position: number,
  assertHeld: () => void,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(copyBufferBytes)
  for (let done = 0; ; ) {
    const { bytesRead } = await from.read(buffer, 0, buffer.length, done)
    if (bytesRead === 0) return
    assertHeld()
    await writeFully(to, [buffer.subarray(0, bytesRead)], position + done, () => {})
    done += bytesRead
  }
}
