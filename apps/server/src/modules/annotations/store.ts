import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import { toEventInsertion } from '../../platform/events/log.ts'
import { matchesText, type TextMatch } from '../../platform/text/text-match.ts'
import { toChangeInsertion } from '../search/index.ts'
import {
  type AnnotationHead,
  type AnnotationOutline,
  type AnnotationRow,
  headColumns,
  outlineColumns,
  writtenColumns,
} from './annotation.ts'
import { type ContentSource, hasList, withItems } from './content/lists.ts'
import { selectItems } from './content/store.ts'
import { commentFunnel, resolvedTag, subtitleFunnel } from './policy.ts'

const ofClip = 'MediaObjectAnnotation'

/** A row as it is selected with the items of its content. */
type SelectedRow = AnnotationRow & { readonly items: readonly unknown[] | null }

function toRow(source: ContentSource, { items, ...row }: SelectedRow): AnnotationRow {
  return { ...row, structured_description: withItems(source, row.funnel, row.structured_description, items) }
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
  return selectClipRow(db, productionId, mediaObjectId).executeTakeFirst()
}

/** The same, locked for a change. */
export function lockClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forNoKeyUpdate().executeTakeFirst()
}

/** The same, locked for the clip's end: earlier additions to the clip have finished, later ones find nothing. */
export function lockClipRowForDeletion(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRow(db, productionId, mediaObjectId).forUpdate().executeTakeFirst()
}

/** Those of several clips, locked for changes in the order of the clips. */
export function lockClipRows(db: Database, productionId: number, mediaObjectIds: readonly number[]) {
  return selectClipRows(db, productionId, anyOf(mediaObjectIds)).orderBy('media_object_id').forNoKeyUpdate().execute()
}

function selectClipRow(db: Database, productionId: number, mediaObjectId: number) {
  return selectClipRows(db, productionId, sql.val(mediaObjectId))
}

