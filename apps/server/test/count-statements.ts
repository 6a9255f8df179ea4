import { Client } from 'pg'

/** Statements that the service sends to its database while `work` goes on. */
export async function countStatements(work: () => Promise<void>): Promise<number> {
  const { prototype } = Client
  const { query } = prototype
  let count = 0
  prototype.query = function (this: Client, ...args: Parameters<typeof query>) {
    count++
    return query.apply(this, args)
  } as typeof query
  await work().finally(() => {
    prototype.query = query
  })
  return count
}
