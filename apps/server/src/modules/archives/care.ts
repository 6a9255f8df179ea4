import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { startBackground } from '../../platform/background/background.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Platform } from '../../platform/context.ts'
import { findAccountIdOfProduction } from '../productions/index.ts'
import {
  abandonedMs,
  type Journal,
  journalName,
  touchEveryMs,
  touchWorkFolders,
  workPrefix,
} from './files/work-folder.ts'

const lookEveryMs = 10 * 60_000

/**
 * Removes what exports and imports have left behind whose process died: files that came, and blobs of a production that
 * never came to be; and touches the folders of those that are at work. The result stops it.
 */
export function startArchiveCare(platform: Platform): () => Promise<void> {
  let isStart = true
  const stopTouching = startBackground(platform, {
    name: 'work folders of archives',
    everyMs: touchEveryMs,
    run: () => touchWorkFolders(platform),
  })
  const stopCleaning = startBackground(platform, {
    name: 'cleanup of archives',
    everyMs: lookEveryMs,
    async run() {
      await removeAbandoned(platform, isStart)
      isStart = false
    },
  })
  return async () => {
    await Promise.all([stopTouching(), stopCleaning()])
  }
}

async function removeAbandoned(platform: Platform, isStart: boolean): Promise<void> {
  const { stagingDir } = platform
  for (const name of await readdir(stagingDir)) {
    const path = join(stagingDir, name)
    if (!name.startsWith(workPrefix) || platform.services.archiveFolders.has(path)) continue
    const found = await stat(path).catch(() => undefined)
    if (!found) continue
    // Where no other process can be at work, whatever is there when this one starts is of one that died.
    const isAbandoned = (isStart && platform.isAlone) || systemClock.now() - found.mtimeMs > abandonedMs
    if (isAbandoned) await removeFolder(platform, path)
  }
}

/** Blobs first: as long as the folder is there, somebody will come to remove them. */
async function removeFolder({ blobs, database, log }: Platform, path: string): Promise<void> {
  const journal = await readJournal(path)
  if (journal && (await findAccountIdOfProduction(database, journal.productionId)) === undefined) {
    for (const key of journal.blobKeys) await blobs.delete(key)
  }
  await rm(path, { recursive: true, force: true })
  log.info({ path, blobs: journal?.blobKeys.length ?? 0 }, 'removed what an archive had left behind')
}

/** The journal; one that was cut off was followed by nothing. */
async function readJournal(path: string): Promise<Journal | undefined> {
  const text = await readFile(join(path, journalName), 'utf8').catch(() => undefined)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Journal)
  } catch {
    return undefined
  }
}
