import type { StopOptions } from '../supervision/stop.ts'
import type { WorkerPool } from '../worker/pool.ts'

/** What the jobs of one engine share. */
export interface JobContext {
  /** Short jobs: probes and stills. */
  readonly quickWorkers: WorkerPool
  /** Long jobs; each has a process of its own. */
  readonly transcoders: WorkerPool
  /** A process that does nothing for so long is killed. */
  readonly stallMs: number
}

/** Every job may be cancelled, and ends by itself at a deadline. */
export interface JobOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** When a process of the job is to be stopped. */
export const toStopOptions = (
  { stallMs }: JobContext,
  { signal, timeoutMs }: JobOptions,
  defaultTimeoutMs: number,
): StopOptions => ({ signal, timeoutMs: timeoutMs ?? defaultTimeoutMs, stallMs })
