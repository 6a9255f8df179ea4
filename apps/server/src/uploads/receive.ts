import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ServiceError } from '@rushes/contract'

/** Writes of this size cost the least CPU (measured); about two of them are held for each connection. */
const writeBytes = 1024 * 1024

/** Where the bytes of a request go. */
interface Destination {
  file: Pick<FileHandle, 'writev'>
  /** Place of the first byte. */
  position: number
  /** Most bytes that may come; what is more is not written. */
  limitBytes: number
  /** A sender that is silent for so long is given up. */
  stallTimeoutMs: number
  /** Ends the transfer with the signal's reason. */
  signal: AbortSignal
  /** Sees every byte, in order. */
  onBytes?: (bytes: Buffer) => void
}

/** How a transfer ended: how many bytes are in the file from `position` on, and what cut it short. */
export interface Receipt {
  writtenBytes: number
  error: unknown
}

/**
 * Writes a request's body to its place in a file as it comes. Never throws: what has been written counts also when
 * the sender goes away, falls silent, or the disk is full.
 */
export async function receiveBytes(body: Readable, destination: Destination): Promise<Receipt> {
  const { file, position, limitBytes, stallTimeoutMs, signal } = destination
  // The request itself must survive an early end: the answer goes out over the same connection.
  const chunks = body.iterator({ destroyOnReturn: false })
  let writtenBytes = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  const flush = async () => {
    const buffers = pending
    pending = []
    pendingBytes = 0
    await writeFully(file, buffers, position + writtenBytes, count => {
      writtenBytes += count
    })
  }
  let error: unknown
  try {
    for (;;) {
      const { done, value } = await readNext(chunks, stallTimeoutMs, signal)
      if (done) break
      const bytes = value as Buffer
      destination.onBytes?.(bytes)
      if (writtenBytes + pendingBytes + bytes.length > limitBytes) {
        throw new ServiceError('BadRequestError', 'The chunk reaches past the size of the file')
      }
      pending.push(bytes)
      pendingBytes += bytes.length
      if (pendingBytes >= writeBytes) await flush()
    }
  } catch (caught) {
    error = caught
  }
  try {
    await flush()
  } catch (caught) {
    error ??= caught
  }
  return { writtenBytes, error }
}

function readNext(
  chunks: AsyncIterator<unknown>,
  stallTimeoutMs: number,
  signal: AbortSignal,
): Promise<IteratorResult<unknown>> {
  if (signal.aborted) return Promise.reject(signal.reason)
  const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<unknown>>()
  const stop = () => reject(signal.reason)
  const timer = setTimeout(() => {
    reject(new ServiceError('RequestTimeoutError', 'No bytes came for too long; the rest may be sent again'))
  }, stallTimeoutMs)
  signal.addEventListener('abort', stop, { once: true })
  chunks.next().then(resolve, reject)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}

/** Writes all of the buffers; a write may be short, just before the disk is full for one. */
export async function writeFully(
  file: Pick<FileHandle, 'writev'>,
  buffers: readonly Buffer[],
  position: number,
  onWritten: (count: number) => void,
): Promise<void> {
  let rest = buffers.filter(buffer => buffer.length > 0)
  let place = position
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, place)
    onWritten(bytesWritten)
    place += bytesWritten
    rest = dropBytes(rest, bytesWritten)
  }
}

function dropBytes(buffers: readonly Buffer[], count: number): Buffer[] {
  let left = count
  return buffers.flatMap(buffer => {
    const dropped = Math.min(left, buffer.length)
    left -= dropped
    return dropped === buffer.length ? [] : [buffer.subarray(dropped)]
  })
}
