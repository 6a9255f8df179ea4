import type { WorkerReply } from './protocol.ts'

/** Tells the parent how far a job is; awaiting it lets messages leave. */
export type Report = (done: number) => Promise<void>

const INTERVAL_MS = 200

/** Reports at most five times a second. */
export function createReporter(send: (reply: WorkerReply) => void): Report {
  let lastMs = performance.now()
  return async done => {
    const nowMs = performance.now()
    if (nowMs - lastMs < INTERVAL_MS) return
    lastMs = nowMs
    send({ type: 'PROGRESS', done })
    await new Promise(resolve => setImmediate(resolve))
  }
}
