import { brokenRule, notFound, type RecoveryCodes, type RecoveryCodesRequest } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getUserRow } from '../../accounts/index.ts'
import { assertInPerson } from '../login/confirm.ts'
import { tryCode } from './codes.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { findFactor, replaceRecoveryCodes } from './store.ts'

/** New recovery codes, told once; the old ones stop working. With the password and a code, or a recovery code. */
export async function renewRecoveryCodes(
  ctx: Context,
  userId: number,
  request: RecoveryCodesRequest,
  address: string,
): Promise<RecoveryCodes> {
  const user = await getUserRow(ctx, userId)
  const factor = await findFactor(ctx.db, userId)
  if (factor === undefined || factor.confirmed === null) throw notFound('Second factor of user', userId)
  await assertInPerson(ctx, user, { password: request.password, path: '/password', address })
  if (request.token === undefined) throw brokenRule('/token', 'is needed')
  if (!(await tryCode(ctx, factor, request.token, address))) throw brokenRule('/token', 'is wrong')
  const { codes, hashes } = makeRecoveryCodes()
  await inTransaction(ctx, async ctx => {
    // Only of the factor that was asked for: one that was taken away meanwhile gets none.
    if (!(await replaceRecoveryCodes(ctx.db, factor, hashes))) throw notFound('Second factor of user', userId)
    ctx.publish({ type: 'Activity', verb: 'User.renewRecoveryCodes', object: { objectType: 'User', id: userId } })
    await recordAudit(ctx, { action: 'secondFactor.renewCodes', succeeded: true, userId, address })
  })
  return { recoveryCodes: codes }
}
