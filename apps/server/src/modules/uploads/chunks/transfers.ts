import type { Platform } from '../../../platform/context.ts'
import { createHolds, type Holds } from './holds.ts'

/** The chunks that this process receives, so that an upload's end can wait for them. */
export interface Transfers {
  readonly holds: Holds
  /** Runs the steps of a chunk; `stopper` is aborted when the upload ends. Begins before the steps read anything. */
  run<T>(uploadId: number, steps: (stopper: AbortController) => Promise<T>): Promise<T>
  /** Stops the chunks of an upload with this error and waits until none touches its file any more. */
  stop(uploadId: number, reason: Error): Promise<void>
}

export function createTransfers(platform: Platform): Transfers {
  const running = new Map<number, Map<AbortController, Promise<unknown>>>()
  return {
    holds: createHolds(platform),
    async run(uploadId, steps) {
      const stopper = new AbortController()
      const chunks = running.get(uploadId) ?? new Map<AbortController, Promise<unknown>>()
      running.set(uploadId, chunks)
      const end = Promise.withResolvers<void>()
      chunks.set(stopper, end.promise)
      try {
        return await steps(stopper)
      } finally {
        chunks.delete(stopper)
        if (chunks.size === 0) running.delete(uploadId)
        end.resolve()
      }
    },
    async stop(uploadId, reason) {
      const chunks = [...(running.get(uploadId) ?? [])]
      for (const [stopper] of chunks) stopper.abort(reason)
      await Promise.all(chunks.map(([, end]) => end))
    },
  }
}
