import { Pool, TypeOverrides, types } from 'pg'
import type { DatabaseLog } from './log.ts'
import { createClientClass } from './opening/hosts.ts'

const int8 = 20
/** Absent from the driver's list of types, hence the annotation. */
const int8Array: number = 1016
const parseInt8Array = types.getTypeParser(int8Array, 'text')

/** Parses PostgreSQL's bigint; throws `RangeError` beyond 2^53 - 1, where a number would silently be another one. */
export function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} is beyond the safe integers`)
  return value
}

function createTypes(): TypeOverrides {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(int8, parseInt8)
  overrides.setTypeParser(int8Array, text =>
    parseInt8Array(text).map((item: string | null) => (item === null ? null : parseInt8(item))),
  )
  return overrides
}

/**
 * Opens a pool of at most `max` connections to the database at `url` (`postgres://…`, a socket folder as `?host=`, or
 * several hosts), which the server lists under `name`.
 *
 * A lost connection rejects the query that used it and nothing else: both listeners are needed, the pool's for idle
 * connections and the client's for those in use; without them `pg` ends the process.
 */
export function createPool(url: string, log: DatabaseLog, max = 10, name = 'rushes'): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: createClientClass(url),
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: name,
    // Nearly every statement is a short one by keys, whose plan never changes: planning it again costs three times its
    // execution. What depends on its values (searches) asks for its own plans. A plan that was made while a table was
    // small is kept until the table's figures are renewed: reading it whole must not be part of it.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // Statements that are asked for together are sent together.
    pipeline: true,
    types: createTypes(),
  })
  const tell = (error: Error, message: string) => {
    // The server may stop after the pool has ended, before the last connection notices.
    if (!pool.ending) log.warn({ reason: error.message }, message)
  }
  pool.on('error', error => tell(error, 'an idle database connection was lost'))
  pool.on('connect', client => {
    client.on('error', error => tell(error, 'a database connection was lost'))
  })
  return pool
}
