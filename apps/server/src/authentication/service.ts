import {
  type LogoutRequest,
  notFound,
  type RestToken,
  ServiceError,
  type SessionInfo,
  type User,
} from '@rushes/contract'
import { getUser } from '../accounts/index.ts'
import { recordAudit } from '../platform/audit.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { isAlive } from './policy.ts'
import { endSession, forgetSessions } from './sessions.ts'
import { deleteSessionsOfUser, listSessionsOfUser } from './store.ts'

/** The user of the token; for a visitor of a share, the visitor as a user of type SHARED or ANONYMOUS. */
export async function getCurrentUser(ctx: Context): Promise<User> {
  const { actor } = ctx
  if (actor.kind === 'user') return getUser(ctx, actor.userId)
  if (actor.kind !== 'visitor') throw new ServiceError('UnauthorizedError', 'Nobody is signed in')
  const type = actor.sharedUser ? 'SHARED' : 'ANONYMOUS'
  return {
    id: actor.sharedUser?.id ?? actor.sessionId,
    username: actor.sharedUser?.username ?? 'visitor',
    email: '',
    version: 1,
    modifiedBy: ctx.requestId,
    objectType: 'SharedUser',
    type,
  }
}

/** Ends the caller's session, or with `allSessions` every session of the user; API tokens stay, but the one that calls. */
export async function logout(ctx: Context, request: LogoutRequest | undefined, address: string): Promise<RestToken> {
  const { actor } = ctx
  if (actor.kind === 'anonymous' || actor.kind === 'service') {
    throw new ServiceError('UnauthorizedError', 'Nobody is signed in')
  }
  const userId = actor.kind === 'user' ? actor.userId : undefined
  const isEverywhere = userId !== undefined && request?.allSessions === true
  await inTransaction(ctx, async ctx => {
    await endSession(ctx, actor.sessionId)
    if (isEverywhere) {
      await deleteSessionsOfUser(ctx.db, userId)
      ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.user_id === userId))
    }
    const shareId = actor.kind === 'visitor' ? actor.shareId : undefined
    await recordAudit(ctx, {
      action: 'logout',
      succeeded: true,
      userId: actor.kind === 'visitor' ? undefined : actor.userId,
      shareId,
      address,
      detail: isEverywhere ? { allSessions: true } : {},
    })
  })
  return { token: '', status: 200, needsSecondToken: false, message: 'signed out' }
}

export async function listSessions(ctx: Context, userId: number): Promise<SessionInfo[]> {
  const now = ctx.platform.clock.now()
  const rows = await listSessionsOfUser(ctx.db, userId, 'login')
  const ownId = ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
  return rows
    .filter(row => isAlive(row, now))
    .map(row => ({
      id: row.id,
      created: row.created,
      lastSeen: row.last_seen,
      expires: row.expires ?? row.last_seen,
      ...(row.id === ownId ? { current: true } : {}),
    }))
}

export async function removeSession(ctx: Context, userId: number, sessionId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const isEnded = await endSession(ctx, sessionId, { userId, kind: 'login' })
    if (!isEnded) throw notFound('Session', sessionId)
    await recordAudit(ctx, { action: 'session.delete', succeeded: true, userId, detail: { sessionId } })
  })
}
