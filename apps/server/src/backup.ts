/** Backups as those make them who run a service: with the settings of the environment, beside a service or alone. */

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type BackupOptions,
  type BackupReport,
  makeBackup,
  type RestoreOptions,
  type RestoreReport,
  restoreBackup,
} from './modules/backup/index.ts'
import { derivedTables } from './modules/search/index.ts'
import { nodeTable } from './platform/background/node-store.ts'
import { openStore } from './platform/blobs/open-store.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import {
  assertNotRestoring,
  type DatabaseLog,
  identityTable,
  reachDatabase,
  StartError,
} from './platform/database/index.ts'

export {
  BackupError,
  checkAllSnapshots,
  checkSnapshot,
  listSnapshotNames,
  openSnapshot,
} from './modules/backup/index.ts'

/** What the data folder notes of the last backup. */
export interface LastBackup {
  readonly folder: string
  readonly snapshot: string
  /** In epoch milliseconds. */
  readonly made: number
}

/** Tables that a restored service fills for itself. */
export const leftOutTables = [...derivedTables, identityTable, nodeTable]

/** Makes a backup of the service that the environment describes. Throws as a start does, and `BackupError`. */
export async function backUpService(
  env: NodeJS.ProcessEnv,
  log: DatabaseLog,
  options: BackupOptions,
): Promise<BackupReport> {
  const config = readConfig(env)
  assertNotRestoring(config.dataDir)
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database', 'cluster'))) {
    throw new StartError(`There is no database in ${config.dataDir}: RUSHES_DATA names the data folder of the service`)
  }
  const secret = await readSecret(config)
  const database = await reachDatabase(config, log)
  try {
    const { blobs } = await openStore(config)
    const source = { databaseUrl: database.url, blobs, secret, derivedTables: leftOutTables, clock: systemClock }
    const report = await makeBackup(source, options)
    const last: LastBackup = { folder: options.folder, snapshot: report.snapshot, made: report.made }
    await writeFile(toNotePath(config.dataDir), JSON.stringify(last), { mode: 0o600 }).catch(error =>
      log.warn({ reason: error.message }, 'could not note in the data folder when the backup was made'),
    )
    return report
  } finally {
    await database.stop()
  }
}

/** Restores a backup to the empty places that the environment names. Throws as a start does, and `BackupError`. */
export function restoreService(
  env: NodeJS.ProcessEnv,
  log: DatabaseLog,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const config = readConfig(env)
  const { dataDir, databaseUrl, secret } = config
  const reach = () => reachDatabase(config, log)
  return restoreBackup(
    { dataDir, isExternal: databaseUrl !== undefined, secret, derivedTables: leftOutTables, reach },
    () => openStore(config),
    options,
  )
}

/** The last backup that was made of the service with this data folder; undefined where none was. */
export async function findLastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    return JSON.parse(await readFile(toNotePath(dataDir), 'utf8'))
  } catch {
    return undefined
  }
}

function toNotePath(dataDir: string): string {
  return join(dataDir, 'last-backup.json')
}

async function readSecret({ secret, dataDir }: Config): Promise<Buffer> {
  if (secret !== undefined) return Buffer.from(secret)
  const path = join(dataDir, 'secret')
  return readFile(path).catch(() => {
    throw new StartError(`${path} cannot be read: it is the key of the service, without which a backup is of no use`)
  })
}
