import { type Insertable, sql } from 'kysely'
import type { RetainedRows } from '../../platform/background/retention/retention.ts'
import type { Database } from '../../platform/database/index.ts'
import { readByCursor } from '../../platform/database/whole-rows.ts'
import { commentFunnel } from '../annotations/index.ts'
import type { MentionTable, NotificationRow, NotificationTable } from './tables.ts'

/** Records that people are notified of a comment; returns those who had not been notified before. */
export async function insertMentions(
  db: Database,
  annotationId: number,
  mentionedIds: readonly number[],
  created: number,
): Promise<number[]> {
  if (mentionedIds.length === 0) return []
  const rows = await db
    .insertInto('mention')
    .values(mentionedIds.map(mentioned_id => ({ annotation_id: annotationId, mentioned_id, created })))
    .onConflict(conflict => conflict.doNothing())
    .returning('mentioned_id')
    .execute()
  return rows.map(row => row.mentioned_id)
}

/** Who has been notified of which comment of a production; only within a transaction. */
export function readMentions(db: Database, productionId: number): AsyncGenerator<MentionTable> {
  return readByCursor(
    db,
    sql`select mention.* from mention join annotation on annotation.id = mention.annotation_id
      where annotation.production_id = ${sql.lit(productionId)} order by mention.annotation_id, mention.mentioned_id`,
  )
}

/** Records who was notified elsewhere; two who are the same person here were notified once. */
export async function keepMentions(db: Database, mentions: readonly MentionTable[]): Promise<void> {
  await db
    .insertInto('mention')
    .values([...mentions])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/**
 * Which of these comments concern somebody else than their authors: answers, those of visitors, those on the clips of
 * others, those that mention others.
 */
export async function findConcerning(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select annotation.id from annotation join media_object clip on clip.id = annotation.media_object_id
    where annotation.id = any (${[...ids]}::bigint[]) and (
      annotation.related_to_id is not null or annotation.created_by_share_id is not null
      or annotation.creator_id is null or annotation.creator_id <> clip.creator_id
      or exists (
        select from jsonb_array_elements_text(coalesce(annotation.details -> 'mentionIds', '[]')) as mentioned
        where mentioned <> annotation.creator_id::text))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The users who take part in threads, by the id of the first comment. */
export async function listThreadAuthors(db: Database, rootIds: readonly number[]): Promise<Map<number, number[]>> {
  if (rootIds.length === 0) return new Map()
  const { rows } = await sql<{ root: number; author: number }>`
    select distinct coalesce(related_to_id, id) as root, creator_id as author from annotation
    where (id = any (${rootIds}::bigint[]) or related_to_id = any (${rootIds}::bigint[]))
      and funnel = ${commentFunnel} and creator_id is not null and deleted is null`.execute(db)
  const byRoot = Map.groupBy(rows, ({ root }) => root)
  return new Map([...byRoot].map(([root, of]) => [root, of.map(({ author }) => author)]))
}

export type NewNotification = Insertable<NotificationTable>

/** Writes notifications; returns those of which their users had not been notified before. */
export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<NotificationRow[]> {
  const written: NotificationRow[] = []
  // A statement has 65535 parameters at most.
  for (let start = 0; start < rows.length; start += 1_000) {
    const part = rows.slice(start, start + 1_000)
    const query = db.insertInto('notification').values([...part])
    written.push(
      ...(await query
        .onConflict(conflict => conflict.doNothing())
        .returningAll()
        .execute()),
    )
  }
  return written
}

/** Deletes the oldest of what a user has too much of. */
export async function deleteSurplus(db: Database, maxPerUser: number): Promise<void> {
  await sql`
    delete from notification where id in (
      select id from (select id, row_number() over (partition by user_id order by id desc) as place from notification)
        as ranked
      where place > ${maxPerUser})`.execute(db)
}

/** Mentions of comments that are gone. */
export const retainedMentions: RetainedRows = {
  records: 'mentions',
  table: 'mention',
  key: 'annotation_id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint
    and not exists (select from annotation where annotation.id = mention.annotation_id)`,
}

/** Notifications of long ago, read or not. */
export const retainedNotifications: RetainedRows = {
  records: 'notifications',
  table: 'notification',
  key: 'id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint`,
}
