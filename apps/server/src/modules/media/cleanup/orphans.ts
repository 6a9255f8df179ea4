import { startBackground } from '../../../platform/background/background.ts'
import { mayRemoveBlobs } from '../../../platform/blobs/hold.ts'
import type { Platform } from '../../../platform/context.ts'
import { listUnnamedBlobs } from '../store.ts'

const cleanEveryMs = 24 * 3_600_000
/** Longer than from the placing of a blob to the commit that names it. */
const minAgeMs = 24 * 3_600_000
const batchSize = 500

/** A file in the store that nothing names. */
export interface Orphan {
  readonly key: string
  readonly size: number
}

type Store = Pick<Platform, 'blobs' | 'database' | 'clock'>

/** Files in the store that nothing names and that have not changed for a day; in batches, also empty ones. */
export async function* findOrphans({ blobs, database, clock }: Store): AsyncGenerator<Orphan[]> {
  for await (const keys of inBatches(blobs.listKeys())) {
    const orphans: Orphan[] = []
    // Read after the folder: every blob that is there by then has been planned or named.
    for (const key of await listUnnamedBlobs(database, keys)) {
      const facts = await blobs.findFacts(key)
      if (facts && clock.now() - facts.changed >= minAgeMs) orphans.push({ key, size: facts.size })
    }
    yield orphans
  }
}

/** Removes what earlier versions left in the store, at the start and every day; the result stops it. */
export function startOrphanCleanup(platform: Platform): () => Promise<void> {
  const name = 'cleanup of the store'
  return startBackground(platform, { name, everyMs: cleanEveryMs, run: (_, signal) => removeAll(platform, signal) })
}

async function removeAll(platform: Platform, signal: AbortSignal): Promise<void> {
  let [files, bytes] = [0, 0]
  for await (const batch of findOrphans(platform)) {
    const removed = await removeOrphans(platform, batch)
    files += removed.length
    bytes += removed.reduce((sum, { size }) => sum + size, 0)
    if (signal.aborted) break
  }
  if (files > 0) platform.log.info({ files, bytes }, 'orphaned files removed')
}

/** Removes those that are still orphans, and returns them; none while a backup holds the blobs. */
export function removeOrphans(
  { blobs, database }: Pick<Platform, 'blobs' | 'database'>,
  batch: readonly Orphan[],
): Promise<Orphan[]> {
  return database.transaction().execute(async db => {
    if (!(await mayRemoveBlobs(db))) return []
    const unnamed = new Set(
      await listUnnamedBlobs(
        db,
        batch.map(({ key }) => key),
      ),
    )
    const removed = batch.filter(({ key }) => unnamed.has(key))
    for (const { key } of removed) await blobs.delete(key)
    return removed
  })
}

async function* inBatches(folders: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  const batch: string[] = []
  for await (const keys of folders) {
    batch.push(...keys)
    while (batch.length >= batchSize) yield batch.splice(0, batchSize)
  }
  if (batch.length > 0) yield batch
}
