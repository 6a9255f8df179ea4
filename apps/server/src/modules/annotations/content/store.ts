/** SQL of the large content of annotations alone. */

import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { readInTurns } from '../../../platform/flow/large-answers.ts'
import { type AnnotationHead, type AnnotationRow, type AnnotationTable, headColumns } from '../annotation.ts'
import { anyOf, toRow } from '../store.ts'
import { applyContentChanges, type ContentChanges } from './content.ts'

/** Content that somebody has, and the version that it is of. */
export interface KnownContent {
  readonly version: number
  readonly content: AnnotationRow['structured_description']
}

/** These annotations, of whichever productions; the content of those that are still at the known version is not read. */
export async function findRowsKnowing(
  db: Database,
  ids: readonly number[],
  known: ReadonlyMap<number, KnownContent>,
): Promise<AnnotationRow[]> {
  const versions = JSON.stringify(Array.from(known, ([id, { version }]) => ({ id, version })))
  const rows = await db
    .selectFrom('annotation')
    .leftJoin(
      sql<{ id: number; version: number }>`json_to_recordset(${versions}::json)`.as<'known'>(
        sql`known (id bigint, version bigint)`,
      ),
      join => join.onRef('known.id', '=', 'annotation.id').onRef('known.version', '=', 'annotation.version'),
    )
    .select(headColumns.map(column => `annotation.${column}` as const))
    .select(eb => [
      eb.case().when('known.id', 'is', null).then(eb.ref('structured_description')).end().as('content'),
      eb.case().when('known.id', 'is', null).then(eb.ref('content_changes')).end().as('changes'),
    ])
    .where('annotation.id', '=', anyOf(ids))
    .execute()
  return rows.map(({ content, changes, ...head }) =>
    content && changes
      ? toRow({ ...head, structured_description: content, content_changes: changes })
      : { ...head, structured_description: known.get(head.id)!.content },
  )
}

/** What an annotation says, in the columns of its row: its captions, its words, its description or else its name. */
export interface SaidRow extends Pick<AnnotationRow, 'object_type' | 'funnel' | 'structured_description'> {
  readonly id: number
  readonly media_object_id: number
  readonly start_frame: number
  readonly end_frame: number
  readonly text: string | null
}

/** Some of these at a time, in the order of their ids. */
export async function* readSaidRows(ctx: Context, ids: readonly number[]): AsyncGenerator<SaidRow[]> {
  for await (const batch of readInTurns(ctx, ids, selectSaid)) {
    yield batch.map(({ id, text }) => {
      const { changes, ...row } = JSON.parse(text) as Omit<SaidRow, 'id'> & { changes: ContentChanges }
      applyContentChanges(row.structured_description, changes)
      return { id, ...row }
    })
  }
}

function selectSaid(id: RawBuilder<number>): RawBuilder<{ text: string }> {
  return sql`
    select json_build_object('object_type', object_type, 'funnel', funnel, 'media_object_id', media_object_id,
      'start_frame', start_frame, 'end_frame', end_frame, 'text', coalesce(details ->> 'description', details ->> 'name'),
      'structured_description', json_build_object(
        'subtitles', structured_description -> 'subtitles', 'parts', structured_description -> 'parts'),
      'changes', content_changes)::text
    from annotation where id = ${id}`
}

/** Bytes of changes next to the content; with more of them the content is written whole. */
const maxChangedBytes = 64 * 1024

/** What is written of an annotation: its content whole, or what has changed in it. */
export interface RowChange {
  columns: Updateable<Omit<AnnotationTable, 'structured_description' | 'content_changes'>>
  content?: string | undefined
  contentChanges?: ContentChanges | undefined
}

/**
 * Changes a locked row and raises its version; returns the row without its large content, which the caller has. Changes
 * of the content are stored next to it until they are many.
 */
export async function updateRow(db: Database, id: number, change: RowChange): Promise<AnnotationHead> {
  const { columns, content, contentChanges } = change
  const { size, ...head } = await db
    .updateTable('annotation')
    .set(eb => ({ ...columns, ...toWritten(change), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning([...headColumns, sql<number>`pg_column_size(content_changes)`.as('size')])
    .executeTakeFirstOrThrow()
  if (contentChanges && content !== undefined && size > maxChangedBytes) {
    await db.updateTable('annotation').set(toWhole(content)).where('id', '=', id).execute()
  }
  return head
}

/** The columns of content that is written whole. */
function toWhole(content: string) {
  return { structured_description: content, content_changes: '{}' }
}

function toWritten({ content, contentChanges }: Omit<RowChange, 'columns'>) {
  if (contentChanges)
    return { content_changes: sql<string>`content_changes || ${JSON.stringify(contentChanges)}::jsonb` }
  return content === undefined ? {} : toWhole(content)
}
