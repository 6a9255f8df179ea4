import type { SeenClip } from '@rushes/contract'
import { sql } from 'kysely'
import type { RetainedRows } from '../../../platform/background/retention/retention.ts'
import type { Database } from '../../../platform/database/index.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import type { ShareVisitTable } from '../tables.ts'

/** Notes a visit, and by whose link it came; nothing where it is not the first of its kind. */
export function insertVisit(
  db: Database,
  row: Omit<ShareVisitTable, 'recipient_id'>,
): Promise<Pick<ShareVisitTable, 'recipient_id'> | undefined> {
  return db
    .insertInto('share_visit')
    .values(({ selectFrom }) => ({
      ...row,
      recipient_id: selectFrom('visitor_session').select('recipient_id').where('session_id', '=', row.session_id),
    }))
    .onConflict(conflict => conflict.doNothing())
    .returning('recipient_id')
    .executeTakeFirst()
}

/** What somebody has seen of a clip: when they first did what, and how many clips they have seen in all. */
interface Seen {
  media_object_id: number
  viewed: number | null
  played: number | null
  downloaded: number | null
  total: number
}

export interface SeenRow extends Seen {
  author_id: string
}

export interface SeenByRecipientRow extends Seen {
  recipient_id: number
}

export function toSeenClip({ media_object_id: mediaObjectId, viewed, played, downloaded }: Seen): SeenClip {
  return { mediaObjectId, ...withoutNulls({ viewed, played, downloaded }) }
}

/** The clips that these authors have seen in a share, the latest first: of each author so many at most. */
export async function listSeen(
  db: Database,
  shareId: number,
  authorIds: readonly string[],
  most: number,
): Promise<SeenRow[]> {
  const { rows } = await sql<SeenRow>`
    select author_id, media_object_id, viewed, played, downloaded, total from (
      select session.author_id, visit.media_object_id,
        min(visit.created) filter (where visit.verb = 'Share.view') viewed,
        min(visit.created) filter (where visit.verb = 'Share.play') played,
        min(visit.created) filter (where visit.verb = 'Share.download') downloaded,
        count(*) over (partition by session.author_id)::integer total,
        row_number() over (
          partition by session.author_id order by max(visit.created) desc, visit.media_object_id desc
        ) place
      from share_visit visit
      join visitor_session session on session.session_id = visit.session_id
      where session.share_id = ${shareId} and session.author_id = any(${authorIds}::uuid[])
      group by session.author_id, visit.media_object_id
    ) seen
    where place <= ${most}
    order by author_id, place`.execute(db)
  return rows
}

/** The clips that were seen through the links of these recipients, in the same way. */
export async function listSeenByRecipients(
  db: Database,
  shareId: number,
  recipientIds: readonly number[],
  most: number,
): Promise<SeenByRecipientRow[]> {
  const { rows } = await sql<SeenByRecipientRow>`
    select recipient_id, media_object_id, viewed, played, downloaded, total from (
      select recipient_id, media_object_id,
        min(created) filter (where verb = 'Share.view') viewed,
        min(created) filter (where verb = 'Share.play') played,
        min(created) filter (where verb = 'Share.download') downloaded,
        count(*) over (partition by recipient_id)::integer total,
        row_number() over (
          partition by recipient_id order by max(created) desc, media_object_id desc
        ) place
      from share_visit
      where share_id = ${shareId} and recipient_id = any(${recipientIds}::bigint[])
      group by recipient_id, media_object_id
    ) seen
    where place <= ${most}
    order by recipient_id, place`.execute(db)
  return rows
}

/**
 * What sessions have seen that nobody can continue any more. What was seen through the link of a recipient goes with
 * the share: it is known also when the visitor has logged out.
 */
export const retainedVisits: RetainedRows = {
  records: 'visits',
  table: 'share_visit',
  key: 'session_id',
  wasOver: instant => sql<boolean>`created < ${instant}::bigint
    and not exists (select from session where session.id = share_visit.session_id)
    and not exists (select from visitor_session visitor where visitor.session_id = share_visit.session_id)
    and not exists (
      select from share_visit kept where kept.session_id = share_visit.session_id and kept.recipient_id is not null
    )`,
}
