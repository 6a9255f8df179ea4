/** Reads a snapshot as a whole, and says what of it is missing or is not what it was. */

import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { BackupError } from '../saving/backup-error.ts'
import { readBlobList } from './blob-list.ts'
import { createMeter, openPlainFile, readAll } from './files.ts'
import {
  describe,
  listSnapshotNames,
  noSnapshot,
  openSnapshot,
  type Snapshot,
  toBlobPath,
  toFilePath,
} from './folder.ts'
import { listFiles, type SavedBlob, type SnapshotFile } from './manifest.ts'
import type { Progress } from './progress.ts'

/** What to check, and whom to tell how far it is. */
export interface CheckOptions {
  readonly folder: string
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** What is wrong with a file, by its path below the folder. */
export interface Fault {
  readonly path: string
  readonly problem: string
}

/** What was checked. */
export interface CheckReport {
  readonly snapshot: string
  /** Epoch milliseconds; unknown where the manifest cannot be used. */
  readonly made: number | undefined
  readonly files: number
  readonly bytes: number
  readonly faults: readonly Fault[]
}

/** Checks every file of a snapshot, of the newest unless one is named. Throws `BackupError` where there is none. */
export async function checkSnapshot(options: CheckOptions, wanted?: string): Promise<CheckReport> {
  return checkFiles(options, await openSnapshot(options.folder, wanted))
}

/**
 * Checks every snapshot, the oldest first; one whose manifest cannot be used has that for a fault. Throws `BackupError`
 * where there is none.
 */
export async function checkAllSnapshots(options: CheckOptions): Promise<CheckReport[]> {
  const names = await listSnapshotNames(options.folder)
  if (names.length === 0) throw noSnapshot(options.folder)
  const reports: CheckReport[] = []
  for (const name of names) {
    try {
      reports.push(await checkSnapshot(options, name))
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      const faults = [{ path: join('snapshots', name), problem: error.message }]
      reports.push({ snapshot: name, made: undefined, files: 0, bytes: 0, faults })
    }
  }
  return reports
}

/** Checks every file of a snapshot that is open. */
export async function checkFiles(
  { folder, signal, onProgress }: CheckOptions,
  snapshot: Snapshot,
): Promise<CheckReport> {
  const { name, manifest } = snapshot
  const files = listFiles(manifest)
  const totalBytes = files.reduce((sum, { size }) => sum + size, manifest.blobs.bytes)
  const faults: Fault[] = []
  let doneBytes = 0
  let checked = 0
  const onBytes = (count: number) => {
    doneBytes += count
    onProgress?.({ step: 'checking', doneBytes, totalBytes })
  }
  onBytes(0)
  const check = async (path: string, expected: Pick<SnapshotFile, 'size' | 'sha256'>) => {
    signal?.throwIfAborted()
    checked++
    const problem = await findProblem(folder, path, expected, onBytes)
    if (problem !== undefined) faults.push({ path, problem })
  }
  for (const file of files) await check(toFilePath(snapshot, file), file)
  const listPath = toFilePath(snapshot, manifest.blobs.list)
  // Several keys may have the same bytes; a damaged list is reported already, and names nothing that could be checked.
  if (!faults.some(({ path }) => path === listPath)) {
    const seen = new Set<string>()
    for await (const blob of readSavedBlobs(folder, snapshot)) {
      if (seen.has(blob.sha256)) onBytes(blob.size)
      else await check(toBlobPath(blob.sha256), blob)
      seen.add(blob.sha256)
    }
  }
  return { snapshot: name, made: manifest.made, files: checked, bytes: doneBytes, faults }
}

async function findProblem(
  folder: string,
  path: string,
  { size, sha256 }: Pick<SnapshotFile, 'size' | 'sha256'>,
  onBytes: (count: number) => void,
): Promise<string | undefined> {
  try {
    const file = await openPlainFile(folder, path)
    const found = (await file.stat()).size
    if (found !== size) {
      await file.close()
      return `it has ${found} bytes instead of ${size}`
    }
    const meter = createMeter(onBytes)
    await pipeline(readAll(file), meter.stream, async source => {
      for await (const _ of source);
    })
    return meter.content().sha256 === sha256 ? undefined : 'it has another digest'
  } catch (error) {
    return describe(error)
  }
}

/** The list of a snapshot's blobs; throws `BackupError` where it is not sorted, or another count or sum than the manifest says. */
export async function* readSavedBlobs(folder: string, snapshot: Snapshot): AsyncGenerator<SavedBlob> {
  const { count, bytes, list } = snapshot.manifest.blobs
  const read = { count: 0, bytes: 0 }
  let before = ''
  for await (const blob of readBlobList(readAll(await openPlainFile(folder, toFilePath(snapshot, list))))) {
    if (blob.key <= before) throw new BackupError('The list of blobs is not in its order')
    before = blob.key
    read.count++
    read.bytes += blob.size
    yield blob
  }
  if (read.count !== count || read.bytes !== bytes) {
    throw new BackupError('The list of blobs is not the one that the manifest names')
  }
}
