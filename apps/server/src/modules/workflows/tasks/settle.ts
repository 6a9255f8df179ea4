/** Every change of a workflow and its tasks, each in one transaction with its events: what has happened, what follows. */

import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { findDefinition, type TaskOutcome, type WaitingOutcome } from '../definition.ts'
import { decideAdvance, maxLosses, type StorageFault, toRetryDelayMs } from '../policy.ts'
import { publishFailure, publishTask, publishWorkflow, signalChange, toReportSignal } from '../runs/announce.ts'
import { changeWorkflow, findWorkflow, listTasks, listWorkflowsOfMedia, lockWorkflow } from '../store.ts'
import type { CallbackAnswer, TaskFault, TaskOutput, TaskRow, WorkflowRow } from '../tables.ts'
import { hasEnded, mayMove, workflowMoves } from './states.ts'
import {
  type ClaimOptions,
  cancelTasks,
  claimTask,
  moveHeldTask,
  scheduleTasks,
  updateTaskProgress,
} from './task-store.ts'

/** Thrown inside a transaction to undo what was written for a task that belongs to someone else by now. */
class LostTaskError extends Error {}

/** A task under a claim, with all that its work reads. */
export interface ClaimedTask {
  readonly task: TaskRow
  readonly workflow: WorkflowRow
  readonly outputs: Readonly<Record<string, TaskOutput | undefined>>
}

/** Claims the next task, if there is one. */
export async function takeTask(ctx: Context, options: ClaimOptions): Promise<ClaimedTask | undefined> {
  const taken = await inTransaction(ctx, async ctx => {
    const task = await claimTask(ctx.db, { ...options, now: ctx.platform.clock.now() })
    const locked = task && (await lockWorkflow(ctx.db, task.workflow_id))
    if (!task || !locked) return undefined
    const workflow = await advance(ctx, locked)
    publishTask(ctx, 'Task.start', workflow, task, { attempt: task.attempts })
    const tasks = await listTasks(ctx.db, [workflow.id])
    return { task, workflow, outputs: Object.fromEntries(tasks.map(row => [row.name, row.output ?? undefined])) }
  })
  if (taken) signalChange(ctx.platform, taken.workflow.id)
  return taken
}

type SettledOutcome = Exclude<TaskOutcome, WaitingOutcome>

/** Completes or skips a task, together with what it records; false when it was lost: then nothing is written. */
export async function completeTask(ctx: Context, task: TaskRow, outcome: SettledOutcome): Promise<boolean> {
  return changeHeldTask(ctx, task, async (ctx, now) => {
    const fault = outcome.record && outcome.fault
    if (fault) await callOnFailure(ctx, task, fault)
    const output = outcome.record ? await outcome.record(ctx) : undefined
    return {
      move: fault ? 'fail' : outcome.record ? 'complete' : 'skip',
      change: {
        ended: now,
        error: fault ? JSON.stringify(fault) : null,
        output: output ? JSON.stringify(output) : null,
        ...(outcome.record ? { percent: 100 } : { message: outcome.skip }),
      },
      event: fault ? 'Task.error' : 'Task.complete',
      extended: fault ? { ...fault } : outcome.record ? {} : { skipped: outcome.skip },
    }
  })
}

async function callOnFailure(ctx: Transaction, task: TaskRow, fault: TaskFault): Promise<void> {
  const workflow = await findWorkflow(ctx.db, task.workflow_id)
  const failure = { status: 'Error', task: task.name, ...fault } as const
  if (workflow) await findDefinition(ctx.platform, workflow.definition)?.onFailure?.(ctx, workflow.id, failure)
}

/** Ends an attempt that failed: another follows after a while, unless none is left or none would help. */
export async function failTask(ctx: Context, task: TaskRow, fault: TaskFault, isPermanent: boolean): Promise<boolean> {
  const isLast = isPermanent || task.attempts >= task.max_attempts
  return changeHeldTask(ctx, task, async (ctx, now) => {
    if (isLast) await callOnFailure(ctx, task, fault)
    return {
      move: isLast ? 'fail' : 'retry',
      change: {
        error: JSON.stringify(fault),
        ...(isLast ? { ended: now } : { delayMs: toRetryDelayMs(task.retry_delay_ms, task.attempts) }),
      },
      event: isLast ? 'Task.error' : 'Task.update',
      extended: { ...fault },
    }
  })
}

const storageRetryMs = 10_000

