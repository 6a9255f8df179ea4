import { sql } from 'kysely'
import type { Database } from '../../src/platform/database/index.ts'
import { until } from '../until.ts'

/**
 * Waits until the log shows every event that was written before. It shows an event once all older transactions of the
 * server have ended, and tests that run at the same time have databases on the same server.
 */
export async function untilLogIsComplete(db: Database): Promise<void> {
  const { rows } = await sql<{ end: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as end`.execute(db)
  await until('the transactions of other tests have ended', async () => {
    const passed = await sql<{ passed: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${rows[0]!.end}::xid8 as passed`.execute(db)
    return passed.rows[0]!.passed
  })
}
