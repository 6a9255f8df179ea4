import { finished, type Readable } from 'node:stream'
import { ServiceError } from '@rushes/contract'
import type { UploadFile } from '../../../platform/blobs/blobs.ts'
import { notePassingBytes } from '../../../platform/flow/passing-bytes.ts'

/** Writes of this size cost the least CPU (measured); about two of them are held for each connection. */
const writeBytes = 1024 * 1024

/** Where the bytes of a request go. */
interface Destination {
  file: Pick<UploadFile, 'writev'>
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
 * Writes a request's body to its place in a file as it comes, the next bytes being read while the last are written.
 * Never throws: what has been written counts also when the sender goes away, falls silent, or the disk is full. The
 * body is left as it is then: the answer is sent over the same connection.
 */
export async function receiveBytes(body: Readable, destination: Destination): Promise<Receipt> {
  const { file, position, limitBytes, signal } = destination
  let writtenBytes = 0
  let acceptedBytes = 0
  let pending: Buffer[] = []
  let pendingBytes = 0
  let writing: Promise<void> | undefined
  /** Why the file took no more. */
  let failure: { readonly reason: unknown } | undefined

  async function writePending(): Promise<void> {
    const buffers = pending
    pending = []
    pendingBytes = 0
    if (body.isPaused()) body.resume()
    // What came after bytes that were lost has no place: it would be put where those belong.
    if (failure) return
    try {
      await writeFully(file, buffers, position + writtenBytes, count => {
        writtenBytes += count
      })
    } catch (reason) {
      failure = { reason }
      throw reason
    }
  }

  function accept(bytes: Buffer, fail: (error: unknown) => void): void {
    if (acceptedBytes + bytes.length > limitBytes) {
      fail(new ServiceError('BadRequestError', 'The chunk reaches past the size of the file'))
      return
    }
    acceptedBytes += bytes.length
    notePassingBytes(bytes.length)
    destination.onBytes?.(bytes)
    pending.push(bytes)
    pendingBytes += bytes.length
    if (pendingBytes < writeBytes) return
    // The disk is slower than the sender: no more than this and what is being written is held.
    if (writing) {
      body.pause()
      return
    }
    writing = writePending()
      .catch(fail)
      .finally(() => {
        writing = undefined
        if (pendingBytes >= writeBytes) accept(Buffer.alloc(0), fail)
      })
  }

  const error = await readAll(body, { ...destination, signal, accept })
  await writing
  await writePending().catch(() => {})
  return { writtenBytes, error: error ?? (failure as { reason: unknown } | undefined)?.reason }
}

/** Gives every piece of a body to `accept`, until its end or what cuts it short; gives what that was. */
async function readAll(
  body: Readable,
  {
    stallTimeoutMs,
    signal,
    accept,
  }: Pick<Destination, 'stallTimeoutMs' | 'signal'> & {
    accept(bytes: Buffer, fail: (error: unknown) => void): void
  },
): Promise<unknown> {
  if (signal.aborted) return signal.reason
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => {
    // While the disk is what is waited for, the sender is not to blame.
    if (body.isPaused()) return void timer.refresh()
    resolve(new ServiceError('RequestTimeoutError', 'No bytes came for too long; the rest may be sent again'))
  }, stallTimeoutMs)
  const onData = (bytes: Buffer) => {
    timer.refresh()
    accept(bytes, resolve)
  }
  const onAbort = () => resolve(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const stopWatching = finished(body, error => resolve(error ?? undefined))
  body.on('data', onData)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    stopWatching()
    body.off('data', onData)
    body.pause()
  }
}

/** Writes all of the buffers; a write may be short, just before the disk is full for one. */
export async function writeFully(
  file: Pick<UploadFile, 'writev'>,
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
