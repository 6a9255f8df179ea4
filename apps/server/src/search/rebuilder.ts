import type { Platform } from '../platform/context.ts'
import { getDictionary } from './dictionary.ts'
import { beginRebuildIfNeeded, partSize, type Workshop, writeParts } from './rebuild.ts'
import { readIndexState } from './rebuild-store.ts'
import type { DocumentSources } from './sources.ts'

/** Tells other processes that there is a rebuild to take part in. */
const rebuildSignal = 'search rebuild'
/** It also looks without being told: another program may have asked for a rebuild, and one that failed is tried again. */
const lookEveryMs = 5_000

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
  const workshop: Workshop = { ...platform, sources, dictionary: getDictionary(platform) }
  let hasFailed = false
  let isStopped = false
  let isInspected = false
  let running: Promise<void> | undefined

  async function inspect(): Promise<void> {
    if (isInspected) return
    if (await beginRebuildIfNeeded(workshop)) signals.emit(rebuildSignal)
    isInspected = true
  }

  async function work(): Promise<void> {
    if ((await readIndexState(database)).partsLeft === 0) return
    await writeParts(workshop, () => isStopped)
    const { documents, partsLeft } = await readIndexState(database)
    if (partsLeft === 0 && documents >= partSize) log.info({ documents }, 'the search index is whole')
  }

  /** Does a step and remembers whether it went well; one that does not is tried again later. */
  async function attempt(step: () => Promise<void>): Promise<void> {
    try {
      if (!isStopped) await step()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      log.error({ err: error }, 'the search index cannot be made anew; it is tried again')
    }
  }

  function look(): Promise<void> {
    running ??= attempt(() => inspect().then(work)).finally(() => {
      running = undefined
    })
    return running
  }

  const inspected = attempt(inspect)
  running = inspected
    .then(() => attempt(work))
    .finally(() => {
      running = undefined
    })
  const unsubscribe = signals.on(rebuildSignal, () => void look())
  const interval = setInterval(look, lookEveryMs)

  return {
    inspected,
    async report() {
      const { documents, parts, partsLeft, reason, isAnew } = await readIndexState(database)
      const done = parts === 0 ? 0 : Math.round(documents * (1 - partsLeft / parts))
      const state = hasFailed ? 'failed' : partsLeft > 0 ? 'rebuilding' : 'ready'
      return { state, documents, written: done, reason: reason ?? '', isAnew }
    },
    async stop() {
      isStopped = true
      unsubscribe()
      clearInterval(interval)
      await running
    },
  }
}
