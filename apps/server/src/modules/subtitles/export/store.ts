import type { Database } from '../../../platform/database/index.ts'
import type { SubtitleExportRow } from './tables.ts'

/** Keeps an exported file in the place of an earlier one of its workflow, and forgets those that have had their day. */
export async function keepExport(db: Database, row: SubtitleExportRow, forgetBefore: number): Promise<void> {
  const { workflow_id: _key, ...change } = row
  await db.deleteFrom('subtitle_export').where('created', '<', forgetBefore).execute()
  await db
    .insertInto('subtitle_export')
    .values(row)
    .onConflict(conflict => conflict.column('workflow_id').doUpdateSet(change))
    .execute()
}

export function findExport(db: Database, workflowId: string): Promise<SubtitleExportRow | undefined> {
  return db.selectFrom('subtitle_export').selectAll().where('workflow_id', '=', workflowId).executeTakeFirst()
}
