import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../platform/database/index.ts'
import { matchesText, type TextMatch } from '../platform/database/text-match.ts'
import { toEventInsertion } from '../platform/event-log.ts'
import { toChangeInsertion } from '../search/index.ts'
import { applyContentChanges } from './content.ts'
import type { AnnotationHead, AnnotationRow, StoredAnnotation } from './tables.ts'

const ofClip = 'MediaObjectAnnotation'

/** Every column but the one that can be large. */
export const headColumns = [
  'id',
  'version',
  'created',
  'created_by',
  'creator_id',
  'modified_by',
  'last_updated',
  'production_id',
  'media_object_id',
  'object_type',
  'funnel',
  'type',
  'start_frame',
  'end_frame',
  'related_to_id',
  'translated_from_id',
  'language',
  'subtitle_preset_id',
  'review_status',
  'created_by_share_id',
  'created_by_shared_user_id',
  'details',
] as const satisfies readonly (keyof AnnotationHead)[]

/** The content as it is now. */
export function toRow<Found extends StoredAnnotation | undefined>(
  stored: Found,
): AnnotationRow | Extract<Found, undefined> {
  if (stored === undefined) return undefined as Extract<Found, undefined>
  applyContentChanges(stored.structured_description, stored.content_changes)
  return stored
}

function toRows(stored: readonly StoredAnnotation[]): AnnotationRow[] {
  return stored.map(row => toRow(row))
}

/** What annotations are looked up by; `null` asks for those without a language or preset. */
export interface AnnotationFilter {
  productionId: number
  mediaObjectId?: number
  mediaObjectIds?: readonly number[]
  ids?: readonly number[]
  funnel?: string
  language?: string | null
  subtitlePresetId?: string | null
}

/** The annotation of a whole clip: one statement on one index. */
export function findClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).executeTakeFirst().then(toRow)
}

/** The same, held until the transaction ends: the clip cannot be deleted meanwhile, others may still change it. */
export function holdClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forKeyShare().executeTakeFirst().then(toRow)
}

/** The same, locked for a change. */
export function lockClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forNoKeyUpdate().executeTakeFirst().then(toRow)
}

/** The same, locked for the clip's end: whoever is adding to the clip has finished, whoever comes later finds nothing. */
export function lockClipRowForDeletion(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forUpdate().executeTakeFirst().then(toRow)
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
    .then(toRow)
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
    .then(toRow)
}

/** The same without its large content. */
export function lockHead(db: Database, productionId: number, id: number): Promise<AnnotationHead | undefined> {
  return db
    .selectFrom('annotation')
    .select(headColumns)
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
    .then(toRows)
}

/** The clips whose own annotations are among these, in the order in which clips are locked. */
export async function listClipIdsOf(db: Database, productionId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation')
    .select('media_object_id')
    .where('id', '=', anyOf(ids))
    .where('production_id', '=', productionId)
    .where('object_type', '=', ofClip)
    .orderBy('media_object_id')
    .execute()
  return rows.map(row => row.media_object_id)
}

/** What answers any of these comments. */
export function listReplies(db: Database, productionId: number, ids: readonly number[]): Promise<AnnotationRow[]> {
  return db
    .selectFrom('annotation')
    .selectAll()
    .where('related_to_id', '=', anyOf(ids))
    .where('production_id', '=', productionId)
    .orderBy('id')
    .execute()
    .then(toRows)
}

/** Annotations in the order of their place in the clip. */
export function findRows(db: Database, filter: AnnotationFilter): Promise<AnnotationRow[]> {
  return selectRows(db, filter).selectAll().execute().then(toRows)
}

/** The same without their large content. */
export function findHeads(db: Database, filter: AnnotationFilter): Promise<AnnotationHead[]> {
  return selectRows(db, filter).select(headColumns).execute()
}

/** The first frames of annotations of one funnel of a clip, in order. */
export async function listStartFrames(db: Database, mediaObjectId: number, funnel: string): Promise<number[]> {
  const row = await db
    .selectFrom('annotation')
    .select(sql<number[] | null>`json_agg(start_frame order by start_frame)`.as('frames'))
    .where('media_object_id', '=', mediaObjectId)
    .where('funnel', '=', funnel)
    .executeTakeFirst()
  return row?.frames ?? []
}

function selectRows(db: Database, filter: AnnotationFilter) {
  let query = db.selectFrom('annotation').where('production_id', '=', filter.productionId)
  if (filter.mediaObjectId !== undefined) query = query.where('media_object_id', '=', filter.mediaObjectId)
  if (filter.mediaObjectIds !== undefined) query = query.where('media_object_id', '=', anyOf(filter.mediaObjectIds))
  if (filter.ids !== undefined) query = query.where('id', '=', anyOf(filter.ids))
  if (filter.funnel !== undefined) query = query.where('funnel', '=', filter.funnel)
  if (filter.language !== undefined) query = query.where('language', 'is not distinct from', filter.language)
  if (filter.subtitlePresetId !== undefined) {
    query = query.where('subtitle_preset_id', 'is not distinct from', filter.subtitlePresetId)
  }
  return query.orderBy('start_frame').orderBy('id')
}

/**
 * How many annotations of a clip have this funnel; `seenThroughShare` leaves out those made through another share, and
 * what was answered to them.
 */
