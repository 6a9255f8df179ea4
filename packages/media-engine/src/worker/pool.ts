import { MediaError, stoppedError } from '../errors.ts'
import { type JobOptions, MediaWorker } from './media-worker.ts'
import type { WorkerJobName, WorkerJobs } from './protocol.ts'

/** A job whose worker is lost before it could take it is given to another one, so often in all. */
const MAX_STARTS = 3

const isLoss = (error: unknown): boolean =>
  error instanceof MediaError && (error.code === 'CRASHED' || error.code === 'STALLED')

/** Runs jobs in at most `size` worker processes at a time, first come, first served. */
export class WorkerPool {
  readonly #size: number
  readonly #isReused: boolean
  readonly #workers = new Set<MediaWorker>()
  readonly #idle: MediaWorker[] = []
  readonly #waiting: { readonly start: () => void; readonly refuse: (error: MediaError) => void }[] = []
  #running = 0
  #isClosed = false

  /** `isReused`: a worker serves many jobs (short ones), or ends after one, which gives its memory back (long ones). */
  constructor({ size, isReused }: { readonly size: number; readonly isReused: boolean }) {
    this.#size = size
    this.#isReused = isReused
  }

  /** Process ids of the living workers. */
  get pids(): readonly number[] {
    return [...this.#workers].flatMap(worker => (worker.isAlive && worker.pid !== undefined ? [worker.pid] : []))
  }

  async run<Name extends WorkerJobName>(
    name: Name,
    request: WorkerJobs[Name]['request'],
    options: JobOptions,
  ): Promise<WorkerJobs[Name]['result']> {
    await this.#takeTurn(options)
    try {
      for (let start = 1; ; start += 1) {
        const worker = await this.#takeWorker()
        try {
          return await worker.run(name, request, options)
        } catch (error) {
          if (worker.hasStarted || start >= MAX_STARTS || !isLoss(error)) throw error
        } finally {
          if (this.#isReused && worker.isAlive && !this.#isClosed) this.#idle.push(worker)
          else this.#drop(worker)
        }
      }
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.start()
    }
  }

  async #takeTurn({ signal, timeoutMs }: JobOptions): Promise<void> {
    if (this.#isClosed) throw new MediaError('CLOSED', 'The media engine is closed.')
    if (signal?.aborted) throw stoppedError('ABORTED', timeoutMs)
    if (this.#running >= this.#size) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const turn = { start: resolve, refuse: reject }
      this.#waiting.push(turn)
      const leave = (): void => {
        const place = this.#waiting.indexOf(turn)
        if (place < 0) return
        this.#waiting.splice(place, 1)
        reject(stoppedError('ABORTED', timeoutMs))
      }
      signal?.addEventListener('abort', leave, { once: true })
      await promise.finally(() => signal?.removeEventListener('abort', leave))
    }
    this.#running += 1
  }

  async #takeWorker(): Promise<MediaWorker> {
    for (;;) {
      const idle = this.#idle.pop()
      if (!idle) break
      if (idle.isAlive) return idle
      this.#drop(idle)
    }
    const worker = await MediaWorker.start()
    this.#workers.add(worker)
    if (this.#isClosed) this.#drop(worker)
    return worker
  }

  #drop(worker: MediaWorker): void {
    worker.kill()
    this.#workers.delete(worker)
  }

  /** Ends all workers; running and waiting jobs fail with `CLOSED` or `CRASHED`. */
  close(): void {
    this.#isClosed = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(new MediaError('CLOSED', 'The media engine is closed.'))
    for (const worker of this.#workers) this.#drop(worker)
  }
}
