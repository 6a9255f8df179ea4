import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'

/*
 * Whoever writes documents holds this lock until the end of the transaction, and reads the resources under it: what it
 * reads is then never older than what is written already. Changes are written by one process at a time; parts of a
 * rebuild, of which no two have an id in common, by several at once, but never while changes are. The database lets
 * those who wait in by their turn, so that changes wait for the parts under way and no longer.
 */
const lockKey = 0x72757368

/** For what may concern any document. */
export async function lockForChanges(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(db)
}

/** For ids that nobody else writes but changes. */
export async function lockForPart(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockKey})`.execute(db)
}
