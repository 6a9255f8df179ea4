import { sql, type Updateable } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { toJsonText } from '../platform/json-text.ts'
import type { ContentChanges } from './content.ts'
import { headColumns } from './store.ts'
import type { AnnotationHead, AnnotationTable } from './tables.ts'

/** More of them, in bytes, than are kept beside the content that was written whole. */
const mostChanges = 64 * 1024

/** What is written of an annotation: its content whole, or what has changed in it. */
export interface RowChange {
  columns: Updateable<Omit<AnnotationTable, 'structured_description' | 'content_changes'>>
  content?: string | undefined
  contentChanges?: ContentChanges | undefined
}

/**
 * Changes a locked row and raises its version; gives the row but for its large content, which the caller has. Changes of
 * the content are kept beside it until they are many; then `content` takes their place.
 */
export async function updateRow(db: Database, id: number, change: RowChange): Promise<AnnotationHead> {
  const { columns, content, contentChanges } = change
  const { changesSize, ...head } = await db
    .updateTable('annotation')
    .set(eb => ({ ...columns, ...toWritten(change), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning([...headColumns, sql<number>`pg_column_size(content_changes)`.as('changesSize')])
    .executeTakeFirstOrThrow()
  if (contentChanges && changesSize > mostChanges) {
    await db.updateTable('annotation').set(toWritten({ content })).where('id', '=', id).execute()
  }
  return head
}

function toWritten({ content, contentChanges }: Omit<RowChange, 'columns'>) {
  if (contentChanges) return { content_changes: sql<string>`content_changes || ${toJsonText(contentChanges)}::jsonb` }
  return content === undefined ? {} : { structured_description: content, content_changes: '{}' }
}
