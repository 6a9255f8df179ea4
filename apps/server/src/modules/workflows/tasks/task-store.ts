/**
 * Claims, leases and fences. A task belongs to the worker that raised its `claims` last, until `lease_until` by the
 * clock of the database. Each statement of a holder names its number: one that has lost the task changes nothing.
 */

import { type RawBuilder, sql, type Updateable } from 'kysely'
import { databaseTime } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { CallbackAnswer, TaskRow, WorkflowTaskTable } from '../tables.ts'
import { claimableStatuses, type TaskMove, taskMoves } from './states.ts'

/** A claim on a task. */
export interface Claim {
  readonly id: number
  readonly claims: number
}

/**
 * Claims one task of these definitions that may run; nothing when there is none. Locked workflows are passed over
 * rather than waited for, so a claim never blocks and never deadlocks with a change of the same workflow.
 */
export async function claimTask(db: Database, claim: ClaimOptions & { now: number }): Promise<TaskRow | undefined> {
  // Productions take turns: a thousand clips of one do not keep the first clip of another waiting.
  const found = (await findClaimable(db, claim, true)) ?? (await findClaimable(db, claim, false))
  if (!found) return undefined
  return db
    .updateTable('workflow_task')
    .set(({ ref }) => ({
      status: taskMoves.claim.to,
      run_at: null,
      lease_until: databaseTime(claim.leaseMs),
      worker: claim.worker,
      claims: sql<number>`${ref('claims')} + 1`,
      attempts: sql<number>`${ref('attempts')} + 1`,
      started: claim.now,
      percent: null,
      message: null,
      callback_hash: null,
      callback_answer: null,
    }))
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirst()
}

/** What a worker can take on. */
export interface ClaimOptions {
  readonly definitions: readonly string[]
  readonly worker: string
  readonly leaseMs: number
  readonly withLong: boolean
  /** Kinds of tasks, `definition/task`, of which it has enough. */
  readonly without: readonly string[]
}

/** The task that has waited longest, of any production or of those of which nothing is at work; locked. */
function findClaimable(db: Database, claim: ClaimOptions, isOfIdle: boolean): Promise<{ id: number } | undefined> {
  let query = db
    .selectFrom('workflow_task as task')
    .innerJoin('workflow', 'workflow.id', 'task.workflow_id')
    .select('task.id')
    .where('task.run_at', '<=', databaseTime(0))
    .where('task.status', 'in', taskMoves.claim.from)
    .where('workflow.status', 'in', claimableStatuses)
    .where('workflow.definition', '=', sql<string>`any(${claim.definitions}::text[])`)
    .where('task.is_long', 'in', claim.withLong ? [true, false] : [false])
    .where(sql`workflow.definition || '/' || task.name`, '<>', sql`all(${claim.without}::text[])`)
  if (isOfIdle) {
    query = query.where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('workflow_task as busy')
            .select('busy.id')
            .whereRef('busy.production_id', '=', 'task.production_id')
            .where('busy.lease_until', 'is not', null),
        ),
      ),
    )
  }
  return query
    .orderBy('task.run_at')
    .orderBy('task.id')
    .limit(1)
    .forUpdate(['workflow', 'task'])
    .skipLocked()
    .executeTakeFirst()
}

/** In how many milliseconds the next task may be claimed that may not be yet; undefined when there is none. */
export async function findNextDueMs(db: Database): Promise<number | undefined> {
  const row = await db
    .selectFrom('workflow_task')
    .select(({ ref }) => sql<number>`${ref('run_at')} - ${databaseTime(0)}`.as('dueMs'))
    .where('run_at', '>', databaseTime(0))
    .where('status', 'in', taskMoves.claim.from)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row && Math.max(Number(row.dueMs), 1)
}

