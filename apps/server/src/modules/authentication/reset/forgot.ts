import { setTimeout as delay } from 'node:timers/promises'
import { notFound, type PasswordForgotten, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { isMailOn, queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { toNetwork } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { findUserByLogin, type UserRow } from '../../accounts/index.ts'
import { addAddressFailure, findFailure, reserveTry } from '../login/attempt-store.ts'
import { hourMs, toWait } from '../policy.ts'
import { replaceReset } from './store.ts'

const resetLifetimeMs = hourMs
/** Requests of one network within 15 minutes, before it has to wait. */
const networkLimit = { limit: 10, firstMs: 30_000, mostMs: 15 * 60_000 } as const
/** Mails to one user within 15 minutes. */
const maxMails = 3
/** Every answer takes as long, so that it does not show who exists. */
const answerMs = 250

/**
 * Sends a link for another password to the address of a user. The answer is the same whether there is such a user or
 * not; 429 after too many requests of one network.
 */
export async function forgetPassword(ctx: Context, { username }: PasswordForgotten, address: string): Promise<void> {
  assertResetByMail(ctx)
  await countRequest(ctx, address)
  await Promise.all([delay(answerMs), sendLink(ctx, username, address)])
}

export function assertResetByMail(ctx: Context): void {
  if (!isMailOn(ctx)) throw notFound('Password reset by mail', 'of this service')
}

async function countRequest({ platform }: Context, address: string): Promise<void> {
  const key = `reset address:${toNetwork(address)}`
  const now = platform.clock.now()
  const waitMs = toWait(await findFailure(platform.database, key), now)
  if (waitMs > 0) {
    throw new ServiceError('TooManyRequestsError', 'Too many requests for another password; try again later', {
      retryAfterSeconds: Math.ceil(waitMs / 1000),
    })
  }
  await addAddressFailure(platform.database, key, { ...networkLimit, now })
}

async function sendLink(ctx: Context, login: string, address: string): Promise<void> {
  const user = await findUserByLogin(ctx.db, login)
  if (!user) return
  const now = ctx.platform.clock.now()
  const isAllowed = (await reserveTry(ctx.platform.database, `reset:${user.id}`, maxMails, now)) !== undefined
  await inTransaction(ctx, async ctx => {
    const fault = isAllowed ? await mailLink(ctx, user) : 'too many requests'
    await recordAudit(ctx, {
      action: 'password.forgot',
      succeeded: fault === undefined,
      userId: user.id,
      address,
      ...(fault === undefined ? {} : { detail: { reason: fault } }),
    })
  })
}

/** Why no link was sent; nothing when one was. */
async function mailLink(ctx: Transaction, user: UserRow): Promise<string | undefined> {
  if (user.disabled !== null) return 'the user is disabled'
  if (user.locked !== null) return 'the user is locked'
  const { publicUrl, clock } = ctx.platform
  const mail = {
    kind: 'password',
    to: user.email,
    subject: 'Your password of Rushes',
    reason: `You get this mail because someone asked for another password at ${publicUrl}.`,
  }
  if (user.password_hash === null) {
    await queueMail(ctx, {
      ...mail,
      paragraphs: [
        `${user.username} has no password here: you sign in through your organization.`,
        'If you did not ask for this, you need not do anything.',
      ],
      link: { label: 'Sign in', url: `${publicUrl}/app` },
    })
    return 'the user has no password'
  }
  const token = newToken('rr')
  const now = clock.now()
  await replaceReset(ctx.db, {
    user_id: user.id,
    token_hash: hashToken(token),
    email_key: user.email_key,
    created: now,
    expires: now + resetLifetimeMs,
  })
  return queueMail(ctx, {
    ...mail,
    paragraphs: [
      `Someone asked for another password for ${user.username}. Open the link below within one hour to set it.`,
      'If that was not you, you need not do anything: your password stays as it is.',
    ],
    link: { label: 'Set another password', url: toWebLink(ctx.platform, ['reset-password'], { secret: { token } }) },
  })
}
