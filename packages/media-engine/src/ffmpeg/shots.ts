import { Worker } from 'node:worker_threads'
import type { ShotsPlan } from '../plan/shots.ts'
import { type StopOptions, watchForStop } from '../supervision/stop.ts'
import type { ShotsThreadData, ShotsThreadReply } from './shots-thread.ts'

/** Finds the cuts of the planned film with the command line tool; the pictures are compared in a thread of their own. */
export async function runShots(
  ffmpeg: string,
  plan: ShotsPlan,
  options: StopOptions & { readonly onProgress?: ((done: number) => void) | undefined },
): Promise<{ readonly cuts: readonly number[]; readonly frames: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ cuts: readonly number[]; frames: number }>()
  const thread = new Worker(new URL('shots-thread.ts', import.meta.url), {
    workerData: { ffmpeg, plan, timeoutMs: options.timeoutMs, stallMs: options.stallMs } satisfies ShotsThreadData,
  })
  const endWatch = watchForStop(options, error => {
    // the thread kills its tool before it ends
    thread.postMessage('stop')
    reject(error)
  })
  thread.on('error', reject)
  thread.on('message', (reply: ShotsThreadReply) => {
    if ('progress' in reply) options.onProgress?.(reply.progress)
    else resolve(reply)
  })
  try {
    return await promise
  } finally {
    endWatch()
  }
}
