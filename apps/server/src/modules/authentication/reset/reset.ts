import { notFound, type PasswordReset, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { assertPassword, forgetFirstPassword, getUserRow, setPasswordHash, type UserRow } from '../../accounts/index.ts'
import { releaseLock } from '../login/attempts.ts'
import { forgetSessions } from '../sessions/sessions.ts'
import { deleteSessionsOfUser } from '../store.ts'
import { assertResetByMail } from './forgot.ts'
import { findReset, takeReset } from './store.ts'

/**
 * Sets another password with the token of a mail, once. Every session of the user ends; a second factor is asked for at
 * the next login as ever. NotFoundError for a token that opens nothing, GoneError for one that has expired.
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: PasswordReset,
  address: string,
): Promise<void> {
  assertResetByMail(ctx)
  const tokenHash = hashToken(token)
  const asked = await findReset(ctx.db, tokenHash)
  if (!asked) throw unknownToken()
  if (ctx.platform.clock.now() >= asked.expires) {
    throw new ServiceError('GoneError', 'This link has expired; ask for another one')
  }
  const user = await getUserRow(ctx, asked.user_id)
  if (!mayReset(user) || user.email_key !== asked.email_key) throw unknownToken()
  assertPassword(newPassword, '/newPassword', user)
  const passwordHash = await ctx.platform.passwords.hash(newPassword)
  await inTransaction(ctx, async ctx => {
    if (!(await takeReset(ctx.db, tokenHash))) throw unknownToken()
    await setPasswordHash(ctx.db, user.id, passwordHash)
    await deleteSessionsOfUser(ctx.db, user.id)
    await releaseLock(ctx, user)
    ctx.publish({ type: 'Activity', verb: 'User.changePassword', object: { objectType: 'User', id: user.id } })
    await recordAudit(ctx, { action: 'password.reset', succeeded: true, userId: user.id, address })
    ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.user_id === user.id))
  })
  await forgetFirstPassword(ctx.platform, user.username)
}

function unknownToken(): ServiceError {
  return notFound('Link', 'of this token')
}

/** What was right when the mail was sent may have been changed since. */
function mayReset(user: UserRow): boolean {
  return user.password_hash !== null && user.disabled === null && user.locked === null
}
