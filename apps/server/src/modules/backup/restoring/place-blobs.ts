/** Puts the blobs of a snapshot where a service has them. */

import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../../../platform/blobs/blobs.ts'
import { openPlainFile, readAll, writeFileOf } from '../folder/files.ts'
import { type Snapshot, toBlobPath } from '../folder/folder.ts'
import type { SavedBlob } from '../folder/manifest.ts'
import { readSavedBlobs } from '../folder/verify.ts'
import { BackupError } from '../saving/backup-error.ts'
import { workAhead } from '../saving/work-ahead.ts'

const draftPrefix = 'restore-'

/** Which blobs, from where to where. */
export interface BlobPlacing {
  readonly store: BlobStore
  /** Where files are written before the store adopts them. */
  readonly stagingDir: string
  readonly folder: string
  readonly snapshot: Snapshot
  readonly signal?: AbortSignal | undefined
  readonly onBytes: (count: number) => void
}

/** Copies every blob that is not there yet. The digest is looked at once more, since a disk may fail between two reads. */
export async function placeBlobs(placing: BlobPlacing): Promise<void> {
  const { stagingDir, folder, snapshot } = placing
  for (const name of await readdir(stagingDir)) {
    if (name.startsWith(draftPrefix)) await rm(join(stagingDir, name))
  }
  for await (const _ of workAhead(readSavedBlobs(folder, snapshot), blob => placeBlob(placing, blob)));
}

async function placeBlob({ store, stagingDir, folder, signal, onBytes }: BlobPlacing, blob: SavedBlob): Promise<void> {
  signal?.throwIfAborted()
  // A key that is there was put there, whole, before this restore was cut short.
  const there = await store.getSize(blob.key).catch(() => undefined)
  if (there === blob.size) return onBytes(blob.size)
  const draft = join(stagingDir, `${draftPrefix}${randomUUID()}`)
  try {
    const source = readAll(await openPlainFile(folder, toBlobPath(blob.sha256)))
    const { sha256 } = await writeFileOf(draft, source, { signal, onBytes })
    if (sha256 !== blob.sha256) throw new BackupError(`${toBlobPath(blob.sha256)} was changed since it was checked`)
    await store.adopt(draft, blob.key)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
