/** SQL of lines: what a user was notified about, gathered, without what they may not see any more. */

import type { NotificationKind } from '@rushes/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/index.ts'

/** What a user may see: the ids of productions, by what it takes. */
export interface Scope {
  readonly userId: number
  readonly viewable: readonly number[]
  /** Where they may see shares. */
  readonly shares: readonly number[]
  /** Where they see submissions of others that are not submitted. */
  readonly drafts: readonly number[]
  readonly submittedStatuses: readonly string[]
}

/** A line with what is read of the things that it is about. */
export interface LineRow {
  readonly id: number
  readonly kind: NotificationKind
  readonly count: number
  readonly created: number
  readonly read_at: number | null
  readonly production_id: number
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly media_object_id: number | null
  readonly clip_name: string | null
  readonly annotation_id: number | null
  readonly start_frame: number | null
  readonly description: string | null
  readonly share_id: number | null
  readonly share_label: string | null
  readonly submission_id: number | null
  readonly delivery_request_id: number | null
  readonly detail: string | null
}

/** Which lines are read. */
export interface LineFilter {
  /** Only those whose newest notification is older than this one. */
  readonly before?: number | undefined
  readonly isUnread?: boolean | undefined
  /** Only notifications with these ids. */
  readonly ids?: readonly number[] | undefined
}

const anyOf = (ids: readonly number[]) => sql`any (${[...ids]}::bigint[])`

/** The notifications of which everything is still there and open to the user. */
function selectVisible(scope: Scope, { ids }: LineFilter = {}): RawBuilder<unknown> {
  return sql`
    select note.* from notification note
    where note.user_id = ${scope.userId} and note.production_id = ${anyOf(scope.viewable)}
      ${ids ? sql`and note.id = ${anyOf(ids)}` : sql``}
      and (note.media_object_id is null or exists (
        select from media_object clip where clip.id = note.media_object_id and clip.production_id = note.production_id))
      and (note.annotation_id is null or exists (
        select from annotation comment where comment.id = note.annotation_id and comment.deleted is null))
      and (note.share_id is null or (note.production_id = ${anyOf(scope.shares)} and exists (
        select from share where share.id = note.share_id)))
      and (note.submission_id is null or exists (
        select from delivery_submission submission where submission.id = note.submission_id and (
          submission.submission_status = any (${[...scope.submittedStatuses]}::text[])
          or submission.creator_id = note.user_id or note.production_id = ${anyOf(scope.drafts)})))`
}

/** One line for all of a kind that is about the same thing and was read at the same time, or is unread. */
const gathered = sql`
  select max(id) as id, count(*) as count, read_at from visible group by kind, production_id, group_id, read_at`

/** How many lines are unread. */
export async function countUnread(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with visible as (${selectVisible(scope)}), line as (${gathered})
    select count(*) as count from line where read_at is null`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Lines, newest first. */
export async function listLines(
  db: Database,
  scope: Scope,
  limit: number,
  filter: LineFilter = {},
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    with visible as (${selectVisible(scope, filter)}), line as (${gathered})
    select line.id, line.count, note.kind, note.created, note.read_at, note.production_id, note.actor_id,
      note.actor_name, note.media_object_id, clip.name as clip_name, note.annotation_id, comment.start_frame,
      left(comment.details ->> 'description', 1000) as description, note.share_id, share.label as share_label,
      note.submission_id, submission.delivery_request_id, note.detail
    from line join notification note on note.id = line.id
      left join media_object clip on clip.id = note.media_object_id
      left join annotation comment on comment.id = note.annotation_id
      left join share on share.id = note.share_id
      left join delivery_submission submission on submission.id = note.submission_id
    where true
      ${filter.before === undefined ? sql`` : sql`and line.id < ${filter.before}`}
      ${filter.isUnread === true ? sql`and line.read_at is null` : sql``}
    order by line.id desc limit ${limit}`.execute(db)
  return rows
}

/** The productions in which a user was notified of anything. */
export async function listNotifiedProductionIds(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notification')
    .select('production_id')
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  return rows.map(row => row.production_id)
}

/** Marks as read what lines with these ids gather, or everything up to an id, or everything. */
export async function markRead(
  db: Database,
  userId: number,
  now: number,
  { ids, upTo }: { ids?: readonly number[] | undefined; upTo?: number | undefined },
): Promise<void> {
  await sql`
    update notification note set read_at = ${now}
    where note.user_id = ${userId} and note.read_at is null
      ${upTo === undefined ? sql`` : sql`and note.id <= ${upTo}`}
      ${
        ids === undefined
          ? sql``
          : sql`and exists (
              select from notification line
              where line.id = ${anyOf(ids)} and line.user_id = ${userId} and line.id >= note.id
                and (line.kind, line.production_id, line.group_id) = (note.kind, note.production_id, note.group_id))`
      }`.execute(db)
}
