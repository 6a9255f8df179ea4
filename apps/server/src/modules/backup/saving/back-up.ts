/** Makes a snapshot of a whole service, while it runs. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import type { BlobStore } from '../../../platform/blobs/blobs.ts'
import { holdBlobs } from '../../../platform/blobs/hold.ts'
import type { Clock } from '../../../platform/clock.ts'
import { findKeyFingerprint } from '../../../platform/database/index.ts'
import { toFingerprint } from '../../../platform/security/secrets/service-key.ts'
import { writeFileOf } from '../folder/files.ts'
import {
  beginDraft,
  clearDrafts,
  completeSnapshot,
  type Draft,
  listSnapshotNames,
  takeFolder,
  toDraftsPath,
} from '../folder/folder.ts'
import { type Manifest, mostTurns, type SavedTable } from '../folder/manifest.ts'
import type { Progress } from '../folder/progress.ts'
import { BackupError } from './backup-error.ts'
import { connect } from './connection-store.ts'
import { beginMoment, copyRows, type Moment, readBlobs, readLogLength, readSequences } from './dump-store.ts'
import { type Pruning, pruneSnapshots } from './prune.ts'
import { type SavedBlobs, saveBlobs } from './save-blobs.ts'

/** The service whose data is saved. */
export interface BackupSource {
  readonly databaseUrl: string
  readonly blobs: BlobStore
  readonly secret: Buffer
  /** Tables that are rebuilt from the others. */
  readonly derivedTables: readonly string[]
  readonly clock: Clock
}

export interface BackupOptions {
  readonly folder: string
  /** How many snapshots stay, this one among them; all where it is left out. */
  readonly keep?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** What was made. */
export interface BackupReport {
  readonly snapshot: string
  readonly made: number
  readonly tables: number
  readonly rows: number
  readonly blobs: number
  /** Of all blobs, and of those that were not there from an earlier backup. */
  readonly blobBytes: number
  readonly copiedBlobs: number
  readonly copiedBytes: number
  /** Keys of blobs that the service has lost, or that have another size than it says. */
  readonly lost: readonly string[]
  /** Snapshots that went, since only so many are kept. */
  readonly removed: readonly string[]
  /** Why not all of those went: the backup stands all the same. */
  readonly unpruned: string | undefined
}

/**
 * Makes a snapshot in the folder: every row of one moment, every blob that those rows name, the service's key. Earlier
 * snapshots stay, as many as are to be kept. Throws `BackupError` where it cannot be made; the folder has then what it
 * had.
 */
export async function makeBackup(source: BackupSource, options: BackupOptions): Promise<BackupReport> {
  const lock = await takeFolder(options.folder)
  try {
    const client = await connect(source.databaseUrl, 'backup')
    try {
      if (!(await holdBlobs(client))) throw new BackupError('Another backup of this service is under way')
      return await save(client, source, options)
    } finally {
      await client.end().catch(() => {})
    }
  } finally {
    lock.release()
  }
}

async function save(client: Client, source: BackupSource, options: BackupOptions): Promise<BackupReport> {
  const { folder, signal, keep } = options
  const draft = await beginDraft(folder)
  const named = join(toDraftsPath(folder), 'named-blobs')
  await assertOwnKey(client, source.secret)
  const moment = await beginMoment(client, source.derivedTables)
  const made = source.clock.now()
  const tables = await saveTables(client, moment, draft, signal)
  const logLength = await readLogLength(client)
  if (logLength > mostTurns) throw new BackupError('The event log is too long to be carried to another server')
  const sequences = await readSequences(client, source.derivedTables)
  const totalBytes = await listNamedBlobs(client, moment, named, signal)
  await client.query('commit')

  const saved = await copyNamed(source, options, { draft, named, totalBytes })
  const secret = await writeFileOf(join(draft.path, 'secret'), [source.secret])
  // The connection that kept blobs from being removed is still the same one.
  await client.query('select 1')
  await rm(named)
  const manifest: Manifest = {
    format: 1,
    made,
    migrations: [...moment.history],
    tables,
    sequences,
    logLength,
    secret: { path: 'secret', ...secret },
    blobs: { count: saved.count, bytes: saved.bytes, list: { path: 'blobs.jsonl', ...saved.list } },
    lost: [...saved.lost],
  }
  const { name } = await completeSnapshot(folder, draft.path, manifest)
  const pruning = await pruneSnapshots(folder, keep)
  // The snapshot stands: what cannot be cleared now is left to the next one.
  await clearDrafts(folder).catch(() => {})
  return toReport(name, manifest, saved, pruning)
}

async function assertOwnKey(client: Client, secret: Buffer): Promise<void> {
  const fingerprint = await findKeyFingerprint(client)
  if (fingerprint === undefined || fingerprint === toFingerprint(secret)) return
  throw new BackupError('RUSHES_SECRET is not the key of this service, without which nothing sealed can be read')
}

async function saveTables(
  client: Client,
  { tables }: Moment,
  draft: Draft,
  signal: AbortSignal | undefined,
): Promise<SavedTable[]> {
  const saved: SavedTable[] = []
  for (const table of tables) {
    const { name, columns } = table
    const path = `tables/${name}.copy.zst`
    const rows = copyRows(client, table)
    const content = await writeFileOf(join(draft.path, path), rows, { through: createZstdCompress(), signal })
    // The count comes behind the rows.
    await client.query('select 1')
    saved.push({ name, columns: columns.map(column => column.name), rows: rows.rowCount, file: { path, ...content } })
  }
  return saved
}

/** Writes down which blobs the rows name, so that the transaction need not last until they are copied; their bytes. */
async function listNamedBlobs(
  client: Client,
  { tables }: Moment,
  path: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let totalBytes = 0
  async function* toLines(): AsyncGenerator<string> {
    for await (const blobs of readBlobs(client, tables)) {
      for (const blob of blobs) totalBytes += blob.size
      yield blobs.map(blob => `${JSON.stringify(blob)}\n`).join('')
    }
  }
  await writeFileOf(path, toLines(), { signal })
  return totalBytes
}

async function copyNamed(
  source: BackupSource,
  { folder, signal, onProgress }: BackupOptions,
  { draft, named, totalBytes }: { draft: Draft; named: string; totalBytes: number },
): Promise<SavedBlobs> {
  const newest = (await listSnapshotNames(folder)).at(-1)
  let doneBytes = 0
  const onBytes = (count: number) => {
    doneBytes += count
    onProgress?.({ step: 'blobs', doneBytes, totalBytes })
  }
  onBytes(0)
  const earlierLists = [newest && join(folder, 'snapshots', newest, 'blobs.jsonl'), draft.earlierList]
  const list = join(draft.path, 'blobs.jsonl')
  return saveBlobs({ store: source.blobs, folder, named, earlierLists, list, signal, onBytes })
}

function toReport(
  snapshot: string,
  { made, tables, lost }: Manifest,
  { count, bytes, copied }: SavedBlobs,
  pruning: Pruning,
): BackupReport {
  return {
    snapshot,
    made,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    blobs: count,
    blobBytes: bytes,
    copiedBlobs: copied.count,
    copiedBytes: copied.bytes,
    lost,
    ...pruning,
  }
}
