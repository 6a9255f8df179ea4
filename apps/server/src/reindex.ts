/** Rebuilds the whole search index from the database, alone or next to a running service. */

import { pino } from 'pino'
import { ConfigError } from './platform/config/config.ts'
import { StartError } from './platform/database/index.ts'
import { rebuildSearch } from './rebuild.ts'

const log = pino({ level: 'warn' }, pino.destination(2))

try {
  const begun = performance.now()
  await rebuildSearch(process.env, log, (percent, documents) => console.log(`${percent} % of ${documents} documents`))
  console.log(`The search index was rebuilt in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
} catch (error) {
  if (!(error instanceof ConfigError) && !(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
