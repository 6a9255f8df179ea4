import { type Event, ServiceError } from '@rushes/contract'
import { inTransaction, type Transaction } from '../../../platform/context.ts'
import type { LoggedEvent } from '../../../platform/events/log.ts'
import type { Outbound } from '../../../platform/security/outbound.ts'
import {
  defineWorkflow,
  implementWorkflow,
  PermanentError,
  placeWorkflow,
  startWorkflow,
  type TaskOutcome,
  type TaskRun,
  type WorkflowWork,
} from '../../workflows/index.ts'
import { notify } from '../notices/notify.ts'
import { type BootstrapRequest, type BootstrapResult, bootstrap } from './bootstrap.ts'

type BootstrapInput = Omit<BootstrapRequest, 'user'> & Partial<Pick<BootstrapRequest, 'user'>>

const minute = 60_000
/** A worker that dies uses one up, too. */
const attempts = 10

const bootstrapDefinition = defineWorkflow<BootstrapInput, 'bootstrap' | 'notify' | 'conclude'>({
  name: 'deliveryBootstrap',
  tasks: {
    bootstrap: {
      label: 'Create or update the workspace',
      attempts,
      retryDelayMs: 1000,
      timeoutMs: 10 * minute,
      // Those of one product wait for each other, and should not keep everything else waiting.
      atOnce: 2,
    },
    // For about a day: the delay is doubled until it is ten minutes.
    notify: {
      label: 'Tell the planning system',
      after: ['bootstrap'],
      attempts: 150,
      retryDelayMs: 2000,
      timeoutMs: minute,
    },
    conclude: { label: 'Conclude', after: ['notify'], attempts, retryDelayMs: 1000, timeoutMs: minute },
  },
})

/** Whether an event asks for a delivery workspace. */
function asksForWorkspace({ type, verb }: Pick<Event, 'type' | 'verb'>): boolean {
  return type === 'Activity' && verb === 'Product.update'
}

/** Starts a bootstrap for each posted event that asks for one, in the transaction that writes the events. */
export async function startBootstraps(
  ctx: Transaction,
  accountId: number,
  events: readonly LoggedEvent[],
): Promise<void> {
  const { actor } = ctx
  const user = actor.kind === 'user' ? { userId: actor.userId, username: actor.username } : undefined
  for (const event of events.filter(asksForWorkspace)) {
    await startWorkflow(ctx, bootstrapDefinition, {
      accountId,
      label: 'Delivery workspace',
      input: { accountId, eventId: Number(event.id), object: event.object, ...(user ? { user } : {}) },
    })
  }
}

/** The work of bootstraps; notifications are sent through `outbound`. */
export function createBootstrapWork(outbound: Outbound): WorkflowWork {
  return implementWorkflow(bootstrapDefinition, {
    bootstrap: runBootstrap,
    notify: run => notify(run, outbound, run.outputs.bootstrap as BootstrapResult),
    conclude: async run => {
      const { fault } = run.outputs.bootstrap as BootstrapResult
      if (fault) throw new PermanentError('BOOTSTRAP_FAILED', fault.message)
      return { record: async () => undefined }
    },
  })
}

/** What cannot be done is no failure of the task: it is a result, which is reported before the workflow ends in an error. */
async function runBootstrap(run: TaskRun<BootstrapInput>): Promise<TaskOutcome> {
  const { input, workflowId } = run
  try {
    const workspace = await inTransaction(run.ctx, ctx => bootstrap(ctx, { user: undefined, ...input }))
    return {
      record: async ctx => {
        await placeWorkflow(ctx.db, workflowId, workspace.productionId)
        return { workspace }
      },
    }
  } catch (error) {
    const fault = toFault(error)
    if (!fault && run.attempt < attempts) throw error
    const unknown = { code: 500, message: 'The workspace could not be made' }
    return { record: async () => ({ fault: fault ?? unknown }) }
  }
}

/** What is wrong with the request, for its sender; nothing for what another attempt may fix. */
function toFault(error: unknown): BootstrapResult['fault'] {
  if (!(error instanceof ServiceError) || error.status >= 500 || error.status === 409) return undefined
  return { code: error.status, message: error.message }
}
