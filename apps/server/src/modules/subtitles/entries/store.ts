/** SQL of the entries of subtitles. */

import { type ColumnType, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

interface SubtitleEntryTable {
  annotation_id: number
  /** Where the entry is in its list; there are gaps between positions. */
  position: number
  /** As it was sent. */
  entry: ColumnType<unknown, string, string>
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    subtitle_entry: SubtitleEntryTable
  }
}

const ofAnnotation = sql`from subtitle_entry where annotation_id = annotation.id`
/** The entries of an annotation in order. */
export const selectEntries = sql<readonly unknown[] | null>`(select json_agg(entry order by position) ${ofAnnotation})`
/** The stored bytes of these entries. */
export const selectEntryBytes = sql<number>`(select sum(pg_column_size(entry)) ${ofAnnotation})`

/** The positions of the entries of an annotation in order. */
export async function listPositions(db: Database, annotationId: number): Promise<number[]> {
  const row = await db
    .selectFrom('subtitle_entry')
    .select(sql<number[] | null>`json_agg(position order by position)`.as('positions'))
    .where('annotation_id', '=', annotationId)
    .executeTakeFirst()
  return row?.positions ?? []
}

/** An entry and its position. */
export interface PlacedEntry {
  readonly position: number
  readonly entry: unknown
}

/** Deletes the entries at these positions, then writes these, over those that are at their positions. */
export async function writeEntries(
  db: Database,
  annotationId: number,
  { removed, written }: { readonly removed: readonly number[]; readonly written: readonly PlacedEntry[] },
): Promise<void> {
  if (removed.length > 0) {
    await sql`delete from subtitle_entry where annotation_id = ${annotationId} and position = any(${removed}::bigint[])`.execute(
      db,
    )
  }
  if (written.length === 0) return
  await sql`
    insert into subtitle_entry (annotation_id, position, entry)
    select ${annotationId}::bigint, position, entry
    from json_to_recordset(${JSON.stringify(written)}::json) as written (position bigint, entry json)
    on conflict (annotation_id, position) do update set entry = excluded.entry`.execute(db)
}
