import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../platform/context.ts'
import { changeSignal, hasChanges, type TakenChanges, takeChanges } from './changes.ts'
import { getDictionary, remember } from './dictionary.ts'
import { deleteDocuments } from './document-store.ts'
import { writeDocuments } from './documents.ts'
import { type MemoryReport, reportMemory } from './memory/memory.ts'
import { isPassing } from './passing-error.ts'
import { createRebuilder, type Rebuilder, type RebuildReport } from './rebuilder.ts'
import type { DocumentSources } from './sources.ts'
import { lockForChanges } from './writing-lock.ts'

/** Changes that one transaction takes off the list; of a bulk only so many that others do not wait long for them. */
const batchSize = { small: 1000, bulk: 250 }
/** Changes come in bursts; documents that are written together cost a fraction. */
const gatherMs = 300
/** It also looks without being told: a hint may be lost. */
const pauseMs = 5_000

/** What of the changes is waited for: all, or those that are not part of a bulk. */
export type IndexExtent = 'all' | 'small'

/** How the index is, as one process sees it. */
export interface IndexReport extends RebuildReport {
  readonly memory: MemoryReport
}

/** Keeps the index as the resources are. */
interface Indexer {
  /** Resolves once everything that was committed before the call can be found, or all of it but for bulks. */
  catchUp(extent: IndexExtent): Promise<void>
  stop(): Promise<void>
}

const indexers = new WeakMap<Platform, Indexer & Pick<Rebuilder, 'report'>>()

/** Starts to write the documents of what has changed, and all of them where the index is not whole; the result stops it. */
export function startIndexing(platform: Platform, sources: DocumentSources): () => Promise<void> {
  const rebuilder = createRebuilder(platform, sources)
  const indexer = createIndexer(platform, sources, rebuilder.inspected)
  indexers.set(platform, { ...indexer, report: rebuilder.report })
  return async () => {
    await Promise.all([indexer.stop(), rebuilder.stop()])
  }
}

/** Whether the index is whole, how far a rebuild is, and how the copy in memory is. */
export async function reportIndex(platform: Platform): Promise<IndexReport> {
  return { ...(await getIndexer(platform).report()), memory: reportMemory(platform) }
}

/**
 * Waits until the index holds everything that was committed before, for `timeoutMs` at most. Answers whether it does;
 * where it does not, it follows within seconds ("Index-backed calls lag a few seconds behind").
 */
export async function waitForIndex(
  platform: Platform,
  timeoutMs: number,
  extent: IndexExtent = 'all',
): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(timeoutMs, false, { signal: timer.signal, ref: false }).catch(() => false)
  const caughtUp = getIndexer(platform)
    .catchUp(extent)
    .then(() => true)
  return Promise.race([caughtUp, late]).finally(() => timer.abort())
}

function getIndexer(platform: Platform) {
  const indexer = indexers.get(platform)
  if (!indexer) throw new Error('the indexer has not been started')
  return indexer
}

function createIndexer(platform: Platform, sources: DocumentSources, inspected: Promise<void>): Indexer {
  const { database, signals, log, isAlone } = platform
  let told = 1
  const done: Record<IndexExtent, number> = { all: 0, small: 0 }
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let batch = Promise.withResolvers<void>()

  /** Until the list is empty, as far as it was known to have something when it was last looked at. */
  async function run(): Promise<void> {
    while (!isStopped) {
      const target = told
      const taken = await indexBatch(platform, sources, batchSize)
      if (taken !== 'small') done.small = Math.max(done.small, target)
      if (taken === 'none') done.all = Math.max(done.all, target)
      batch.resolve()
      batch = Promise.withResolvers<void>()
      if (taken === 'none') return
    }
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      if (told > done.all) wake()
    })
    return running
  }

  function wake(): void {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      start().catch(error => log.error({ err: error }, 'could not write search documents'))
    }, gatherMs)
  }

  const unsubscribe = signals.on(changeSignal, () => {
    told++
    wake()
  })
  const interval = setInterval(() => {
    // Nobody else adds to the list of a process that is alone.
    if (!isAlone) told++
    if (told > done.all) wake()
  }, pauseMs)
  wake()

  return {
    async catchUp(extent) {
      // What is lost must not be shown.
      await inspected
      if (!isAlone && (await hasChanges(database))) told++
      const target = told
      while (done[extent] < target && !isStopped) await Promise.race([start(), batch.promise])
    },
    async stop() {
      isStopped = true
      unsubscribe()
      clearInterval(interval)
      clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}

/** Writes the documents of the oldest changes; answers which it took. */
async function indexBatch(
  platform: Platform,
  sources: DocumentSources,
  most: typeof batchSize,
): Promise<TakenChanges['kind']> {
  try {
    return await indexChanges(platform, sources, most)
  } catch (error) {
    if (isPassing(error)) throw error
    const one = { small: 1, bulk: 1 }
    if (most.small > 1) {
      // What one document has wrong must not keep the others from being found.
      let taken = await indexBatch(platform, sources, one)
      const whole = taken
      for (let left = batchSize[taken === 'bulk' ? 'bulk' : 'small'] - 1; left > 0 && taken === whole; left--) {
        taken = await indexBatch(platform, sources, one)
      }
      return taken
    }
    platform.log.error({ err: error }, 'a search document cannot be written and is left out')
    const { kind } = await platform.database.transaction().execute(db => takeChanges(db, one))
    return kind
  }
}

async function indexChanges(
  platform: Platform,
  sources: DocumentSources,
  most: typeof batchSize,
): Promise<TakenChanges['kind']> {
  const known = getDictionary(platform)
  const { kind, learned } = await platform.database.transaction().execute(async db => {
    await lockForChanges(db)
    const { kind, changes } = await takeChanges(db, most)
    const learned = []
    for (const [kind, ofKind] of Map.groupBy(changes, change => change.kind)) {
      const ids = [...new Set(ofKind.map(change => change.id))]
      const documents = (await sources[kind]?.read(db, ids, platform)) ?? []
      learned.push(...(await writeDocuments(db, documents, known)))
      const written = new Set(documents.map(document => document.id))
      await deleteDocuments(
        db,
        ids.filter(id => !written.has(id)),
      )
    }
    return { kind, learned }
  })
  for (const part of learned) remember(known, part)
  return kind
}
