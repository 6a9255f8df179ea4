import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { ServiceRole } from './background/roles.ts'
import type { BlobStore } from './blobs/blobs.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Database } from './database/index.ts'
import type { EventFeed } from './events/feed.ts'
import { type NewEvent, signalEvents, toEventAppend } from './events/log.ts'
import type { Signals } from './events/signals.ts'
import type { AnswerTurns } from './flow/fair-turns.ts'
import type { Precondition } from './http/answers/precondition.ts'
import type { Figures } from './log/counters.ts'
import type { Module, Services, Stop } from './module.ts'
import type { Actor } from './security/actor.ts'
import type { Outbound } from './security/outbound.ts'
import type { Passwords } from './security/passwords.ts'
import type { SealedColumn, ServiceKey } from './security/secrets/sealed.ts'

export { type Actor, actingUserId, type UserActor, type VisitorActor } from './security/actor.ts'

/** What runs as long as the service does. */
export interface BackgroundService {
  readonly name: string
  /**
   * Which nodes run it. Any number of them may run it at the same time. What is for workers starts when the service
   * answers, and stops before it no longer does.
   */
  readonly role: ServiceRole | 'every'
  readonly start: (platform: Platform) => Stop | Promise<Stop>
}

declare module './module.ts' {
  interface Services {
    /** Resolves once searches find everything that was committed, or after this time; returns whether they do. */
    readonly waitForIndex: (timeoutMs: number) => Promise<boolean>
  }
  interface Module {
    /** Creates its members of `platform.services`. Those of modules listed before it are there already. */
    readonly services?: (platform: Platform) => Partial<Services> | Promise<Partial<Services>>
    /** In the order in which it starts. */
    readonly background?: readonly BackgroundService[]
    /** What it seals with the key of the service. */
    readonly sealed?: readonly SealedColumn[]
    /** Whether it names any file of the store. */
    readonly namesFiles?: (db: Database) => Promise<boolean>
  }
}

/** Creates the services of all modules, in their order. */
export async function createServices(platform: Platform): Promise<void> {
  for (const { services } of platform.modules) Object.assign(platform.services, await services?.(platform))
}

/** What the process holds for its whole life. */
export interface Platform {
  readonly config: Config
  readonly database: Database
  /** The same database, see `onReserve`; absent where its disk is not guarded. */
  readonly reserveDatabase?: Database | undefined
  readonly pool: Pool
  /** Address of the database, for threads with connections of their own. */
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Logger
  /** Absent where this process does not write its log. */
  readonly countDroppedRecords: (() => number) | undefined
  /** How long a search waits for the index; absent: the default of the search module. */
  readonly maxIndexWaitMs?: number | undefined
  readonly passwords: Passwords
  readonly figures: Figures
  readonly signals: Signals
  /** Reads the event log for all of this process who follow it in memory. */
  readonly eventFeed: EventFeed
  readonly turns: AnswerTurns
  /** By memory: rows that nearly every request reads. */
  readonly memories: Map<object, { readonly values: Map<string, unknown>; changes: number }>
  /** Whether no other process can be on the database (the embedded one): what this one remembers changes through it alone. */
  readonly isAlone: boolean
  /** Names this process where it holds leases. */
  readonly instance: string
  readonly blobs: BlobStore
  /** A folder of this machine for files in the making; the store adopts blobs from it. */
  readonly stagingDir: string
  /** Calls to addresses that users have given. */
  readonly outbound: Outbound
  /** The next id of the one sequence, for a row that has to be named before it is written. Unused ones are lost. */
  readonly takeId: () => Promise<number>
  /** Signs links and seals secrets. */
  readonly secret: ServiceKey
  /** Address that clients use, without a slash at its end; known for sure once the service listens. */
  publicUrl: string
  readonly modules: readonly Module[]
  readonly services: Services
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

/**
 * The same context, whose writes go on while the disk of the database is full, as long as its reserve has room: for the
 * few that let people in to read.
 */
export function onReserve(ctx: Context): Context {
  const { database, reserveDatabase = database } = ctx.platform
  return { ...ctx, db: reserveDatabase, platform: { ...ctx.platform, database: reserveDatabase } }
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
