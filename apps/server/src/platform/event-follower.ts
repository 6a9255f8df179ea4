/** Acting on what happened: the event log read on and on, each event once, whatever dies in between. */

import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { createServiceContext, inTransaction, type Platform, type Transaction } from './context.ts'
import type { Database } from './database/index.ts'
import { type EventPosition, findEnd, type LoggedEvent, readEvents } from './event-log.ts'

/** Who acts on which events. */
export interface EventFollower {
  /** Names the position in the log; never to be changed. */
  readonly name: string
  /** Which events count: a condition on the columns of `event`. */
  readonly matching: RawBuilder<boolean>
  /** What follows from these events, written in the transaction that remembers how far the log has been read. */
  follow(ctx: Transaction, events: readonly LoggedEvent[]): Promise<void>
}

interface EventFollowerTable {
  name: string
  transaction: string
  event_id: number
}

declare module './database/tables.ts' {
  interface Tables {
    event_follower: EventFollowerTable
  }
}

/** Events come in bursts. */
const gatherMs = 50
/** What is told can be read once every older transaction has ended: it looks again. */
const laterLooksMs = [250, 1000]
/** It also looks without being told. */
const pauseMs = 5_000
const batchSize = 200

/** Starts to follow the log, from its end when that is done for the first time; the result stops it. */
export async function startFollower(platform: Platform, follower: EventFollower): Promise<() => Promise<void>> {
  await beginAtEnd(platform.database, follower.name)
  const stopping = new AbortController()
  let hint = Promise.withResolvers<void>()
  const wake = () => hint.resolve()
  const unsubscribe = platform.signals.on('events', wake)
  const wait = (ms: number) => delay(ms, undefined, { signal: stopping.signal }).catch(() => {})

  async function run(): Promise<void> {
    let looksMs: number[] = []
    while (!stopping.signal.aborted) {
      hint = Promise.withResolvers<void>()
      await followAll(platform, follower, stopping.signal)
      const isTold = await Promise.race([
        hint.promise.then(() => true),
        wait(looksMs.shift() ?? pauseMs).then(() => false),
      ])
      if (!isTold) continue
      looksMs = [...laterLooksMs]
      await wait(gatherMs)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    unsubscribe()
    await running
  }
}

/** Everything that can be read by now. */
async function followAll(platform: Platform, follower: EventFollower, stopping: AbortSignal): Promise<void> {
  try {
    let hasMore = true
    while (hasMore && !stopping.aborted) hasMore = await followOn(platform, follower)
  } catch (error) {
    platform.log.error({ err: error }, `could not follow the log for ${follower.name}`)
  }
}

async function beginAtEnd(db: Database, name: string): Promise<void> {
  const { transaction, id } = await findEnd(db)
  await sql`
    insert into event_follower (name, transaction, event_id) values (${name}, ${transaction}::xid8, ${id})
    on conflict do nothing`.execute(db)
}

/** One batch; answers whether there may be more. Of several processes one follows at a time. */
function followOn(platform: Platform, { name, matching, follow }: EventFollower): Promise<boolean> {
  return inTransaction(createServiceContext(platform, name), async ctx => {
    const position = await lockPosition(ctx.db, name)
    if (!position) return false
    const read = await readEvents(ctx.db, position, { limit: batchSize, matching })
    if (read.events.length > 0) await follow(ctx, read.events)
    // Also when there was nothing of interest, so that nobody looks through the same events again.
    await keepPosition(ctx.db, name, read.position)
    return read.events.length === batchSize
  })
}

async function lockPosition(db: Database, name: string): Promise<EventPosition | undefined> {
  const { rows } = await sql<EventPosition>`
    select transaction::text as transaction, event_id as id from event_follower where name = ${name}
    for update skip locked`.execute(db)
  return rows[0]
}

async function keepPosition(db: Database, name: string, { transaction, id }: EventPosition): Promise<void> {
  await sql`
    update event_follower set transaction = ${transaction}::xid8, event_id = ${id} where name = ${name}`.execute(db)
}
