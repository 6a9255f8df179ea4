import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

/*
 * A writer of documents holds this lock until the end of the transaction, and reads the resources under it: what it
 * reads is then never older than what is written already. Changes are written by one process at a time; parts of a
 * rebuild, of which no two have an id in common, by several at once, but never while changes are. The database lets
 * those who wait in by their turn, so that changes wait for the parts under way and no longer.
 */
const lockKey = 0x72757368

/** For what may concern any document. */
export function lockForChanges(db: Database): Promise<void> {
  return take(db, '')
}

/** For ids that nobody else writes but changes, and for what may not go on while there are changes. */
export function lockForPart(db: Database): Promise<void> {
  return take(db, '_shared')
}

/** However long others hold it, as while indexes are made: who gave up would take the change, or the rebuild, for faulty. */
async function take(db: Database, mode: '' | '_shared'): Promise<void> {
  // Not before others who wait: it is not free then.
  const { rows: tries } = await sql<{ taken: boolean }>`
    select ${sql.raw(`pg_try_advisory_xact_lock${mode}`)}(${lockKey}) as taken`.execute(db)
  if (tries[0]?.taken) return
  const { rows } = await sql<{ limit: string }>`
    select current_setting('statement_timeout') as limit, set_config('statement_timeout', '0', true)`.execute(db)
  await sql`select ${sql.raw(`pg_advisory_xact_lock${mode}`)}(${lockKey})`.execute(db)
  await sql`select set_config('statement_timeout', ${rows[0]?.limit}, true)`.execute(db)
}
