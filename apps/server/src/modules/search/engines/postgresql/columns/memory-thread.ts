/** The thread that holds the index in memory: it reads it, keeps it current, and answers questions one batch at a time. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { createDatabase, createPool, type DatabaseLog } from '../../../../../platform/database/index.ts'
import { holdDocuments } from '../query/deadline.ts'
import { answer } from './answer/answer.ts'
import { MemoryReader } from './memory-reader.ts'
import type { Answer, Question } from './question.ts'

/** What the thread starts with. */
export interface ThreadData {
  readonly databaseUrl: string
  readonly mostBytes: number
  /** Where the index is kept for the next start; absent: nowhere. */
  readonly snapshotPath?: string
  /** How long a statement may take. */
  readonly deadlineMs: number
}

/** What is sent to the thread: a question, to follow the index though nobody asks, or to end. */
export type ThreadRequest = { readonly id: number; readonly question: Question } | 'look' | 'stop'

/** What the thread tells: an answer (none where the database has to), how it is, or what is worth a line in the log. */
export type ThreadReply =
  | { readonly id: number; readonly answer: Answer | undefined }
  | ({ readonly bytes: number; readonly documents: number } & Pick<MemoryReader, 'state' | 'origin'>)
  | { readonly level: 'info' | 'warn' | 'error'; readonly data: Record<string, unknown>; readonly message: string }

/** One to answer a batch while another one reads what the copy lacks. */
const maxConnections = 2

function runThread(port: MessagePort, { databaseUrl, mostBytes, snapshotPath, deadlineMs }: ThreadData): void {
  const tell = (reply: ThreadReply) => port.postMessage(reply)
  const logAt = (level: 'info' | 'warn' | 'error') => (data: object, message: string) =>
    tell({ level, data: { ...data }, message })
  const log: DatabaseLog = { info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
  const pool = createPool(databaseUrl, log, maxConnections, 'rushes search memory')
  const database = createDatabase(pool, log)
  const reader = new MemoryReader(database, mostBytes, snapshotPath)
  const waiting: { id: number; question: Question }[] = []
  let running: Promise<void> | undefined
  let reading: Promise<void> | undefined
  let isStopping = false

  function tellState(): void {
    const { state, origin } = reader
    tell({ state, origin, bytes: reader.index.bytes, documents: reader.index.count })
  }

  function read(): void {
    if (isStopping || reading || reader.state === 'too large' || reader.state === 'ready') return
    reading = reader
      .readOn(error => log.warn({ reason: toReason(error) }, 'could not use the snapshot of the search index'))
      .catch(error => log.error({ reason: toReason(error) }, 'could not read the search index into memory'))
      .finally(() => {
        reading = undefined
        tellState()
        if (reader.state === 'ready') run(save)
      })
  }

  function save(): Promise<void> {
    return reader
      .save()
      .catch(error => log.warn({ reason: toReason(error) }, 'could not write the snapshot of the search index'))
  }

  /** One after the other: what one batch sees must not move on under it. */
  function run(steps: () => Promise<void>): void {
    running ??= steps()
      .catch(error => log.warn({ reason: toReason(error) }, 'memory could not look at the search index'))
      .finally(() => {
        running = undefined
        if (waiting.length > 0) run(answerBatches)
      })
  }

  async function answerBatches(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0)
      const open = new Set(batch.map(({ id }) => id))
      const reply = (id: number, answer: Answer | undefined) => {
        if (open.delete(id)) tell({ id, answer })
      }
      try {
        await answerTogether(batch, reply)
      } catch (error) {
        log.warn({ reason: toReason(error) }, 'memory could not answer a search')
      }
      for (const id of [...open]) reply(id, undefined)
    }
  }

  /** All of them see one moment. */
  async function answerTogether(
    batch: readonly { id: number; question: Question }[],
    reply: (id: number, answer: Answer | undefined) => void,
  ): Promise<void> {
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        const settings = sql`
          select set_config('statement_timeout', ${String(deadlineMs)}, true),
            set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'on', true)`
        // What it sees is the state after the lock.
        await Promise.all([holdDocuments(db), settings.execute(db)])
        if (!(await reader.catchUp(db))) {
          tellState()
          return read()
        }
        await Promise.all(batch.map(async ({ id, question }) => reply(id, await answer(db, reader.index, question))))
      })
  }

  function look(): void {
    read()
    if (reader.state === 'ready') run(() => answerTogether([], () => {}))
  }

  port.on('message', async (request: ThreadRequest) => {
    if (request === 'look') return look()
    if (request !== 'stop') {
      waiting.push(request)
      return run(answerBatches)
    }
    isStopping = true
    await running
    await save()
    port.close()
    await pool.end()
    // A read that goes on ends with its connection.
    process.exit()
  })
  read()
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : `${error}`
}

runThread(parentPort!, workerData as ThreadData)
