/** Lists of blobs: a line each, sorted by key. They may be long, so that they are read and written as they come. */

import { createReadStream } from 'node:fs'
import { BackupError } from '../saving/backup-error.ts'
import { readLines } from './files.ts'
import { parseBlob, type SavedBlob } from './manifest.ts'

/** The lines of a list; throws `BackupError` for one that is none. */
export async function* readBlobList(source: AsyncIterable<Buffer>): AsyncGenerator<SavedBlob> {
  for await (const line of readLines(source)) yield parseBlob(line)
}

/** The same of a file, which is opened when the first line is asked for. */
async function* readBlobListOf(path: string): AsyncGenerator<SavedBlob> {
  yield* readBlobList(createReadStream(path))
}

/** What an earlier list knows of keys that are asked for in their order. */
export interface KnownBlobs {
  find(key: string): Promise<SavedBlob | undefined>
  close(): Promise<void>
}

/**
 * Reads an earlier list beside one that is made. It is believed as far as it can be read: the end of one that was broken
 * off may be torn, and one that is not there knows nothing.
 */
export function openKnownBlobs(path: string | undefined): KnownBlobs {
  const list = path === undefined ? undefined : readBlobListOf(path)
  let next: SavedBlob | undefined
  let hasEnded = list === undefined
  const advance = async () => {
    const step = await list!.next().catch((error: NodeJS.ErrnoException) => {
      if (error instanceof BackupError || error.code === 'ENOENT') return { done: true, value: undefined } as const
      throw error
    })
    if (step.done) hasEnded = true
    next = step.done ? undefined : step.value
  }
  return {
    async find(key) {
      if (next === undefined && !hasEnded) await advance()
      while (next !== undefined && next.key < key) await advance()
      return next?.key === key ? next : undefined
    },
    async close() {
      await list?.return(undefined)
    },
  }
}
