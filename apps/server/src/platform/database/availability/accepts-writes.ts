import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { DatabaseUnavailableError } from './outage.ts'

const retryMs = 500

/** Whether the database accepts writes: a standby does not, nor one that was set so or whose disk is full. */
export async function acceptsWrites(db: Database): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`
    select not pg_is_in_recovery() and not current_setting('transaction_read_only')::boolean as writable`.execute(db)
  return rows[0]!.writable
}

/** Resolves once the database accepts writes; rejects when the signal is aborted. */
export async function untilWritable(db: Database, signal: AbortSignal): Promise<void> {
  const isWritable = () =>
    acceptsWrites(db).catch(error => {
      if (error instanceof DatabaseUnavailableError) return false
      throw error
    })
  while (!(await isWritable())) await delay(retryMs, undefined, { signal })
}
