import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import type { BlobStore } from './blobs.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/index.ts'
import { appendEvents, type NewEvent } from './event-log.ts'
import type { Precondition } from './precondition.ts'
import type { Signals } from './signals.ts'

export { type Actor, actingUserId, type UserActor, type VisitorActor } from './actor.ts'

/** What the process holds for its whole life. */
export interface Platform {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  readonly signals: Signals
  /** Whether no other process can be on the database (the embedded one): what this one remembers changes through it alone. */
  readonly isAlone: boolean
  readonly blobs: BlobStore
  /** Key for signed links and sealed secrets. */
  readonly secret: Uint8Array
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
  /** Something to write when everything else of the transaction is done, together with the events. */
  readonly beforeCommit: (step: () => Promise<void>) => void
  /** Something to do once the transaction is committed, and not at all when it is rolled back. */
  readonly afterCommit: (step: () => void) => void
}

/** Runs the steps in one transaction; events are written in it, listeners woken after it. Joins an open one. */
export async function inTransaction<T>(ctx: Context, steps: (ctx: Transaction) => Promise<T>): Promise<T> {
  if (isTransaction(ctx)) return steps(ctx)
  const events: NewEvent[] = []
  const last: (() => Promise<void>)[] = []
  const committed: (() => void)[] = []
  const result = await ctx.db.transaction().execute(async db => {
    const inner: Transaction = {
      ...ctx,
      db,
      publish: event => void events.push(event),
      beforeCommit: step => void last.push(step),
      afterCommit: step => void committed.push(step),
    }
    const value = await steps(inner)
    await Promise.all([...last.map(step => step()), events.length > 0 ? appendEvents(inner, events) : undefined])
    return value
  })
  for (const step of committed) step()
  if (events.length > 0) ctx.platform.signals.emit('events')
  return result
}

function isTransaction(ctx: Context): ctx is Transaction {
  return 'publish' in ctx
}

/** A context for work that no request started. */
export function createServiceContext(platform: Platform, process: string): Context {
  return { db: platform.database, actor: { kind: 'service' }, requestId: process, platform }
}
