import type { WorkflowStatus } from '@rushes/contract'
import { hasEnded, mayMove, type WorkflowMove, workflowMoves } from './tasks/states.ts'

/** What the rules need to know of a task. */
export interface TaskState {
  readonly name: string
  readonly status: WorkflowStatus
  readonly runsAfter: readonly string[]
}

/** What follows from the states of the tasks. */
export interface Advance {
  /** Tasks whose turn has come. */
  readonly schedule: readonly string[]
  /** Tasks that will never run, because one before them failed. */
  readonly cancel: readonly string[]
  /** What happens to the workflow. */
  readonly move: WorkflowMove | undefined
}

const longestDelayMs = 10 * 60_000

/** Decides what comes next. A failed task stops what was to run after it; the other branches run to their end. */
export function decideAdvance(status: WorkflowStatus, tasks: readonly TaskState[], waitsForIndex = false): Advance {
  const cancel = listBlocked(tasks)
  const done = new Set(tasks.filter(task => isDone(task.status)).map(task => task.name))
  const schedule = tasks
    .filter(task => task.status === 'Inited' && task.runsAfter.every(name => done.has(name)))
    .map(task => task.name)
  const move = findMove(tasks, { schedule, cancel, waitsForIndex })
  return { schedule, cancel, move: move && mayMove(status, workflowMoves[move]) ? move : undefined }
}

/** Why a task waits that found no space to write to. */
export const storageFullFault = { code: 'STORAGE_FULL', message: 'The storage is full' } as const
/** Why a task waits whose media cannot be reached. */
export const storageAwayFault = { code: 'STORAGE_UNAVAILABLE', message: 'The storage cannot be reached' } as const
/** What is waited for as long as it takes, without counting attempts. */
export type StorageFault = typeof storageFullFault | typeof storageAwayFault

/** Workers that a task may lose; one that has lost so many kills them. */
export const maxLosses = 10

/** How long to wait before the next attempt: the definition's delay, doubled with each attempt that was made. */
export function toRetryDelayMs(retryDelayMs: number, attempts: number): number {
  return Math.min(longestDelayMs, retryDelayMs * 2 ** Math.max(0, attempts - 1))
}

function isDone(status: WorkflowStatus): boolean {
  return status === 'Completed' || status === 'Skipped'
}

/** Tasks not yet begun that come, near or far, after a failed or cancelled one. */
function listBlocked(tasks: readonly TaskState[]): string[] {
  const dead = new Set(tasks.filter(task => hasEnded(task.status) && !isDone(task.status)).map(task => task.name))
  const blocked: string[] = []
  // Each round finds those one step further away.
  for (;;) {
    const next = tasks.filter(
      task => task.status === 'Inited' && !dead.has(task.name) && task.runsAfter.some(name => dead.has(name)),
    )
    if (next.length === 0) return blocked
    for (const task of next) {
      dead.add(task.name)
      blocked.push(task.name)
    }
  }
}

function findMove(
  tasks: readonly TaskState[],
  follows: { schedule: readonly string[]; cancel: readonly string[]; waitsForIndex: boolean },
): WorkflowMove | undefined {
  const hasFailed = tasks.some(task => task.status === 'Error')
  if (tasks.every(task => hasEnded(task.status) || follows.cancel.includes(task.name))) {
    if (hasFailed) return 'fail'
    return follows.waitsForIndex ? 'pend' : 'complete'
  }
  if (hasFailed) return 'halt'
  if (!tasks.some(task => task.status !== 'Inited' && task.status !== 'Scheduled')) return undefined
  return isWaiting(tasks) && follows.schedule.length === 0 ? 'wait' : 'begin'
}

/** Whether nothing can be done here before someone calls back. */
function isWaiting(tasks: readonly TaskState[]): boolean {
  const alive = tasks.filter(task => !hasEnded(task.status) && task.status !== 'Inited')
  return alive.length > 0 && alive.every(task => task.status === 'WaitForCallback')
}

/** A task and all that runs after it, near or far. */
export function listFollowing(tasks: readonly TaskState[], names: readonly string[]): string[] {
  const found = new Set(names)
  for (let before = -1; before !== found.size; ) {
    before = found.size
    for (const task of tasks) if (task.runsAfter.some(name => found.has(name))) found.add(task.name)
  }
  return tasks.map(task => task.name).filter(name => found.has(name))
}
