/** The key of a service that does not run, for those who run it: replaced, and the one before forgotten. */

import { type Config, readConfig } from '../../config/config.ts'
import { type DatabaseLog, openDatabase, StartError } from '../../database/index.ts'
import { findRunningAddress } from '../../http/connections/running-address.ts'
import type { SealedColumn } from './sealed.ts'
import { forgetPreviousKey, rotateServiceKey } from './service-key.ts'

/** How the key of the service that the environment names was replaced. */
export interface KeyRotation {
  readonly sealedValues: number
}

/** Replaces the key in the data folder. Throws `StartError` where a service runs, or has its key from the settings. */
export async function rotateKey(
  env: NodeJS.ProcessEnv,
  columns: readonly SealedColumn[],
  log: DatabaseLog,
): Promise<KeyRotation> {
  const config = readIdle(env)
  const database = await openDatabase(config, log)
  try {
    return { sealedValues: await rotateServiceKey(database.db, config.dataDir, columns, log) }
  } finally {
    await database.stop()
  }
}

/** Ends the addresses that were signed before the last rotation. False where no key is there to forget. */
export async function forgetKey(env: NodeJS.ProcessEnv): Promise<boolean> {
  return forgetPreviousKey(readIdle(env).dataDir)
}

function readIdle(env: NodeJS.ProcessEnv): Config {
  const config = readConfig(env)
  if (config.secret !== undefined || config.previousSecret !== undefined) {
    throw new StartError(
      'The key is in the settings: start every process with a new RUSHES_SECRET, and the one until now in RUSHES_SECRET_PREVIOUS',
    )
  }
  const url = findRunningAddress(config.dataDir)
  if (url !== undefined) throw new StartError(`The service at ${url} has its key in memory: stop it first`)
  return config
}
