import { sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'
import type { MediaObjectRow } from '../../media/index.ts'
import type { AnnotationRow } from '../annotation.ts'
import { anyOf, hasOpenMentions, isResolved } from '../store.ts'

/** An annotation that hangs on a collection. */
interface AnnotationAttachmentTable {
  editorial_object_id: number
  annotation_id: number
  production_id: number
  position: number
  created: number
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    annotation_attachment: AnnotationAttachmentTable
  }
}

/** An annotation as it hangs on a collection. */
export interface AttachedRow {
  editorialObjectId: number
  position: number
  row: AnnotationRow
}

/** Makes room for `count` entries at an index of a collection; gives the position of the first. */
export async function makeRoom(
  db: Database,
  editorialObjectId: number,
  index: number | undefined,
  count: number,
): Promise<number> {
  const at =
    index === undefined
      ? undefined
      : await db
          .selectFrom('annotation_attachment')
          .select('position')
          .where('editorial_object_id', '=', editorialObjectId)
          .orderBy('position')
          .orderBy('annotation_id')
          .offset(index)
          .limit(1)
          .executeTakeFirst()
  if (!at) {
    const last = await db
      .selectFrom('annotation_attachment')
      .select(eb => eb.fn.max<number | null>('position').as('position'))
      .where('editorial_object_id', '=', editorialObjectId)
      .executeTakeFirst()
    return (last?.position ?? -1) + 1
  }
  await db
    .updateTable('annotation_attachment')
    .set(eb => ({ position: eb('position', '+', count) }))
    .where('editorial_object_id', '=', editorialObjectId)
    .where('position', '>=', at.position)
    .execute()
  return at.position
}

/** Hangs annotations on a collection; gives the ids of those that did not hang on it before. */
export async function insertAttachments(
  db: Database,
  entries: readonly {
    editorial_object_id: number
    annotation_id: number
    production_id: number
    position: number
    created: number
  }[],
): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = await db
    .insertInto('annotation_attachment')
    .values([...entries])
    .onConflict(conflict => conflict.doNothing())
    .returning('annotation_id')
    .execute()
  return rows.map(row => row.annotation_id)
}

/** Takes annotations off a collection; gives the ids of those that hung on it. */
export async function deleteAttachments(
  db: Database,
  editorialObjectId: number,
  annotationIds: readonly number[] | undefined,
): Promise<number[]> {
  let query = db.deleteFrom('annotation_attachment').where('editorial_object_id', '=', editorialObjectId)
  if (annotationIds !== undefined) query = query.where('annotation_id', '=', anyOf(annotationIds))
  const rows = await query.returning('annotation_id').execute()
  return rows.map(row => row.annotation_id)
}

/** Takes annotations off every collection. */
export async function deleteAttachmentsOf(db: Database, annotationIds: readonly number[]): Promise<void> {
  await db.deleteFrom('annotation_attachment').where('annotation_id', '=', anyOf(annotationIds)).execute()
}

/** A clip as the documents of its annotations show it. */
interface ClipOfDocuments extends MediaObjectRow {
  /** Of the clip and of its parts. */
  readonly attachments: readonly { annotationId: number; editorialObjectId: number }[]
  /** Users whom comments of the clip mention that nobody has resolved, nor their threads; null where that was not asked for. */
  readonly mentioned: readonly number[] | null
  /** Which of the versions of one clip it is; null where that was not asked for, or it is the only one. */
  readonly clipVersion: ClipVersion | null
}

/** A clip in a stack of versions, the first being 1. */
export interface ClipVersion {
  /** The collection that is the stack. */
  readonly stackId: number
  readonly number: number
  readonly count: number
}

/** The subtype of collections whose entries are the versions of one clip, oldest first. */
export const stackFunnel = 'VersionStack'

