/** What people do with a workflow: pause it, resume it, do it again. */

import { notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { findDefinition } from '../definition.ts'
import { listFollowing } from '../policy.ts'
import { changeWorkflow, findWorkflow, listTasks, lockWorkflow } from '../store.ts'
import type { TaskRow, WorkflowRow } from '../tables.ts'
import { advance } from '../tasks/settle.ts'
import { mayMove, type WorkflowMove, workflowMoves } from '../tasks/states.ts'
import { pauseTasks, resetTasks, resumeTasks } from '../tasks/task-store.ts'
import { publishWorkflow, signalChange } from './announce.ts'

/** Stops the running tasks of a workflow and begins no other, until it is resumed. Throws ConflictError. */
export async function pause(ctx: Context, id: string): Promise<void> {
  await change(ctx, id, 'pause', async (ctx, row) => {
    await pauseTasks(ctx.db, id)
    return row
  })
}

/** Resumes a paused workflow; tasks that were stopped start over. Throws ConflictError. */
export async function resume(ctx: Context, id: string): Promise<void> {
  await change(ctx, id, 'resume', async (ctx, row) => {
    await resumeTasks(ctx.db, id)
    return advance(ctx, row)
  })
}

/**
 * Does a workflow that has ended again, in its own place and under its id: all of it, one task with those that run
 * after it, or (`true`) what was not completed. Throws ConflictError, ValidationError for an unknown task.
 */
export async function redo(ctx: Context, id: string, single: string | boolean = false): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const found = await findWorkflow(ctx.db, id)
    if (found) await findDefinition(ctx.platform, found.definition)?.onRedo?.(ctx, id, found.input)
    await change(ctx, id, 'redo', async (ctx, row) => {
      await resetTasks(ctx.db, id, listRedone(await listTasks(ctx.db, [id]), single))
      return advance(ctx, row)
    })
  })
}

function listRedone(tasks: readonly TaskRow[], single: string | boolean): string[] {
  // What was left out from the beginning stays out.
  const planned = tasks.filter(task => task.status !== 'Skipped' || task.attempts > 0)
  if (single === false) return planned.map(task => task.name)
  const first = planned.filter(task => (single === true ? task.status !== 'Completed' : task.name === single))
  if (first.length === 0) {
    const names = planned.map(task => task.name).join(', ')
    throw new ServiceError('ValidationError', `There is nothing to do again; the tasks are ${names}`, [
      { path: '/redoSingleTask', message: `must be one of ${names}` },
    ])
  }
  const states = planned.map(task => ({ name: task.name, status: task.status, runsAfter: task.runs_after }))
  return listFollowing(
    states,
    first.map(task => task.name),
  )
}

/** Makes one move of a workflow, and what belongs to it, in one transaction. */
async function change(
  ctx: Context,
  id: string,
  move: WorkflowMove,
  follow: (ctx: Transaction, row: WorkflowRow) => Promise<WorkflowRow>,
): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const workflow = await lockWorkflow(ctx.db, id)
    if (!workflow) throw notFound('Workflow', id)
    if (!mayMove(workflow.status, workflowMoves[move])) {
      const allowed = workflowMoves[move].from.join(', ')
      throw new ServiceError('ConflictError', `Workflow ${id} is ${workflow.status}; ${move} needs ${allowed}`)
    }
    const now = ctx.platform.clock.now()
    const moved = await changeWorkflow(ctx.db, id, { move, now, modifiedBy: ctx.requestId, hasEnded: false })
    publishWorkflow(ctx, 'Workflow.update', moved, move)
    await follow(ctx, moved)
    ctx.afterCommit(() => signalChange(ctx.platform, id))
  })
}
