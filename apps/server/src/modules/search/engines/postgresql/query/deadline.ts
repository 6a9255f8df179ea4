import { sql } from 'kysely'
import type { Context } from '../../../../../platform/context.ts'
import type { Database } from '../../../../../platform/database/index.ts'

/**
 * Runs reads that see one state of the database, each statement cut off after `timeoutMs` (code 57014, which is reported as
 * 503). Every statement is planned for its own values: rare and common ones want different plans. Within an open
 * transaction it reads there, and puts that one's own settings back.
 */
export async function withDeadline<T>(
  ctx: Pick<Context, 'db'>,
  timeoutMs: number,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  const ours: Settings = { limit: String(timeoutMs), plans: 'force_custom_plan', scans: 'on' }
  if (!ctx.db.isTransaction) {
    return ctx.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async db => {
        // Neither of the first two fixes what the transaction sees: that is the state after the lock.
        await Promise.all([
          sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(db),
          holdDocuments(db),
          setSettings(db, ours),
        ])
        return read(db)
      })
  }
  const { rows } = await sql<Settings>`
    select current_setting('statement_timeout') as limit, current_setting('plan_cache_mode') as plans,
      current_setting('enable_seqscan') as scans`.execute(ctx.db)
  await setSettings(ctx.db, ours)
  await holdDocuments(ctx.db)
  const value = await read(ctx.db)
  await setSettings(ctx.db, rows[0]!)
  return value
}

/** Has a rebuild that throws the documents away wait: once it has, they are gone for all who read, whatever state they see. */
export async function holdDocuments(db: Database): Promise<void> {
  await sql`lock table search_document in access share mode`.execute(db)
}

interface Settings {
  limit: string
  plans: string
  /** Whether a table may be read whole. */
  scans: string
}

async function setSettings(db: Database, { limit, plans, scans }: Settings): Promise<void> {
  await sql`
    select set_config('statement_timeout', ${limit}, true), set_config('plan_cache_mode', ${plans}, true),
      set_config('enable_seqscan', ${scans}, true)`.execute(db)
}
