/**
 * Claims, leases and fences. A task belongs to whoever raised its `claims` last, until `lease_until` by the clock of
 * the database. Each statement of a holder names the number it got: who has lost the task changes nothing.
 */

import { sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { claimableStatuses, type TaskMove, taskMoves } from './states.ts'
import type { TaskRow, WorkflowTaskTable } from './tables.ts'

/** A claim on a task. */
export interface Claim {
  readonly id: number
  readonly claims: number
}

/** The clock of the database in epoch milliseconds, and so many more. */
const inMs = (ms: number) => sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint + ${ms}::bigint`

/**
 * Claims one task of these definitions that may run; nothing when there is none. Locked workflows are passed over
 * rather than waited for, so a claim never blocks and never deadlocks with a change of the same workflow.
 */
export async function claimTask(
  db: Database,
  claim: { definitions: readonly string[]; worker: string; leaseMs: number; now: number; withLong: boolean },
): Promise<TaskRow | undefined> {
  const found = await db
    .selectFrom('workflow_task as task')
    .innerJoin('workflow', 'workflow.id', 'task.workflow_id')
    .select('task.id')
    .where('task.run_at', '<=', inMs(0))
    .where('task.status', 'in', taskMoves.claim.from)
    .where('workflow.status', 'in', claimableStatuses)
    .where('workflow.definition', '=', sql<string>`any(${claim.definitions}::text[])`)
    .where('task.is_long', 'in', claim.withLong ? [true, false] : [false])
    .orderBy('task.run_at')
    .orderBy('task.id')
    .limit(1)
    .forUpdate(['workflow', 'task'])
    .skipLocked()
    .executeTakeFirst()
  if (!found) return undefined
  return db
    .updateTable('workflow_task')
    .set(({ ref }) => ({
      status: taskMoves.claim.to,
      run_at: null,
      lease_until: inMs(claim.leaseMs),
      worker: claim.worker,
      claims: sql<number>`${ref('claims')} + 1`,
      attempts: sql<number>`${ref('attempts')} + 1`,
      started: claim.now,
      percent: null,
      message: null,
    }))
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirst()
}

/** Prolongs leases; answers the ids of those that are still held. */
export async function renewLeases(db: Database, claims: readonly Claim[], leaseMs: number): Promise<Set<number>> {
  const rows = await db
    .updateTable('workflow_task')
    .set({ lease_until: inMs(leaseMs) })
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

/** Tasks whose worker has not been heard of for a whole lease. */
export function listExpiredTasks(db: Database): Promise<TaskRow[]> {
  return db
    .selectFrom('workflow_task')
    .selectAll()
    .where('lease_until', '<', inMs(0))
    .orderBy('lease_until')
    .limit(100)
    .execute()
}

/** Moves a task that is held by this claim; false when it is lost or in another state. */
export async function moveHeldTask(
  db: Database,
  claim: Claim,
  move: TaskMove,
  change: Updateable<WorkflowTaskTable> & { delayMs?: number },
): Promise<boolean> {
  const { delayMs, ...columns } = change
  const result = await db
    .updateTable('workflow_task')
    .set({
      ...columns,
      status: taskMoves[move].to,
      lease_until: null,
      worker: null,
      run_at: delayMs === undefined ? null : inMs(delayMs),
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
export async function scheduleTasks(db: Database, workflowId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await db
    .updateTable('workflow_task')
    .set({ status: taskMoves.schedule.to, run_at: inMs(0) })
    .where('workflow_id', '=', workflowId)
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .where('status', 'in', taskMoves.schedule.from)
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
    .set({ status: taskMoves.cancel.to, run_at: null, lease_until: null, worker: null, ended: now })
    .where('workflow_id', '=', workflowId)
    .where('status', 'in', taskMoves.cancel.from)
  if (names) update = update.where('name', '=', sql<string>`any(${names}::text[])`)
  await update.execute()
}

function isOneOf(claims: readonly Claim[]) {
  const [ids, numbers] = [claims.map(claim => claim.id), claims.map(claim => claim.claims)]
  return sql<boolean>`(id, claims) in (select * from unnest(${ids}::bigint[], ${numbers}::bigint[]))`
}
