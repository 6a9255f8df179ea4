import { brokenRule, notFound, type TwoFactorAuthenticationDisableRequest } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getUserRow, noteSecondFactor } from '../../accounts/index.ts'
import { assertInPerson } from '../login/confirm.ts'
import { tryCode } from './codes.ts'
import { deleteFactor, findFactor } from './store.ts'

/** Disables the second factor: "self" with `password` and `token` (a code or a recovery code), "or SUPPORT without them". */
export async function disableSecondFactor(
  ctx: Context,
  userId: number,
  request: TwoFactorAuthenticationDisableRequest = {},
  address: string,
): Promise<void> {
  const user = await getUserRow(ctx, userId)
  const factor = await findFactor(ctx.db, userId)
  if (factor === undefined || factor.confirmed === null) throw notFound('Second factor of user', userId)
  if (ctx.actor.kind === 'user' && ctx.actor.userId === userId) {
    await assertInPerson(ctx, user, { password: request.password, path: '/password', address })
    if (request.token === undefined) throw brokenRule('/token', 'is needed')
    if (!(await tryCode(ctx, factor, request.token, address))) throw brokenRule('/token', 'is wrong')
  }
  await inTransaction(ctx, async ctx => {
    if (!(await deleteFactor(ctx.db, userId))) throw notFound('Second factor of user', userId)
    await noteSecondFactor(ctx, userId, null)
    await recordAudit(ctx, { action: 'secondFactor.disable', succeeded: true, userId, address })
  })
}
