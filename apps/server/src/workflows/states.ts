/**
 * How workflows and tasks move between the states of the interface; the statements that move them take their `from`
 * and `to` from here.
 *
 *     task:      Inited → Scheduled → Started → Completed | Skipped | Error
 *                             ↑          │ ↖
 *                             └ release ─┘  ErrorPending (waits for its next attempt)
 *
 *     workflow:  Inited → Started → Completed
 *                            └→ ErrorPending (a task has failed, others still run) → Error
 *
 * Everything that has not ended can be cancelled.
 */

import type { WorkflowStatus } from '@rushes/contract'

/** A move: the states it leaves, the state it leads to. */
export interface Move {
  readonly from: readonly WorkflowStatus[]
  readonly to: WorkflowStatus
}

/** States that nothing leaves, except that a workflow is done again. */
export const endStatuses: readonly WorkflowStatus[] = ['Completed', 'Error', 'Cancelled', 'Skipped']

const alive: readonly WorkflowStatus[] = [
  'Inited',
  'Scheduled',
  'Started',
  'Paused',
  'WaitForCallback',
  'ErrorPending',
  'CompletedPending',
]

/** What can happen to a task. */
export const taskMoves = {
  /** All tasks before it are done. */
  schedule: { from: ['Inited'], to: 'Scheduled' },
  /** A worker took it, under a lease. */
  claim: { from: ['Scheduled', 'ErrorPending'], to: 'Started' },
  complete: { from: ['Started'], to: 'Completed' },
  /** It turned out that there is nothing to do. */
  skip: { from: ['Started'], to: 'Skipped' },
  /** The attempt failed, another one follows. */
  retry: { from: ['Started'], to: 'ErrorPending' },
  /** No attempt is left, or none would help. */
  fail: { from: ['Started'], to: 'Error' },
  /** Its worker stopped in good order, or its lease ran out. */
  release: { from: ['Started'], to: 'Scheduled' },
  cancel: { from: alive, to: 'Cancelled' },
} as const satisfies Record<string, Move>
export type TaskMove = keyof typeof taskMoves

/** What can happen to a workflow. */
export const workflowMoves = {
  /** Its first task was claimed. */
  begin: { from: ['Inited'], to: 'Started' },
  /** A task failed for good while others run on. */
  halt: { from: ['Inited', 'Started'], to: 'ErrorPending' },
  complete: { from: ['Inited', 'Started'], to: 'Completed' },
  fail: { from: ['Inited', 'Started', 'ErrorPending'], to: 'Error' },
  cancel: { from: alive, to: 'Cancelled' },
} as const satisfies Record<string, Move>
export type WorkflowMove = keyof typeof workflowMoves

/** States of a workflow whose tasks may be claimed. */
export const claimableStatuses: readonly WorkflowStatus[] = ['Inited', 'Started', 'ErrorPending']

export function hasEnded(status: WorkflowStatus): boolean {
  return endStatuses.includes(status)
}

export function mayMove(status: WorkflowStatus, move: Move): boolean {
  return move.from.includes(status)
}
