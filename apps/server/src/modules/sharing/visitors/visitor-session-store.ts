import type { Insertable } from 'kysely'
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

export async function deleteVisitorSession(db: Database, sessionId: number): Promise<void> {
  await db.deleteFrom('visitor_session').where('session_id', '=', sessionId).execute()
}

/** Removes what no session can continue any more. */
export async function deleteExpiredVisitorSessions(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('visitor_session')
    .where('expires', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('session').select('session.id').whereRef('session.id', '=', 'visitor_session.session_id'))),
    )
    .execute()
}
