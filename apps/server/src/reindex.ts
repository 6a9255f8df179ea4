/** Makes the whole search index anew from the database: beside a service that runs, or alone. */

import { pino } from 'pino'
import { documentSources } from './app.ts'
import { systemClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { openDatabaseBeside, StartError } from './platform/database/index.ts'
import { rebuildIndex } from './search/index.ts'

const log = pino({ level: 'warn' }, pino.destination(2))

try {
  const database = await openDatabaseBeside(readConfig(process.env), log)
  try {
    const begun = performance.now()
    let told = -1
    await rebuildIndex(
      { database: database.db, clock: systemClock, log, sources: documentSources },
      ({ documents, parts, partsLeft }) => {
        const percent = Math.floor(100 * (1 - partsLeft / parts))
        if (percent === told) return
        told = percent
        console.log(`${percent} % of ${documents} documents`)
      },
    )
    console.log(`The search index was made anew in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  } finally {
    await database.stop()
  }
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
