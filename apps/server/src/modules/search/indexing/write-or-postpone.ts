import { sql } from 'kysely'
import type { Platform } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type Change, postponeChanges } from './changes.ts'
import { isPassing, isRefusal, reportFailure } from './failures.ts'

/** What is refused is given up; whatever else goes wrong with a document, it is tried again later. */
export async function writeOrPostpone(
  db: Database,
  { log, services }: Pick<Platform, 'log' | 'services'>,
  changes: readonly (Change & { attempts?: number })[],
  write: () => Promise<(() => void)[]>,
): Promise<(() => void)[]> {
  await sql`savepoint document`.execute(db)
  try {
    return await write()
  } catch (error) {
    if (isPassing(error)) throw error
    await sql`rollback to savepoint document`.execute(db)
    reportFailure(log, services.search.failures, error, changes)
    if (!isRefusal(error)) await postponeChanges(db, changes)
    return []
  }
}
