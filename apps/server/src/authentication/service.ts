import {
  brokenRule,
  type LoginRequest,
  type LogoutRequest,
  malformed,
  notFound,
  type PasswordChange,
  type RestToken,
  ServiceError,
  type SessionInfo,
  type User,
} from '@rushes/contract'
import {
  assertPassword,
  findUserById,
  findUserByLogin,
  forgetFirstPassword,
  getUser,
  setPasswordHash,
  toKey,
  type UserRow,
} from '../accounts/index.ts'
import { type Context, inTransaction } from '../platform/context.ts'
import { hashPassword, isPassword } from '../platform/passwords.ts'
import { assertMayTry, countFailure, forgetFailures } from './attempts.ts'
import { isAlive, toLoginLifetime } from './policy.ts'
import { createSession, endSession, forgetSessions } from './sessions.ts'
import { deleteSessionsOfUser, listLoginSessions } from './store.ts'

/** A password login: 401 with the same body whatever was wrong, 403 for a locked user or too many failures. */
export async function login(
  ctx: Context,
  request: LoginRequest,
  address: string,
): Promise<RestToken & { expires: number }> {
  const username = request.username ?? request.j_username
  const password = request.password ?? request.j_password
  if (username === undefined) throw malformed('/username', 'is needed')
  if (password === undefined) throw malformed('/password', 'is needed')
  const attempt = { subject: `name:${toKey(username)}`, address }
  await assertMayTry(ctx, attempt)

  const user = await findUserByLogin(ctx.db, username)
  if (!(await isPassword(user?.password_hash, password)) || !user || user.disabled !== null) {
    await countFailure(ctx, attempt)
    throw new ServiceError('UnauthorizedError', 'The user name or the password is wrong')
  }
  if (user.locked !== null) throw new ServiceError('AccountLockedError', 'This account is locked')
  await forgetFailures(ctx, attempt)
  const rememberMe = request.rememberMe === true || request._spring_security_remember_me === 'on'
  return openLoginSession(ctx, user, rememberMe)
}

async function openLoginSession(ctx: Context, user: UserRow, rememberMe: boolean) {
  const expires = ctx.platform.clock.now() + toLoginLifetime(rememberMe)
  const token = await createSession(ctx, {
    kind: 'login',
    user_id: user.id,
    share_id: null,
    shared_user_id: null,
    expires,
    idle_limit_ms: null,
  })
  return { token, status: 200, needsSecondToken: false, expires }
}

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

/** Ends the caller's session, or with `allSessions` every session of the user. */
export async function logout(ctx: Context, request: LogoutRequest | undefined): Promise<RestToken> {
  const { actor } = ctx
  if (actor.kind === 'user' && request?.allSessions === true) {
    await deleteSessionsOfUser(ctx.db, actor.userId)
    forgetSessions(ctx.platform)
  } else if (actor.kind === 'user' || actor.kind === 'visitor') {
    await endSession(ctx, actor.sessionId)
  }
  return { token: '', status: 200, needsSecondToken: false, message: 'signed out' }
}

export async function listSessions(ctx: Context, userId: number): Promise<SessionInfo[]> {
  const now = ctx.platform.clock.now()
  const rows = await listLoginSessions(ctx.db, userId)
  return rows
    .filter(row => isAlive(row, now))
    .map(row => ({ id: row.id, created: row.created, lastSeen: row.last_seen, expires: row.expires ?? row.last_seen }))
}

export async function removeSession(ctx: Context, userId: number, sessionId: number): Promise<void> {
  if (!(await endSession(ctx, sessionId, userId))) throw notFound('Session', sessionId)
}

/** Changes a password; every other session of the user ends. SUPPORT may do it for others without the current one. */
export async function changePassword(ctx: Context, userId: number, request: PasswordChange): Promise<void> {
  const user = await findUserById(ctx.db, userId)
  if (!user) throw notFound('User', userId)
  assertPassword(request.newPassword, '/newPassword')
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (isSelf && !(await isPassword(user.password_hash, request.currentPassword ?? ''))) {
    throw brokenRule('/currentPassword', 'is wrong')
  }
  const passwordHash = await hashPassword(request.newPassword)
  await inTransaction(ctx, async ctx => {
    await setPasswordHash(ctx.db, userId, passwordHash)
    const keepId = isSelf && ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
    await deleteSessionsOfUser(ctx.db, userId, keepId)
    ctx.publish({ type: 'Activity', verb: 'User.changePassword', object: { objectType: 'User', id: userId } })
  })
  forgetSessions(ctx.platform)
  await forgetFirstPassword(ctx.platform, user.username)
}
