/** Whether the tables have all documents: not while another engine has them, nor while they are written again from nothing. */

import type { Database } from '../../../../platform/database/index.ts'
import { type IndexState, readIndexState, refuseSearch } from '../../rebuild/store.ts'

export const engineName = 'postgresql'

export function isWhole({ engine, isAnew, partsLeft }: IndexState): boolean {
  return engine === engineName && !(isAnew && partsLeft > 0)
}

/** Throws a `SearchUnavailableError` where they have not. */
export async function assertWhole(db: Database): Promise<IndexState> {
  const state = await readIndexState(db)
  if (!isWhole(state)) throw refuseSearch(engineName, state)
  return state
}
