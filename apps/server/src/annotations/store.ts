import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import type { AnnotationRow, AnnotationTable } from './tables.ts'

const ofClip = 'MediaObjectAnnotation'

/** What annotations are looked up by; `null` asks for those without a language or preset. */
export interface AnnotationFilter {
  productionId: number
  mediaObjectId?: number
  mediaObjectIds?: readonly number[]
  ids?: readonly number[]
  funnel?: string
  language?: string | null
  subtitlePresetId?: string | null
  relatedToIds?: readonly number[]
}

/** The annotation of a whole clip: one statement on one index. */
export function findClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).executeTakeFirst()
}

/** The same, held until the transaction ends: the clip cannot be deleted meanwhile, others may still change it. */
export function holdClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forKeyShare().executeTakeFirst()
}

/** The same, locked for a change. */
export function lockClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forNoKeyUpdate().executeTakeFirst()
}

/** The same, locked for the clip's end: whoever is adding to the clip has finished, whoever comes later finds nothing. */
export function lockClipRowForDeletion(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forUpdate().executeTakeFirst()
}

function selectClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return (
    db
      .selectFrom('annotation')
      .selectAll()
      .where('media_object_id', '=', mediaObjectId)
      // Written out: a plan made for any value could not use the index of these rows alone.
      .where('object_type', '=', sql.lit(ofClip))
      .where('production_id', '=', productionId)
  )
}

export function findRow(db: Database, productionId: number, id: number): Promise<AnnotationRow | undefined> {
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .executeTakeFirst()
}

/** The annotation, locked for a change; replies to it can still be added. */
export function lockRow(db: Database, productionId: number, id: number): Promise<AnnotationRow | undefined> {
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** These annotations, locked for their end; in one order everywhere, so that two deletions cannot block each other. */
export async function lockRowsForDeletion(
  db: Database,
  productionId: number,
  ids: readonly number[],
): Promise<AnnotationRow[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', anyOf(ids))
    .where('production_id', '=', productionId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Annotations in the order of their place in the clip. */
export function findRows(db: Database, filter: AnnotationFilter): Promise<AnnotationRow[]> {
  let query = db.selectFrom('annotation').selectAll().where('production_id', '=', filter.productionId)
  if (filter.mediaObjectId !== undefined) query = query.where('media_object_id', '=', filter.mediaObjectId)
  if (filter.mediaObjectIds !== undefined) query = query.where('media_object_id', '=', anyOf(filter.mediaObjectIds))
  if (filter.ids !== undefined) query = query.where('id', '=', anyOf(filter.ids))
  if (filter.funnel !== undefined) query = query.where('funnel', '=', filter.funnel)
  if (filter.language !== undefined) query = query.where('language', 'is not distinct from', filter.language)
  if (filter.subtitlePresetId !== undefined) {
    query = query.where('subtitle_preset_id', 'is not distinct from', filter.subtitlePresetId)
  }
  if (filter.relatedToIds !== undefined) query = query.where('related_to_id', '=', anyOf(filter.relatedToIds))
  return query.orderBy('start_frame').orderBy('id').execute()
}

/** The new row; nothing when its place is taken (a clip's own annotation, a subtitle of that language and preset). */
export function insertRow(db: Database, row: Insertable<AnnotationTable>): Promise<AnnotationRow | undefined> {
  return db
    .insertInto('annotation')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Changes a locked row and raises its version. */
export function updateRow(db: Database, id: number, change: Updateable<AnnotationTable>): Promise<AnnotationRow> {
  return db
    .updateTable('annotation')
    .set(eb => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes annotations; gives what is gone. */
export async function deleteRows(db: Database, ids: readonly number[]): Promise<AnnotationRow[]> {
  return db.deleteFrom('annotation').where('id', '=', anyOf(ids)).returningAll().execute()
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

/** Ids of the annotations that were translated from this one. */
export async function listTranslationIds(db: Database, productionId: number, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation')
    .select('id')
    .where('translated_from_id', '=', id)
    .where('production_id', '=', productionId)
    .orderBy('id')
    .execute()
  return rows.map(row => row.id)
}

/** Ids as one parameter: the statement stays the same however many there are. */
export function anyOf(ids: readonly number[]) {
  return sql<number>`any (${ids}::bigint[])`
}
