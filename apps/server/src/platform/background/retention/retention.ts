/**
 * Deletes records that have been stored as long as `periods.ts` and `RUSHES_RETENTION` say. Modules describe which rows of
 * their tables those are; one background service deletes them, in statements of a bounded number of rows.
 */

import { type RawBuilder, sql } from 'kysely'
import type { Platform } from '../../context.ts'
import type { Database } from '../../database/index.ts'
import type { Module } from '../../module.ts'
import { startBackground } from '../background.ts'
import { type RecordName, type RetentionPeriods, recordKinds, recordNames } from './periods.ts'

/** Which rows of a table are deleted when they are old enough. */
export interface RetainedRows {
  readonly records: RecordName
  readonly table: string
  /** The column by which rows are deleted. */
  readonly key: string
  /** Whether a row was over at an instant, in epoch milliseconds: a condition on the columns of the table. */
  readonly wasOver: (instant: number) => RawBuilder<boolean>
}

declare module '../../module.ts' {
  interface Module {
    /** What of its rows is stored for a time only. */
    readonly retention?: readonly RetainedRows[]
  }
}

/** How much is deleted: of records that have been stored long enough, and of those that will have been in a week. */
export interface RetentionPreview {
  readonly records: RecordName
  readonly what: string
  /** Undefined: for good. */
  readonly days: number | undefined
  readonly rows: number
  readonly due: number
  readonly dueInAWeek: number
}

const everyMs = 10 * 60_000
const batchSize = 1_000
const dayMs = 24 * 3_600_000

/** The rows of all modules, in the order of the table. Throws for records that no module describes. */
export function collectRetained(modules: readonly Module[], others: readonly RetainedRows[]): readonly RetainedRows[] {
  const all = [...modules.flatMap(({ retention }) => retention ?? []), ...others]
  return recordNames.map(name => {
    const [found, ...more] = all.filter(({ records }) => records === name)
    if (!found || more.length > 0) throw new Error(`${name}: described ${more.length + (found ? 1 : 0)} times`)
    return found
  })
}

/** Deletes what has been stored long enough, now and again; the result stops it. */
export function startRetention(platform: Platform, retained: readonly RetainedRows[]): () => Promise<void> {
  return startBackground(platform, {
    name: 'retention',
    everyMs,
    run: (_, signal) => applyRetention(platform, retained, signal),
  })
}

/** Deletes what has been stored long enough by now. */
export async function applyRetention(
  { clock, config, database, log }: Platform,
  retained: readonly RetainedRows[],
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  for (const rows of retained) {
    const days = config.retention[rows.records]
    if (days === undefined) continue
    let deleted = 0
    let batch = batchSize
    // More than one row may have a key.
    while (batch >= batchSize && !signal?.aborted) {
      batch = await deleteBatch(database, rows, now - days * dayMs)
      deleted += batch
    }
    if (deleted > 0) log.info({ records: rows.records, deleted, days }, 'records deleted that were stored long enough')
  }
}

async function deleteBatch(db: Database, { table, key, wasOver }: RetainedRows, instant: number): Promise<number> {
  return db.transaction().execute(async db => {
    // The audit is only added to, except by this.
    await sql`select set_config('rushes.retention', 'on', true)`.execute(db)
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${wasOver(instant)}
        limit ${batchSize} for update skip locked)`.execute(db)
    return Number(numAffectedRows ?? 0n)
  })
}

/** What is deleted now, and by in a week, where the periods are these. */
export async function previewRetention(
  db: Database,
  retained: readonly RetainedRows[],
  periods: RetentionPeriods,
  now: number,
): Promise<RetentionPreview[]> {
  const previews: RetentionPreview[] = []
  for (const { records, table, wasOver } of retained) {
    const days = periods[records]
    const count = async (condition: RawBuilder<boolean>) => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)} where ${condition}`.execute(db)
      return Number(rows[0]!.count)
    }
    const countAt = async (instant: number) => (days === undefined ? 0 : count(wasOver(instant - days * dayMs)))
    previews.push({
      records,
      what: recordKinds[records].what,
      days,
      rows: await count(sql`true`),
      due: await countAt(now),
      dueInAWeek: await countAt(now + 7 * dayMs),
    })
  }
  return previews
}
