/** The index in memory as a file, so that a start reads the file and what has changed since, not every document. */

import { mkdir, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Database } from '../../../../../../platform/database/index.ts'
import { MemoryIndex } from '../memory-index.ts'
import { type Moment, readDatabaseName } from '../memory-store.ts'
import { openSections, writeSections } from './sections.ts'

/** To be raised when what is saved of an index changes. */
const format = 1

interface Head {
  readonly format: number
  readonly database: string
  readonly moment: Moment
}

export interface Snapshot {
  readonly index: MemoryIndex
  /** Where the tables stood. */
  readonly moment: Moment
}

/** Writes a snapshot. Throws where the disk has too little room for others to go on. */
export async function saveSnapshot(db: Database, path: string, { index, moment }: Snapshot): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < 4 * index.bytes) throw new Error('the disk has too little room')
  const head: Head = { format, database: await readDatabaseName(db), moment }
  await writeSections(path, listSections(head, index))
}

function* listSections(head: Head, index: MemoryIndex): Generator<unknown> {
  yield head
  yield* index.save()
}

/**
 * Reads the snapshot of this database, as far as what it holds can be brought up to date; undefined where there is none.
 *.
 */
export async function readSnapshot(db: Database, path: string, now: Moment): Promise<Snapshot | undefined> {
  const sections = await openSections(path)
  if (!sections) return undefined
  try {
    const head = await sections.next<Head>()
    if (head.format !== format || head.database !== (await readDatabaseName(db))) return undefined
    const { moment } = head
    // A database that was set back has transactions of the same numbers that are others.
    if (moment.generation !== now.generation || BigInt(moment.horizon) > BigInt(now.horizon)) return undefined
    return { moment, index: await MemoryIndex.restore(sections.next) }
  } finally {
    await sections.close()
  }
}
