import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { toEventInsertion } from '../platform/event-log.ts'
import { toChangeInsertion } from '../search/index.ts'
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

/** These annotations, of whichever productions. */
export function findRowsById(db: Database, ids: readonly number[]): Promise<AnnotationRow[]> {
  return db.selectFrom('annotation').selectAll().where('id', '=', anyOf(ids)).execute()
}

/** The statement that chooses everything that hangs on these clips. */
export function selectIdsOfClips(mediaObjectIds: readonly number[]) {
  return sql<{ id: number }>`select id from annotation where media_object_id = any(${mediaObjectIds}::bigint[])`
}

/** The new row; nothing when its place is taken (a clip's own annotation, a subtitle of that language and preset). */
export function insertRow(
  db: Database,
  row: Omit<AnnotationRow, 'id' | 'version'>,
): Promise<AnnotationRow | undefined> {
  return db
    .insertInto('annotation')
    .values({
      ...row,
      structured_description: JSON.stringify(row.structured_description),
      details: JSON.stringify(row.details),
    })
    .onConflict(conflict => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Writes rows, their events and the order to write their search documents in one statement; gives the ids of those
 * whose clip was there, and holds it. Clips are locked in one order everywhere.
 */
export async function appendRows(
  db: Database,
  rows: readonly AnnotationRow[],
  events: Parameters<typeof toEventInsertion>[0],
): Promise<Set<number>> {
  const clipIds = [...new Set(rows.map(row => row.media_object_id))]
  const written = sql<{ id: number }>`select id from added`
  const added = await sql<{ id: number }>`
    with clip as (
      select media_object_id from annotation
      where media_object_id = any(${clipIds}::bigint[]) and object_type = ${sql.lit(ofClip)}
      order by media_object_id for key share
    ), added as (
      insert into annotation (${columns})
      select ${columns} from jsonb_populate_recordset(null::annotation, ${JSON.stringify(rows)}::jsonb)
      where media_object_id in (select media_object_id from clip)
      returning id
    ),
    told as (${toEventInsertion(events, written)}),
    noted as (${toChangeInsertion('annotation', written)})
    select id from added`.execute(db)
  return new Set(added.rows.map(row => row.id))
}

/** Every column of a row that is written whole. */
const columns = sql.raw(
  [
    'id, version, created, created_by, creator_id, modified_by, last_updated, production_id, media_object_id',
    'object_type, funnel, type, start_frame, end_frame, related_to_id, translated_from_id, language',
    'subtitle_preset_id, review_status, created_by_share_id, created_by_shared_user_id, structured_description, details',
  ].join(', '),
)

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
