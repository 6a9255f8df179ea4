/** What an upload that was broken off needs to go on: which clip its bytes belong to. One small file for each. */

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findStateFolder, readIfThere, writePrivately } from '../service/credentials.ts'
import type { FoundFile } from './find-files.ts'

/** Where a file goes. */
export interface Destination {
  readonly url: string
  readonly prId: number
  readonly collection: number | undefined
}

/** The note about one upload, from before its first byte until it is closed. */
export interface UploadNote {
  /** The clip whose upload goes on, when there is one for the file as it is now. */
  read(): Promise<number | undefined>
  write(mediaObjectId: number): Promise<void>
  remove(): Promise<void>
}

/** The note about the upload of a file to a place. */
export function openNote(env: NodeJS.ProcessEnv, to: Destination, file: FoundFile): UploadNote {
  const key = createHash('sha256').update(JSON.stringify([to.url, to.prId, to.collection ?? null, file.path]))
  const path = join(findStateFolder(env), 'uploads', `${key.digest('hex').slice(0, 32)}.json`)
  const facts = { url: to.url, prId: to.prId, path: file.path, size: file.size, modifiedMs: file.modifiedMs }
  return {
    async read() {
      const { mediaObjectId, size, modifiedMs } = parse(await readIfThere(path))
      const isSame = size === file.size && modifiedMs === file.modifiedMs
      return isSame && typeof mediaObjectId === 'number' ? mediaObjectId : undefined
    },
    write: mediaObjectId => writePrivately(path, { ...facts, mediaObjectId }),
    remove: () => rm(path, { force: true }),
  }
}

/** A note that cannot be read counts as none: the upload starts over. */
function parse(content: string | undefined): { mediaObjectId?: unknown; size?: unknown; modifiedMs?: unknown } {
  try {
    const value: unknown = JSON.parse(content ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
