import { ServiceError } from '@rushes/contract'
import { StoreUnavailableError } from '../../../platform/blobs/blobs.ts'
import { minFreeBytes, readFreeBytes } from '../../../platform/blobs/free-space.ts'
import { createServiceContext, type Platform } from '../../../platform/context.ts'
import { untilWritable } from '../../../platform/database/index.ts'
import { toServiceError } from '../../../platform/errors.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { PermanentError, type TaskOutcome, type TaskRun, type TaskWork } from '../definition.ts'
import { type StorageFault, storageAwayFault, storageFullFault } from '../policy.ts'
import { beginToWait, openCallback } from '../runs/callback.ts'
import type { TaskFault } from '../tables.ts'
import { type ClaimedTask, completeTask, failTask, postponeForStorage, releaseTask, reportProgress } from './settle.ts'
import type { Claim } from './task-store.ts'

/** Why a running task is stopped. */
export type StopReason = 'lost' | 'timeout' | 'stopping'

/** A task at work in this process. */
export interface RunningTask {
  readonly claim: Claim
  readonly isLong: boolean
  /** `definition/task`. */
  readonly kind: string
  /** Aborts the work; how the task ends then follows from the reason. */
  stop(reason: StopReason): void
  /** Resolves when nothing of it is left to do here. */
  readonly finished: Promise<void>
}

/** Work that does not heed its signal is waited for this long, then left to itself. */
const patienceMs = 10_000
const progressEveryMs = 500

/** Runs the work of a claimed task and settles how it ended. */
export function runTask(platform: Platform, claimed: ClaimedTask, work: TaskWork<unknown>): RunningTask {
  const { task, workflow } = claimed
  const ctx = createServiceContext(platform, `workflow ${workflow.definition}/${task.name} ${workflow.id}`)
  const controller = new AbortController()
  let stopReason: StopReason | undefined
  const stop = (reason: StopReason) => {
    stopReason ??= reason
    controller.abort(new Error(`the task was stopped: ${stopReason}`))
  }
  const timer = setTimeout(() => stop('timeout'), task.timeout_ms)
  const progress = createProgressWriter(update => reportProgress(ctx, task, update))
  const run: TaskRun<unknown> = {
    workflowId: workflow.id,
    productionId: workflow.production_id ?? 0,
    mediaObjectId: workflow.media_object_id ?? undefined,
    input: workflow.input,
    outputs: claimed.outputs,
    attempt: task.attempts,
    signal: controller.signal,
    ctx,
    report: progress.report,
    openCallback: () => openCallback(ctx, task),
  }

  async function finish(): Promise<void> {
    try {
      if (task.error?.code === storageFullFault.code) await assertSpace(platform)
      const outcome = await withPatience(work(run), controller.signal)
      await progress.stop()
      await complete(outcome)
    } catch (error) {
      await progress.stop()
      await settleFailure(error)
    }
  }

  async function complete(outcome: TaskOutcome): Promise<void> {
    if ('waitMs' in outcome) {
      if (stopReason === undefined) await beginToWait(ctx, task, outcome.waitMs)
      return
    }
    let isRecorded = false
    try {
      // What took an hour is not thrown away for an outage of a minute.
      await untilWritable(platform.database, controller.signal)
      if (stopReason !== 'lost') isRecorded = await completeTask(ctx, task, outcome)
    } finally {
      if (outcome.record) await outcome.settled?.(isRecorded)
    }
  }

  async function settleFailure(error: unknown): Promise<void> {
    if (stopReason === 'lost') return
    if (stopReason === 'stopping') return void (await releaseTask(ctx, task))
    if (stopReason === 'timeout') {
      const message = `${task.name} took longer than ${task.timeout_ms} ms`
      return void (await failTask(ctx, task, { code: 'TIMEOUT', message }, false))
    }
    const storageFault = findStorageFault(error)
    if (storageFault) {
      platform.log.warn({ workflow: workflow.id, task: task.name, err: error }, 'task postponed: storage unusable')
      return void (await postponeForStorage(ctx, task, storageFault))
    }
    const isPermanent = error instanceof PermanentError || isRefusal(error)
    const about = { workflow: workflow.id, task: task.name }
    // What lies in the work itself (a damaged file) is no trouble of the service.
    if (isPermanent) platform.log.info({ ...about, fault: toFault(error) }, 'a task ended in an error')
    else platform.log.warn({ ...about, err: error }, 'an attempt of a task failed')
    await failTask(ctx, task, toFault(error), isPermanent)
  }

  const finished = finish()
    // The database is away: the lease runs out, and another worker takes the task over.
    .catch(error => logFailure(platform.log, error, 'a task is left', { workflow: workflow.id, task: task.name }))
    .finally(() => clearTimeout(timer))
  const kind = `${workflow.definition}/${task.name}`
  return { claim: task, isLong: task.is_long, kind, stop, finished }
}

/** The work's own end; once it is ordered to stop, its patience is bounded. */
async function withPatience<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const impatience = Promise.withResolvers<never>()
  const onAbort = () => {
    timer = setTimeout(() => impatience.reject(signal.reason), patienceMs)
  }
  signal.addEventListener('abort', onAbort)
  try {
    return await Promise.race([work, impatience.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  }
}

/** What the work asked for is gone, or breaks a rule: asking again would not help. */
function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && [403, 404, 422].includes(error.status)
}

/** Whether there was no space, on the disk of the media, of the tools or of the database, or no way to the media. */
function findStorageFault(error: unknown): StorageFault | undefined {
  if (error instanceof StoreUnavailableError) return storageAwayFault
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const isFull = code === storageFullFault.code || toServiceError(error).type === 'StorageFullError'
  return isFull ? storageFullFault : undefined
}

/** What failed for want of space does not begin again before there is some. */
async function assertSpace(platform: Platform): Promise<void> {
  if ((await readFreeBytes(platform)) < minFreeBytes)
    throw new ServiceError('StorageFullError', storageFullFault.message)
}

/** The code and the sentence of an error, as the report has them. */
function toFault(error: unknown): TaskFault {
  if (!(error instanceof Error)) return { code: 'FAILED', message: String(error) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return { code, message: error.message }
}

interface Progress {
  percent: number
  message: string | null
}

/** Writes the latest progress at most twice a second, one write at a time, and only when there is something new. */
function createProgressWriter(write: (progress: Progress) => Promise<void>) {
  let written: Progress = { percent: 0, message: null }
  let latest = written
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isStopped = false
  const flush = () => {
    timer = undefined
    if (latest.percent === written.percent && latest.message === written.message) return
    written = latest
    // Progress is a courtesy: a write that fails must not fail the task.
    writing = write(written).catch(() => {})
  }
  return {
    report(percent: number, message?: string) {
      if (isStopped) return
      latest = { percent: Math.max(0, Math.min(100, Math.floor(percent))), message: message ?? latest.message }
      timer ??= setTimeout(() => void writing.then(flush), progressEveryMs)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await writing
    },
  }
}
