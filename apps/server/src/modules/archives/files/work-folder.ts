import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { assertRoom } from '../../../platform/blobs/free-space.ts'
import { systemClock } from '../../../platform/clock.ts'
import type { Platform } from '../../../platform/context.ts'

/** What work folders are called; the rest of a name is nobody else's. */
export const workPrefix = 'archive-'
/** Whether a name in the staging folder is that of a work folder. */
export function isWorkFolder(name: string): boolean {
  return name.startsWith(workPrefix)
}

/** A folder that has not been touched for so long is nobody's any more. */
export const abandonedMs = 10 * 60_000
/** So often such a folder is touched. */
export const touchEveryMs = 60_000

/** What an import is about to make blobs of: should it end there, they are nobody's. */
export interface Journal {
  readonly productionId: number
  readonly blobKeys: readonly string[]
}

export const journalName = 'journal.json'

/** A folder in the staging folder, for as long as an archive is written or read. */
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

declare module '../../../platform/module.ts' {
  interface Services {
    /** Paths of the work folders that this process is at work in. */
    readonly archiveFolders: Set<string>
  }
}

/** Shows by the times of its work folders that this process is at work in them. */
export async function touchWorkFolders({ services, log }: Platform): Promise<void> {
  const now = systemClock.now() / 1000
  for (const path of services.archiveFolders) {
    await utimes(path, now, now).catch(error => log.warn({ err: error, path }, 'could not touch a work folder'))
  }
}

/** Makes a folder that says by its time that somebody is at work in it. */
export async function openWorkFolder(platform: Platform): Promise<WorkFolder> {
  const { stagingDir, services } = platform
  const inUse = services.archiveFolders
  const path = join(stagingDir, workPrefix + randomUUID())
  inUse.add(path)
  await mkdir(path, { mode: 0o700 })
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
      await rm(path, { recursive: true, force: true })
      inUse.delete(path)
    },
    abandon() {
      inUse.delete(path)
    },
  }
}
