import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseLog } from '../log.ts'
import type { RunningServer } from './server.ts'

const firstPauseMs = 500
const longestPauseMs = 30_000

/** Starts the server again whenever it ends by itself, until `stop`; queries in between are refused. */
export function keepRunning(
  first: RunningServer,
  launch: () => Promise<RunningServer>,
  log: DatabaseLog,
): { pid: () => number; stop: () => Promise<void> } {
  let current = first
  const stopping = new AbortController()

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await current.ended
      if (!stopping.signal.aborted) await replace(current)
    }
  }

  async function replace(lost: RunningServer): Promise<void> {
    log.error({ pid: lost.pid }, 'the database server ended unexpectedly; starting it again')
    for (let pauseMs = firstPauseMs; !stopping.signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      try {
        current = await launch()
        return
      } catch (error) {
        log.error({ reason: error instanceof Error ? error.message : `${error}` }, 'the database server did not start')
        await pause(pauseMs, stopping.signal)
      }
    }
  }

  const watching = watch()
  return {
    pid: () => current.pid,
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
      // One that came up while the service was being stopped.
      await current.stop()
    },
  }
}

async function pause(pauseMs: number, signal: AbortSignal): Promise<void> {
  await delay(pauseMs, undefined, { signal, ref: false }).catch(() => {})
}
