import { setTimeout as delay } from 'node:timers/promises'
import { type Context, createServiceContext, type Platform } from '../context.ts'
import { toKindSignal } from '../events/log.ts'
import { logFailure } from '../log/failure.ts'

/** Work that the service repeats while it runs. */
export interface BackgroundWork {
  /** In the log and in `modifiedBy`. */
  readonly name: string
  /** At most so long from one run to the next. */
  readonly everyMs: number
  /** Signals that ask for a run at once. */
  readonly wakeOn?: readonly string[]
  /** Kinds of events that do: `Media` for `Media.create` and the like. */
  readonly wakeOnEvents?: readonly string[]
  /** From such a signal to the run: what is signalled meanwhile is part of it. */
  readonly gatherMs?: number
  /** Rests at least so many times as long as the last run took, so that others have the database. */
  readonly restFactor?: number
  /**
   * Ends early when the signal is aborted. What it throws is logged, and the next run tries again. Gives after how many
   * milliseconds that is to be, where it cannot wait for its turn.
   */
  readonly run: (ctx: Context, signal: AbortSignal) => Promise<number | undefined> | Promise<void>
}

/** Runs now, and then one run after the other. The result stops it, when the last run ends. */
export function startBackground(platform: Platform, work: BackgroundWork): () => Promise<void> {
  const { name, everyMs, wakeOn = [], wakeOnEvents = [], gatherMs = 0, restFactor = 0 } = work
  const stopping = new AbortController()
  const { signal } = stopping
  let isAsked = false
  let wake = () => {}
  const ask = () => {
    isAsked = true
    wake()
  }
  const unsubscribe = [...wakeOn, ...wakeOnEvents.map(toKindSignal)].map(signal => platform.signals.on(signal, ask))

  async function repeat(): Promise<void> {
    const ctx = createServiceContext(platform, name)
    while (!signal.aborted) {
      isAsked = false
      const begun = performance.now()
      const next = await work.run(ctx, signal).catch(error => logFailure(platform.log, error, `${name} failed`))
      const restMs = Math.max(gatherMs, restFactor * (performance.now() - begun))
      if (!isAsked) await untilAsked(typeof next === 'number' ? Math.min(next, everyMs) : everyMs)
      if (restMs > 0) await delay(restMs, undefined, { signal }).catch(() => {})
    }
  }

  function untilAsked(mostMs: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, mostMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  const running = repeat()
  return async () => {
    stopping.abort()
    ask()
    for (const end of unsubscribe) end()
    await running
  }
}
