import { sql } from 'kysely'
import type { Database } from '../database/index.ts'

/** Ids that are fetched together: a statement for each would be one more round trip for each new row. */
const blockSize = 500

/** Takes ids of the one sequence, one by one. */
export function createIdSource(database: Database): () => Promise<number> {
  const ids: number[] = []
  let fetching: Promise<void> | undefined

  async function fetchBlock(): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select nextval('rushes_id') as id from generate_series(1, ${blockSize})`.execute(database)
    ids.push(...rows.map(row => row.id))
  }

  function fetchMore(): Promise<void> {
    fetching ??= fetchBlock().finally(() => {
      fetching = undefined
    })
    return fetching
  }

  return async () => {
    for (;;) {
      const id = ids.shift()
      if (id === undefined) {
        await fetchMore()
        continue
      }
      // The next block is fetched while there are still some; a failure shows when there are none.
      if (ids.length < blockSize / 5) fetchMore().catch(() => {})
      return id
    }
  }
}
