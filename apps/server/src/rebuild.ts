import type { Logger } from 'pino'
import { collectSources, rebuildIndex } from './modules/search/index.ts'
import { modules } from './modules.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/config.ts'
import { openDatabaseBeside } from './platform/database/index.ts'

/** Rebuilds the whole search index; reports the documents and the percentage done. Throws as a start does. */
export async function rebuildSearch(
  env: NodeJS.ProcessEnv,
  log: Logger,
  onProgress: (percent: number, documents: number) => void,
): Promise<void> {
  const config = readConfig(env)
  const database = await openDatabaseBeside(config, log)
  try {
    let told = -1
    const sources = collectSources(modules)
    await rebuildIndex(
      { database: database.db, clock: systemClock, log, sources, searchUrl: config.searchUrl },
      ({ documents, parts, partsLeft }) => {
        const percent = Math.floor(100 * (1 - partsLeft / parts))
        if (percent === told) return
        told = percent
        onProgress(percent, documents)
      },
    )
  } finally {
    await database.stop()
  }
}
