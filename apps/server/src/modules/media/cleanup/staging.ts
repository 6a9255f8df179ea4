import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startBackground } from '../../../platform/background/background.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/context.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { listStagingNames } from '../store.ts'

declare module '../../../platform/module.ts' {
  interface Services {
    /** Whether a name in the staging folder has a cleanup of its own. */
    readonly isCleanedElsewhere: (name: string) => boolean
  }
}

const cleanEveryMs = 3_600_000
/** Longer than any task may take that writes there. */
const maxAgeMs = 48 * 3_600_000
/** Longer than from the beginning of an upload in the store to the commit that names it. */
const minUploadAgeMs = 24 * 3_600_000

/**
 * Removes files and folders of the staging folder that processes left there which died: all that no upload names where
 * no other process can be at work, else what is old. Resolves when those of a predecessor are gone, before work begins
 * that would take up their names.
 */
export async function startStagingCleanup(platform: Platform): Promise<() => Promise<void>> {
  const clean = (minAgeMs: number) => removeAbandoned(platform, minAgeMs)
  await clean(platform.isAlone ? 0 : maxAgeMs).catch(error => logFailure(platform.log, error, 'staging cleanup failed'))
  return startBackground(platform, { name: 'staging cleanup', everyMs: cleanEveryMs, run: () => clean(maxAgeMs) })
}

async function removeAbandoned(
  { blobs, stagingDir, database, clock, log, services }: Platform,
  minAgeMs: number,
): Promise<void> {
  const names = await readdir(stagingDir)
  // Read after the folder: what is there by then has been named by now.
  const named = await listStagingNames(database)
  const removed: string[] = []
  for (const name of names) {
    if (named.has(name) || services.isCleanedElsewhere(name)) continue
    const path = join(stagingDir, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || systemClock.now() - found.mtimeMs < minAgeMs) continue
    await rm(path, { recursive: true, force: true })
    removed.push(name)
  }
  const uploads = await removeAbandonedUploads({ blobs, database, clock })
  removed.push(...uploads.names)
  const { unnamed } = uploads
  if (removed.length + unnamed > 0) log.info({ removed, unnamed }, 'abandoned staging files removed')
}

/** Removes what the store itself has of uploads that nothing names any more; returns their names, and how many had none. */
export async function removeAbandonedUploads({
  blobs,
  database,
  clock,
}: Pick<Platform, 'blobs' | 'database' | 'clock'>): Promise<{ names: readonly string[]; unnamed: number }> {
  const before = clock.now() - minUploadAgeMs
  const names: string[] = []
  const named = await listStagingNames(database)
  for await (const { name, changed } of blobs.listUploads()) {
    // One that has just begun is not named yet.
    if (named.has(name) || changed > before) continue
    await blobs.removeUpload(name)
    names.push(name)
  }
  return { names, unnamed: await blobs.removeUnfinished(before) }
}
