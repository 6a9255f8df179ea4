import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { createDictionary, type Dictionary, type Learned, remember } from './dictionary.ts'
import type { DocumentKind } from './document.ts'
import { deleteDocuments } from './document-store.ts'
import { writeDocuments } from './documents.ts'
import { isPassing } from './passing-error.ts'
import { findRebuildReason, indexFormat, type RebuildReason } from './rebuild-reasons.ts'
import * as store from './rebuild-store.ts'
import type { DocumentSources } from './sources.ts'
import { lockForChanges, lockForPart } from './writing-lock.ts'

/** What a rebuild works with. */
export interface Workshop extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly sources: DocumentSources
  readonly dictionary: Dictionary
  /** From how many documents on a rebuild goes without indexes, which are made at its end; `manyDocuments` when absent. */
  readonly manyDocuments?: number | undefined
}

/** Resources of one part: one transaction, which changes may have to wait for. */
export const partSize = 500
/** Parts in hand at once: while the database writes one, this process makes the documents of another. */
const partsInHand = 4
/** Indexes that are made at once. */
const indexesInHand = 2
/** Fewer documents are written soon enough beside their indexes. */
const manyDocuments = 50_000
/** How often somebody who waits for a rebuild is told how far it is. */
const lookEveryMs = 500

/** Begins a rebuild if the index needs one; of several processes that look at once, the first. Answers whether it did. */
export function beginRebuildIfNeeded(workshop: Workshop): Promise<boolean> {
  return underLock(workshop, async db => {
    const reason = await findRebuildReason(db, workshop.sources, await store.readIndexState(db))
    if (reason) await begin(db, workshop, reason)
    return reason !== undefined
  })
}

/** Begins a rebuild because somebody asks for it; one that goes on begins again. */
async function beginRebuild(workshop: Workshop): Promise<void> {
  await underLock(workshop, db => begin(db, workshop, { reason: 'asked for', isAnew: false }))
}

function underLock<T>(workshop: Workshop, steps: (db: Database) => Promise<T>): Promise<T> {
  return workshop.database.transaction().execute(async db => {
    await lockForChanges(db)
    // To look at all ids there are may take longer than a request is given.
    await sql`set local statement_timeout = 0`.execute(db)
    return steps(db)
  })
}

async function begin(db: Database, workshop: Workshop, reason: RebuildReason): Promise<void> {
  const { sources, clock, log } = workshop
  const plan = {
    ...reason,
    format: indexFormat,
    startedMs: clock.now(),
    partSize,
    manyDocuments: workshop.manyDocuments ?? manyDocuments,
  }
  const documents = await store.insertPlan(db, sources, plan)
  // The few documents of a new database are no news.
  if (documents >= partSize) log.info({ reason: reason.reason, documents }, 'the search index is made anew')
}

/** Does what is left of a rebuild, beside others who do so, until there is nothing to take or `isStopped` says so. */
export async function writeParts(workshop: Workshop, isStopped: () => boolean): Promise<void> {
  await workTogether(partsInHand, isStopped, () => writePart(workshop))
  await workTogether(indexesInHand, isStopped, () => makeIndex(workshop))
}

/** Takes steps, so many at once, until there is none to take. */
async function workTogether(hands: number, isStopped: () => boolean, step: () => Promise<boolean>): Promise<void> {
  const work = async () => {
    while (!isStopped() && (await step()));
  }
  const outcomes = await Promise.allSettled(Array.from({ length: hands }, work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Changes wait until it is made: the database would keep them waiting anyway. */
function makeIndex({ database }: Workshop): Promise<boolean> {
  return database.transaction().execute(async db => {
    await lockForPart(db)
    return store.makeMissingIndex(db)
  })
}

/** Writes the documents of one part; answers whether there was one to take. */
async function writePart(workshop: Workshop): Promise<boolean> {
  const { database, sources, dictionary } = workshop
  const learned = await database.transaction().execute(async db => {
    await lockForPart(db)
    const part = await store.takePart(db)
    if (!part) return undefined
    const resources = await store.listPart(db, sources, part)
    const learned = await writeResources(db, workshop, resources)
    await store.deleteOrphans(db, sources, part)
    return learned
  })
  for (const part of learned ?? []) remember(dictionary, part)
  return learned !== undefined
}

type Resource = Readonly<{ kind: DocumentKind; id: number }>

/**
 * What one document has wrong must not keep the others from being found: by halves, it is found and left out. Where
 * none of several can be written, it is not the documents' fault.
 */
async function writeResources(db: Database, workshop: Workshop, resources: readonly Resource[]): Promise<Learned[]> {
  const refused: { resource: Resource; error: unknown }[] = []
  const write = async (some: readonly Resource[]): Promise<Learned[]> => {
    if (some.length === 0) return []
    await sql`savepoint resources`.execute(db)
    try {
      const documents = await readDocuments(db, workshop.sources, some)
      const made = new Set(documents.map(({ id }) => id))
      await deleteDocuments(
        db,
        some.map(({ id }) => id).filter(id => !made.has(id)),
      )
      return await writeDocuments(db, documents, workshop.dictionary)
    } catch (error) {
      if (isPassing(error)) throw error
      await sql`rollback to savepoint resources`.execute(db)
      const middle = some.length >> 1
      if (middle > 0) return [...(await write(some.slice(0, middle))), ...(await write(some.slice(middle)))]
      refused.push({ resource: some[0]!, error })
      return []
    }
  }
  const learned = await write(resources)
  if (refused.length > 1 && refused.length === resources.length) throw refused[0]!.error
  for (const { resource, error } of refused) {
    workshop.log.error({ err: error, ...resource }, 'a search document cannot be written and is left out')
  }
  return learned
}

async function readDocuments(db: Database, sources: DocumentSources, resources: readonly Resource[]) {
  const byKind = [...Map.groupBy(resources, ({ kind }) => kind)]
  const documents = await Promise.all(
    byKind.map(([kind, ofKind]) => {
      const ids = ofKind.map(({ id }) => id)
      return sources[kind]?.read(db, ids) ?? []
    }),
  )
  return documents.flat()
}

/** Makes the whole index anew, alone or beside services that run; `onProgress` hears how far it is. */
export async function rebuildIndex(
  base: Omit<Workshop, 'dictionary'>,
  onProgress: (state: store.IndexState) => void,
): Promise<void> {
  const workshop: Workshop = { ...base, dictionary: createDictionary() }
  await beginRebuild(workshop)
  const report = async () => {
    const state = await store.readIndexState(base.database)
    onProgress(state)
    return state.partsLeft === 0
  }
  const timer = setInterval(() => void report().catch(() => {}), lookEveryMs)
  try {
    // Others may have the last parts in hand, and may not live to write them.
    for (;;) {
      await writeParts(workshop, () => false)
      if (await report()) return
      await delay(lookEveryMs)
    }
  } finally {
    clearInterval(timer)
  }
}