/** Lets a task that found the storage full or away try again until it can be used; the attempt does not count. */
export async function postponeForStorage(ctx: Context, task: TaskRow, fault: StorageFault): Promise<boolean> {
  return changeHeldTask(ctx, task, async () => ({
    move: 'retry',
    change: {
      attempts: task.attempts - 1,
      error: JSON.stringify(fault),
      percent: null,
      message: fault.message,
      delayMs: storageRetryMs,
    },
    event: 'Task.update',
    extended: { ...fault },
  }))
}

/** Completes a task that waited, with what its callback brought. */
export async function completeWaitingTask(ctx: Context, task: TaskRow, output: TaskOutput): Promise<boolean> {
  return changeHeldTask(ctx, task, async (_ctx, now) => ({
    move: 'complete',
    change: { ended: now, error: null, output: JSON.stringify(output), percent: 100 },
    event: 'Task.complete',
    extended: { calledBack: true },
  }))
}

/** Lets a held task wait for its callback; gives what the callback brought when it came before, and changes nothing then. */
export async function waitForCallback(
  ctx: Context,
  task: TaskRow,
  waitMs: number,
): Promise<CallbackAnswer | undefined> {
  let early: CallbackAnswer | undefined
  const isWaiting = await inTransaction(ctx, async ctx => {
    const workflow = await lockWorkflow(ctx.db, task.workflow_id)
    const stored = (await listTasks(ctx.db, [task.workflow_id])).find(({ id }) => id === task.id)
    early = stored?.callback_answer ?? undefined
    if (!workflow || early || !(await moveHeldTask(ctx.db, task, 'wait', { waitMs }))) return false
    publishTask(ctx, 'Task.update', await advance(ctx, workflow), task, { waits: true })
    return true
  })
  if (isWaiting) signalChange(ctx.platform, task.workflow_id)
  return early
}

/** Ends a wait that was too long. */
export async function failOverdueTask(ctx: Context, task: TaskRow): Promise<boolean> {
  return failTask(ctx, task, { code: 'CALLBACK_TIMEOUT', message: 'No callback was received in time' }, false)
}

/** Completes a workflow that waited for nothing but the search index. */
export async function completePending(ctx: Context, workflowId: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const workflow = await lockWorkflow(ctx.db, workflowId)
    if (workflow?.status !== workflowMoves.pend.to) return
    const now = ctx.platform.clock.now()
    const change = { move: 'complete', now, modifiedBy: ctx.requestId, hasEnded: true } as const
    publishWorkflow(ctx, 'Workflow.complete', await changeWorkflow(ctx.db, workflowId, change))
  })
  signalChange(ctx.platform, workflowId)
}

/** Releases a task, to be claimed by the next free worker; an attempt that was not its own fault does not count. */
export async function releaseTask(ctx: Context, task: TaskRow): Promise<boolean> {
  return changeHeldTask(ctx, task, async () => ({
    move: 'release',
    change: { attempts: task.attempts - 1, percent: null, delayMs: 0 },
    event: 'Task.update',
    extended: { released: true },
  }))
}

/** Releases a task whose worker was lost. The attempt does not count, but a task that kills its workers ends. */
export async function reapTask(ctx: Context, task: TaskRow): Promise<boolean> {
  const fault = { code: 'WORKER_LOST', message: `The worker (${task.worker}) stopped before it was done` }
  const losses = task.losses + 1
  if (losses >= maxLosses) return failTask(ctx, task, fault, true)
  return changeHeldTask(ctx, task, async () => ({
    move: 'release',
    change: { attempts: task.attempts - 1, losses, error: JSON.stringify(fault), percent: null, delayMs: 0 },
    event: 'Task.update',
    extended: fault,
  }))
}

/** Writes how far a running task is. */
export async function reportProgress(
  ctx: Context,
  task: TaskRow,
  progress: { percent: number; message: string | null },
): Promise<void> {
  const isHeld = await inTransaction(ctx, async ctx => {
    const workflow = await lockWorkflow(ctx.db, task.workflow_id)
    if (!workflow || !(await updateTaskProgress(ctx.db, task, progress))) return false
    await touchWorkflow(ctx, workflow)
    publishTask(ctx, 'Task.update', workflow, task, progress)
    return true
  })
  if (isHeld) ctx.platform.signals.emit(toReportSignal(task.workflow_id))
}

