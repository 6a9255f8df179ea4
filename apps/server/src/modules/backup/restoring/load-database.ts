/** Fills an empty database with the rows of a snapshot, in one transaction: it is empty, or it is whole. */

import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Client } from 'pg'
import { createSchema, type RestoreMarker } from '../../../platform/database/index.ts'
import { createMeter, openPlainFile, readAll } from '../folder/files.ts'
import { type Snapshot, toFilePath } from '../folder/folder.ts'
import type { SavedTable } from '../folder/manifest.ts'
import { BackupError } from '../saving/backup-error.ts'
import type { CatalogTable } from '../saving/catalog-store.ts'
import {
  analyze,
  finishTables,
  isLogPassed,
  loadRows,
  markRestored,
  matchTables,
  passLog,
  prepareTables,
  setSequences,
} from './load-store.ts'

/** Which rows, and what to tell. */
export interface DatabaseLoading {
  readonly folder: string
  readonly snapshot: Snapshot
  readonly marker: RestoreMarker
  /** Tables whose rows are not of the snapshot. */
  readonly leftOut: readonly string[]
  readonly signal?: AbortSignal | undefined
  readonly onBytes: (count: number) => void
}

/** Makes the schema that the snapshot was made with, and loads its rows. */
export async function loadDatabase(client: Client, loading: DatabaseLoading): Promise<void> {
  const { manifest } = loading.snapshot
  await passLog(client, manifest.logLength)
  await client.query('begin')
  await createSchema(client, manifest.migrations)
  const tables = await matchTables(client, manifest, loading.leftOut)
  const keys = await prepareTables(client, tables)
  for (const saved of manifest.tables) {
    await loadTable(client, loading, tables.find(({ name }) => name === saved.name)!, saved)
  }
  await finishTables(client, tables, keys)
  await setSequences(client, manifest.sequences)
  if (!(await isLogPassed(client))) throw new BackupError('The event log is longer than the manifest tells')
  await markRestored(client, loading.marker.id)
  loading.signal?.throwIfAborted()
  await client.query('commit')
  await analyze(client, tables)
}

async function loadTable(
  client: Client,
  { folder, snapshot, signal, onBytes }: DatabaseLoading,
  table: CatalogTable,
  { file, rows }: SavedTable,
): Promise<void> {
  const path = toFilePath(snapshot, file)
  const source = readAll(await openPlainFile(folder, path))
  const meter = createMeter(onBytes)
  const target = loadRows(client, table)
  try {
    await pipeline(source, meter.stream, createZstdDecompress(), target, signal ? { signal } : {})
  } catch (error) {
    if (signal?.aborted) throw error
    throw new BackupError(`${path} cannot be loaded: ${(error as Error).message}`)
  }
  if (meter.content().sha256 !== file.sha256) throw new BackupError(`${path} was changed since it was checked`)
  if (target.rowCount !== rows) throw new BackupError(`${path} has ${target.rowCount} rows instead of ${rows}`)
}
