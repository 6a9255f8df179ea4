import type { WorkflowStatus } from '@rushes/contract'
import { hasEnded, mayMove, type WorkflowMove, workflowMoves } from './states.ts'

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
export function decideAdvance(status: WorkflowStatus, tasks: readonly TaskState[]): Advance {
  const cancel = listBlocked(tasks)
  const done = new Set(tasks.filter(task => isDone(task.status)).map(task => task.name))
  const schedule = tasks
    .filter(task => task.status === 'Inited' && task.runsAfter.every(name => done.has(name)))
    .map(task => task.name)
  return { schedule, cancel, move: findMove(status, tasks, cancel) }
}

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
  status: WorkflowStatus,
  tasks: readonly TaskState[],
  cancelled: readonly string[],
): WorkflowMove | undefined {
  const hasFailed = tasks.some(task => task.status === 'Error')
  const isOver = tasks.every(task => hasEnded(task.status) || cancelled.includes(task.name))
  const move = isOver ? (hasFailed ? 'fail' : 'complete') : hasFailed ? 'halt' : 'begin'
  const isBegun = tasks.some(task => task.status !== 'Inited' && task.status !== 'Scheduled')
  if (!isOver && !isBegun) return undefined
  return mayMove(status, workflowMoves[move]) ? move : undefined
}
