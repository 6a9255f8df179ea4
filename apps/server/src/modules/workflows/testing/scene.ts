import type { WorkflowMinWrapper } from '@rushes/contract'
import { sql } from 'kysely'
import { openTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type Context, createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import {
  createWorkflowRuntime,
  type NewWorkflow,
  type RuntimeTuning,
  startWorkflow,
  type TaskWork,
  type WorkflowDefinition,
  type WorkflowWork,
  waitForWorkflow,
} from '../index.ts'
import { createWorkerPlatform } from './platform.ts'

/** A database with a production, and workers as a test wants them. */
export interface Scene {
  readonly database: TestDatabase
  readonly platform: Platform
  readonly productionId: number
  ctx(): Context
  begin<Input extends object, Names extends string>(
    definition: WorkflowDefinition<Input, Names>,
    request: Omit<NewWorkflow<Input, Names>, 'productionId'>,
  ): Promise<string>
  /** Runs a worker for as long as the steps take. */
  withWorker<T>(works: WorkflowWork[], steps: () => Promise<T>, tuning?: Partial<RuntimeTuning>): Promise<T>
  /** The final report. */
  waitFor(id: string): Promise<WorkflowMinWrapper>
  close(): Promise<void>
}

export async function openScene(): Promise<Scene> {
  const database = await openTestDatabase()
  const { platform, stop } = await createWorkerPlatform(database.db, database.pool)
  const productionId = await insertProduction(database)
  const ctx = () => createServiceContext(platform, 'test')
  return {
    database,
    platform,
    productionId,
    ctx,
    begin: (definition, request) =>
      inTransaction(ctx(), ctx => startWorkflow(ctx, definition, { productionId, ...request })),
    async withWorker(works, steps, tuning = {}) {
      const runtime = createWorkflowRuntime(platform, works, { leaseMs: 5000, pollMs: 100, ...tuning })
      runtime.start()
      try {
        return await steps()
      } finally {
        await runtime.stop()
      }
    },
    waitFor: id => waitForWorkflow(ctx(), id, AbortSignal.timeout(20_000)),
    async close() {
      await stop()
      await database.close()
    },
  }
}

/** Work that is done at once. */
export const nothing: TaskWork<unknown> = async () => ({ record: async () => undefined })

/** Something that has not happened yet: `happen()` ends the wait of everybody at `happened`. */
export function createMoment(): { happened: Promise<void>; happen(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { happened: promise, happen: resolve }
}

/** Fails as soon as the signal is aborted, and never ends otherwise. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

/** The states of the tasks, by their names. */
export function statusOf(report: WorkflowMinWrapper): Record<string, string> {
  return Object.fromEntries(report.taskReports.map(task => [task.name, task.status]))
}

async function insertProduction({ db }: TestDatabase): Promise<number> {
  const shared = sql`created, created_by, modified_by, last_updated`
  const values = sql`0, 'test', 'test', 0`
  await sql`insert into users (id, username, username_key, email, email_key, ${shared})
    values (1, 'u', 'u', 'e', 'e', ${values})`.execute(db)
  await sql`insert into account (id, owner_id, ${shared}) values (1, 1, ${values})`.execute(db)
  await sql`insert into production (id, account_id, name, ${shared}) values (1, 1, 'P', ${values})`.execute(db)
  return 1
}
