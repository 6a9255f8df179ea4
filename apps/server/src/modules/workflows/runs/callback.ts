/** Tasks that someone outside completes. */

import { timingSafeEqual } from 'node:crypto'
import { notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { listTasks, lockWorkflow } from '../store.ts'
import type { CallbackAnswer, TaskRow } from '../tables.ts'
import { completeWaitingTask, failTask, waitForCallback } from '../tasks/settle.ts'
import { keepCallbackAnswer, setCallback } from '../tasks/task-store.ts'

/** Makes the address that completes a held task; only a hash of its token is kept. */
export async function openCallback(ctx: Context, task: TaskRow): Promise<string> {
  const token = newToken('rcb')
  if (!(await setCallback(ctx.db, task, hashToken(token).toString('hex')))) throw new Error('the task was lost')
  const { publicUrl } = ctx.platform
  const path = `production/${task.production_id}/workflow/${task.workflow_id}/callback/${encodeURIComponent(task.name)}`
  return `${publicUrl}/${path}?access_token=${token}`
}

/** Lets a held task wait, unless its callback has come already. */
export async function beginToWait(ctx: Context, task: TaskRow, waitMs: number): Promise<void> {
  const early = await waitForCallback(ctx, task, waitMs)
  if (early) await settle(ctx, task, early)
}

/**
 * Takes what someone outside made of a task. Throws NotFoundError, UnauthorizedError for a wrong token, and
 * ConflictError for a task that has been called back before or does not wait any more.
 */
export async function receiveCallback(
  ctx: Context,
  place: { productionId: number; workflowId: string; task: string },
  token: string | undefined,
  answer: CallbackAnswer,
): Promise<void> {
  const waiting = await inTransaction(ctx, async ctx => {
    const workflow = await lockWorkflow(ctx.db, place.workflowId)
    const tasks = workflow?.production_id === place.productionId ? await listTasks(ctx.db, [place.workflowId]) : []
    const task = tasks.find(({ name }) => name === place.task)
    if (!task) throw notFound('Task', place.task)
    if (!isTokenOf(task, token)) throw new ServiceError('UnauthorizedError', 'This needs the token of the callback')
    if (task.status === 'WaitForCallback') return task
    if (task.status !== 'Started' || task.callback_answer !== null) {
      throw new ServiceError('ConflictError', `The task does not wait for a callback: it is ${task.status}`)
    }
    await keepCallbackAnswer(ctx.db, task.id, answer)
    return undefined
  })
  if (waiting && !(await settle(ctx, waiting, answer))) {
    throw new ServiceError('ConflictError', 'The task does not wait for a callback any more')
  }
}

/** An `error` is a failed attempt, anything else completes the task. */
function settle(ctx: Context, task: TaskRow, { error, output = {} }: CallbackAnswer): Promise<boolean> {
  if (!error) return completeWaitingTask(ctx, task, output)
  const fault = { code: error.code ?? 'CALLBACK_ERROR', message: error.message ?? 'The callback reported an error' }
  return failTask(ctx, task, fault, false)
}

function isTokenOf(task: TaskRow, token: string | undefined): boolean {
  if (token === undefined || task.callback_hash === null) return false
  return timingSafeEqual(Buffer.from(task.callback_hash, 'hex'), hashToken(token))
}
