/** SQL of deletions. It reads no large columns: a deletion may be of very many rows. */

import { internalClass } from '@rushes/contract'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import { type AnnotationOutline, type AnnotationRow, outlineColumns } from '../annotation.ts'
import { subtitleFunnel } from '../policy.ts'
import { anyOf, hasOpenMentions } from '../store.ts'

/** An annotation that is to be deleted. */
export interface DoomedRow extends AnnotationOutline {
  readonly has_open_mentions: boolean
}

/**
 * These annotations and the comments that they answer, locked for their end; in one order everywhere, so that two
 * deletions cannot block each other, and of two replies one is deleted after the other.
 */
export function lockRowsForDeletion(db: Database, productionId: number, ids: readonly number[]): Promise<DoomedRow[]> {
  const wanted = sql<number>`(
    select unnest(${ids}::bigint[])
    union select related_to_id from annotation where id = any(${ids}::bigint[]) and related_to_id is not null)`
  return db
    .selectFrom('annotation')
    .select([...outlineColumns, hasOpenMentions.as('has_open_mentions')])
    .where('id', 'in', wanted)
    .where('production_id', '=', productionId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** The clips whose own annotations are among these, in the order in which clips are locked. */
export async function listClipIdsOf(db: Database, productionId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation')
    .select('media_object_id')
    .where('id', '=', anyOf(ids))
    .where('production_id', '=', productionId)
    .where('object_type', '=', 'MediaObjectAnnotation')
    .orderBy('media_object_id')
    .execute()
  return rows.map(row => row.media_object_id)
}

/** The clips' own annotations of those of these that are subtitles, locked for a change of their statuses. */
export async function lockClipRowsOfSubtitles(
  db: Database,
  productionId: number,
  ids: readonly number[],
): Promise<AnnotationRow[]> {
  if (ids.length === 0) return []
  const clipIds = sql<number>`(
    select media_object_id from annotation where id = any(${ids}::bigint[]) and funnel = ${subtitleFunnel})`
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('media_object_id', 'in', clipIds)
    .where('object_type', '=', sql.lit('MediaObjectAnnotation'))
    .where('production_id', '=', productionId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Takes the source from translations whose source is deleted. */
export function clearTranslatedFrom(
  db: Database,
  sourceIds: readonly number[],
  changed: Pick<AnnotationRow, 'modified_by' | 'last_updated'>,
): Promise<AnnotationOutline[]> {
  return db
    .updateTable('annotation')
    .set(eb => ({ ...changed, version: eb('version', '+', 1), translated_from_id: null }))
    .where('translated_from_id', '=', anyOf(sourceIds))
    .returning(outlineColumns)
    .execute()
}

/** What answers any of these comments. */
export function listReplies(db: Database, productionId: number, ids: readonly number[]): Promise<DoomedRow[]> {
  return db
    .selectFrom('annotation')
    .select([...outlineColumns, hasOpenMentions.as('has_open_mentions')])
    .where('related_to_id', '=', anyOf(ids))
    .where('production_id', '=', productionId)
    .orderBy('id')
    .execute()
}

/** Deletes annotations; gives the ids of those that were still there. */
export async function deleteRows(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db.deleteFrom('annotation').where('id', '=', anyOf(ids)).returning('id').execute()
  return rows.map(row => row.id)
}

/** Deletes those of these comments that are deleted already, and have no reply any more. */
export async function deleteAbandonedRows(db: Database, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from annotation root
    where id = any(${ids}::bigint[]) and deleted is not null
      and not exists (select from annotation where related_to_id = root.id)
    returning id`.execute(db)
  return rows.map(row => row.id)
}

/** Takes their content from comments that have replies, and marks them as deleted; who sees them stays. */
export function emptyRows(
  db: Database,
  ids: readonly number[],
  changed: Pick<AnnotationRow, 'modified_by' | 'last_updated'>,
): Promise<AnnotationOutline[]> {
  return db
    .updateTable('annotation')
    .set(eb => ({
      ...changed,
      version: eb('version', '+', 1),
      deleted: changed.last_updated,
      type: null,
      language: null,
      structured_description: '{}',
      details: sql<string>`jsonb_strip_nulls(jsonb_build_object(
        'authorName', details -> 'authorName', 'ignoreTimecode', details -> 'ignoreTimecode', 'description', '',
        'securityClasses', case when is_internal then jsonb_build_array(${internalClass}::text) end))`,
    }))
    .where('id', '=', anyOf(ids))
    .returning(outlineColumns)
    .execute()
}

/** Deletes everything that hangs on a clip; gives the ids. */
export async function deleteRowsOfClip(db: Database, productionId: number, mediaObjectId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('annotation')
    .where('media_object_id', '=', mediaObjectId)
    .where('production_id', '=', productionId)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

export async function listIdsOfClip(db: Database, productionId: number, mediaObjectId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation')
    .select('id')
    .where('media_object_id', '=', mediaObjectId)
    .where('production_id', '=', productionId)
    .execute()
  return rows.map(row => row.id)
}
