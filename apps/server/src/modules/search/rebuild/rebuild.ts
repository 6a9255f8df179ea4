import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Platform } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { DocumentSources } from '../documents/sources.ts'
import type { IndexFault, SearchEngine } from '../engine.ts'
import { type Change, postponeChanges } from '../indexing/changes.ts'
import { type DocumentFailures, isPassing, isRefusal, reportFailure } from '../indexing/failures.ts'
import { splitResources, writeGroup, writeInTurn } from '../indexing/write-resources.ts'
import { lockForChanges, lockForPart } from '../indexing/writing-lock.ts'
import { createSearchState } from '../state.ts'
import { findRebuildReason, indexFormat } from './reasons.ts'
import * as store from './store.ts'

/** What a rebuild works with. */
export interface Workshop extends Pick<Platform, 'database' | 'clock' | 'log'> {
  readonly sources: DocumentSources
  readonly engine: SearchEngine
  readonly failures: DocumentFailures
  /** From how many documents on a rebuild goes without indexes, which are made at its end; `manyDocuments` when absent. */
  readonly manyDocuments?: number | undefined
}

/** Resources of one part: of one transaction, if they are small. */
export const partSize = 500
/** Parts in hand at once: while the database writes one, this process makes the documents of another. */
const partsInHand = 4
/** Indexes that are made at once. */
const indexesInHand = 2
/** Fewer documents are written soon enough beside their indexes. */
const manyDocuments = 50_000
/** How often the progress of a rebuild is reported to those who wait for it. */
const lookEveryMs = 500

/** Begins a rebuild if the index needs one; of several processes that look at once, the first. Answers whether it did. */
export function beginRebuildIfNeeded(workshop: Workshop): Promise<boolean> {
  return underLock(workshop, async db => {
    const reason = await findRebuildReason(db, workshop, await store.readIndexState(db))
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
    // To look at all ids there are, and to make room in an engine, may take longer than a request is given.
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
    return steps(db)
  })
}

async function begin(db: Database, workshop: Workshop, reason: IndexFault): Promise<void> {
  const { sources, engine, clock, log } = workshop
  const { engine: writer, isAnew, partsLeft } = await store.readIndexState(db)
  const plan = {
    ...reason,
    // What an engine holds from earlier, or only a part of its documents, would be taken for all of them.
    isAnew: reason.isAnew || writer !== engine.name || (isAnew && partsLeft > 0),
    format: indexFormat,
    startedMs: clock.now(),
    partSize,
    manyDocuments: workshop.manyDocuments ?? manyDocuments,
  }
  const documents = await store.insertPlan(db, sources, engine, plan)
  // The few documents of a new database are no news.
  if (documents >= partSize) log.info({ reason: reason.reason, documents }, 'search index rebuild started')
}

/**
 * Does what is left of a rebuild, along with others who do so, until there is nothing to take or `isStopped` says so.
 * Calls `onPart` after each part.
 */
export async function writeParts(
  workshop: Workshop,
  isStopped: () => boolean,
  onPart: () => Promise<unknown> = async () => {},
): Promise<void> {
  await workTogether(partsInHand, isStopped, async () => {
    const hasWritten = await writePart(workshop)
    if (hasWritten) await onPart()
    return hasWritten
  })
  await workTogether(indexesInHand, isStopped, () => takeLastStep(workshop))
  await removeLeftovers(workshop)
}

