import { type Insertable, sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { VisitorSessionRow, VisitorSessionTable } from '../tables.ts'

export async function insertVisitorSession(db: Database, row: Insertable<VisitorSessionTable>): Promise<void> {
  await db.insertInto('visitor_session').values(row).execute()
}

export function findVisitorSession(db: Database, sessionId: number): Promise<VisitorSessionRow | undefined> {
  return db.selectFrom('visitor_session').selectAll().where('session_id', '=', sessionId).executeTakeFirst()
}

/** The session of a share that a token opened, whether or not it has ended since. */
export function findVisitorSessionByHash(
  db: Database,
  shareId: number,
  tokenHash: Buffer,
  now: number,
): Promise<VisitorSessionRow | undefined> {
  return db
    .selectFrom('visitor_session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('share_id', '=', shareId)
    .where('expires', '>', now)
    .executeTakeFirst()
}

/** These sessions and all that they continue or that continue them, by author; the oldest first. */
export async function listVisitorsOf(
  db: Database,
  shareId: number,
  sessionIds: readonly number[],
): Promise<Map<string, VisitorSessionRow[]>> {
  const rows = await db
    .selectFrom('visitor_session')
    .selectAll()
    .where('share_id', '=', shareId)
    .where(
      'author_id',
      'in',
      sql<string>`(select author_id from visitor_session where session_id = any(${sessionIds}::bigint[]))`,
    )
    .orderBy('session_id')
    .execute()
  return Map.groupBy(rows, row => row.author_id)
}

/** The sessions that were opened by the link of a recipient, and those that continue them. */
export async function listSessionIdsOfRecipient(db: Database, recipientId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('visitor_session')
    .select('session_id')
    .where('recipient_id', '=', recipientId)
    .execute()
  return rows.map(row => row.session_id)
}

export async function deleteVisitorSessions(db: Database, sessionIds: readonly number[]): Promise<void> {
  await sql`delete from visitor_session where session_id = any(${sessionIds}::bigint[])`.execute(db)
}

export async function deleteVisitorSession(db: Database, sessionId: number): Promise<void> {
  await db.deleteFrom('visitor_session').where('session_id', '=', sessionId).execute()
}

/** What no session can continue any more. */
export const retainedVisitorSessions: RetainedRows = {
  records: 'visitorSessions',
  table: 'visitor_session',
  key: 'session_id',
  wasOver: instant => sql<boolean>`expires <= ${instant}::bigint
    and not exists (select from session where session.id = visitor_session.session_id)`,
}
