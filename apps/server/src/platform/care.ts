import { setTimeout as delay } from 'node:timers/promises'
import { type Context, createServiceContext, type Platform } from './context.ts'

/** It also looks without being told. */
const pauseMs = 5_000

/**
 * Calls `look` at the start, after each burst of events and every few seconds, one call after the other; what it throws
 * is logged. `gatherMs` is how long a burst may go on before it is called. The result stops it, when the last call ends.
 */
export function startCare(
  platform: Platform,
  { name, gatherMs, look }: { name: string; gatherMs: number; look: (ctx: Context) => Promise<void> },
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let hint = Promise.withResolvers<void>()
  const unsubscribe = platform.signals.on('events', () => hint.resolve())

  async function run(): Promise<void> {
    const ctx = createServiceContext(platform, name)
    while (!signal.aborted) {
      hint = Promise.withResolvers<void>()
      await look(ctx).catch(error => platform.log.error({ err: error }, `${name}: could not be looked after`))
      await Promise.race([hint.promise, delay(pauseMs, undefined, { signal }).catch(() => {})])
      await delay(gatherMs, undefined, { signal }).catch(() => {})
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    unsubscribe()
    await running
  }
}
