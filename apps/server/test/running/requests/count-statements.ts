import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Pool, PoolClient } from 'pg'

/** Statements that the service of this pool sends to its database while `work` goes on. */
export async function countStatements(pool: Pool, work: () => Promise<void>): Promise<number> {
  let count = 0
  const stop = onStatement(pool, () => count++)
  await work().finally(stop)
  return count
}

/**
 * Statements that the service of this pool sends to its database for the one request that `work` makes, until it is answered; what
 * the service does of its own accord meanwhile is not among them.
 */
export async function countStatementsOfRequest(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const requests = new AsyncLocalStorage<{ statements: number }>()
  const answered: number[] = []
  const begin = () => requests.enterWith({ statements: 0 })
  const end = () => void answered.push(requests.getStore()?.statements ?? Number.NaN)
  const stop = onStatement(pool, () => {
    const request = requests.getStore()
    if (request) request.statements++
  })
  subscribe('http.server.request.start', begin)
  subscribe('http.server.response.finish', end)
  await work().finally(() => {
    unsubscribe('http.server.request.start', begin)
    unsubscribe('http.server.response.finish', end)
    stop()
  })
  const [statements, ...others] = answered
  if (statements === undefined || others.length > 0)
    throw new Error(`${answered.length} requests were answered, not one`)
  return statements
}

/** Calls `note` before each statement of a client that is taken from the pool, until the result is called. */
function onStatement(pool: Pool, note: () => void): () => void {
  const watched = new Set<PoolClient>()
  const watch = (client: PoolClient) => {
    if (watched.has(client)) return
    watched.add(client)
    const { query } = client
    client.query = function (this: PoolClient, ...args: Parameters<typeof query>) {
      note()
      return query.apply(this, args)
    } as typeof query
  }
  pool.on('acquire', watch)
  return () => {
    pool.off('acquire', watch)
    // That of its class is seen again.
    for (const client of watched) Reflect.deleteProperty(client, 'query')
  }
}
