import { type Insertable, sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { SubtitleExportRow, SubtitleExportTable } from './tables.ts'

/** Stores an exported file instead of an earlier one of its workflow. */
export async function keepExport(db: Database, row: Insertable<SubtitleExportTable>): Promise<void> {
  const { workflow_id: _key, ...change } = row
  await db
    .insertInto('subtitle_export')
    .values(row)
    .onConflict(conflict => conflict.column('workflow_id').doUpdateSet(change))
    .execute()
}

export function findExport(db: Database, workflowId: string): Promise<SubtitleExportRow | undefined> {
  return db.selectFrom('subtitle_export').selectAll().where('workflow_id', '=', workflowId).executeTakeFirst()
}

/** Files whose links have expired. */
export const retainedExports: RetainedRows = {
  records: 'exports',
  table: 'subtitle_export',
  key: 'workflow_id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint`,
}
