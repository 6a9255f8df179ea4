/**
 * Which collection answers, and which one a rebuild fills: as the database has it, in the transactions that write documents.
 * The nodes of Solr learn one after the other where an alias leads to.
 */

import { sql } from 'kysely'
import type { Database } from '../../../../../platform/database/index.ts'
import { readIndexState, refuseSearch } from '../../../rebuild/store.ts'

export interface Collections {
  readonly live: string | null
  readonly next: string | null
}

/** Those of the engine of that name; null where there is none. */
export async function readCollections(db: Database, engine: string): Promise<Collections> {
  const { rows } = await sql<Collections>`
    select collection as live, next_collection as next from search_index where engine = ${engine}`.execute(db)
  return rows[0] ?? { live: null, next: null }
}

/**
 * Asks the collection that answers; once more where that was exchanged for another meanwhile, and removed. Throws a
 * `SearchUnavailableError` until the first rebuild is done: what is there is of an earlier time, or little.
 */
export async function askLive<T>(db: Database, engine: string, ask: (collection: string) => Promise<T>): Promise<T> {
  const live = await findLive(db, engine)
  try {
    return await ask(live)
  } catch (error) {
    const now = await findLive(db, engine)
    if (now === live) throw error
    return ask(now)
  }
}

async function findLive(db: Database, name: string): Promise<string> {
  const state = await readIndexState(db)
  if (state.engine !== name || state.collection === null) throw refuseSearch(name, state)
  return state.collection
}
