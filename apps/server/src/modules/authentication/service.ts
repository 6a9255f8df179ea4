import {
  type LogoutRequest,
  missingPerson,
  notFound,
  type RestToken,
  ServiceError,
  type SessionInfo,
  type User,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../platform/context.ts'
import { recordAudit } from '../../platform/security/audit.ts'
import { withoutNulls } from '../../platform/text/without-nulls.ts'
import { getUser } from '../accounts/index.ts'
import { isAlive } from './policy.ts'
import { endSession, forgetSessions } from './sessions/sessions.ts'
import { deleteSessionsOfUser, listSessionsOfUser } from './store.ts'

/** The user of the token; for a visitor of a share, the visitor as a user of type SHARED or ANONYMOUS. */
export async function getCurrentUser(ctx: Context): Promise<User> {
  const { actor } = ctx
  if (actor.kind === 'user') return getUser(ctx, actor.userId)
  if (actor.kind !== 'visitor') throw new ServiceError('UnauthorizedError', 'Nobody is signed in')
  const type = actor.sharedUser ? 'SHARED' : 'ANONYMOUS'
  return {
    ...(actor.sharedUser ?? { id: actor.sessionId, username: 'visitor', email: '' }),
    version: 1,
    modifiedBy: ctx.requestId,
    objectType: 'SharedUser',
    type,
  }
}

declare module '../../platform/module.ts' {
  interface Services {
    /** Makes the token of a visitor's session be continued by none. */
    readonly forgetVisitor: (ctx: Transaction, sessionId: number) => Promise<void>
  }
}

/**
 * Ends the caller's session, or with `allSessions` every session of the user. API tokens stay, also the one that calls:
 * it is revoked by deleting it, and ends no session of its user.
 */
export async function logout(ctx: Context, request: LogoutRequest | undefined, address: string): Promise<RestToken> {
  const { actor } = ctx
  if (actor.kind === 'anonymous' || actor.kind === 'service') {
    throw new ServiceError('UnauthorizedError', 'Nobody is signed in')
  }
  const userId = actor.kind === 'user' ? actor.userId : undefined
  const isEverywhere = userId !== undefined && request?.allSessions === true
  const isProgram = actor.kind === 'user' && actor.isProgram === true
  if (isProgram && isEverywhere) throw missingPerson()
  if (isProgram) {
    const message = 'an API token has no session to end; delete it to revoke it'
    return { token: '', status: 200, needsSecondToken: false, message }
  }
  await inTransaction(ctx, async ctx => {
    await endSession(ctx, actor.sessionId)
    if (actor.kind === 'visitor') await ctx.platform.services.forgetVisitor(ctx, actor.sessionId)
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
      ...withoutNulls({ address: row.address, userAgent: row.user_agent }),
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
