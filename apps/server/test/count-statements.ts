import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Client } from 'pg'

/** Statements that the service sends to its database while `work` goes on. */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  let count = 0
  const stop = onStatement(() => count++)
  await work().finally(stop)
  return count
}

/**
 * Statements that the service sends to its database for the one request that `work` makes, until it is answered; what
 * the service does of its own accord meanwhile is not among them.
 */
export async function countStatementsOfRequest(work: () => Promise<unknown>): Promise<number> {
  const requests = new AsyncLocalStorage<{ statements: number }>()
  const answered: number[] = []
  const begin = () => requests.enterWith({ statements: 0 })
  const end = () => void answered.push(requests.getStore()?.statements ?? Number.NaN)
  const stop = onStatement(() => {
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

/** Calls `note` before each statement, until the result is called. */
function onStatement(note: () => void): () => void {
  const { prototype } = Client
  const { query } = prototype
  prototype.query = function (this: Client, ...args: Parameters<typeof query>) {
    note()
    return query.apply(this, args)
  } as typeof query
  return () => {
    prototype.query = query
  }
}
