import { type Insertable, sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { SubtitleWorkRow } from './tables.ts'

/** What runs began with that nobody repeats any more. */
export const retainedWork: RetainedRows = {
  records: 'subtitleRuns',
  table: 'subtitle_work',
  key: 'workflow_id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint and not is_open`,
}

/** Stores what a run begins with. */
export async function insertWork(db: Database, row: Insertable<Tables['subtitle_work']>): Promise<void> {
  await db.insertInto('subtitle_work').values(row).execute()
}

/** A file that came with the request of a run. */
export async function findContent(
  db: Database,
  workflowId: string,
  column: 'import_content' | 'alignment_content',
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('subtitle_work')
    .select(column)
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst()
  return row?.[column] ?? null
}

/** What the last of these tasks left that left anything. */
export async function findDraft(
  db: Database,
  workflowId: string,
  tasks: readonly string[],
): Promise<string | undefined> {
  const rows = await db.selectFrom('subtitle_draft').select('task').where('workflow_id', '=', workflowId).execute()
  const left = new Set(rows.map(({ task }) => task))
  const last = tasks.findLast(task => left.has(task))
  if (last === undefined) return undefined
  const row = await db
    .selectFrom('subtitle_draft')
    .select('draft')
    .where('workflow_id', '=', workflowId)
    .where('task', '=', last)
    .executeTakeFirst()
  return row?.draft
}

/** Writes what a task leaves, nothing where it leaves nothing; false when the run is forgotten. */
export async function writeDraft(
  db: Database,
  workflowId: string,
  task: string,
  draft: string | undefined,
): Promise<boolean> {
  const work = await db
    .selectFrom('subtitle_work')
    .select('workflow_id')
    .where('workflow_id', '=', workflowId)
    .forKeyShare()
    .executeTakeFirst()
  if (!work) return false
  await db.deleteFrom('subtitle_draft').where('workflow_id', '=', workflowId).where('task', '=', task).execute()
  if (draft !== undefined)
    await db.insertInto('subtitle_draft').values({ workflow_id: workflowId, task, draft }).execute()
  return true
}

/** Returns whether the end of a run is still to be reported; false when it was reported before. */
export async function changeOpen(db: Database, workflowId: string, isOpen: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subtitle_work')
    .set({ is_open: isOpen })
    .where('workflow_id', '=', workflowId)
    .where('is_open', '=', !isOpen)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Which subtitles a run makes. */
export type Work = Pick<
  SubtitleWorkRow,
  'production_id' | 'media_object_id' | 'language' | 'subtitle_preset_id' | 'is_import'
>

export function findWork(db: Database, workflowId: string): Promise<Work | undefined> {
  return db
    .selectFrom('subtitle_work')
    .select(['production_id', 'media_object_id', 'language', 'subtitle_preset_id', 'is_import'])
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst()
}
