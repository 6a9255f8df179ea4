import { sql } from 'kysely'
import type { Platform } from './context.ts'

/** Ids that are fetched together: a statement for each would be one more round trip for each new row. */
const blockSize = 500

const sources = new WeakMap<Platform, () => Promise<number>>()

/** The next id of the one sequence, for a row that has to be told of before it is written. What is not used is lost. */
export function takeId(platform: Platform): Promise<number> {
  const take = sources.get(platform) ?? createSource(platform)
  sources.set(platform, take)
  return take()
}

function createSource({ database }: Platform): () => Promise<number> {
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
