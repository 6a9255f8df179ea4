import { setTimeout as delay } from 'node:timers/promises'
import type { Platform } from '../platform/context.ts'
import type { Database } from '../platform/database/index.ts'
import { getDictionary, remember } from './dictionary.ts'
import type { SearchDocument } from './document.ts'
import { writeDocuments } from './documents.ts'
import { findLogPosition, saveLogPosition } from './log-store.ts'
import { isPassing } from './passing-error.ts'
import { lockForChanges } from './writing-lock.ts'

/** A log whose entries become documents, or tell which to write anew. */
export interface DocumentLog {
  readonly name: string
  /** The signal that there is more in it. */
  readonly signal: string
  /** Entries that one transaction takes in, which others who write documents wait for. */
  readonly batchSize: number
  /**
   * Reads the entries behind a position (`undefined`: from the beginning), the oldest `most` of them. Positions go
   * through JSON.
   */
  read(db: Database, after: unknown, most: number): Promise<LogPart>
}

export interface LogPart {
  /** Of what the entries tell, each once. */
  readonly documents: readonly SearchDocument[]
  /** Behind the last entry. */
  readonly position: unknown
  /** How many entries were read; fewer than asked for are the last. */
  readonly entries: number
}

const gatherMs = 1_000
/** It also looks without being told: a hint may be lost. */
const lookEveryMs = 5_000
/** While nobody waits, it rests so many times as long as it worked: those who write the log come first. */
const restRatio = 3

interface Follower {
  catchUp(timeoutMs: number): Promise<void>
  stop(): Promise<void>
}

const followers = new WeakMap<Platform, Map<string, Follower>>()

/** Starts to write the documents of a log, from where any process has left off; the result stops it. */
export function startFollowing(platform: Platform, log: DocumentLog): () => Promise<void> {
  const follower = createFollower(platform, log)
  const known = followers.get(platform) ?? new Map<string, Follower>()
  followers.set(platform, known.set(log.name, follower))
  return () => follower.stop()
}

/**
 * Waits until the documents of everything that a log held at the call are written, for `timeoutMs` at most; what is not
 * written by then follows.
 */
export async function waitForLog(platform: Platform, name: string, timeoutMs: number): Promise<void> {
  const follower = followers.get(platform)?.get(name)
  if (!follower) throw new Error(`nobody follows the log ${name}`)
  await follower.catchUp(timeoutMs)
}

function createFollower(platform: Platform, log: DocumentLog): Follower {
  let isStopped = false
  let waiting = 0
  let rest = new AbortController()
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function run(): Promise<void> {
    for (;;) {
      const began = performance.now()
      if (isStopped || !(await takeIn(platform, log, log.batchSize))) return
      const restMs = (performance.now() - began) * restRatio
      if (waiting === 0) await sleep(restMs, rest.signal)
    }
  }

  function start(): Promise<void> {
    running ??= run()
      .catch(error => platform.log.error({ err: error, log: log.name }, 'could not write documents of a log'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  async function readToEnd(): Promise<void> {
    // What runs already may have looked before the last entry was there.
    await running
    await start()
  }

  function wake(): void {
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      void start()
    }, gatherMs)
  }

  function hurry(): void {
    rest.abort()
    rest = new AbortController()
  }

  const unsubscribe = platform.signals.on(log.signal, wake)
  const interval = setInterval(wake, lookEveryMs)
  wake()

  return {
    async catchUp(timeoutMs) {
      const ended = new AbortController()
      waiting += 1
      hurry()
      await Promise.race([readToEnd(), sleep(timeoutMs, ended.signal)])
      waiting -= 1
      ended.abort()
    },
    async stop() {
      isStopped = true
      unsubscribe()
      clearInterval(interval)
      clearTimeout(timer)
      hurry()
      await running
    },
  }
}

/** Ends early, without an error, when the signal is aborted. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal, ref: false }).catch(() => {})
}

/** Writes the documents of the next entries; answers whether there may be more. */
async function takeIn(platform: Platform, log: DocumentLog, most: number): Promise<boolean> {
  try {
    return (await write(platform, log, most)) === most
  } catch (error) {
    if (isPassing(error)) throw error
    // What one entry has wrong must not keep the others from being found.
    if (most > 1) {
      for (let left = most; left > 0 && (await takeIn(platform, log, 1)); left--);
      return true
    }
    platform.log.error({ err: error, log: log.name }, 'the document of an entry cannot be written and is left out')
    return (await write(platform, log, 1, async () => [])) === 1
  }
}

async function write(platform: Platform, log: DocumentLog, most: number, writeAll = writeDocuments): Promise<number> {
  const known = getDictionary(platform)
  const { entries, learned } = await platform.database.transaction().execute(async db => {
    await lockForChanges(db)
    const { documents, position, entries } = await log.read(db, await findLogPosition(db, log.name), most)
    if (entries === 0) return { entries, learned: [] }
    const learned = await writeAll(db, documents, known)
    await saveLogPosition(db, log.name, position)
    return { entries, learned }
  })
  for (const part of learned) remember(known, part)
  return entries
}