/** The stack in which each of these clips is one of several versions, by the clip: of several stacks the newest. */
export async function findStacksOfClips(
  db: Database,
  productionId: number,
  mediaObjectIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ mediaObjectId: number; stackId: number }>`
    select own.media_object_id as "mediaObjectId", max(stack.id) as "stackId"
    from annotation own
      join annotation_attachment on annotation_attachment.annotation_id = own.id
      join editorial_object stack on stack.id = editorial_object_id and stack.funnel = ${stackFunnel}
    where own.production_id = ${productionId} and own.object_type = 'MediaObjectAnnotation'
      and own.media_object_id = ${anyOf(mediaObjectIds)} and (
        select count(*) from annotation_attachment entry join annotation version on version.id = entry.annotation_id
        where entry.editorial_object_id = stack.id and version.object_type = 'MediaObjectAnnotation') > 1
    group by own.media_object_id`.execute(db)
  return new Map(rows.map(({ mediaObjectId, stackId }) => [mediaObjectId, stackId]))
}

/** The versions in a stack, oldest first. */
export async function listStackedClipIds(db: Database, stackId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation_attachment as attachment')
    .innerJoin('annotation', 'annotation.id', 'attachment.annotation_id')
    .select('annotation.media_object_id')
    .where('attachment.editorial_object_id', '=', stackId)
    .where('annotation.object_type', '=', 'MediaObjectAnnotation')
    .orderBy('attachment.position')
    .orderBy('attachment.annotation_id')
    .execute()
  return rows.map(row => row.media_object_id)
}

/** These clips, of whichever productions; `ofOwnDocument`: those of which it is asked what their own documents alone tell. */
export function findClipsOfDocuments(
  db: Database,
  mediaObjectIds: readonly number[],
  ofOwnDocument: readonly number[],
): Promise<ClipOfDocuments[]> {
  const attachments = sql<{ annotationId: number; editorialObjectId: number }[]>`(
    select coalesce(json_agg(json_build_object(
      'annotationId', annotation_id, 'editorialObjectId', editorial_object_id) order by editorial_object_id), '[]')
    from annotation_attachment join annotation on annotation.id = annotation_id
    where annotation.media_object_id = media_object.id)`
  const mentioned = sql<number[] | null>`case when media_object.id = ${anyOf(ofOwnDocument)} then (
    select jsonb_agg(distinct mentioned_id::bigint)
    from annotation, jsonb_array_elements_text(details -> 'mentionIds') as mentioned_id
    where media_object_id = media_object.id and ${hasOpenMentions} and not exists (
      select from annotation root where root.id = annotation.related_to_id and ${isResolved('root')})) end`
  // Of several stacks the newest counts.
  const clipVersion = sql<ClipVersion | null>`case when media_object.id = ${anyOf(ofOwnDocument)} then (
    select jsonb_build_object('stackId', stack_id, 'number', number, 'count', count)
    from (
      select stack.id as stack_id, count(*) as count, count(*) filter (
        where (entry.position, entry.annotation_id) <= (own.position, own.annotation_id)) as number
      from annotation
        join annotation_attachment own on own.annotation_id = annotation.id
        join editorial_object stack on stack.id = own.editorial_object_id and stack.funnel = ${stackFunnel}
        join annotation_attachment entry on entry.editorial_object_id = stack.id
        join annotation version on version.id = entry.annotation_id and version.object_type = 'MediaObjectAnnotation'
      where annotation.media_object_id = media_object.id and annotation.object_type = 'MediaObjectAnnotation'
      group by stack.id having count(*) > 1 order by stack.id desc limit 1
    ) newest) end`
  return db
    .selectFrom('media_object')
    .selectAll()
    .select([attachments.as('attachments'), mentioned.as('mentioned'), clipVersion.as('clipVersion')])
    .where('id', '=', anyOf(mediaObjectIds))
    .execute()
}

