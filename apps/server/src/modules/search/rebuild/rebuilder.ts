import { startBackground } from '../../../platform/background/background.ts'
import type { Platform } from '../../../platform/context.ts'
import { type Database, DatabaseUnavailableError } from '../../../platform/database/index.ts'
import type { DocumentSources } from '../documents/sources.ts'
import { SearchUnavailableError } from '../engine.ts'
import { toForeignReason } from './reasons.ts'
import { beginRebuildIfNeeded, partSize, removeStrays, type Workshop, writeParts } from './rebuild.ts'
import { readIndexState } from './store.ts'

/** Tells other processes that there is a rebuild to take part in. */
export const rebuildSignal = 'search rebuild'
/** Another program may have asked for a rebuild, and one that failed is tried again. */
const everyMs = 5_000

/** Whether the index is whole, as one process sees it. */
export interface RebuildReport {
  readonly state: 'ready' | 'rebuilding' | 'failed'
  /** Documents that the rebuild has to write, and how many of them are written, nearly. */
  readonly documents: number
  readonly written: number
  /** Why it was begun. */
  readonly reason: string
  /** Whether it had to throw away what was there: searches find less than there is until it is done. */
  readonly isAnew: boolean
}

/** Keeps the index whole. */
export interface Rebuilder {
  /** Resolves once it has been looked whether the index is whole. */
  readonly inspected: Promise<void>
  report(): Promise<RebuildReport>
  stop(): Promise<void>
}

/** Looks whether the index is whole, and takes part in rebuilds, its own and those that others have begun. */
export function createRebuilder(platform: Platform, sources: DocumentSources): Rebuilder {
  const { database, signals, log } = platform
  const workshop: Workshop = { ...platform, ...platform.services.search, sources }
  const inspected = Promise.withResolvers<void>()
  let hasFailed = false
  let isInspected = false

  async function run(signal: AbortSignal): Promise<void> {
    const isFirst = !isInspected
    if (isFirst && (await beginRebuildIfNeeded(workshop))) signals.emit(rebuildSignal)
    isInspected = true
    inspected.resolve()
    if (isFirst) await removeStrays(workshop)
    if ((await readIndexState(database)).partsLeft === 0) return
    await writeParts(workshop, () => signal.aborted)
    const { documents, partsLeft } = await readIndexState(database)
    if (partsLeft === 0 && documents >= partSize) log.info({ documents }, 'the search index is whole')
  }

  const stop = startBackground(platform, {
    name: 'rebuild of the search index',
    everyMs,
    wakeOn: [rebuildSignal],
    async run(_, signal) {
      try {
        await run(signal)
        hasFailed = false
      } catch (error) {
        // An engine that is away fails searches, and nothing else; it may come back without what it had.
        if (error instanceof SearchUnavailableError) isInspected = false
        if (error instanceof SearchUnavailableError) return
        // An outage of the database says nothing of the index, once that has been looked at.
        hasFailed = !(isInspected && error instanceof DatabaseUnavailableError)
        throw error
      } finally {
        inspected.resolve()
      }
    },
  })

  return {
    inspected: inspected.promise,
    async report() {
      const report = await readRebuildReport(database, workshop.engine.name)
      return hasFailed ? { ...report, state: 'failed' } : report
    },
    stop,
  }
}

/** How far the rebuild of an engine is, as the database has it. */
export async function readRebuildReport(db: Database, engine: string): Promise<RebuildReport> {
  const { engine: writer, documents, parts, partsLeft, reason, isAnew } = await readIndexState(db)
  // Its own documents are still to be written, even where nobody has begun.
  if (writer !== engine)
    return { state: 'rebuilding', documents, written: 0, reason: toForeignReason(writer, engine), isAnew: true }
  const written = parts === 0 ? 0 : Math.round(documents * (1 - partsLeft / parts))
  return { state: partsLeft > 0 ? 'rebuilding' : 'ready', documents, written, reason: reason ?? '', isAnew }
}
