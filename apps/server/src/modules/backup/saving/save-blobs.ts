/** Copies the bytes of blobs into a folder of backups, each once, whatever number of snapshots and keys has it. */

import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ServiceError } from '@rushes/contract'
import type { BlobStore } from '../../../platform/blobs/blobs.ts'
import { type KnownBlobs, openKnownBlobs } from '../folder/blob-list.ts'
import { type Content, moveInto, readLines, writeFileOf } from '../folder/files.ts'
import { toBlobPath, toDraftsPath } from '../folder/folder.ts'
import type { SavedBlob } from '../folder/manifest.ts'
import { BackupError } from './backup-error.ts'
import type { NamedBlob } from './dump-store.ts'
import { workAhead } from './work-ahead.ts'

/** What to copy, from where to where. */
export interface BlobSaving {
  readonly store: BlobStore
  readonly folder: string
  /** A file with the named blobs, a line each, by key. */
  readonly named: string
  /** Lists of what was copied earlier, the surest first. */
  readonly earlierLists: readonly (string | undefined)[]
  /** Where the list of these blobs is written. */
  readonly list: string
  readonly signal?: AbortSignal | undefined
  readonly onBytes: (count: number) => void
}

/** What has been done. */
export interface SavedBlobs {
  readonly list: Content
  readonly count: number
  readonly bytes: number
  /** Those whose bytes were read; the others were there from an earlier backup. */
  readonly copied: { readonly count: number; readonly bytes: number }
  readonly lost: readonly string[]
}

/** Copies what is not there yet, and writes the list. */
export async function saveBlobs(saving: BlobSaving): Promise<SavedBlobs> {
  const done = { count: 0, bytes: 0, copied: { count: 0, bytes: 0 }, lost: [] as string[] }
  async function* toLines(): AsyncGenerator<string> {
    for await (const { named, saved, isCopied } of copyAll(saving)) {
      if (saved?.size !== named.size) done.lost.push(named.key)
      if (!saved) continue
      done.count++
      done.bytes += saved.size
      if (isCopied) {
        done.copied.count++
        done.copied.bytes += saved.size
      }
      yield `${JSON.stringify(saved)}\n`
    }
  }
  const list = await writeFileOf(saving.list, toLines(), { signal: saving.signal })
  return { ...done, list }
}

interface Copied {
  readonly named: NamedBlob
  /** Nothing where the service has lost it. */
  readonly saved: SavedBlob | undefined
  readonly isCopied: boolean
}

/** Several at a time, reported in their order. */
async function* copyAll(saving: BlobSaving): AsyncGenerator<Copied> {
  const known = saving.earlierLists.map(openKnownBlobs)
  try {
    yield* workAhead(listNamed(saving, known), blob => copyBlob(saving, blob))
  } finally {
    for (const list of known) await list.close()
  }
}

/** A blob, and what is known of its key from earlier. */
interface ToCopy {
  readonly named: NamedBlob
  readonly earlier: readonly SavedBlob[]
}

async function* listNamed(saving: BlobSaving, known: readonly KnownBlobs[]): AsyncGenerator<ToCopy> {
  for await (const line of readLines(createReadStream(saving.named))) {
    saving.signal?.throwIfAborted()
    const named: NamedBlob = JSON.parse(line)
    const earlier = (await Promise.all(known.map(list => list.find(named.key)))).filter(blob => blob !== undefined)
    yield { named, earlier }
  }
}

async function copyBlob(saving: BlobSaving, { named, earlier }: ToCopy): Promise<Copied> {
  const { key, created, size } = named
  for (const blob of earlier) {
    // Another life of the service may have given the key to other bytes; not at the same instant, too.
    if (blob.created !== created || blob.size !== size || !(await isKept(saving.folder, blob))) continue
    saving.onBytes(size)
    return { named, saved: blob, isCopied: false }
  }
  const content = await readIn(saving, key)
  return { named, saved: content && { key, created, ...content }, isCopied: true }
}

/** Whether the bytes are there, by their size: their digest takes as long as copying them, and `verify` looks at it. */
async function isKept(folder: string, { sha256, size }: Content): Promise<boolean> {
  const found = await stat(join(folder, toBlobPath(sha256))).catch(() => undefined)
  return found?.isFile() === true && found.size === size
}

async function readIn({ store, folder, signal, onBytes }: BlobSaving, key: string): Promise<Content | undefined> {
  const draft = join(toDraftsPath(folder), `blob-${randomUUID()}`)
  try {
    const content = await writeFileOf(draft, await store.read(key), { signal, onBytes })
    if (await isKept(folder, content)) await rm(draft)
    else await moveInto(draft, join(folder, toBlobPath(content.sha256)))
    return content
  } catch (error) {
    await rm(draft, { force: true })
    if (error instanceof ServiceError && error.type === 'NotFoundError') return undefined
    if (signal?.aborted) throw error
    throw new BackupError(`The blob ${key} cannot be copied: ${(error as Error).message}`)
  }
}