/** Cancels a workflow with all that has not ended of it; nothing when it has ended, or does not exist. */
export async function cancel(ctx: Context, workflowId: string): Promise<WorkflowRow | undefined> {
  const cancelled = await inTransaction(ctx, async ctx => {
    const found = await findWorkflow(ctx.db, workflowId)
    if (!found || !mayMove(found.status, workflowMoves.cancel)) return undefined
    await findDefinition(ctx.platform, found.definition)?.onFailure?.(ctx, workflowId, { status: 'Cancelled' })
    const workflow = await lockWorkflow(ctx.db, workflowId)
    if (!workflow || !mayMove(workflow.status, workflowMoves.cancel)) return undefined
    const now = ctx.platform.clock.now()
    await cancelTasks(ctx.db, workflowId, now)
    const change = { move: 'cancel', now, modifiedBy: ctx.requestId, hasEnded: true } as const
    const row = await changeWorkflow(ctx.db, workflowId, change)
    publishWorkflow(ctx, 'Workflow.update', row, 'cancel')
    return row
  })
  if (cancelled) signalChange(ctx.platform, workflowId)
  return cancelled
}

/** Cancels what is still alive of a clip that goes, in the transaction that removes it. */
export async function cancelWorkflowsOfMedia(ctx: Transaction, mediaObjectId: number): Promise<void> {
  for (const workflow of await listWorkflowsOfMedia(ctx.db, [mediaObjectId])) {
    if (!hasEnded(workflow.status)) await cancel(ctx, workflow.id)
  }
}

type HeldChange = {
  move: Parameters<typeof moveHeldTask>[2]
  change: Parameters<typeof moveHeldTask>[3]
  event: 'Task.complete' | 'Task.error' | 'Task.update'
  extended: Record<string, unknown>
}

/** Changes a task under its claim and lets its workflow follow, in one transaction; undone when the claim is lost. */
async function changeHeldTask(
  ctx: Context,
  task: TaskRow,
  decide: (ctx: Transaction, now: number) => Promise<HeldChange>,
): Promise<boolean> {
  try {
    await inTransaction(ctx, async ctx => {
      // What the task records comes before the lock: its own rows first, then the workflow, the same order everywhere.
      const { move, change, event, extended } = await decide(ctx, ctx.platform.clock.now())
      const locked = await lockWorkflow(ctx.db, task.workflow_id)
      if (!locked || !(await moveHeldTask(ctx.db, task, move, change))) throw new LostTaskError()
      const workflow = await advance(ctx, locked)
      measureAttempt(ctx, workflow, task, move)
      publishTask(ctx, event, workflow, task, extended)
      if (event === 'Task.error') publishFailure(ctx, workflow, task, extended)
    })
  } catch (error) {
    if (error instanceof LostTaskError) return false
    throw error
  }
  signalChange(ctx.platform, task.workflow_id)
  return true
}

function measureAttempt(ctx: Transaction, { definition }: WorkflowRow, task: TaskRow, outcome: string): void {
  const { clock, figures } = ctx.platform
  const seconds = (clock.now() - (task.started ?? clock.now())) / 1000
  ctx.afterCommit(() => figures.taskSeconds.observe({ workflow: definition, task: task.name, outcome }, seconds))
}

function measureWorkflow(ctx: Transaction, { definition, status, created, ended }: WorkflowRow): void {
  const seconds = ((ended ?? created) - created) / 1000
  ctx.afterCommit(() => ctx.platform.figures.workflowSeconds.observe({ workflow: definition, status }, seconds))
}

/** Lets a locked workflow follow its tasks: schedules those whose turn has come, gives up those that cannot run. */
export async function advance(ctx: Transaction, workflow: WorkflowRow): Promise<WorkflowRow> {
  const tasks = (await listTasks(ctx.db, [workflow.id])).map(task => ({
    name: task.name,
    status: task.status,
    runsAfter: task.runs_after,
  }))
  const { schedule, cancel, move } = decideAdvance(workflow.status, tasks, workflow.wait_for_index)
  const now = ctx.platform.clock.now()
  await scheduleTasks(ctx.db, workflow.id, schedule)
  await cancelTasks(ctx.db, workflow.id, now, cancel)
  if (!move) return touchWorkflow(ctx, workflow)
  const change = { move, now, modifiedBy: ctx.requestId, hasEnded: hasEnded(workflowMoves[move].to) }
  const row = await changeWorkflow(ctx.db, workflow.id, change)
  if (change.hasEnded) measureWorkflow(ctx, row)
  if (move === 'complete') publishWorkflow(ctx, 'Workflow.complete', row)
  else if (move === 'fail') publishWorkflow(ctx, 'Workflow.error', row)
  else publishWorkflow(ctx, 'Workflow.update', row)
  return row
}

function touchWorkflow(ctx: Transaction, workflow: WorkflowRow): Promise<WorkflowRow> {
  const now = ctx.platform.clock.now()
  return changeWorkflow(ctx.db, workflow.id, { move: undefined, now, modifiedBy: ctx.requestId, hasEnded: false })
}
