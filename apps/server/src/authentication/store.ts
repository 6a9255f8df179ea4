import { type Insertable, sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { failureWindowMs } from './policy.ts'
import type { LoginFailureTable, SessionRow, SessionTable } from './tables.ts'

export function insertSession(db: Database, row: Insertable<SessionTable>): Promise<SessionRow> {
  return db.insertInto('session').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findSessionByHash(db: Database, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.selectFrom('session').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()
}

export function findSessionById(db: Database, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function touchSession(db: Database, id: number, now: number): Promise<void> {
  await db.updateTable('session').set({ last_seen: now }).where('id', '=', id).execute()
}

export function listLoginSessions(db: Database, userId: number): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'login')
    .orderBy('id')
    .execute()
}

/** Whether there was such a session of the user. */
export async function deleteSession(db: Database, id: number, userId?: number): Promise<boolean> {
  let query = db.deleteFrom('session').where('id', '=', id)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Ends the sessions of a user, all but the one to keep. */
export async function deleteSessionsOfUser(db: Database, userId: number, keepId?: number): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', userId)
  if (keepId !== undefined) query = query.where('id', '!=', keepId)
  await query.execute()
}

export async function deleteSessionsOfShares(db: Database, shareIds: readonly number[]): Promise<void> {
  if (shareIds.length > 0) await db.deleteFrom('session').where('share_id', 'in', shareIds).execute()
}

/** Removes sessions that nobody can use any more. */
export async function deleteDeadSessions(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where(where => where.or([where('expires', '<=', now), sql<boolean>`last_seen + idle_limit_ms <= ${now}::bigint`]))
    .execute()
}

export function findFailure(db: Database, key: string) {
  return db.selectFrom('login_failure').selectAll().where('key', '=', key).executeTakeFirst()
}

/** Counts a failure; the count begins anew when its window has passed. */
export async function addFailure(db: Database, key: string, now: number): Promise<void> {
  const expired = sql<boolean>`login_failure.window_start + ${failureWindowMs}::bigint <= ${now}::bigint`
  await db
    .insertInto('login_failure')
    .values({ key, failures: 1, window_start: now } satisfies LoginFailureTable)
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when ${expired} then 1 else login_failure.failures + 1 end`,
        window_start: sql<number>`case when ${expired} then ${now}::bigint else login_failure.window_start end`,
      }),
    )
    .execute()
}

export async function clearFailures(db: Database, key: string): Promise<void> {
  await db.deleteFrom('login_failure').where('key', '=', key).execute()
}