function selectClipRows(db: Database, productionId: number, mediaObjectId: RawBuilder<number>) {
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

export async function findRow(
  source: ContentSource,
  productionId: number,
  id: number,
): Promise<AnnotationRow | undefined> {
  const row = await source.db
    .selectFrom('annotation')
    .selectAll()
    .select(selectItems(source).as('items'))
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .executeTakeFirst()
  return row && toRow(source, row)
}

/** The annotation, locked for a change; replies to it can still be added. */
export async function lockRow(
  source: ContentSource,
  productionId: number,
  id: number,
): Promise<AnnotationRow | undefined> {
  const row = await source.db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  // A statement that waits for the lock does not see the items that were written meanwhile; the next one does.
  return row && hasList(source, row.funnel) ? findRow(source, productionId, id) : row
}

/** The same, and, if these are subtitles, the annotation of their clip, locked before them: it has their statuses. */
export async function lockRowAndClip(
  source: ContentSource,
  productionId: number,
  id: number,
): Promise<{ row: AnnotationRow | undefined; clipOfSubtitles: AnnotationRow | undefined }> {
  const clipOfSubtitles = sql<number>`(
    select clip.id from annotation clip join annotation subtitles using (media_object_id)
    where subtitles.id = ${id} and subtitles.funnel = ${subtitleFunnel} and clip.object_type = ${sql.lit(ofClip)})`
  const rows = await source.db
    .selectFrom('annotation')
    .selectAll()
    .where('id', '=', sql<number>`any (array[${id}, ${clipOfSubtitles}]::bigint[])`)
    .where('production_id', '=', productionId)
    .orderBy(sql`object_type = ${sql.lit(ofClip)}`, 'desc')
    .forNoKeyUpdate()
    .execute()
  const row = rows.find(row => row.id === id)
  return {
    // As above.
    row: row && hasList(source, row.funnel) ? await findRow(source, productionId, id) : row,
    clipOfSubtitles: rows.find(row => row.id !== id),
  }
}

/** An annotation, locked for a change, without its large content. */
export function lockHead(db: Database, productionId: number, id: number): Promise<AnnotationHead | undefined> {
  return db
    .selectFrom('annotation')
    .select(headColumns)
    .where('id', '=', id)
    .where('production_id', '=', productionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Annotations in the order of their place in the clip. */
export async function findRows(source: ContentSource, filter: AnnotationFilter): Promise<AnnotationRow[]> {
  const rows = await selectRows(source.db, filter).selectAll().select(selectItems(source).as('items')).execute()
  return rows.map(row => toRow(source, row))
}

/** The same without their large content. */
export function findHeads(db: Database, filter: AnnotationFilter): Promise<AnnotationHead[]> {
  return selectRows(db, filter).select(headColumns).execute()
}

/** The same without anything that can be large. */
export function findOutlines(db: Database, filter: AnnotationFilter): Promise<AnnotationOutline[]> {
  return selectRows(db, filter).select(outlineColumns).execute()
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

/** These annotations, of whichever productions. */
export async function findRowsById(source: ContentSource, ids: readonly number[]): Promise<AnnotationRow[]> {
  const rows = await source.db
    .selectFrom('annotation')
    .selectAll()
    .select(selectItems(source).as('items'))
    .where('id', '=', anyOf(ids))
    .execute()
  return rows.map(row => toRow(source, row))
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

/** The statement that chooses the annotations of these clips themselves. */
export function selectOwnIdsOfClips(mediaObjectIds: readonly number[]) {
  return sql<{ id: number }>`
    select id from annotation where media_object_id = any(${mediaObjectIds}::bigint[]) and object_type = ${sql.lit(ofClip)}`
}

/** Whether a comment of this name in a statement is settled. */
export function isResolved(name: string): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(`${name}.details`)} -> 'tags' ? ${sql.lit(resolvedTag)}, false)`
}

/** The statement that chooses what answers a comment. */
export function selectIdsOfReplies(rootId: number) {
  return sql<{ id: number }>`select id from annotation where related_to_id = ${rootId}`
}

/** Comments that others answer, of whichever productions, and whether they are settled. */
export function findRootsById(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('annotation')
    .select(['id', 'created_by_share_id', isResolved('annotation').as('is_resolved')])
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Whether a row is a comment that mentions somebody and is neither resolved nor deleted, as `toOpenMentions` has it. */
export const hasOpenMentions = sql<boolean>`(
  funnel = ${sql.lit(commentFunnel)} and deleted is null and details #> '{mentionIds,0}' is not null
  and not coalesce(details -> 'tags' ? ${sql.lit(resolvedTag)}, false))`

export const selectAllIds = sql<{ id: number }>`select id from annotation`

/** A row to be; the database gives the id of one that has none. */
export type NewRow = Omit<AnnotationRow, 'id'> & { readonly id?: number | undefined }

/** What is written together with rows that have ids: outside of a transaction nothing else does. */
interface Record {
  readonly events: Parameters<typeof toEventInsertion>[0]
  /** Whether rows whose clip or root comment is locked by a deletion are left out or waited for. */
  readonly whenHeld: 'skip' | 'wait'
}

/**
 * Writes rows in one statement, with a record also their events and the order to index them. Returns the ids of those
 * that were written: not of parts whose clip is gone, replies to a comment that is gone, deleted or seen by others than
 * the reply, and rows whose place is taken (a clip's own annotation, subtitles of that language and preset). Clips and root comments are locked until
 * the transaction ends: clips first and in order, as everywhere.
 */
export async function insertRows(db: Database, rows: readonly NewRow[], record?: Record): Promise<number[]> {
  const clipIds = [...new Set(rows.map(row => row.media_object_id))]
  const rootIds = rows.flatMap(row => row.related_to_id ?? [])
  const skipLocked = sql.raw(record?.whenHeld === 'skip' ? 'skip locked' : '')
  const written = sql<{ id: number }>`select id from added`
  // The document of a clip tells whom its comments mention.
  const indexed = sql<{ id: number }>`
    select id from added union
    select id from annotation where object_type = ${sql.lit(ofClip)}
      and media_object_id in (select media_object_id from added where ${hasOpenMentions})`
  const added = await sql<{ id: number }>`
    with clip as (
      select media_object_id from annotation
      where media_object_id = any(${clipIds}::bigint[]) and object_type = ${sql.lit(ofClip)}
      order by media_object_id for key share ${skipLocked}
    ),
    root as (
      select id, is_internal from annotation
      where id = any(${rootIds}::bigint[]) and deleted is null
        and media_object_id in (select media_object_id from clip)
      order by id for key share ${skipLocked}
    ),
    added as (
      insert into annotation (id, ${givenColumns})
      select coalesce(id, nextval('rushes_id')), ${givenColumns}
      from jsonb_populate_recordset(null::annotation, ${JSON.stringify(rows)}::jsonb)
      where (object_type = ${sql.lit(ofClip)} or media_object_id in (select media_object_id from clip))
        and (related_to_id is null or (related_to_id, is_internal) in (select id, is_internal from root))
      on conflict do nothing
      returning id, media_object_id, funnel, deleted, details
    )
    ${
      record
        ? sql`, recorded as (${toEventInsertion(record.events, written)}),
          marked as (${toChangeInsertion('annotation', indexed)})`
        : sql``
    }
    ${written}`.execute(db)
  return added.rows.map(row => row.id)
}

const givenColumns = sql.raw(writtenColumns.filter(column => column !== 'id').join(', '))

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

/** The statement that chooses every annotation of a production. */
export function selectIdsOfProduction(productionId: number) {
  return sql<{ id: number }>`select id from annotation where production_id = ${productionId}`
}

/** A clip without an annotation of its own, if there is one. */
export async function findBareClip(db: Database, productionId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from media_object clip where production_id = ${productionId} and not exists (
      select from annotation where media_object_id = clip.id and object_type = 'MediaObjectAnnotation') limit 1`.execute(
    db,
  )
  return rows[0]?.name
}

/** An answer to what cannot be answered, as its first frame in its clip, if there is one. */
export async function findLostReply(db: Database, productionId: number): Promise<number | undefined> {
  const { rows } = await sql<{ frame: number }>`
    select reply.start_frame as frame from annotation reply join annotation root on root.id = reply.related_to_id
    where reply.production_id = ${productionId}
      and (root.media_object_id <> reply.media_object_id or root.related_to_id is not null) limit 1`.execute(db)
  return rows[0]?.frame
}
