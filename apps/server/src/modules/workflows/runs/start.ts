import { randomUUID } from 'node:crypto'
import { ServiceError } from '@rushes/contract'
import { actingUserId, type Transaction } from '../../../platform/context.ts'
import { toAuthorKey } from '../../../platform/security/actor.ts'
import type { WorkflowDefinition } from '../definition.ts'
import { decideAdvance } from '../policy.ts'
import { findWorkflow, insertTasks, insertWorkflow } from '../store.ts'
import { scheduleTasks } from '../tasks/task-store.ts'
import { publishWorkflow, signalChange } from './announce.ts'

/** What a new workflow is about. */
export interface NewWorkflow<Input, Names extends string> {
  /** A UUID that was announced before; a new one is made otherwise. */
  id?: string | undefined
  /** Absent: it belongs to the account alone, until `placeWorkflow` says where it belongs. */
  productionId?: number | undefined
  accountId?: number | undefined
  mediaObjectId?: number | undefined
  label?: string | undefined
  /** Goes through JSON. */
  input: Input
  /** While a workflow with the same text is alive, this one is refused. */
  mutex?: string | undefined
  /** Epoch milliseconds before which it does not begin. */
  scheduledFor?: number | undefined
  /** It is complete only once the search index holds what it changed. */
  waitForIndex?: boolean | undefined
  /** Run only these tasks; the others are `Skipped` from the beginning. */
  only?: readonly Names[] | undefined
}

/**
 * Starts a workflow in the transaction of its cause, and answers its id: it exists if and only if that commits. Its
 * commit wakes the workers. Throws `ConflictError` for an id that is taken or a mutex that is held.
 */
export async function startWorkflow<Input extends object, Names extends string>(
  ctx: Transaction,
  definition: WorkflowDefinition<Input, Names>,
  request: NewWorkflow<Input, Names>,
): Promise<string> {
  const id = request.id ?? randomUUID()
  const now = ctx.platform.clock.now()
  const delayMs = Math.max(0, (request.scheduledFor ?? now) - now)
  const visitor = ctx.actor.kind === 'visitor' ? ctx.actor : undefined
  const row = await insertWorkflow(ctx.db, {
    id,
    created: now,
    created_by: ctx.actor.kind === 'service' ? ctx.requestId : 'REST',
    creator_id: actingUserId(ctx.actor) ?? null,
    modified_by: ctx.requestId,
    last_updated: now,
    production_id: request.productionId ?? null,
    account_id: request.accountId ?? null,
    media_object_id: request.mediaObjectId ?? null,
    share_id: visitor?.shareId ?? null,
    shared_user_id: visitor?.sharedUser?.id ?? null,
    author_key: toAuthorKey(ctx.actor),
    definition: definition.name,
    label: request.label ?? null,
    input: JSON.stringify(request.input),
    status: delayMs > 0 ? 'Scheduled' : 'Inited',
    mutex: request.mutex ?? null,
    wait_for_index: request.waitForIndex ?? false,
    started: null,
    ended: null,
  })
  if (!row) throw await toConflict(ctx, id, definition.name)
  const tasks = toTasks(definition, request.only)
  await insertTasks(
    ctx.db,
    tasks.map(({ plan, ...task }, place) => ({
      production_id: request.productionId ?? null,
      workflow_id: id,
      name: task.name,
      label: plan.label ?? null,
      place,
      runs_after: [...task.runsAfter],
      status: task.status,
      max_attempts: plan.attempts,
      timeout_ms: plan.timeoutMs,
      retry_delay_ms: plan.retryDelayMs,
      is_long: plan.isLong ?? false,
      failure_event: plan.failureEvent ?? null,
      run_at: null,
      lease_until: null,
      worker: null,
      percent: null,
      message: null,
      output: null,
      error: null,
      callback_hash: null,
      started: null,
      ended: task.status === 'Skipped' ? now : null,
    })),
  )
  await scheduleTasks(ctx.db, id, decideAdvance('Inited', tasks).schedule, delayMs)
  publishWorkflow(ctx, 'Workflow.start', row)
  ctx.afterCommit(() => signalChange(ctx.platform, id))
  return id
}

function toTasks<Names extends string>(
  definition: WorkflowDefinition<unknown, Names>,
  only: readonly Names[] | undefined,
) {
  return (Object.keys(definition.tasks) as Names[]).map(name => ({
    name,
    plan: definition.tasks[name],
    runsAfter: definition.tasks[name].after ?? [],
    status: only && !only.includes(name) ? ('Skipped' as const) : ('Inited' as const),
  }))
}

async function toConflict(ctx: Transaction, id: string, definition: string): Promise<ServiceError> {
  const message = (await findWorkflow(ctx.db, id))
    ? `Workflow ${id} has already been started`
    : `Another ${definition} of the same object is still running`
  return new ServiceError('ConflictError', message)
}
