import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { createStatementNames } from './statement-names.ts'
import type { Tables } from './tables.ts'

/** The query builder over every room's tables; the first parameter of every store. */
export type Database = Kysely<Tables>

/** Builds the query builder on `pool`; ending the pool ends it. */
export function createDatabase(pool: Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createNamingPool(pool) }) })
}

function createNamingPool(pool: Pool): PostgresPool {
  const findName = createStatementNames()
  // Kysely recognises a connection by the identity of the object that it gets.
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client)
      if (known) return known
      const created = createNamingClient(client, findName)
      wrapped.set(client, created)
      return created
    },
  }
}

function createNamingClient(client: PoolClient, findName: (text: string) => string | undefined): PostgresPoolClient {
  let isSpoilt = false
  async function query(text: string, values: readonly unknown[]) {
    if (text === 'begin') {
      // It cannot fail but with the connection, and then what follows fails too: its answer need not be waited for.
      client.query(text).catch(() => {})
      return { command: 'BEGIN', rowCount: 0, rows: [] }
    }
    const name = findName(text)
    try {
      return await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    } catch (error) {
      if (error instanceof DatabaseError && spoilsConnection(error)) isSpoilt = true
      throw error
    }
  }
  // The builder calls this with a text; only a stream, which nothing here opens, would bring a cursor.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: discard => client.release(discard === true || isSpoilt),
  }
}

/** Whether a connection is of no use after an error, although the driver still takes it for whole. */
function spoilsConnection(error: DatabaseError): boolean {
  // The server says goodbye in an error and closes only then; the next query must not meet that moment.
  if (error.severity === 'FATAL' || error.severity === 'PANIC') return true
  // A migration by another node changed a table under a named statement: "cached plan must not change result type".
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}
