/**
 * How workflows and tasks move between the states of the interface; the statements that move them take their `from`
 * and `to` from here.
 *
 *     task:      Inited → Scheduled → Started → Completed | Skipped | Error
 *                             ↑         ↑ ↓ ↖
 *                             │         │ │  ErrorPending (waits for its next attempt)
 *                             │         │ └→ WaitForCallback → Completed | ErrorPending | Error
 *                             ├ release ┤
 *                             └ resume ─ Paused
 *
 *     workflow:  Inited | Scheduled (begins later) → Started → CompletedPending (the index follows) → Completed
 *                                                     ↑ ↓ └→ ErrorPending (a task has failed, others run) → Error
 *                                            WaitForCallback
 *
 * Everything that has not ended can be cancelled, and a workflow can be paused until its tasks are done. What has ended
 * is left only by doing it again.
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

/** Nothing of it has failed, something is left to do. */
const underWay: readonly WorkflowStatus[] = ['Inited', 'Scheduled', 'Started', 'WaitForCallback']

/** What can happen to a task. */
export const taskMoves = {
  /** All tasks before it are done. */
  schedule: { from: ['Inited'], to: 'Scheduled' },
  /** A worker took it, under a lease. */
  claim: { from: ['Scheduled', 'ErrorPending'], to: 'Started' },
  complete: { from: ['Started', 'WaitForCallback'], to: 'Completed' },
  /** It turned out that there is nothing to do. */
  skip: { from: ['Started'], to: 'Skipped' },
  /** The attempt failed, another one follows. */
  retry: { from: ['Started', 'WaitForCallback'], to: 'ErrorPending' },
  /** No attempt is left, or none would help. */
  fail: { from: ['Started', 'WaitForCallback'], to: 'Error' },
  /** Someone outside goes on with it. */
  wait: { from: ['Started'], to: 'WaitForCallback' },
  /** Its worker stopped in good order, or its lease ran out. */
  release: { from: ['Started'], to: 'Scheduled' },
  /** Its workflow was paused: it is stopped, and starts over when the workflow is resumed. */
  pause: { from: ['Started'], to: 'Paused' },
  resume: { from: ['Paused'], to: 'Scheduled' },
  redo: { from: endStatuses, to: 'Inited' },
  cancel: { from: alive, to: 'Cancelled' },
} as const satisfies Record<string, Move>
export type TaskMove = keyof typeof taskMoves

/** What can happen to a workflow. */
export const workflowMoves = {
  /** Its first task was claimed. */
  begin: { from: ['Inited', 'Scheduled', 'WaitForCallback'], to: 'Started' },
  /** All that is alive of it is done by others. */
  wait: { from: ['Inited', 'Scheduled', 'Started'], to: 'WaitForCallback' },
  /** A task failed for good while others run on. */
  halt: { from: underWay, to: 'ErrorPending' },
  /** Its tasks are done, the search index does not hold all that they changed. */
  pend: { from: underWay, to: 'CompletedPending' },
  complete: { from: [...underWay, 'CompletedPending'], to: 'Completed' },
  fail: { from: [...underWay, 'ErrorPending'], to: 'Error' },
  pause: { from: [...underWay, 'ErrorPending'], to: 'Paused' },
  /** What its tasks make of it follows at once. */
  resume: { from: ['Paused'], to: 'Started' },
  redo: { from: endStatuses, to: 'Inited' },
  cancel: { from: alive, to: 'Cancelled' },
} as const satisfies Record<string, Move>
export type WorkflowMove = keyof typeof workflowMoves

/** States of a workflow whose tasks may be claimed. */
export const claimableStatuses: readonly WorkflowStatus[] = [...underWay, 'ErrorPending']

export function hasEnded(status: WorkflowStatus): boolean {
  return endStatuses.includes(status)
}

export function mayMove(status: WorkflowStatus, move: Move): boolean {
  return move.from.includes(status)
}
