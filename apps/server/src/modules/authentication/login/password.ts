import type { PasswordChange } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { assertPassword, forgetFirstPassword, getUserRow, setPasswordHash } from '../../accounts/index.ts'
import { deleteResetOfUser } from '../reset/store.ts'
import { forgetSessions } from '../sessions/sessions.ts'
import { deleteSessionsOfUser } from '../store.ts'
import { assertInPerson } from './confirm.ts'

/** Changes a password; every other session of the user ends. SUPPORT may do it for others without the current one. */
export async function changePassword(
  ctx: Context,
  userId: number,
  request: PasswordChange,
  address: string,
): Promise<void> {
  const user = await getUserRow(ctx, userId)
  assertPassword(request.newPassword, '/newPassword', user)
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (isSelf) {
    await assertInPerson(ctx, user, { password: request.currentPassword, path: '/currentPassword', address })
  }
  const passwordHash = await ctx.platform.passwords.hash(request.newPassword)
  await inTransaction(ctx, async ctx => {
    await setPasswordHash(ctx.db, userId, passwordHash)
    await deleteResetOfUser(ctx.db, userId)
    const keepId = isSelf && ctx.actor.kind === 'user' ? ctx.actor.sessionId : undefined
    await deleteSessionsOfUser(ctx.db, userId, keepId)
    ctx.publish({ type: 'Activity', verb: 'User.changePassword', object: { objectType: 'User', id: userId } })
    await recordAudit(ctx, { action: 'password.change', succeeded: true, userId, address })
    ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.user_id === userId && row.id !== keepId))
  })
  await forgetFirstPassword(ctx.platform, user.username)
}
