import { type Insertable, sql } from 'kysely'
import type { RetainedRows } from '../../platform/background/retention/retention.ts'
import type { Database } from '../../platform/database/index.ts'
import { endedLoginMs } from './policy.ts'
import type { PlacedSessionRow, SessionRow, SessionTable } from './tables.ts'

const sessionColumns = [
  'id',
  'kind',
  'user_id',
  'share_id',
  'shared_user_id',
  'created',
  'last_seen',
  'expires',
  'idle_limit_ms',
  'label',
  'rights',
  'tries',
  'remember_me',
  'sign_on',
] as const

export function insertSession(db: Database, row: Insertable<SessionTable>): Promise<SessionRow> {
  return db.insertInto('session').values(row).returning(sessionColumns).executeTakeFirstOrThrow()
}

export function findSessionByHash(db: Database, tokenHash: Buffer): Promise<SessionRow | undefined> {
  return db.selectFrom('session').select(sessionColumns).where('token_hash', '=', tokenHash).executeTakeFirst()
}

export function findSessionById(db: Database, id: number): Promise<SessionRow | undefined> {
  return db.selectFrom('session').select(sessionColumns).where('id', '=', id).executeTakeFirst()
}

/** Writes when sessions were last in use. */
export async function touchSessions(db: Database, ids: readonly number[], now: number): Promise<void> {
  await sql`update session set last_seen = ${now} where id = any(${ids}::bigint[])`.execute(db)
}

/** The sessions of a user of one kind, the oldest first. */
export function listSessionsOfUser(
  db: Database,
  userId: number,
  kind: SessionRow['kind'],
): Promise<PlacedSessionRow[]> {
  return db
    .selectFrom('session')
    .select([...sessionColumns, 'address', 'user_agent'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
}

/** The sessions of the visitors of a share, the oldest first. */
export function listSessionsOfShare(db: Database, shareId: number): Promise<SessionRow[]> {
  return db.selectFrom('session').select(sessionColumns).where('share_id', '=', shareId).orderBy('id').execute()
}

/** Whether there was such a session; only of this user and kind when they are named. */
export async function deleteSession(
  db: Database,
  id: number,
  of: { userId?: number; kind?: SessionRow['kind'] } = {},
): Promise<boolean> {
  let query = db.deleteFrom('session').where('id', '=', id)
  if (of.userId !== undefined) query = query.where('user_id', '=', of.userId)
  if (of.kind !== undefined) query = query.where('kind', '=', of.kind)
  return (await query.executeTakeFirst()).numDeletedRows > 0n
}

/** Ends the sessions in which a user is signed in, or is about to be, all but the one to keep; API tokens stay. */
export async function deleteSessionsOfUser(db: Database, userId: number, keepId?: number): Promise<void> {
  let query = db.deleteFrom('session').where('user_id', '=', userId).where('kind', '!=', 'api')
  if (keepId !== undefined) query = query.where('id', '!=', keepId)
  await query.execute()
}

export async function deleteSessionsOfShares(db: Database, shareIds: readonly number[]): Promise<void> {
  if (shareIds.length > 0) await db.deleteFrom('session').where('share_id', 'in', shareIds).execute()
}

export async function deleteSessions(db: Database, ids: readonly number[]): Promise<void> {
  await sql`delete from session where id = any(${ids}::bigint[])`.execute(db)
}

/** Counts a code that is about to be tried; nothing when the session is gone, or has had its tries. */
export async function addTry(db: Database, id: number, most: number): Promise<SessionRow | undefined> {
  return db
    .updateTable('session')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('kind', '=', 'first stage')
    .where('tries', '<', most)
    .returning(sessionColumns)
    .executeTakeFirst()
}

/** Sessions that nobody can use any more. */
export const retainedSessions: RetainedRows = {
  records: 'sessions',
  table: 'session',
  key: 'id',
  wasOver: instant => sql<boolean>`(expires <= ${instant - endedLoginMs}::bigint
    or (expires <= ${instant}::bigint and kind <> 'login') or last_seen + idle_limit_ms <= ${instant}::bigint)`,
}
