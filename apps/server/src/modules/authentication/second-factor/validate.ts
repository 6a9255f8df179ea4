import { ServiceError, type TokenAuthenticationRequest } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { mostCodes } from '../policy.ts'
import { type Entry, type Origin, openLogin } from '../sessions/enter.ts'
import { endSession } from '../sessions/sessions.ts'
import { addTry } from '../store.ts'
import { tryCode } from './codes.ts'
import { countRecoveryCodes, findFactor } from './store.ts'

/**
 * The second step of a login: a code, or a recovery code, in exchange for the session. 401 for a wrong one; the fifth
 * wrong one ends the login, so that the password must be shown again.
 */
export async function validateSecondFactor(
  ctx: Context,
  request: TokenAuthenticationRequest,
  origin: Origin,
): Promise<Entry> {
  const { address } = origin
  const { actor } = ctx
  if (actor.kind !== 'first stage') throw new ServiceError('UnauthorizedError', 'Log in with the password first')
  const { userId, sessionId } = actor
  const session = await addTry(ctx.db, sessionId, mostCodes)
  const factor = await findFactor(ctx.db, userId)
  if (!session || factor === undefined || factor.confirmed === null) throw isOver()

  const proof = await tryCode(ctx, factor, request.token, address)
  if (proof === undefined) {
    await inTransaction(ctx, async ctx => {
      if (session.tries >= mostCodes) await endSession(ctx, sessionId)
      await recordAudit(ctx, { action: 'login.secondFactor', succeeded: false, userId, address })
    })
    throw new ServiceError('UnauthorizedError', 'The code is wrong')
  }
  return inTransaction(ctx, async ctx => {
    // Of two who come with different codes, one gets in.
    if (!(await endSession(ctx, sessionId))) throw isOver()
    const detail =
      proof === 'recovery code' ? { recoveryCodesLeft: await countRecoveryCodes(ctx.db, userId) } : undefined
    const rememberMe = request.rememberMe ?? session.remember_me
    const arrival = { signOn: session.sign_on, rememberMe, ...origin }
    return openLogin(ctx, userId, arrival, { action: 'login.secondFactor', detail })
  })
}

function isOver(): ServiceError {
  return new ServiceError('UnauthorizedError', 'This login has ended; log in again')
}