/** Prolongs leases; answers the ids of those that are still held. */
export async function renewLeases(db: Database, claims: readonly Claim[], leaseMs: number): Promise<Set<number>> {
  const rows = await db
    .updateTable('workflow_task')
    .set({ lease_until: databaseTime(leaseMs) })
    .where(isOneOf(claims))
    .where('lease_until', 'is not', null)
    .returning('id')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Which of these claims still hold. */
export async function listHeldTasks(db: Database, claims: readonly Claim[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('workflow_task')
    .select('id')
    .where(isOneOf(claims))
    .where('lease_until', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Ends the leases of all other workers: they are to be reaped now. */
export async function endOtherLeases(db: Database, worker: string): Promise<void> {
  await db
    .updateTable('workflow_task')
    .set({ lease_until: 0 })
    .where('lease_until', 'is not', null)
    .where('worker', 'is distinct from', worker)
    .execute()
}

/** No lease is longer; a worker that is alive corrects one that ends later, when the clock was set back. */
const maxLeaseMs = 5 * 60_000

/** Tasks whose worker has not been heard of for a whole lease, also where the clock of the database was set back since. */
export function listExpiredTasks(db: Database): Promise<TaskRow[]> {
  return db
    .selectFrom('workflow_task')
    .selectAll()
    .where(({ eb, or }) =>
      or([eb('lease_until', '<', databaseTime(0)), eb('lease_until', '>', databaseTime(maxLeaseMs))]),
    )
    .orderBy('lease_until')
    .limit(100)
    .execute()
}

/** Moves a task that is held by this claim; false when it is lost or in another state. */
export async function moveHeldTask(
  db: Database,
  claim: Claim,
  move: TaskMove,
  change: Updateable<WorkflowTaskTable> & { delayMs?: number; waitMs?: number },
): Promise<boolean> {
  const { delayMs, waitMs, ...columns } = change
  const result = await db
    .updateTable('workflow_task')
    .set({
      ...columns,
      status: taskMoves[move].to,
      lease_until: null,
      run_at: delayMs === undefined ? null : databaseTime(delayMs),
      wait_until: waitMs === undefined ? null : databaseTime(waitMs),
    })
    .where('id', '=', claim.id)
    .where('claims', '=', claim.claims)
    .where('status', 'in', taskMoves[move].from)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Writes how far a held task is; false when it is lost. */
export async function updateTaskProgress(
  db: Database,
  claim: Claim,
  progress: { percent: number; message: string | null },
): Promise<boolean> {
  const result = await db
    .updateTable('workflow_task')
    .set(progress)
    .where('id', '=', claim.id)
    .where('claims', '=', claim.claims)
    .where('lease_until', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Lets tasks be claimed. */
export async function scheduleTasks(
  db: Database,
  workflowId: string,
  names: readonly string[],
  delayMs = 0,
): Promise<void> {
  if (names.length === 0) return
  await db
    .updateTable('workflow_task')
    .set({ status: taskMoves.schedule.to, run_at: databaseTime(delayMs) })
    .where('workflow_id', '=', workflowId)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('status', 'in', taskMoves.schedule.from)
    .execute()
}

/** Takes the running tasks of a workflow from their workers; the attempt does not count. */
export async function pauseTasks(db: Database, workflowId: string): Promise<void> {
  await db
    .updateTable('workflow_task')
    .set(({ ref }) => ({
      status: taskMoves.pause.to,
      lease_until: null,
      percent: null,
      attempts: sql<number>`${ref('attempts')} - 1`,
    }))
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', taskMoves.pause.from)
    .execute()
}

/** Lets the paused tasks of a workflow be claimed again. */
export async function resumeTasks(db: Database, workflowId: string): Promise<void> {
  await db
    .updateTable('workflow_task')
    .set({ status: taskMoves.resume.to, run_at: databaseTime(0) })
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', taskMoves.resume.from)
    .execute()
}

/** Puts tasks back to where they began. */
export async function resetTasks(db: Database, workflowId: string, names: readonly string[]): Promise<void> {
  await db
    .updateTable('workflow_task')
    .set({
      status: taskMoves.redo.to,
      attempts: 0,
      losses: 0,
      percent: null,
      message: null,
      output: null,
      error: null,
      callback_hash: null,
      callback_answer: null,
      started: null,
      ended: null,
    })
    .where('workflow_id', '=', workflowId)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('status', 'in', taskMoves.redo.from)
    .execute()
}

/** Completes a held task for the owner of the token with this hash; false when it is lost. */
export async function setCallback(db: Database, claim: Claim, hash: string): Promise<boolean> {
  const result = await db
    .updateTable('workflow_task')
    .set({ callback_hash: hash })
    .where('id', '=', claim.id)
    .where('claims', '=', claim.claims)
    .where('lease_until', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Keeps what a callback brought for a task that has not begun to wait yet. */
export async function keepCallbackAnswer(db: Database, id: number, answer: CallbackAnswer): Promise<void> {
  await db
    .updateTable('workflow_task')
    .set({ callback_answer: JSON.stringify(answer) })
    .where('id', '=', id)
    .execute()
}

/** Tasks whose callback is overdue. */
export function listOverdueTasks(db: Database): Promise<TaskRow[]> {
  return db
    .selectFrom('workflow_task')
    .selectAll()
    .where('wait_until', '<', databaseTime(0))
    .orderBy('wait_until')
    .limit(100)
    .execute()
}

/** Cancels what has not ended: these tasks, or all of a workflow. */
export async function cancelTasks(
  db: Database,
  workflowId: string,
  now: number,
  names?: readonly string[],
): Promise<void> {
  if (names?.length === 0) return
  let update = db
    .updateTable('workflow_task')
    .set({ status: taskMoves.cancel.to, run_at: null, lease_until: null, wait_until: null, ended: now })
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', taskMoves.cancel.from)
  if (names) update = update.where('name', '=', sql<string>`any(${names}::text[])`)
  await update.execute()
}

function isOneOf(claims: readonly Claim[]) {
  const [ids, numbers] = [claims.map(claim => claim.id), claims.map(claim => claim.claims)]
  return sql<boolean>`(id, claims) in (select * from unnest(${ids}::bigint[], ${numbers}::bigint[]))`
}

const isWaiting = sql<boolean>`run_at <= ${databaseTime()}`

/** How many tasks there are that have not ended, on all nodes, by what they wait for. */
export async function countOpenTasks(db: Database): Promise<Record<'due' | 'later' | 'running' | 'external', number>> {
  const count = (which: RawBuilder<unknown>) => sql<number>`count(*) filter (where ${which})::int`
  return db
    .selectFrom('workflow_task')
    .select([
      count(isWaiting).as('due'),
      count(sql`run_at > ${databaseTime()}`).as('later'),
      count(sql`lease_until is not null`).as('running'),
      count(sql`wait_until is not null`).as('external'),
    ])
    .where(sql<boolean>`run_at is not null or lease_until is not null or wait_until is not null`)
    .executeTakeFirstOrThrow()
}

/** How long the task that is due longest has been waiting, in milliseconds; 0 where none is. */
export async function findLongestWait(db: Database): Promise<number> {
  const { waited } = await db
    .selectFrom('workflow_task')
    .select(sql<number>`coalesce(max(${databaseTime()} - run_at), 0)`.as('waited'))
    .where(isWaiting)
    .executeTakeFirstOrThrow()
  return Number(waited)
}
