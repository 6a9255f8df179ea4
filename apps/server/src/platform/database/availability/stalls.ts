import { DatabaseError, type Pool, type PoolClient } from 'pg'
import { repeat } from '../../background/repeat.ts'
import { createClientClass } from '../opening/hosts.ts'

declare module 'pg' {
  /** What the driver has and its types do not name. */
  interface ClientBase {
    readonly processID: number
  }
}

const maxSilenceMs = 5_000
const probeTimeoutMs = 3_000
const checkEveryMs = 1_000

interface Statement {
  readonly client: PoolClient
  since: number
}

/** Called for each statement when it is sent and when its answer has arrived. */
export interface StallWatch {
  begin(client: PoolClient): Statement
  end(statement: Statement): void
}

/**
 * Finds connections whose server is gone without having closed them: the system would take a quarter of an hour. Where a
 * statement is silent for long, the server is asked on a new connection whether it is there and still works on it.
 */
export function watchForStalls(pool: Pool): StallWatch {
  const clients = new Set<PoolClient>()
  const running = new Set<Statement>()
  let isProbing = false
  pool.on('connect', client => void clients.add(client))
  pool.on('remove', client => void clients.delete(client))

  async function check(silent: readonly Statement[]): Promise<void> {
    const alive = await listAlive(pool, silent)
    if (alive === undefined) return cut([...clients])
    for (const statement of silent) {
      if (alive.has(statement.client.processID)) statement.since = performance.now()
      else cut([statement.client])
    }
  }

  const stop = repeat(checkEveryMs, () => {
    if (pool.ending) stop()
    const latest = performance.now() - maxSilenceMs
    const silent = [...running].filter(({ since }) => since < latest)
    if (silent.length === 0 || isProbing) return
    isProbing = true
    void check(silent).finally(() => {
      isProbing = false
    })
  })

  return {
    begin(client) {
      const statement = { client, since: performance.now() }
      running.add(statement)
      return statement
    },
    end: statement => void running.delete(statement),
  }
}

/** The server processes that still work on these statements; undefined where no server answers. */
async function listAlive(pool: Pool, statements: readonly Statement[]): Promise<Set<number> | undefined> {
  const pids = statements.map(({ client }) => client.processID)
  const client = new (createClientClass(pool.options.connectionString ?? ''))({
    ...pool.options,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid = any($1)', [pids])
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // A server that refuses another connection is there.
    return error instanceof DatabaseError ? new Set(pids) : undefined
  } finally {
    void client.end().catch(() => {})
  }
}

/** Ends connections at once; their statements fail. */
function cut(clients: readonly PoolClient[]): void {
  for (const client of clients) client.connection.stream.destroy()
}
