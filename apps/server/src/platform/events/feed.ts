/**
 * The one reader of the event log of a process: it reads what is new once and hands it on in memory, in order. Hints say
 * when to look; one that another node sent and that was lost delays it by a second.
 */

import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import { logFailure } from '../log/failure.ts'
import { eventSignal, type LoggedEvent, readEvents } from './log.ts'
import { type EventPosition, findEnd, isBefore } from './position.ts'
import { lostHints, type Signals } from './signals.ts'

/** Events of one production, in order, as all who follow it get them. */
export class EventBatch {
  readonly events: readonly LoggedEvent[]
  readonly #derived = new Map<unknown, unknown>()

  constructor(events: readonly LoggedEvent[]) {
    this.events = events
  }

  /** What `make` returns for these events: made once for all who ask with the same key. */
  derive<T>(key: unknown, make: (events: readonly LoggedEvent[]) => T): T {
    if (!this.#derived.has(key)) this.#derived.set(key, make(this.events))
    return this.#derived.get(key) as T
  }
}

/** Gets the batches of a production in order; the next one is read when all have been taken. Must not throw. */
export type TakeBatch = (batch: EventBatch) => void | Promise<void>

/** Every event of the log after one position, up to another. */
export interface LogPart {
  readonly from: EventPosition
  readonly to: EventPosition
  readonly events: readonly LoggedEvent[]
}

/** Somebody for whom the feed reads. */
export interface FeedEntry {
  /** Everything before this position has been handed out, everything after it will be. */
  readonly position: EventPosition
  /** Joins those who get the batches of a production from `position` on. */
  join(productionId: number, take: TakeBatch): void
  /** Hears of every part from `position` on; must not throw. Nobody waits for it. */
  listen(hear: (part: LogPart) => void): void
  /** Resolves when the position has changed. */
  moved(): Promise<void>
  leave(): void
}

export interface EventFeed {
  /** Makes the feed read if it does not yet; rejects when the database cannot be read. */
  enter(): Promise<FeedEntry>
  stop(): Promise<void>
}

const batchSize = 500
/** Small enough for readers to take one batch while the next is being read. */
const maxBatchBytes = 512 * 1024
/** Events come in bursts: they are gathered, the longer the more there are to hand them to. */
const minGatherMs = 50
const maxGatherMs = 250
/** What an older transaction still hides can be read once that has ended. */
const blockedLooksMs = [100, 250, 1_000]
/** It also looks without a hint: those of this process are not lost, those of other nodes may be. */
const alonePollMs = 5_000
const sharedPollMs = 1_000
/** After a failure. */
const retryMs = 1_000

/** `isAlone`: no other process writes events. */
export function createEventFeed(db: Database, signals: Signals, log: Logger, isAlone: boolean): EventFeed {
  const pollMs = isAlone ? alonePollMs : sharedPollMs
  const stopping = new AbortController()
  const takers = new Map<number, Set<TakeBatch>>()
  const listeners = new Set<(part: LogPart) => void>()
  let entered = 0
  let position: EventPosition | undefined
  let starting: Promise<EventPosition> | undefined
  let running: Promise<void> | undefined
  let move = Promise.withResolvers<void>()

  async function run(): Promise<void> {
    let hint = Promise.withResolvers<void>()
    const offs = [eventSignal, lostHints].map(signal => signals.on(signal, () => hint.resolve()))
    let hasFailed = false
    let looks = 0
    while (entered > 0 && !stopping.signal.aborted) {
      hint = Promise.withResolvers()
      let pauseMs = pollMs
      try {
        const isBlocked = await readOn()
        looks = isBlocked ? Math.min(looks + 1, blockedLooksMs.length) : 0
        pauseMs = blockedLooksMs[looks - 1] ?? pollMs
        hasFailed = false
      } catch (error) {
        if (!hasFailed) logFailure(log, error, 'event log could not be read')
        hasFailed = true
        pauseMs = retryMs
      }
      if (await within(hint.promise, pauseMs, stopping.signal))
        await delay(Math.min(minGatherMs + entered / 2, maxGatherMs), undefined, { signal: stopping.signal }).catch(
          () => {},
        )
    }
    for (const off of offs) off()
    running = undefined
    if (!stopping.signal.aborted) position = undefined
  }

  /** Reads and hands out everything that can be read by now; whether an older transaction hides what comes next. */
  async function readOn(): Promise<boolean> {
    for (;;) {
      const from = position!
      const {
        events,
        position: to,
        hasMore,
        isBlocked,
      } = await readEvents(db, from, {
        limit: batchSize,
        maxBytes: maxBatchBytes,
      })
      if (isBefore(from, to)) {
        // Without a pause in between: who joins before this gets the events, who joins after it begins after them.
        position = to
        for (const hear of listeners) hear({ from, to, events })
        const taken = handOut(events)
        move.resolve()
        move = Promise.withResolvers()
        await taken
      }
      if (!hasMore || entered === 0 || stopping.signal.aborted) return isBlocked
    }
  }

  async function handOut(events: readonly LoggedEvent[]): Promise<void> {
    const taken: (void | Promise<void>)[] = []
    for (const [productionId, ofProduction] of Map.groupBy(events, event => event.productionId)) {
      const joined = productionId === undefined ? undefined : takers.get(productionId)
      if (!joined) continue
      const batch = new EventBatch(ofProduction)
      for (const take of joined) taken.push(take(batch))
    }
    await Promise.all(taken)
  }

  /** The position, found first where nobody reads. */
  async function begin(): Promise<void> {
    if (position) return
    starting ??= findEnd(db).finally(() => {
      starting = undefined
    })
    const end = await starting
    position ??= end
    running ??= run()
  }

  return {
    async enter() {
      entered++
      await begin().catch(error => {
        entered--
        throw error
      })
      const leaving: (() => void)[] = [() => entered--]
      return {
        get position() {
          return position!
        },
        join(productionId, take) {
          const joined = takers.get(productionId) ?? new Set()
          takers.set(productionId, joined.add(take))
          leaving.push(() => {
            joined.delete(take)
            if (joined.size === 0) takers.delete(productionId)
          })
        },
        listen(hear) {
          listeners.add(hear)
          leaving.push(() => listeners.delete(hear))
        },
        moved: () => move.promise,
        leave() {
          for (const step of leaving.splice(0)) step()
        },
      }
    },
    async stop() {
      stopping.abort()
      move.resolve()
      await running
    },
  }
}

/** Waits for something, for `ms` at most or until the signal; returns whether it has come. */
export async function within(something: Promise<void>, ms: number, signal: AbortSignal): Promise<boolean> {
  const waiting = new AbortController()
  const timer = delay(ms, undefined, { signal: AbortSignal.any([signal, waiting.signal]) }).catch(() => {})
  const hasCome = await Promise.race([something.then(() => true), timer.then(() => false)])
  waiting.abort()
  return hasCome
}