export async function countRows(
  db: Database,
  filter: { mediaObjectId: number; funnel: string; seenThroughShare: number | undefined },
): Promise<number> {
  const { mediaObjectId, funnel, seenThroughShare } = filter
  let query = db
    .selectFrom('annotation')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('annotation.media_object_id', '=', mediaObjectId)
    .where('annotation.funnel', '=', funnel)
  if (seenThroughShare !== undefined) {
    query = query
      .leftJoin('annotation as root', 'root.id', 'annotation.related_to_id')
      .where(
        eb => eb.fn.coalesce('annotation.created_by_share_id', 'root.created_by_share_id', eb.val(seenThroughShare)),
        '=',
        seenThroughShare,
      )
  }
  return Number((await query.executeTakeFirstOrThrow()).count)
}

/** These annotations, of whichever productions. */
export function findRowsById(db: Database, ids: readonly number[]): Promise<AnnotationRow[]> {
  return db.selectFrom('annotation').selectAll().where('id', '=', anyOf(ids)).execute().then(toRows)
}

/** Clips whose own annotation has a matching text at this path of its members, also in a custom field's stored shape. */
export async function findClipIdsByMember(
  db: Database,
  productionId: number,
  path: readonly string[],
  match: TextMatch,
): Promise<number[]> {
  const at = (...more: string[]) => matchesText(sql`details #>> ${[...path, ...more]}::text[]`, match)
  return listClipIds(db, productionId, sql<SqlBool>`(${at()} or ${at('value')} or ${at('values', '0')})`)
}

export function findClipIdsByLanguage(db: Database, productionId: number, match: TextMatch): Promise<number[]> {
  return listClipIds(db, productionId, matchesText(sql.ref('language'), match))
}

async function listClipIds(db: Database, productionId: number, condition: RawBuilder<SqlBool>): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation')
    .select('media_object_id')
    .where('production_id', '=', productionId)
    .where('object_type', '=', sql.lit(ofClip))
    .where(condition)
    .orderBy('media_object_id')
    .execute()
  return rows.map(row => row.media_object_id)
}

/** The statement that chooses everything that hangs on these clips. */
export function selectIdsOfClips(mediaObjectIds: readonly number[]) {
  return sql<{ id: number }>`select id from annotation where media_object_id = any(${mediaObjectIds}::bigint[])`
}

export const selectAllIds = sql<{ id: number }>`select id from annotation`

/** The new row; nothing when its place is taken (a clip's own annotation, a subtitle of that language and preset). */
export function insertRow(
  db: Database,
  row: Omit<AnnotationRow, 'id' | 'version'> & { id?: number },
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
    .then(toRow)
}

/**
 * Writes rows, their events and the order to write their search documents in one statement; gives the ids of those
 * whose clip was there, and holds it. Clips are locked in one order everywhere, and before what hangs on them. With
 * `skip`, rows whose clip or comment to answer is being deleted are left out, too, rather than waited for; without it,
 * an answer to a comment that is gone is refused by the database (code 23503).
 */
export async function appendRows(
  db: Database,
  rows: readonly AnnotationRow[],
  events: Parameters<typeof toEventInsertion>[0],
  whenHeld: 'skip' | 'wait',
): Promise<Set<number>> {
  const clipIds = [...new Set(rows.map(row => row.media_object_id))]
  const rootIds = rows.flatMap(row => row.related_to_id ?? [])
  const written = sql<{ id: number }>`select id from added`
  const skips = whenHeld === 'skip'
  const added = await sql<{ id: number }>`
    with clip as (
      select media_object_id from annotation
      where media_object_id = any(${clipIds}::bigint[]) and object_type = ${sql.lit(ofClip)}
      order by media_object_id for key share ${sql.raw(skips ? 'skip locked' : '')}
    ),
    ${skips ? sql`root as (${holdRows(rootIds)}),` : sql``}
    added as (
      insert into annotation (${columns})
      select ${columns} from jsonb_populate_recordset(null::annotation, ${JSON.stringify(rows)}::jsonb)
      where media_object_id in (select media_object_id from clip)
        ${skips ? sql`and (related_to_id is null or related_to_id in (select id from root))` : sql``}
      returning id
    ),
    told as (${toEventInsertion(events, written)}),
    noted as (${toChangeInsertion('annotation', written)})
    select id from added`.execute(db)
  return new Set(added.rows.map(row => row.id))
}

/** Those of these annotations that are not being deleted, held. */
function holdRows(ids: readonly number[]) {
  return sql`select id from annotation where id = any(${ids}::bigint[]) order by id for key share skip locked`
}

/** Every column of a row that is written whole. */
const columns = sql.raw(
  [
    'id, version, created, created_by, creator_id, modified_by, last_updated, production_id, media_object_id',
    'object_type, funnel, type, start_frame, end_frame, related_to_id, translated_from_id, language',
    'subtitle_preset_id, review_status, created_by_share_id, created_by_shared_user_id, structured_description, details',
  ].join(', '),
)

/** Deletes annotations; gives the ids of those that were still there. */
export async function deleteRows(db: Database, ids: readonly number[]): Promise<number[]> {
  const rows = await db.deleteFrom('annotation').where('id', '=', anyOf(ids)).returning('id').execute()
  return rows.map(row => row.id)
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
