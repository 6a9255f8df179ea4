/** SQL of the large content of annotations alone. */

import { type SqlBool, sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { anyOf, headColumns, toRow } from './store.ts'
import type { AnnotationHead, AnnotationRow } from './tables.ts'

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

/** An annotation that has changes beside its content, locked; undefined also while somebody else changes it. */
export function lockChangedHead(db: Database, id: number): Promise<AnnotationHead | undefined> {
  return db
    .selectFrom('annotation')
    .select(headColumns)
    .where('id', '=', id)
    .where(sql<SqlBool>`content_changes <> '{}'`)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Writes content whole, in the place of what was stored and of the changes to it. */
export async function writeContent(db: Database, id: number, content: string): Promise<void> {
  await db.updateTable('annotation').set(toWhole(content)).where('id', '=', id).execute()
}

/** The columns of content that is written whole. */
export function toWhole(content: string) {
  return { structured_description: content, content_changes: '{}' }
}
