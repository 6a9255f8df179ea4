/** SQL of the large content of annotations alone. */

import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { readInTurns } from '../../../platform/flow/large-answers.ts'
import { type AnnotationHead, type AnnotationRow, type AnnotationTable, headColumns } from '../annotation.ts'
import { type ContentList, type ContentSource, withItems } from './lists.ts'

/** The items of an annotation that are rows of their own. */
export function selectItems(source: ContentSource): RawBuilder<readonly unknown[] | null> {
  return selectOfList(source, ({ items }) => items, sql`null::json`)
}

/** The stored bytes of these items. */
export function selectItemBytes(source: Pick<ContentSource, 'platform'>): RawBuilder<number> {
  return sql`coalesce(${selectOfList(source, ({ bytes }) => bytes, sql`0`)}, 0)`
}

function selectOfList<Value>(
  { platform }: Pick<ContentSource, 'platform'>,
  select: (list: ContentList) => RawBuilder<Value>,
  none: RawBuilder<Value>,
): RawBuilder<Value> {
  const lists = platform.modules.flatMap(({ contentList }) => contentList ?? [])
  if (lists.length === 0) return none
  const cases = lists.map(list => sql`when ${sql.lit(list.funnel)} then ${select(list)}`)
  return sql`case annotation.funnel ${sql.join(cases, sql` `)} end`
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
  for await (const batch of readInTurns(ctx, ids, id => selectSaid(ctx, id))) {
    yield batch.map(({ id, text }) => {
      const { items, ...row } = JSON.parse(text) as Omit<SaidRow, 'id'> & { items: readonly unknown[] | null }
      return { id, ...row, structured_description: withItems(ctx, row.funnel, row.structured_description, items) }
    })
  }
}

function selectSaid(source: ContentSource, id: RawBuilder<number>): RawBuilder<{ text: string }> {
  return sql`
    select json_build_object('object_type', object_type, 'funnel', funnel, 'media_object_id', media_object_id,
      'start_frame', start_frame, 'end_frame', end_frame, 'text', coalesce(details ->> 'description', details ->> 'name'),
      'structured_description', json_build_object(
        'subtitles', structured_description -> 'subtitles', 'parts', structured_description -> 'parts'),
      'items', ${selectItems(source)})::text
    from annotation where id = ${id}`
}

/** The same of one annotation. */
export async function findItems(source: ContentSource, id: number): Promise<readonly unknown[] | null> {
  const row = await source.db
    .selectFrom('annotation')
    .select(selectItems(source).as('items'))
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.items ?? null
}

/** Changes a locked row and raises its version; returns the row without its large content, which the caller has. */
export function updateRow(
  db: Database,
  id: number,
  columns: Updateable<Omit<AnnotationTable, 'structured_description'>>,
  content: string | undefined,
): Promise<AnnotationHead> {
  return db
    .updateTable('annotation')
    .set(eb => ({
      ...columns,
      ...(content !== undefined && { structured_description: content }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .returning(headColumns)
    .executeTakeFirstOrThrow()
}
