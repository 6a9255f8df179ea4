import { setTimeout as delay } from 'node:timers/promises'
import { startBackground } from '../../../platform/background/background.ts'
import type { Platform } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { eventSignal } from '../../../platform/events/log.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import type { DocumentSources } from '../documents/sources.ts'
import { SearchUnavailableError } from '../engine.ts'
import { type MemoryReport, reportMemory } from '../engines/postgresql/columns/index.ts'
import { createRebuilder, type RebuildReport, readRebuildReport } from '../rebuild/rebuilder.ts'
import { awaitIndexer } from './await-indexer.ts'
import {
  awaitedSignal,
  changeSignal,
  hasChanges,
  type IndexExtent,
  returnChanges,
  type TakenChanges,
  takeChanges,
  writtenSignal,
} from './changes.ts'
import { type DocumentFailures, isPassing } from './failures.ts'
import { writeOrPostpone } from './write-or-postpone.ts'
import { splitResources, writeGroup, writeInTurn } from './write-resources.ts'
import { lockForChanges } from './writing-lock.ts'

/** Changes that one transaction takes off the list; of a bulk only so many that others do not wait long for them. */
const batchSize = { small: 1000, bulk: 250 }
const one: typeof batchSize = { small: 1, bulk: 1 }
/** Changes come in bursts; documents that are written together cost a fraction. */
const gatherMs = 300
/** It also looks without being told: a hint may be lost. */
const pauseMs = 5_000

/** How the index is, as one process sees it. */
export interface IndexReport extends RebuildReport {
  readonly memory: MemoryReport
  readonly failures: DocumentFailures
}

/** Keeps the index as the resources are. */
interface Indexer {
  /** Resolves once everything that was committed before the call can be found, or all of it but for bulks. */
  catchUp(extent: IndexExtent): Promise<void>
  report(): Promise<RebuildReport>
}

declare module '../state.ts' {
  interface SearchState {
    /** Where this process writes the index. */
    indexer?: Indexer
  }
}

/** Starts to write the documents of what has changed, and all of them where the index is not whole; the result stops it. */
export function startIndexing(platform: Platform, sources: DocumentSources): () => Promise<void> {
  const rebuilder = createRebuilder(platform, sources)
  const { stop, ...indexer } = createIndexer(platform, sources, rebuilder.inspected)
  platform.services.search.indexer = { ...indexer, report: rebuilder.report }
  return async () => {
    await Promise.all([stop(), rebuilder.stop()])
  }
}

/** Whether the index is whole, how far a rebuild is, and how the copy in memory is. */
export async function reportIndex(platform: Platform): Promise<IndexReport> {
  const { indexer, engine } = platform.services.search
  const report = await (indexer ? indexer.report() : readRebuildReport(platform.database, engine.name))
  return { ...report, memory: reportMemory(platform), failures: { ...platform.services.search.failures } }
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
  const { indexer } = platform.services.search
  const caughtUp = (indexer ? indexer.catchUp(extent) : awaitIndexer(platform, extent, timer.signal))
    // A full disk keeps the index from following; what it holds can be read all the same.
    .then(
      () => true,
      () => false,
    )
  return Promise.race([caughtUp, late]).finally(() => timer.abort())
}

