import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../platform/clock.ts'
import type { Platform } from '../platform/context.ts'
import { assertRoom } from '../platform/free-space.ts'

/** What work folders are called; the rest of a name is nobody else's. */
export const workPrefix = 'archive-'
/** Whether a name in the staging folder is that of a work folder. */
export function isWorkFolder(name: string): boolean {
  return name.startsWith(workPrefix)
}

/** A folder that has not been touched for so long is nobody's any more. */
export const abandonedMs = 10 * 60_000
const touchEveryMs = 60_000

/** What an import is about to make blobs of: should it end there, they are nobody's. */
export interface Journal {
  readonly productionId: number
  readonly blobKeys: readonly string[]
}

export const journalName = 'journal.json'

/** A folder on the disk of the blobs, for as long as an archive is written or read. */
export interface WorkFolder {
  readonly path: string
  /** Says, safe from a power cut, which blobs are about to be made. */
  keepJournal(journal: Journal): Promise<void>
  /** Throws where so many more bytes would leave the storage full. */
  assertRoom(bytes: number): Promise<void>
  /** Removes it with all that is in it. */
  remove(): Promise<void>
  /** Leaves it to the removal of abandoned folders. */
  abandon(): void
}

/** Folders of this process. */
const inUse = new Set<string>()

export function isInUse(path: string): boolean {
  return inUse.has(path)
}

/** Makes a folder that says by its time that somebody is at work in it. */
export async function openWorkFolder(platform: Platform): Promise<WorkFolder> {
  const { blobs, log } = platform
  const path = join(blobs.stagingDir, workPrefix + randomUUID())
  inUse.add(path)
  await mkdir(path, { mode: 0o700 })
  const timer = setInterval(() => {
    const now = systemClock.now() / 1000
    utimes(path, now, now).catch(error => log.warn({ err: error, path }, 'could not touch a work folder'))
  }, touchEveryMs)
  timer.unref()
  return {
    path,
    async keepJournal(journal) {
      const file = await open(join(path, journalName), 'wx', 0o600)
      try {
        await file.writeFile(JSON.stringify(journal))
        await file.sync()
      } finally {
        await file.close()
      }
    },
    assertRoom: bytes => assertRoom(platform, bytes),
    async remove() {
      clearInterval(timer)
      await rm(path, { recursive: true, force: true })
      inUse.delete(path)
    },
    abandon() {
      clearInterval(timer)
      inUse.delete(path)
    },
  }
}