/** The statement that chooses what is attached to those of these collections that are stacks of versions. */
export function selectIdsOfStacks(editorialObjectIds: readonly number[]) {
  return sql<{ id: number }>`
    select annotation_id as id from annotation_attachment
    where editorial_object_id in (
      select id from editorial_object where id = any(${editorialObjectIds}::bigint[]) and funnel = ${stackFunnel})`
}

/** The statement that chooses what is attached to a collection. */
export function selectIdsOfEntries(editorialObjectId: number) {
  return sql<{ id: number }>`
    select annotation_id as id from annotation_attachment where editorial_object_id = ${editorialObjectId}`
}

/** Collections that any of these annotations hang on. */
export async function listCollectionsOf(db: Database, annotationIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('annotation_attachment')
    .select('editorial_object_id')
    .distinct()
    .where('annotation_id', '=', anyOf(annotationIds))
    .orderBy('editorial_object_id')
    .execute()
  return rows.map(row => row.editorial_object_id)
}

/** What is attached to these collections, in order: collection by collection as given. */
export async function listAttachedRows(
  db: Database,
  editorialObjectIds: readonly number[],
  page: { offset: number; limit: number },
): Promise<AttachedRow[]> {
  if (editorialObjectIds.length === 0) return []
  const rows = await db
    .selectFrom('annotation_attachment as attachment')
    .innerJoin('annotation', 'annotation.id', 'attachment.annotation_id')
    .selectAll('annotation')
    .select(['attachment.editorial_object_id', 'attachment.position'])
    .where('attachment.editorial_object_id', '=', anyOf(editorialObjectIds))
    .orderBy(sql`array_position(${editorialObjectIds}::bigint[], attachment.editorial_object_id)`)
    .orderBy('attachment.position')
    .orderBy('attachment.annotation_id')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return rows.map(({ editorial_object_id: editorialObjectId, position, ...row }) => ({
    editorialObjectId,
    position,
    row,
  }))
}

export async function countAttached(db: Database, editorialObjectIds: readonly number[]): Promise<number> {
  if (editorialObjectIds.length === 0) return 0
  const { count } = await db
    .selectFrom('annotation_attachment')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('editorial_object_id', '=', anyOf(editorialObjectIds))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Ids of the clips of which something hangs on these collections. */
export async function listAttachedClipIds(db: Database, editorialObjectIds: readonly number[]): Promise<number[]> {
  if (editorialObjectIds.length === 0) return []
  const rows = await db
    .selectFrom('annotation_attachment as attachment')
    .innerJoin('annotation', 'annotation.id', 'attachment.annotation_id')
    .select('annotation.media_object_id')
    .distinct()
    .where('attachment.editorial_object_id', '=', anyOf(editorialObjectIds))
    .execute()
  return rows.map(row => row.media_object_id)
}

/** Whether a clip, or a part of it, hangs on one of these collections. */
export async function isClipAttached(
  db: Database,
  mediaObjectId: number,
  editorialObjectIds: readonly number[],
): Promise<boolean> {
  if (editorialObjectIds.length === 0) return false
  const row = await db
    .selectFrom('annotation_attachment as attachment')
    .innerJoin('annotation', 'annotation.id', 'attachment.annotation_id')
    .select('attachment.annotation_id')
    .where('annotation.media_object_id', '=', mediaObjectId)
    .where('attachment.editorial_object_id', '=', anyOf(editorialObjectIds))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** On which collections these clips, or parts of them, hang. */
export async function listAttachments(
  db: Database,
  mediaObjectIds: readonly number[],
): Promise<{ mediaObjectId: number; editorialObjectId: number }[]> {
  if (mediaObjectIds.length === 0) return []
  return db
    .selectFrom('annotation_attachment as attachment')
    .innerJoin('annotation', 'annotation.id', 'attachment.annotation_id')
    .select(['annotation.media_object_id as mediaObjectId', 'attachment.editorial_object_id as editorialObjectId'])
    .distinct()
    .where('annotation.media_object_id', '=', anyOf(mediaObjectIds))
    .execute()
}
