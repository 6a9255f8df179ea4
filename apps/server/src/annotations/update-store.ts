import { sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { toJsonText } from '../platform/json-text.ts'
import type { ContentChanges } from './content.ts'
import { toWhole, writeContent } from './content-store.ts'
import { headColumns } from './store.ts'
import type { AnnotationHead, AnnotationTable } from './tables.ts'

/** Of changes beside the content, in bytes: more are many, and should be put into their places soon. */
const manyChanges = 64 * 1024
/** More are put there at once. */
const mostChanges = 256 * 1024

/** What is written of an annotation: its content whole, or what has changed in it. */
export interface RowChange {
  columns: Updateable<Omit<AnnotationTable, 'structured_description' | 'content_changes'>>
  content?: string | undefined
  contentChanges?: ContentChanges | undefined
}

/**
 * Changes a locked row and raises its version; gives the row but for its large content, which the caller has. Changes of
 * the content are kept beside it, and it is told whether these have become many.
 */
export async function updateRow(
  db: Database,
  id: number,
  change: RowChange,
): Promise<{ head: AnnotationHead; hasMany: boolean }> {
  const { columns, content, contentChanges } = change
  const { size, ...head } = await db
    .updateTable('annotation')
    .set(eb => ({ ...columns, ...toWritten(change), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning([...headColumns, sql<number>`pg_column_size(content_changes)`.as('size')])
    .executeTakeFirstOrThrow()
  const isTooMuch = contentChanges !== undefined && content !== undefined && size > mostChanges
  if (isTooMuch) await writeContent(db, id, content)
  return { head, hasMany: !isTooMuch && size > manyChanges }
}

function toWritten({ content, contentChanges }: Omit<RowChange, 'columns'>) {
  if (contentChanges) return { content_changes: sql<string>`content_changes || ${toJsonText(contentChanges)}::jsonb` }
  return content === undefined ? {} : toWhole(content)
}
