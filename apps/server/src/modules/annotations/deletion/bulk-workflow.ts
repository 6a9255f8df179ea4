import {
  type AnnotationBulkRequest,
  malformed,
  missingRight,
  type ProductionRight,
  ServiceError,
  type TaskResult,
  type WorkflowMinWrapper,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction, type UserActor } from '../../../platform/context.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import {
  defineWorkflow,
  getWorkflowReport,
  implementWorkflow,
  startWorkflow,
  type TaskOutcome,
  type TaskRun,
  type WorkflowWork,
} from '../../workflows/index.ts'
import { assertMayDelete } from '../policy.ts'
import {
  type BulkItem,
  countBulkItems,
  insertBulkItems,
  lockPendingItems,
  settleBulkItems,
  takeBulkItems,
} from './bulk-store.ts'
import { deleteAnnotations } from './delete.ts'

/** Who asked, with the rights of that moment: what was permitted then is done. */
interface BulkInput {
  user: { userId: number; username: string; rights: ProductionRight[]; sessionId: number }
}

const minute = 60_000

const bulkDefinition = defineWorkflow<BulkInput, 'delete'>({
  name: 'annotationBulk',
  tasks: { delete: { label: 'Delete annotations', attempts: 5, retryDelayMs: 1000, timeoutMs: 60 * minute } },
})

/** Most annotations that one workflow deletes. */
const largestBulk = 100_000
/** So many go in one transaction, when nothing is wrong with any of them. */
const batchSize = 200

/**
 * Starts the deletion of many annotations. Whether each may be deleted, and whether it is there, is found out by the
 * workflow and told in the report of its task.
 */
export async function startBulkWorkflow(
  ctx: Context,
  productionId: number,
  request: AnnotationBulkRequest,
): Promise<WorkflowMinWrapper> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw missingRight('to be a user')
  const items = request.actions.flatMap(({ ids, options = {} }) => ids.map((id): BulkItem => ({ id, options })))
  if (items.length > largestBulk) throw malformed('/actions', `may name ${largestBulk} annotations at most`)
  const { userId, username, rights, sessionId } = actor
  const id = await inTransaction(ctx, async ctx => {
    const id = await startWorkflow(ctx, bulkDefinition, {
      productionId,
      label: request.workflowLabel,
      waitForIndex: request.waitForIndex,
      input: { user: { userId, username, sessionId, rights: [...rights] } },
    })
    await insertBulkItems(ctx.db, { id, productionId }, items)
    return id
  })
  return getWorkflowReport(ctx, id)
}

/** The work of bulk workflows. */
export function createBulkWork(): WorkflowWork {
  return implementWorkflow(bulkDefinition, { delete: deleteAll })
}

/**
 * Goes through what is still to be done; a worker that takes it over after a death goes on where the other was. The task
 * fails when every one was refused.
 */
async function deleteAll(run: TaskRun<BulkInput>): Promise<TaskOutcome> {
  const { workflowId } = run
  const ctx: Context = { ...run.ctx, actor: toActor(run.input) }
  for (;;) {
    run.signal.throwIfAborted()
    const { all, settled, refused } = await countBulkItems(ctx.db, workflowId)
    run.report(all === 0 ? 100 : (settled / all) * 100, `${settled} of ${all}`)
    if (settled < all) {
      await settleBatch(ctx, run)
      continue
    }
    const fault = { code: 'ALL_REFUSED', message: `None of ${all} annotations was deleted; see the results` }
    return {
      record: async ctx => ({ results: (await takeBulkItems(ctx.db, workflowId)).map(toResult) }),
      fault: all > 0 && refused === all ? fault : undefined,
    }
  }
}

function toActor({ user }: BulkInput): UserActor {
  return { kind: 'user', ...user, rights: new Set(user.rights), systemRights: new Set() }
}

function toResult({ id, status, error }: Awaited<ReturnType<typeof takeBulkItems>>[number]): TaskResult {
  return { id, action: 'DELETE', status, ...withoutNulls({ error }) }
}

/** A batch at once; when something is wrong with one of them, each on its own, so that it alone fails. */
async function settleBatch(ctx: Context, { productionId, workflowId, signal }: TaskRun<BulkInput>): Promise<void> {
  const refused = await settleFirst(ctx, productionId, workflowId, batchSize)
  for (const _ of refused?.ids ?? []) {
    signal.throwIfAborted()
    const alone = await settleFirst(ctx, productionId, workflowId, 1)
    if (alone) await settleBulkItems(ctx.db, workflowId, alone.ids, alone.error.toBody())
  }
}

/** Some that could not be deleted. */
interface Refusal {
  readonly ids: readonly number[]
  readonly error: ServiceError
}

/** Deletes the first of what is left and notes it, all or none. What else went with them counts as deleted, too. */
async function settleFirst(
  ctx: Context,
  productionId: number,
  workflowId: string,
  count: number,
): Promise<Refusal | undefined> {
  let ids: number[] = []
  try {
    await inTransaction(ctx, async ctx => {
      const items = await lockPendingItems(ctx.db, workflowId, count)
      ids = items.map(item => item.id)
      await settleBulkItems(ctx.db, workflowId, await deleteItems(ctx, productionId, items), undefined)
    })
    return undefined
  } catch (error) {
    // What is no refusal is tried again by the next attempt of the task.
    if (!(error instanceof ServiceError) || error.status >= 500) throw error
    return { ids, error }
  }
}

/** Deletes items, those that stand together and are asked for alike at once; gives the ids of all that is gone. */
async function deleteItems(ctx: Transaction, productionId: number, items: readonly BulkItem[]): Promise<number[]> {
  const gone = new Set<number>()
  const groups = Map.groupBy(items, item => JSON.stringify(item.options))
  for (const group of groups.values()) {
    const ids = group.map(item => item.id).filter(id => !gone.has(id))
    const deleted = await deleteAnnotations(ctx, productionId, ids, group[0]!.options, row =>
      assertMayDelete(ctx.actor, row),
    )
    for (const id of deleted) gone.add(id)
  }
  return [...gone]
}
