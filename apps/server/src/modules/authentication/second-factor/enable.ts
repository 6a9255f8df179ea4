import { randomBytes } from 'node:crypto'
import {
  brokenRule,
  ServiceError,
  type TwoFactorAuthenticationEnableRequest,
  type TwoFactorAuthenticationResponse,
} from '@rushes/contract'
import { encode } from 'uqr'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getUserRow, noteSecondFactor, type UserRow } from '../../accounts/index.ts'
import { assertInPerson } from '../login/confirm.ts'
import { forgetSessions } from '../sessions/sessions.ts'
import { deleteSessionsOfUser } from '../store.ts'
import { openSecret, sealSecret, tryCode } from './codes.ts'
import { toPng } from './png.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { confirmFactor, findFactor, insertFactor, insertRecoveryCodes } from './store.ts'
import { toBase32, toKeyUri, totp } from './totp.ts'

/** As long as the block of the hash asks for (RFC 4226, 4: "RECOMMENDED … 160 bits"). */
const secretBytes = 20
const issuer = 'Rushes'

/**
 * Enables the second factor in two steps. "`enable2fa` needs `password` and answers the secret; the factor counts after a
 * second `enable2fa` with `password` and `token` (a first valid code)." The second answer holds recovery codes, once.
 * SUPPORT does it for others without their password.
 */
export async function enableSecondFactor(
  ctx: Context,
  userId: number,
  request: TwoFactorAuthenticationEnableRequest,
  address: string,
): Promise<TwoFactorAuthenticationResponse> {
  assertType(request.type)
  const user = await getUserRow(ctx, userId)
  const isSelf = ctx.actor.kind === 'user' && ctx.actor.userId === userId
  if (isSelf) await assertInPerson(ctx, user, { password: request.password, path: '/password', address })
  return request.token === undefined ? begin(ctx, user) : confirm(ctx, user, request.token, address)
}

/** This service has one kind of second factor. */
function assertType(type: TwoFactorAuthenticationEnableRequest['type']): void {
  const known = [undefined, 'TWO_FA_AUTHENTICATOR', 'TWO_FA_AUTHENTICATOR_ENABLING']
  if (!known.includes(type)) throw brokenRule('/type', 'must be TWO_FA_AUTHENTICATOR')
}

async function begin(ctx: Context, user: UserRow): Promise<TwoFactorAuthenticationResponse> {
  const secret = randomBytes(secretBytes)
  if (!(await insertFactor(ctx.db, user.id, sealSecret(ctx, secret), ctx.platform.clock.now()))) throw isEnabled()
  return toResponse(secret, user)
}

async function confirm(
  ctx: Context,
  user: UserRow,
  token: string,
  address: string,
): Promise<TwoFactorAuthenticationResponse> {
  const factor = await findFactor(ctx.db, user.id)
  if (!factor) throw brokenRule('/token', 'ask for the secret first, without a code')
  if (factor.confirmed !== null) throw isEnabled()
  if (!(await tryCode(ctx, factor, token, address))) throw brokenRule('/token', 'is wrong')
  const { codes: recoveryCodes, hashes } = makeRecoveryCodes()
  await inTransaction(ctx, async ctx => {
    if (!(await confirmFactor(ctx.db, factor, ctx.platform.clock.now()))) throw isEnabled()
    await insertRecoveryCodes(ctx.db, user.id, hashes)
    await noteSecondFactor(ctx, user.id, ctx.platform.clock.now())
    // They were opened with the password alone.
    const keepId = ctx.actor.kind === 'user' && ctx.actor.userId === user.id ? ctx.actor.sessionId : undefined
    await deleteSessionsOfUser(ctx.db, user.id, keepId)
    ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.user_id === user.id))
    await recordAudit(ctx, { action: 'secondFactor.enable', succeeded: true, userId: user.id, address })
  })
  return { ...toResponse(openSecret(ctx, factor), user), recoveryCodes }
}

function toResponse(secret: Buffer, user: UserRow): TwoFactorAuthenticationResponse {
  const key = toBase32(secret)
  const { data } = encode(toKeyUri(key, issuer, user.username), { border: 4 })
  return {
    key,
    qr: `data:image/png;base64,${toPng(data, 6).toString('base64')}`,
    hashingAlgorithm: totp.algorithm,
    digits: totp.digits,
    period: totp.periodSeconds,
  }
}

function isEnabled(): ServiceError {
  return new ServiceError('ConflictError', 'This user has a second factor; disable it first')
}
