/** What a service stores, for those who run it: whether it has all media, a copy of that, and how long records stay. */

import { retained } from './app.ts'
import { findOrphans, listNamedBlobs, removeAbandonedUploads, removeOrphans } from './modules/media/index.ts'
import { previewRetention, type RetentionPreview } from './platform/background/retention/retention.ts'
import { copyStore, type StoreCopy } from './platform/blobs/copy-store.ts'
import { openStore } from './platform/blobs/open-store.ts'
import { createClock } from './platform/clock.ts'
import { ConfigError, readConfig } from './platform/config/config.ts'
import {
  assertNotRestoring,
  createDatabase,
  createPool,
  type Database,
  type DatabaseLog,
  getOrCreateIdentity,
  reachDatabase,
  StartError,
} from './platform/database/index.ts'

/** What is in a store, and what should be. */
export interface StorageReport {
  /** Files of clips in the database. */
  readonly files: number
  readonly bytes: number
  /** Keys of those that the store does not have, or has with another size. */
  readonly missing: readonly string[]
  /** Blobs that nothing has named for a day. */
  readonly orphans: number
  readonly orphanBytes: number
  /** Blobs and uploads that were removed. */
  readonly removed: number
}

const filesAtOnce = 500
const asksAtOnce = 16

/** Compares the store with the database; `repair` removes what nothing names. Throws as a start does. */
export async function checkStorage(
  env: NodeJS.ProcessEnv,
  log: DatabaseLog,
  { repair = false, signal }: { repair?: boolean; signal?: AbortSignal | undefined },
): Promise<StorageReport> {
  const config = readConfig(env)
  assertNotRestoring(config.dataDir)
  const server = await reachDatabase(config, log)
  const pool = createPool(server.url, log)
  try {
    const database = createDatabase(pool, log)
    const store = await openStore(config)
    const { blobs } = store
    // Of another service's store everything would be an orphan.
    if ((await blobs.findMarker()) !== (await getOrCreateIdentity(database)).id) {
      throw new StartError(`${store.setting}: ${store.place} is not the store of this service (its service-id)`)
    }
    const clock = createClock(config.testClockFile)
    const found = await compareFiles(database, store.blobs, signal)
    let [orphans, orphanBytes, removed] = [0, 0, 0]
    for await (const batch of findOrphans({ blobs, database, clock })) {
      signal?.throwIfAborted()
      orphans += batch.length
      for (const { size } of batch) orphanBytes += size
      if (repair) removed += (await removeOrphans({ blobs, database }, batch)).length
    }
    if (repair) {
      const { names, unnamed } = await removeAbandonedUploads({ blobs, database, clock })
      removed += names.length + unnamed
    }
    return { ...found, orphans, orphanBytes, removed }
  } finally {
    await pool.end()
    await server.stop()
  }
}

async function compareFiles(
  database: Database,
  blobs: Awaited<ReturnType<typeof openStore>>['blobs'],
  signal: AbortSignal | undefined,
): Promise<Pick<StorageReport, 'files' | 'bytes' | 'missing'>> {
  const missing: string[] = []
  let [files, bytes, last] = [0, 0, 0]
  for (;;) {
    const rows = await listNamedBlobs(database, last, filesAtOnce)
    if (rows.length === 0) return { files, bytes, missing }
    for (let at = 0; at < rows.length; at += asksAtOnce) {
      signal?.throwIfAborted()
      const some = rows.slice(at, at + asksAtOnce)
      const facts = await Promise.all(some.map(row => blobs.findFacts(row.blob_key)))
      missing.push(...some.filter(({ size }, index) => facts[index]?.size !== size).map(row => row.blob_key))
    }
    files += rows.length
    for (const { size } of rows) bytes += size
    last = rows.at(-1)!.id
  }
}

/** Copies the store that the environment names to another: `disk`, or the address of a bucket. Throws as a start does. */
export async function copyStorage(env: NodeJS.ProcessEnv, target: string, signal?: AbortSignal): Promise<StoreCopy> {
  const config = readConfig(env)
  const there = readConfig({ ...env, RUSHES_STORAGE_URL: target === 'disk' ? '' : target })
  const [source, copy] = [await openStore(config), await openStore(there)]
  if (source.place === copy.place) throw new ConfigError(`RUSHES_STORAGE_URL names ${target} already`)
  return copyStore(source, copy, signal)
}

/** What a service with these settings deletes of its records, with or without a running one. Throws as a start does. */
export async function previewDeletions(env: NodeJS.ProcessEnv, log: DatabaseLog): Promise<RetentionPreview[]> {
  const config = readConfig(env)
  const server = await reachDatabase(config, log)
  const pool = createPool(server.url, log)
  try {
    const now = createClock(config.testClockFile).now()
    return await previewRetention(createDatabase(pool, log), retained, config.retention, now)
  } finally {
    await pool.end()
    await server.stop()
  }
}
