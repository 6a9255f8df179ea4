import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../platform/context.ts'
import { changeSignal, hasChanges, takeChanges } from './changes.ts'
import { getDictionary, remember } from './dictionary.ts'
import { deleteDocuments } from './document-store.ts'
import { writeDocuments } from './documents.ts'
import { isPassing } from './passing-error.ts'
import { createRebuilder, type IndexReport, type Rebuilder } from './rebuilder.ts'
import type { DocumentSources } from './sources.ts'
import { lockForChanges } from './writing-lock.ts'

/** Changes that one transaction takes off the list. */
const batchSize = 1000
/** Changes come in bursts; documents that are written together cost a fraction. */
const gatherMs = 300
/** It also looks without being told: a hint may be lost. */
const pauseMs = 5_000

/** Keeps the index as the resources are. */
interface Indexer {
  /** Resolves once everything that was committed before the call can be found. */
  catchUp(): Promise<void>
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

/** Whether the index is whole, and how far a rebuild is. */
export function reportIndex(platform: Platform): Promise<IndexReport> {
  return getIndexer(platform).report()
}

/**
 * Waits until the index holds everything that was committed before, for `timeoutMs` at most. Answers whether it does;
 * where it does not, it follows within seconds ("Index-backed calls lag a few seconds behind").
 */
export async function waitForIndex(platform: Platform, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = delay(timeoutMs, false, { signal: timer.signal, ref: false }).catch(() => false)
  const caughtUp = getIndexer(platform)
    .catchUp()
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
  let done = 0
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  /** Until the list is empty, as far as it was known to have something when this began. */
  async function run(): Promise<void> {
    const target = told
    while (!isStopped && (await indexBatch(platform, sources, batchSize)));
    done = Math.max(done, target)
  }

  function start(): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      if (told > done) wake()
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
    if (told > done) wake()
  }, pauseMs)
  wake()

  return {
    async catchUp() {
      // What is lost must not be shown.
      await inspected
      if (!isAlone && (await hasChanges(database))) told++
      const target = told
      while (done < target && !isStopped) await start()
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

/** Writes the documents of the oldest changes; answers whether there may be more. */
async function indexBatch(platform: Platform, sources: DocumentSources, most: number): Promise<boolean> {
  try {
    return (await indexChanges(platform, sources, most)) === most
  } catch (error) {
    if (isPassing(error)) throw error
    if (most > 1) {
      // What one document has wrong must not keep the others from being found.
      for (let left = most; left > 0 && (await indexBatch(platform, sources, 1)); left--);
      return true
    }
    platform.log.error({ err: error }, 'a search document cannot be written and is left out')
    await platform.database.transaction().execute(db => takeChanges(db, 1))
    return true
  }
}

async function indexChanges(platform: Platform, sources: DocumentSources, most: number): Promise<number> {
  const known = getDictionary(platform)
  return platform.database
    .transaction()
    .execute(async db => {
      await lockForChanges(db)
      const changes = await takeChanges(db, most)
      const learned = []
      for (const [kind, ofKind] of Map.groupBy(changes, change => change.kind)) {
        const ids = [...new Set(ofKind.map(change => change.id))]
        const documents = (await sources[kind]?.read(db, ids)) ?? []
        learned.push(...(await writeDocuments(db, documents, known)))
        const written = new Set(documents.map(document => document.id))
        await deleteDocuments(
          db,
          ids.filter(id => !written.has(id)),
        )
      }
      return { count: changes.length, learned }
    })
    .then(({ count, learned }) => {
      for (const part of learned) remember(known, part)
      return count
    })
}
