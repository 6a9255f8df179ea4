/** Makes a service of a snapshot: its blobs, its key and its rows, in an empty place. */

import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Client } from 'pg'
import type { OpenStore } from '../../../platform/blobs/open-store.ts'
import {
  assertKnownHistory,
  lockSchema,
  type RestoreMarker,
  removeRestoreMarker,
  StartError,
} from '../../../platform/database/index.ts'
import { openPlainFile, readAll, syncFolder } from '../folder/files.ts'
import { describe, openSnapshot, type Snapshot, toFilePath } from '../folder/folder.ts'
import type { Progress } from '../folder/progress.ts'
import { checkFiles } from '../folder/verify.ts'
import { BackupError } from '../saving/backup-error.ts'
import { isEmpty } from '../saving/catalog-store.ts'
import { connect } from '../saving/connection-store.ts'
import { loadDatabase } from './load-database.ts'
import { isRestoredBy } from './load-store.ts'
import { placeBlobs } from './place-blobs.ts'
import { inspectTarget, type RestoreTarget, takeTarget } from './target.ts'

/** What to restore, and whom to tell how far it is. */
export interface RestoreOptions {
  readonly folder: string
  /** The newest where none is named. */
  readonly snapshot?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** What was restored. */
export interface RestoreReport {
  readonly snapshot: string
  readonly made: number
  readonly tables: number
  readonly rows: number
  readonly blobs: number
  readonly blobBytes: number
  /** Keys of blobs that the service had lost before the backup. */
  readonly lost: readonly string[]
}

/**
 * Restores a snapshot, once every file of it is found to be what it was. A service does not start on what is not
 * complete; the same call continues it, or starts over. Throws `BackupError`, and has changed nothing, where the
 * snapshot is damaged or the target is in use.
 */
export async function restoreBackup(
  target: RestoreTarget,
  openStore: () => Promise<OpenStore>,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { folder, signal } = options
  const snapshot = await openSnapshot(folder, options.snapshot)
  await assertUsable(snapshot)
  const secret = await readSecret(folder, snapshot)
  if (target.secret !== undefined && !secret.equals(Buffer.from(target.secret))) {
    throw new BackupError('RUSHES_SECRET is not the key of the backup, without which nothing sealed can be read')
  }
  const begun = await inspectTarget(target, snapshot.name)
  const { faults } = await checkFiles(options, snapshot)
  if (faults.length > 0) {
    const lines = faults.map(({ path, problem }) => `${path}: ${problem}`)
    throw new BackupError(`The snapshot ${snapshot.name} is damaged, and nothing was restored`, lines)
  }
  const marker = begun ?? (await takeTarget(target, snapshot.name))
  const database = await target.reach()
  try {
    const client = await connect(database.url, 'restore')
    try {
      if (await mayLoad(client, marker)) {
        const onBytes = countBytes(snapshot, options)
        const { blobs: store, stagingDir } = await openStore()
        await placeBlobs({ store, stagingDir, folder, snapshot, signal, onBytes })
        if (target.secret === undefined) await placeSecret(target.dataDir, secret)
        await loadDatabase(client, { folder, snapshot, marker, leftOut: target.derivedTables, signal, onBytes })
      }
    } finally {
      await client.end().catch(() => {})
    }
  } finally {
    await database.stop()
  }
  await removeRestoreMarker(target.dataDir)
  return toReport(snapshot)
}

async function assertUsable({ name, manifest }: Snapshot): Promise<void> {
  try {
    await assertKnownHistory(manifest.migrations)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw new BackupError(`The snapshot ${name} cannot be restored by this release: ${error.message}`)
  }
}

/** Whether the database is still to be filled; false where this very restore has done so and was cut short after it. */
async function mayLoad(client: Client, marker: RestoreMarker): Promise<boolean> {
  // A service that starts waits for it, and finds what is restored.
  if (!(await lockSchema(client))) throw new BackupError('A service or another restore is about to use this database')
  if (await isEmpty(client)) return true
  if (await isRestoredBy(client, marker.id)) return false
  throw new BackupError('The database is not empty: a service is restored into an empty one')
}

async function readSecret(folder: string, snapshot: Snapshot): Promise<Buffer> {
  const path = toFilePath(snapshot, snapshot.manifest.secret)
  const file = await openPlainFile(folder, path).catch(error => {
    throw new BackupError(`${path} cannot be read: ${describe(error)}`)
  })
  return buffer(readAll(file))
}

async function placeSecret(dataDir: string, secret: Buffer): Promise<void> {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, secret, { mode: 0o600, flag: 'wx', flush: true })
  await rename(draft, path)
  await syncFolder(dataDir)
}

function countBytes({ manifest }: Snapshot, { onProgress }: RestoreOptions): (count: number) => void {
  const totalBytes = manifest.tables.reduce((sum, { file }) => sum + file.size, manifest.blobs.bytes)
  let doneBytes = 0
  const onBytes = (count: number) => {
    doneBytes += count
    onProgress?.({ step: 'restoring', doneBytes, totalBytes })
  }
  onBytes(0)
  return onBytes
}

function toReport({ name, manifest }: Snapshot): RestoreReport {
  const { made, tables, blobs, lost } = manifest
  return {
    snapshot: name,
    made,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: blobs.count,
    blobBytes: blobs.bytes,
    lost,
  }
}
