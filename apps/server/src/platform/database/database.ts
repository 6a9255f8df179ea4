import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, type Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import {
  DatabaseFullError,
  DatabaseUnavailableError,
  isReadOnlyError,
  OutageLog,
  toStoreError,
} from './availability/outage.ts'
import { type StallWatch, watchForStalls } from './availability/stalls.ts'
import type { SpaceGuard } from './embedded/space-guard.ts'
import type { DatabaseLog } from './log.ts'
import { createStatementNames, type StatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'

/** The query builder over every module's tables; the first parameter of every store. */
export type Database = Kysely<Tables>

/**
 * Builds the query builder on `pool`; ending the pool ends it. While the database is away, statements fail with
 * `DatabaseUnavailableError`; the log has the beginning and the end of it.
 */
export function createDatabase(pool: Pool, log: DatabaseLog): Database {
  return toDatabase(createNamingPool(pool, createShared(pool, log), undefined))
}

/**
 * The same twice for a database with a guarded disk. While that is full, writes of the first fail with
 * `DatabaseFullError`, and those of the second once they have used up the room of the reserve.
 */
export function createGuardedDatabases(pool: Pool, log: DatabaseLog, space: SpaceGuard): [Database, Database] {
  const shared = createShared(pool, log)
  const closed = new WeakSet<PoolClient>()
  const create = (isFull: () => boolean) =>
    toDatabase(createNamingPool(pool, shared, new WriteGate(space, closed, isFull)))
  return [create(space.isFull), create(space.isUsedUp)]
}

function toDatabase(pool: PostgresPool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Closes connections to writes while the disk of the database is full. */
class WriteGate {
  readonly #space: SpaceGuard
  readonly #closed: WeakSet<PoolClient>
  readonly #isFull: () => boolean

  constructor(space: SpaceGuard, closed: WeakSet<PoolClient>, isFull: () => boolean) {
    this.#space = space
    this.#closed = closed
    this.#isFull = isFull
  }

  /** Opens or closes a connection before it is used. */
  set(client: PoolClient): void {
    const isFull = this.#isFull()
    if (this.#closed.has(client) === isFull) return
    if (isFull) this.#closed.add(client)
    else this.#closed.delete(client)
    // It cannot fail but with the connection.
    client.query(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`).catch(() => {})
  }

  /** Whether the gate made a statement fail; has the disk checked where the server found it full. */
  refused(client: PoolClient, error: unknown): boolean {
    if (error instanceof DatabaseError && error.code === diskFull) this.#space.check()
    return this.#closed.has(client) && isReadOnlyError(error)
  }
}

const diskFull = '53100'

function createNamingPool(pool: Pool, shared: Shared, gate: WriteGate | undefined): PostgresPool {
  // Kysely recognises a connection by the identity of the object that it gets.
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(error => {
        if (!pool.ending) shared.outages.noteFailure(error)
        throw toStoreError(error)
      })
      gate?.set(client)
      const known = wrapped.get(client)
      if (known) return known
      const created = createNamingClient(client, shared, gate)
      wrapped.set(client, created)
      return created
    },
  }
}

/** What the connections of a pool share. */
interface Shared {
  readonly names: StatementNames
  readonly outages: OutageLog
  readonly stalls: StallWatch
}

function createShared(pool: Pool, log: DatabaseLog): Shared {
  return { names: createStatementNames(), outages: new OutageLog(log), stalls: watchForStalls(pool) }
}

function createNamingClient(
  client: PoolClient,
  { names, outages, stalls }: Shared,
  gate: WriteGate | undefined,
): PostgresPoolClient {
  let isSpoilt = false
  let isInTransaction = false
  async function query(text: string, values: readonly unknown[]) {
    if (text === 'begin') {
      isInTransaction = true
      // It cannot fail but with the connection, and then what follows fails too: its answer need not be waited for.
      client.query(text).catch(() => {})
      return { command: 'BEGIN', rowCount: 0, rows: [] }
    }
    if (text.startsWith('begin ')) isInTransaction = true
    else if (text === 'commit' || text === 'rollback') isInTransaction = false
    const name = names.find(text)
    try {
      return await ask(text, values, name)
    } catch (error) {
      if (!isOfOldTable(error)) throw error
      names.renew()
      // The server refused to begin. A transaction, though, is over with it.
      if (isInTransaction) throw new DatabaseUnavailableError(error)
      return ask(text, values, undefined)
    }
  }
  async function ask(text: string, values: readonly unknown[], name: string | undefined): Promise<QueryResult> {
    const statement = stalls.begin(client)
    try {
      const result = await send(client, { text, values: [...values], ...(name === undefined ? {} : { name }) })
      outages.noteSuccess(result.command)
      return result
    } catch (error) {
      // The stack of the driver ends in its socket; this one leads to the caller.
      if (error instanceof Error) Error.captureStackTrace(error)
      if (error instanceof DatabaseError && isGoodbye(error)) isSpoilt = true
      if (gate?.refused(client, error)) throw new DatabaseFullError(error)
      outages.noteFailure(error)
      throw toStoreError(error)
    } finally {
      stalls.end(statement)
    }
  }
  // The builder calls this with a text; only a stream, which nothing here opens, would bring a cursor.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: discard => client.release(discard === true || isSpoilt),
  }
}

/**
 * Sends a statement in the driver's callback style. Its promises keep every result alive until the whole heap is
 * collected: a result that is read and dropped would still be moved to the old generation.
 */
function send(client: PoolClient, query: QueryConfig): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(query, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
  })
}

/** Whether the server ends the connection: it says so in an error, and the next query must not meet the moment of it. */
function isGoodbye({ severity }: DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC'
}

/** Whether a migration changed a table under a named statement: "cached plan must not change result type". */
function isOfOldTable(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
