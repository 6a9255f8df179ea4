import { type LoginRequest, malformed, ServiceError } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { findUserByLogin, setPasswordHash, type UserRow } from '../../accounts/index.ts'
import { type Entry, enter, type Origin } from '../sessions/enter.ts'
import { toLoginSubject, tryGuarded } from './attempts.ts'

/**
 * A password login: 401 with the same body, after the same time, whatever was wrong ("account unauthorised or
 * disabled"); 403 for a locked user or too many failures, 429 for an address with too many.
 */
export async function login(ctx: Context, request: LoginRequest, origin: Origin): Promise<Entry> {
  const { address } = origin
  const username = request.username ?? request.j_username
  const password = request.password ?? request.j_password
  if (username === undefined) throw malformed('/username', 'is needed')
  if (password === undefined) throw malformed('/password', 'is needed')

  const user = await findUserByLogin(ctx.db, username)
  const attempt = { subject: toLoginSubject(user, username), address, about: { userId: user?.id } }
  const isRight = await tryGuarded(ctx, attempt, async () => {
    const matches = await ctx.platform.passwords.isRight(user?.password_hash, password)
    return matches && user?.disabled === null
  })
  if (!isRight || !user) {
    // Not the name that was given: people type passwords there.
    await recordAudit(ctx, { action: 'login', succeeded: false, userId: user?.id, address })
    throw new ServiceError('UnauthorizedError', 'The user name or the password is wrong')
  }
  if (user.locked !== null) {
    const detail = { reason: 'locked' }
    await recordAudit(ctx, { action: 'login', succeeded: false, userId: user.id, address, detail })
    throw new ServiceError('AccountLockedError', 'This account is locked')
  }
  const known = { ...user, password_hash: await renewHash(ctx, user, password) }
  const rememberMe = request.rememberMe === true || request._spring_security_remember_me === 'on'
  return enter(ctx, known, { signOn: 'PASSWORD', rememberMe, ...origin })
}

/** Replaces a hash with outdated parameters while the password is at hand, unless it was changed meanwhile. */
async function renewHash(ctx: Context, user: UserRow, password: string): Promise<string | null> {
  const { passwords } = ctx.platform
  if (user.password_hash === null || !passwords.isOutdated(user.password_hash)) return user.password_hash
  const passwordHash = await passwords.hash(password)
  await setPasswordHash(ctx.db, user.id, passwordHash, user.password_hash)
  return passwordHash
}
