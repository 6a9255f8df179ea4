/** The copy of the index that a process holds in memory, and the thread that it lives in. */

import { Worker } from 'node:worker_threads'
import { startBackground } from '../../../../../platform/background/background.ts'
import type { Platform } from '../../../../../platform/context.ts'
import type { SearchPlace } from '../../../engine.ts'
import { longestAbsenceMs, type MemoryState } from './memory-reader.ts'
import { deleteOldRemovals, hasManyDocuments } from './memory-store.ts'
import type { ThreadData, ThreadReply, ThreadRequest } from './memory-thread.ts'
import type { Answer, Question } from './question.ts'

/** When the index is held in memory, and how much of it. */
export interface MemoryOptions {
  /** Address of the database that the platform uses. */
  readonly databaseUrl: string
  /** 0: never. */
  readonly mostBytes: number
  /** Where the index is kept for the next start; absent: nowhere. */
  readonly snapshotPath?: string
  /** Fewer documents are found fast enough without; 20 000 when absent. */
  readonly fromDocuments?: number
}

/** How the copy in memory is, for those who look after the service. */
export interface MemoryReport {
  readonly state: MemoryState
  /** What it was first read from. */
  readonly origin: 'documents' | 'snapshot'
  readonly bytes: number
  readonly documents: number
  /** Searches that it answered. */
  readonly answered: number
}

export interface Memory {
  ask(question: Question): Promise<Answer | undefined>
  report(): MemoryReport
}

const nothing = { state: 'absent', origin: 'documents', bytes: 0, documents: 0 } as const satisfies Omit<
  MemoryReport,
  'answered'
>

const manyDocuments = 20_000
const lookEveryMs = 10_000
const patienceMs = 10_000

/** Asks the copy in memory; undefined where there is none, or where only the database can answer. */
export async function askMemory(platform: SearchPlace['platform'], question: Question): Promise<Answer | undefined> {
  return platform.services.search.memory?.ask(question)
}

export function reportMemory(platform: Platform): MemoryReport {
  return platform.services.search.memory?.report() ?? { ...nothing, answered: 0 }
}

/** Holds the index in memory as soon as it is large enough; the result ends that. */
export function startMemory(platform: Platform, options: MemoryOptions): () => Promise<void> {
  const { database, log } = platform
  let thread: Worker | undefined
  let state: Omit<MemoryReport, 'answered'> = nothing
  let answered = 0
  let isStopped = false
  let lastId = 0
  const open = new Map<number, (answer: Answer | undefined) => void>()

  function hear(reply: ThreadReply): void {
    if ('id' in reply) {
      if (reply.answer) answered++
      open.get(reply.id)?.(reply.answer)
    } else if ('state' in reply) {
      if (reply.state !== state.state) log.info(reply, 'the search index in memory')
      state = reply
    } else log[reply.level](reply.data, reply.message)
  }

  function start(): void {
    const workerData: ThreadData = { ...options, deadlineMs: patienceMs }
    const started = new Worker(new URL('memory-thread.ts', import.meta.url), {
      workerData,
      // As much as the engine takes by itself on a large machine has it look through the whole heap after every
      // collection of what is young, beside the next search.
      resourceLimits: { maxYoungGenerationSizeMb: 24 },
    })
    thread = started
    started.on('message', hear)
    started.on('error', error => log.error({ err: error }, 'the search index in memory is lost; it is read again'))
    started.on('exit', () => {
      thread = undefined
      state = nothing
      for (const answer of open.values()) answer(undefined)
    })
    started.unref()
  }

  async function look(): Promise<void> {
    await deleteOldRemovals(database, (2 * longestAbsenceMs) / 1000)
    thread?.postMessage('look' satisfies ThreadRequest)
    if (isStopped || thread || options.mostBytes === 0) return
    if ((await hasManyDocuments(database, options.fromDocuments ?? manyDocuments)) && !isStopped && !thread) start()
  }
  const stopLooking = startBackground(platform, { name: 'search memory', everyMs: lookEveryMs, run: look })

  platform.services.search.memory = {
    report: () => ({ ...state, answered }),
    async ask(question) {
      if (state.state !== 'ready' || !thread) return undefined
      const id = ++lastId
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
      const timer = setTimeout(resolve, patienceMs, undefined)
      open.set(id, resolve)
      thread.postMessage({ id, question } satisfies ThreadRequest)
      return promise.finally(() => {
        clearTimeout(timer)
        open.delete(id)
      })
    },
  }
  return async () => {
    isStopped = true
    await stopLooking()
    const ended = thread && new Promise(resolve => thread!.once('exit', resolve))
    thread?.postMessage('stop' satisfies ThreadRequest)
    await ended
  }
}
