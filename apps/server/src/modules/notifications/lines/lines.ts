/** What a user was notified about and may still see (notifications-9), as lines. */

import { malformed, type Notification, type NotificationList, type NotificationsRead } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/database/index.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { listUsersById, toUser } from '../../accounts/index.ts'
import { submittedStatuses } from '../../delivery/index.ts'
import { listLiveProductions, listOpenProductions, type OpenProduction } from '../../productions/index.ts'
import { toWords } from '../policy.ts'
import {
  countUnread,
  type LineFilter,
  type LineRow,
  listLines,
  listNotifiedProductionIds,
  markRead,
  type Scope,
} from './store.ts'

const defaultLimit = 30
const maxTextLength = 200

/** A part of the lines of the caller, newest first; throws BadRequestError for a cursor that is none. */
export async function listNotifications(
  ctx: Context,
  userId: number,
  query: { limit?: number | undefined; cursor?: string | undefined; unread?: boolean | undefined },
): Promise<NotificationList> {
  const { limit = defaultLimit, cursor, unread: isUnread } = query
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw malformed('/cursor', 'is no cursor of this list')
  const open = await findOpen(ctx, userId)
  const unread = await countUnread(ctx.db, toScope(userId, open))
  if (limit === 0) return { unread, notifications: [] }
  const before = cursor === undefined ? undefined : Number(cursor)
  // One more than wanted shows whether there is a next part.
  const found = await readLines(ctx.db, userId, open, limit + 1, { before, isUnread })
  const notifications = found.slice(0, limit)
  const last = notifications.at(-1)
  return { unread, notifications, ...(found.length > limit && last && { nextCursor: String(last.id) }) }
}

/** Marks lines as read; returns how many are still unread. */
export async function readNotifications(
  ctx: Context,
  userId: number,
  request: NotificationsRead,
): Promise<{ unread: number }> {
  await markRead(ctx.db, userId, ctx.platform.clock.now(), request)
  return { unread: await countUnread(ctx.db, toScope(userId, await findOpen(ctx, userId))) }
}

/** The lines of notifications with these ids, for mails to their user. */
export async function readLinesOf(
  db: Database,
  userId: number,
  ids: readonly number[],
  limit: number,
): Promise<Notification[]> {
  const open = await listOpenProductions(db, await listNotifiedProductionIds(db, userId), userId)
  return readLines(db, userId, open, limit, { ids })
}

/** The productions that the caller may look into: an API token may be confined to less than its user. */
async function findOpen({ db, actor }: Context, userId: number): Promise<readonly OpenProduction[]> {
  if (actor.kind !== 'user') return []
  const ids = await listNotifiedProductionIds(db, userId)
  const { limitedTo } = actor
  const open = actor.systemRights.has('SUPPORT')
    ? (await listLiveProductions(db, ids)).map(production => ({ ...production, rights: supportRights }))
    : await listOpenProductions(db, ids, userId)
  if (!limitedTo) return open
  return open.map(production => ({ ...production, rights: production.rights.filter(right => limitedTo.has(right)) }))
}

const supportRights = ['PRODUCTION_VIEW', 'LIBRARY_SHARE', 'DELIVERY_MANAGE'] as const

function toScope(userId: number, open: readonly OpenProduction[]): Scope {
  const listWith = (right: OpenProduction['rights'][number]) =>
    open.flatMap(({ id, rights }) => (rights.includes(right) ? [id] : []))
  return {
    userId,
    viewable: listWith('PRODUCTION_VIEW'),
    shares: listWith('LIBRARY_SHARE'),
    drafts: listWith('DELIVERY_MANAGE'),
    submittedStatuses,
  }
}

async function readLines(
  db: Database,
  userId: number,
  open: readonly OpenProduction[],
  limit: number,
  filter: LineFilter,
): Promise<Notification[]> {
  const rows = await listLines(db, toScope(userId, open), limit, filter)
  const users = await listUsersById(db, [...new Set(rows.flatMap(row => row.actor_id ?? []))])
  const people = new Map(users.map(user => [user.id, toUser(user).fullName]))
  const productions = new Map(open.map(({ id, name }) => [id, name]))
  return rows.map(row => toNotification(row, productions.get(row.production_id) ?? '', people))
}

function toNotification(
  row: LineRow,
  productionName: string,
  people: ReadonlyMap<number, string | undefined>,
): Notification {
  return {
    id: Number(row.id),
    kind: row.kind,
    count: Number(row.count),
    created: row.created,
    productionId: row.production_id,
    productionName,
    ...withoutNulls({
      read: row.read_at,
      actorId: row.actor_id,
      actorName: row.actor_id === null ? row.actor_name : (people.get(row.actor_id) ?? null),
      mediaObjectId: row.media_object_id,
      mediaObjectName: row.clip_name,
      annotationId: row.annotation_id,
      frame: row.start_frame,
      text: row.description === null ? null : toExcerpt(row.description),
      shareId: row.share_id,
      shareLabel: row.share_label,
      submissionId: row.submission_id,
      deliveryRequestId: row.delivery_request_id,
      detail: row.detail,
    }),
  }
}

function toExcerpt(description: string): string {
  return [...toWords(description)].slice(0, maxTextLength).join('')
}