function createIndexer(
  platform: Platform,
  sources: DocumentSources,
  inspected: Promise<void>,
): Pick<Indexer, 'catchUp'> & { stop(): Promise<void> } {
  const { database, signals, log, isAlone } = platform
  let told = 1
  const done: Record<IndexExtent, number> = { all: 0, small: 0 }
  let isStopped = false
  /** The engine, as far as it was last seen. */
  let isAway = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let batch = Promise.withResolvers<void>()

  /** Until the list is empty, as far as it was known to have something when it was last looked at. */
  async function run(): Promise<void> {
    while (!isStopped) {
      const target = told
      const { kind, hasMore } = await indexBatch(platform, sources)
      if (isAway && kind !== 'none') {
        isAway = false
        log.info('the search engine takes documents again')
      }
      if (kind !== 'small' || !hasMore) done.small = Math.max(done.small, target)
      if (!hasMore) done.all = Math.max(done.all, target)
      batch.resolve()
      if (!isAlone && kind !== 'none') signals.emit(writtenSignal)
      batch = Promise.withResolvers<void>()
      if (!hasMore) return
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
      start().catch(reportFailure)
    }, gatherMs)
  }

  function reportFailure(error: unknown): void {
    if (!(error instanceof SearchUnavailableError)) logFailure(log, error, 'could not write search documents')
    else if (!isAway) log.error({ err: error }, 'the search engine takes no documents; they are kept until it does')
    isAway ||= error instanceof SearchUnavailableError
  }

  /** Has the engine's losses written again; where it is away, they are found when it is back. */
  async function settle(): Promise<void> {
    try {
      const documents = await platform.services.search.engine.upkeep.settle(database)
      if (documents > 0)
        log.warn({ documents }, 'the search engine has lost documents that it had taken; they are written again')
    } catch (error) {
      if (!(error instanceof SearchUnavailableError)) throw error
    }
  }

  const hear = () => {
    told++
    wake()
  }
  // The database marks events and workflows by itself.
  const unsubscribe = [changeSignal, eventSignal].map(signal => signals.on(signal, hear))
  unsubscribe.push(signals.on(awaitedSignal, () => void start().catch(reportFailure)))
  const stopPolling = startBackground(platform, {
    name: 'search index',
    everyMs: pauseMs,
    run: async () => {
      await settle()
      if (await hasChanges(database)) hear()
    },
  })

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
      for (const end of unsubscribe) end()
      await stopPolling()
      clearTimeout(timer)
      await running?.catch(() => {})
    },
  }
}

type Batch = Pick<TakenChanges, 'kind' | 'hasMore'>

/** Writes the documents of the oldest changes; answers which it took. */
async function indexBatch(platform: Platform, sources: DocumentSources): Promise<Batch> {
  try {
    return await indexChanges(platform, sources, batchSize)
  } catch (error) {
    if (isPassing(error)) {
      platform.services.search.failures.retried++
      throw error
    }
    // What one document has wrong must not keep the others from being found.
    let taken = await indexChanges(platform, sources, one)
    const { kind } = taken
    for (let left = batchSize[kind === 'bulk' ? 'bulk' : 'small'] - 1; left > 0 && taken.hasMore; left--) {
      taken = await indexChanges(platform, sources, one)
      if (taken.kind !== kind) break
    }
    return taken
  }
}

async function indexChanges(platform: Platform, sources: DocumentSources, most: typeof batchSize): Promise<Batch> {
  const { engine } = platform.services.search
  const { written, ...batch } = await platform.database.transaction().execute(async db => {
    await lockForChanges(db)
    const taken = await takeChanges(db, most)
    const { kind, changes } = taken
    if (kind === 'none') return { kind, hasMore: false, written: [] }
    // They are for the documents of that one: a node that still runs with another address must not strike them off.
    if (taken.engine !== null && taken.engine !== engine.name)
      throw new SearchUnavailableError(`The search index is that of ${taken.engine}, not of ${engine.name}`)
    const write = () => writeChanges(db, platform, sources, taken)
    if (most === one) {
      const written = await writeOrPostpone(db, platform, changes, async () => (await write()).written)
      await engine.publish(db)
      return { kind, hasMore: taken.hasMore, written }
    }
    const { written, isCut } = await write()
    await engine.publish(db)
    return { kind, hasMore: taken.hasMore || isCut, written }
  })
  for (const remember of written) remember()
  return batch
}

/** Writes what of the changes there is time for, and puts the others back. */
async function writeChanges(
  db: Database,
  platform: Platform,
  sources: DocumentSources,
  { kind, changes, generation }: TakenChanges,
): Promise<{ written: (() => void)[]; isCut: boolean }> {
  const written: (() => void)[] = []
  const workshop = { sources, engine: platform.services.search.engine, generation }
  // Of several changes of a resource the first place stands for all.
  const distinct = new Map(changes.toSorted((a, b) => b.place - a.place).map(change => [change.id, change]))
  const groups = await splitResources(db, sources, [...distinct.values()])
  const left = await writeInTurn(groups, async group => {
    written.push(await writeGroup(db, workshop, group))
  })
  if (left.length > 0) await returnChanges(db, left, kind === 'bulk')
  return { written, isCut: left.length > 0 }
}
