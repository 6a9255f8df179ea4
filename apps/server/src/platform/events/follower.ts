/** Acting on what happened: the event log followed on and on, each event once, whatever dies in between. */

import { createServiceContext, inTransaction, type Platform, type Transaction } from '../context.ts'
import { logFailure } from '../log/failure.ts'
import { type LogPart, within } from './feed.ts'
import { claimPosition, createPosition, findPosition, savePosition } from './follower-store.ts'
import { type LoggedEvent, readEvents } from './log.ts'
import { type EventPosition, isBefore } from './position.ts'

/** Who acts on which events. */
export interface EventFollower {
  /** Names the position in the log; never to be changed. */
  readonly name: string
  /** Which events count. */
  readonly wants: (event: LoggedEvent) => boolean
  /** Those of them from which something follows, as far as the database says it: nothing is written for the others. */
  readonly sift?: (events: readonly LoggedEvent[]) => Promise<readonly LoggedEvent[]>
  /** What follows from these events, written in the transaction that stores how far the log has been read. */
  follow(ctx: Transaction, events: readonly LoggedEvent[]): Promise<void>
}

/** After a failure it tries again. */
const retryMs = 5_000
const batchSize = 500
/** So many events that nobody wants are read again at most after a crash; and those of so long a time are stored for it. */
const maxUnstored = 1_000
const maxUnstoredMs = 10 * 60_000

/**
 * Starts to follow the log, from its end when that is done for the first time; the result stops it. It takes what the
 * feed of the process reads, and reads by itself only what it missed there.
 */
export async function startFollower(platform: Platform, follower: EventFollower): Promise<() => Promise<void>> {
  const { clock, database, eventFeed, log } = platform
  const { name, wants, sift, follow } = follower
  await createPosition(database, name)
  let position = await findPosition(database, name)
  let unstored = 0
  let stored = clock.now()
  const feed = await eventFeed.enter()
  const stopping = new AbortController()
  let heard: LogPart | undefined
  let wake = Promise.withResolvers<void>()
  feed.listen(part => {
    heard = part
    wake.resolve()
  })

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wake = Promise.withResolvers()
      const part = heard
      heard = undefined
      await followOn(part).catch(error => logFailure(log, error, `could not follow the log for ${name}`))
      await within(wake.promise, retryMs, stopping.signal)
    }
  }

  /** Until it is where the feed is. */
  async function followOn(part: LogPart | undefined): Promise<void> {
    while (isBefore(position, feed.position) && !stopping.signal.aborted) {
      const next = part && isAt(part.from, position) ? part : await read()
      position = await act(next)
    }
  }

  async function read(): Promise<LogPart> {
    const { events, position: to } = await readEvents(database, position, { limit: batchSize, upTo: feed.position })
    return { from: position, to, events }
  }

  /** Where to go on: after the part, or where another process is that is ahead. */
  async function act({ from, to, events }: LogPart): Promise<EventPosition> {
    const named = events.filter(wants)
    const wanted = sift && named.length > 0 ? await sift(named) : named
    if (wanted.length === 0) {
      unstored += events.length
      if (unstored >= maxUnstored || Math.abs(clock.now() - stored) >= maxUnstoredMs) await store(to)
      return to
    }
    return inTransaction(createServiceContext(platform, name), async ctx => {
      if (!(await claimPosition(ctx.db, name, from, to))) return findPosition(ctx.db, name)
      await follow(ctx, wanted)
      unstored = 0
      stored = clock.now()
      return to
    })
  }

  async function store(to: EventPosition): Promise<void> {
    await savePosition(database, name, to)
    unstored = 0
    stored = clock.now()
  }

  const running = run()
  return async () => {
    stopping.abort()
    feed.leave()
    await running
    // Without it, those that nobody wanted are read again.
    if (unstored > 0) await store(position).catch(error => logFailure(log, error, `could not store how far ${name} is`))
  }
}

function isAt(a: EventPosition, b: EventPosition): boolean {
  return a.transaction === b.transaction && a.id === b.id
}
