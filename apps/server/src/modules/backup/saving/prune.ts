import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../folder/files.ts'
import { listSnapshotNames, openSnapshot, toDraftsPath } from '../folder/folder.ts'
import { readSavedBlobs } from '../folder/verify.ts'
import { BackupError } from './backup-error.ts'

/** What became of the snapshots that were too many. */
export interface Pruning {
  /** The names of those that went. */
  readonly removed: readonly string[]
  /** Why others, or what only they had, are still there. */
  readonly unpruned: string | undefined
}

/**
 * Removes all snapshots but the newest so many, then the blobs that none of those names. Where one of those that stay
 * cannot be read, nothing is removed. Throws nothing: what stays takes nothing from the newest.
 */
export async function pruneSnapshots(folder: string, keep = Number.POSITIVE_INFINITY): Promise<Pruning> {
  const removed: string[] = []
  try {
    const names = await listSnapshotNames(folder)
    const surplus = names.slice(0, Math.max(names.length - keep, 0))
    if (surplus.length === 0) return { removed, unpruned: undefined }
    const named = await listDigests(folder, names.slice(surplus.length))
    for (const name of surplus) {
      await removeSnapshot(folder, name)
      removed.push(name)
    }
    await removeUnnamed(folder, named)
    return { removed, unpruned: undefined }
  } catch (error) {
    return { removed, unpruned: (error as Error).message }
  }
}

/** Out of sight at once: what is cut short in the middle must not be taken for whole. */
async function removeSnapshot(folder: string, name: string): Promise<void> {
  const aside = join(toDraftsPath(folder), name)
  await rm(aside, { recursive: true, force: true })
  await rename(join(folder, 'snapshots', name), aside)
  await syncFolder(join(folder, 'snapshots'))
  await rm(aside, { recursive: true })
}

async function listDigests(folder: string, names: readonly string[]): Promise<Set<string>> {
  const digests = new Set<string>()
  for (const name of names) {
    try {
      for await (const { sha256 } of readSavedBlobs(folder, await openSnapshot(folder, name))) {
        digests.add(sha256)
      }
    } catch (error) {
      throw new BackupError(`${name} cannot be read: ${(error as Error).message}`)
    }
  }
  return digests
}

async function removeUnnamed(folder: string, named: ReadonlySet<string>): Promise<void> {
  const blobs = join(folder, 'blobs')
  const parts = await readdir(blobs).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const part of parts) {
    for (const sha256 of await readdir(join(blobs, part))) {
      if (!named.has(sha256)) await rm(join(blobs, part, sha256))
    }
  }
}
