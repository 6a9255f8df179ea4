/** The schema of a service's database, for those who run it: brought up to date before nodes of a release start. */

import { readConfig } from './platform/config/config.ts'
import { assertNotRestoring, type DatabaseLog, migrate, reachDatabase } from './platform/database/index.ts'

/** Migrates the database that the environment names; returns the names of the migrations. Throws as a start does. */
export async function migrateService(env: NodeJS.ProcessEnv, log: DatabaseLog): Promise<string[]> {
  const config = readConfig(env)
  assertNotRestoring(config.dataDir)
  const database = await reachDatabase(config, log)
  try {
    return await migrate(database.url, log)
  } finally {
    await database.stop()
  }
}
