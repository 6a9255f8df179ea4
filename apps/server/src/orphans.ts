/** The orphans of a service's media folder, for those who run it. */

import { findOrphans } from './modules/media/index.ts'
import { openStore } from './platform/blobs/open-store.ts'
import { createClock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createDatabase, createPool, type DatabaseLog } from './platform/database/index.ts'

/** Counts the files that no row of the database at this address names; changes nothing. */
export async function countOrphans(
  config: Config,
  databaseUrl: string,
  log: DatabaseLog,
): Promise<{ files: number; bytes: number }> {
  const pool = createPool(databaseUrl, log)
  try {
    const { blobs } = await openStore(config)
    const clock = createClock(config.testClockFile)
    const orphans = findOrphans({ blobs, database: createDatabase(pool, log), clock })
    let [files, bytes] = [0, 0]
    for await (const batch of orphans) {
      files += batch.length
      for (const { size } of batch) bytes += size
    }
    return { files, bytes }
  } finally {
    await pool.end()
  }
}
