import { stoppedError } from './errors.ts'

/** How a job may be ended from outside. */
export interface StopOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/** Calls `stop` once when the signal is aborted or the deadline passes; the answer ends the watch. */
export function watchForStop({ signal, timeoutMs }: StopOptions, stop: (error: Error) => void): () => void {
  const abort = (): void => {
    end()
    stop(stoppedError('ABORTED', timeoutMs))
  }
  const timer = setTimeout(() => {
    end()
    stop(stoppedError('TIMEOUT', timeoutMs))
  }, timeoutMs)
  const end = (): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  return end
}

/** Keeps the last bytes of a stream as text: a tool that complains about every packet must not fill the memory. */
export function keepTail(stream: NodeJS.ReadableStream, limitBytes: number): () => string {
  let tail = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-limitBytes)]).subarray(-limitBytes)
  })
  return () => tail.toString('utf8').trim()
}
