import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import type { BlobStore } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import type { EventFeed } from './event-feed.ts'
import { type NewEvent, signalEvents, toEventAppend } from './event-log.ts'
import type { AnswerTurns } from './fair-turns.ts'
import type { Precondition } from './precondition.ts'
import type { ServiceKey } from './secrets/sealed.ts'
import type { Signals } from './signals.ts'
import type { VersionedCache } from './versioned-cache.ts'

export { type Actor, actingUserId, type UserActor, type VisitorActor } from './actor.ts'

/** What the process holds for its whole life. */
export interface Platform {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly signals: Signals
  /** Reads the event log for all of this process who follow it in memory. */
  readonly eventFeed: EventFeed
  readonly turns: AnswerTurns
  /** Large content of annotations, sized by the entries of its lists. */
  readonly contents: VersionedCache<Readonly<Record<string, unknown>>>
  /** Whether no other process can be on the database (the embedded one): what this one remembers changes through it alone. */
  readonly isAlone: boolean
  /** Names this process where it holds leases. */
  readonly instance: string
  readonly blobs: BlobStore
  /** Signs links and seals secrets. */
  readonly secret: ServiceKey
  /** Address that clients use, without a slash at its end; known for sure once the service listens. */
  publicUrl: string
}

/** What a use case runs on. */
export interface Context {
  readonly db: Database
  readonly actor: Actor
  /** Names the request or the process in `modifiedBy` and in the log. */
  readonly requestId: string
  readonly platform: Platform
  /** What the request says of the version that its change is to find; compared where the row is held. */
  readonly precondition?: Precondition | undefined
}

/** A context inside a transaction: it alone can publish, so nothing is announced that was not committed. */
export interface Transaction extends Context {
  readonly publish: (event: NewEvent) => void
  /** A statement to execute when everything else of the transaction is done, as one with the events. */
  readonly writeAtCommit: (statement: () => RawBuilder<unknown>) => void
  /** Something to do once the transaction is committed, and not at all when it is rolled back. */
  readonly afterCommit: (step: () => void) => void
}

/** Runs the steps in one transaction; events are written in it, listeners woken after it. Joins an open one. */
export async function inTransaction<T>(ctx: Context, steps: (ctx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return steps(ctx)
  const events: NewEvent[] = []
  const last: (() => RawBuilder<unknown>)[] = []
  const committed: (() => void)[] = []
  const result = await ctx.db.transaction().execute(async db => {
    const inner: Transaction = {
      ...ctx,
      db,
      publish: event => void events.push(event),
      writeAtCommit: statement => void last.push(statement),
      afterCommit: step => void committed.push(step),
    }
    const value = await steps(inner)
    if (events.length > 0) last.push(() => toEventAppend(inner, events))
    await executeTogether(
      db,
      last.map(make => make()),
    )
    return value
  })
  for (const step of committed) step()
  if (events.length > 0) signalEvents(ctx.platform.signals, events)
  return result
}

/** Statements that do not depend on each other, in one round trip. */
async function executeTogether(db: Database, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const [first, ...others] = statements
  if (!first) return
  const parts = others.map((statement, index) => sql`${sql.id(`part_${index}`)} as (${statement})`)
  await (parts.length === 0 ? first : sql`with ${sql.join(parts)} ${first}`).execute(db)
}

function isTransaction(ctx: Context): ctx is Transaction {
  return 'publish' in ctx
}

/** A context for work that no request started. */
export function createServiceContext(platform: Platform, process: string): Context {
  return { db: platform.database, actor: { kind: 'service' }, requestId: process, platform }
}