/** Takes steps, so many at once, until there is none to take. */
async function workTogether(hands: number, isStopped: () => boolean, step: () => Promise<boolean>): Promise<void> {
  const work = async () => {
    while (!isStopped() && (await step()));
  }
  const outcomes = await Promise.allSettled(Array.from({ length: hands }, work))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Changes wait until an index is made: the database would keep them waiting anyway. */
function takeLastStep({ database, engine }: Workshop): Promise<boolean> {
  return database.transaction().execute(async db => {
    await lockForPart(db)
    return engine.upkeep.takeLastStep(db)
  })
}

/** The index is whole whether that succeeds or not: what stays is removed with the next rebuild. */
async function removeLeftovers({ database, engine, log }: Workshop): Promise<void> {
  const remove = await database.transaction().execute(async db => {
    await lockForPart(db)
    return engine.upkeep.findLeftovers(db)
  })
  await remove().catch(error =>
    log.warn({ err: error }, 'could not remove what a rebuild of the search index left behind'),
  )
}

/** The index is whole whether that succeeds or not: what stays is found at the next start. No rebuild begins while it is looked for. */
export async function removeStrays({ database, engine: { upkeep }, log }: Workshop): Promise<void> {
  const { findStrays } = upkeep
  if (!findStrays) return
  try {
    const remove = await database.transaction().execute(async db => {
      await lockForPart(db)
      return findStrays()
    })
    await remove()
  } catch (error) {
    log.warn({ err: error }, 'could not remove what the search engine has of earlier collections')
  }
}

/** Writes the documents of one part, or as many as there is time for; answers whether there was one to take. */
async function writePart(workshop: Workshop): Promise<boolean> {
  const { database, sources, engine } = workshop
  const written = await database.transaction().execute(async db => {
    await lockForPart(db)
    const part = await store.takePart(db, engine.name)
    if (!part) return undefined
    const resources = await store.listPart(db, sources, part)
    const { written, left } = await writeResources(db, workshop, resources)
    const rest = left.length > 0 ? { first: left[0]!.id, last: part.last } : undefined
    if (rest) await store.returnPart(db, rest)
    await engine.upkeep.removeOrphans(db, sources, rest ? { first: part.first, last: rest.first - 1 } : part)
    return written
  })
  for (const remember of written ?? []) remember()
  return written !== undefined
}

/**
 * Writes documents until the time of a transaction is over; answers what is left. What one document has wrong must not
 * keep the others from being found: by halves, it is found and left out. Where none of several can be written, it is
 * not the documents' fault.
 */
async function writeResources(
  db: Database,
  workshop: Workshop,
  resources: readonly Change[],
): Promise<{ written: (() => void)[]; left: readonly Change[] }> {
  const refused: { resource: Change; error: unknown }[] = []
  const written: (() => void)[] = []
  let tried = 0
  const write = async (some: readonly Change[]): Promise<void> => {
    await sql`savepoint resources`.execute(db)
    try {
      written.push(await writeGroup(db, { ...workshop, isOfRebuild: true }, some))
    } catch (error) {
      if (isPassing(error)) throw error
      await sql`rollback to savepoint resources`.execute(db)
      const middle = some.length >> 1
      if (middle === 0) return void refused.push({ resource: some[0]!, error })
      await write(some.slice(0, middle))
      await write(some.slice(middle))
    }
  }
  const left = await writeInTurn(await splitResources(db, workshop.sources, resources), group => {
    tried += group.length
    return write(group)
  })
  if (refused.length > 1 && refused.length === tried) throw refused[0]!.error
  for (const { resource, error } of refused) {
    reportFailure(workshop.log, workshop.failures, error, [resource])
    if (!isRefusal(error)) await postponeChanges(db, [resource])
  }
  return { written, left }
}

/** Rebuilds the whole index, alone or next to running services; `onProgress` gets the progress. */
export async function rebuildIndex(
  base: Omit<Workshop, 'engine' | 'failures'> & { readonly searchUrl?: string | undefined },
  onProgress: (state: store.IndexState) => void,
): Promise<void> {
  const workshop: Workshop = { ...base, ...createSearchState(base.searchUrl) }
  await beginRebuild(workshop)
  let reportedAt = -Infinity
  const report = async () => {
    reportedAt = performance.now()
    const state = await store.readIndexState(base.database)
    onProgress(state)
    return state.partsLeft === 0
  }
  const reportNowAndThen = async () => performance.now() - reportedAt > lookEveryMs && (await report())
  // Others may have the last parts in hand, and may not live to write them.
  for (;;) {
    await writeParts(workshop, () => false, reportNowAndThen)
    if (await report()) return
    await delay(lookEveryMs)
  }
}
