import { stoppedError } from '../errors.ts'
import { MEMORY_LIMIT_BYTES } from '../limits.ts'
import { watchMemory } from './memory.ts'
import { DEFAULT_STALL_MS, watchStall } from './stall.ts'

/** How a job may be ended from outside. */
export interface StopOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  /** A process that does nothing for so long is killed. */
  readonly stallMs?: number | undefined
}

/** A process that is not gone so long after it was killed waits for a dead disk; its job waits no longer for it. */
export const KILL_PATIENCE_MS = 10_000

/** Calls `stop` once when the process of a job is to be killed, whatever the reason; the answer ends the watch. */
export function watchProcess(pid: number | undefined, options: StopOptions, stop: (error: Error) => void): () => void {
  const ends = [
    watchMemory(pid, MEMORY_LIMIT_BYTES, stop),
    watchStall(pid, options.stallMs ?? DEFAULT_STALL_MS, stop),
    // The last one, since it may stop at once.
    watchForStop(options, stop),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Calls `stop` once when the signal is aborted or the deadline passes; the answer ends the watch. */
function watchForStop({ signal, timeoutMs }: StopOptions, stop: (error: Error) => void): () => void {
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

/** Keeps the last bytes of a stream as text: a worker that complains about every packet must not fill the memory. */
export function keepTail(stream: NodeJS.ReadableStream, limitBytes: number): () => string {
  let tail = Buffer.alloc(0)
  stream.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk.subarray(-limitBytes)]).subarray(-limitBytes)
  })
  return () => tail.toString('utf8').trim()
}
