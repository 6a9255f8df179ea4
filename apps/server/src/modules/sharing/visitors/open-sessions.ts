/**
 * The open sessions of a share, as those see them who may share. A visitor who identifies gets another token, and may
 * come back with an earlier one: all that they hold is one session here, and ends together.
 */

import { mostSeenClips, notFound, type Page, type ShareSession } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { type Listing, toPage } from '../../../platform/http/answers/listing.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { endSessions, listOpenSessionsOfShare, type Session } from '../../authentication/index.ts'
import { publishShare } from '../outgoing/events.ts'
import { findSharedUser, findSharedUsers } from '../shared-users/store.ts'
import { getShare } from '../shares/get-share.ts'
import { lockShare } from '../shares/store.ts'
import type { SharedUserRow, VisitorSessionRow } from '../tables.ts'
import { listSeen, toSeenClip } from './visit-store.ts'
import { isOwnIdentity, toBegin, toVisitorName } from './visitor-session.ts'
import { deleteVisitorSessions, listVisitorsOf } from './visitor-session-store.ts'

/** A session before it is known what its visitor has seen. */
type Unseen = Omit<ShareSession, 'clips' | 'clipCount'> & { authorId: string }

/** Who is in a share (sharing-52), in the page the caller asks for. */
export async function listShareSessions(
  ctx: Context,
  productionId: number,
  shareId: number,
  listing: Listing<Unseen>,
): Promise<Page<ShareSession>> {
  const share = await getShare(ctx, productionId, shareId)
  const open = new Map((await listOpenSessionsOfShare(ctx, share.id)).map(row => [row.id, row]))
  const visitors = await listVisitorsOf(ctx.db, share.id, [...open.keys()])
  const sharedUserIds = [...visitors.values()].flat().flatMap(row => row.shared_user_id ?? [])
  const sharedUsers = await findSharedUsers(ctx.db, productionId, [...new Set(sharedUserIds)])
  const sessions = [...visitors.values()].flatMap(rows => toUnseen(rows, open, sharedUsers) ?? [])
  const page = toPage(sessions, listing)
  const authorIds = page.items.map(({ authorId }) => authorId)
  const seen = Map.groupBy(await listSeen(ctx.db, share.id, authorIds, mostSeenClips), row => row.author_id)
  return {
    ...page,
    items: page.items.map(({ authorId, ...session }) => {
      const clips = seen.get(authorId) ?? []
      return { ...session, clips: clips.map(toSeenClip), clipCount: clips[0]?.total ?? 0 }
    }),
  }
}

/** What a visitor holds as one session, named by the latest one that is open. */
function toUnseen(
  rows: readonly VisitorSessionRow[],
  open: ReadonlyMap<number, Session['row']>,
  sharedUsers: ReadonlyMap<number, SharedUserRow>,
): Unseen | undefined {
  const latest = rows.findLast(row => open.has(row.session_id))
  if (!latest) return undefined
  const held = rows.flatMap(row => open.get(row.session_id) ?? [])
  const sharedUser = latest.shared_user_id === null ? undefined : sharedUsers.get(latest.shared_user_id)
  return {
    authorId: latest.author_id,
    id: latest.session_id,
    created: Math.min(...rows.map(toBegin)),
    lastSeen: Math.max(...held.map(row => row.last_seen)),
    expires: Math.max(...held.map(row => row.last_seen + (row.idle_limit_ms ?? 0))),
    ...(latest.recipient_id !== null && { recipientId: latest.recipient_id }),
    ...(sharedUser && { username: toVisitorName(sharedUser, latest), sharedUserId: sharedUser.id }),
    proven: sharedUser !== undefined && sharedUser.user_id !== null && isOwnIdentity(sharedUser, latest),
  }
}

/**
 * Ends a session (sharing-54): nothing that its visitor holds opens the share again, and no later session continues it,
 * also where it ran out a moment before.
 */
export async function deleteShareSession(
  ctx: Context,
  productionId: number,
  shareId: number,
  sessionId: number,
): Promise<void> {
  await inTransaction(ctx, async ctx => {
    // Locked against a login or an identification that would continue the session meanwhile.
    const share = await lockShare(ctx.db, productionId, shareId)
    if (!share) throw notFound('ShareObject', shareId)
    const rows = [...(await listVisitorsOf(ctx.db, shareId, [sessionId])).values()].flat()
    const named = rows.find(row => row.session_id === sessionId)
    if (!named) throw notFound('Session', sessionId)
    const ids = rows.map(row => row.session_id)
    await endSessions(ctx, ids)
    await deleteVisitorSessions(ctx.db, ids)
    const latest = rows.at(-1) ?? named
    const sharedUser =
      latest.shared_user_id === null ? undefined : await findSharedUser(ctx.db, productionId, latest.shared_user_id)
    const target = sharedUser && {
      objectType: 'SharedUser',
      id: sharedUser.id,
      username: toVisitorName(sharedUser, latest),
    }
    publishShare(ctx, share, 'Share.endSession', target)
    await recordAudit(ctx, { action: 'session.delete', succeeded: true, productionId, shareId, detail: { sessionId } })
  })
}
