/** What a proven user gets: a session, or the first stage of one where a second factor is asked for. */

import { type RestToken, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import type { Exchange } from '../../../platform/http/index.ts'
import { type AuditRecord, recordAudit } from '../../../platform/security/audit.ts'
import { holdUser, type UserRow } from '../../accounts/index.ts'
import { firstStageMs, toLoginLifetime } from '../policy.ts'
import type { SessionRow, SignOn } from '../tables.ts'
import { createSession } from './sessions.ts'

/** The token, and when it ends by itself, in epoch milliseconds. */
export type Entry = RestToken & { expires: number }

/** Where a caller is, and what program they say they use. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | undefined
}

/** How somebody came to the door. */
export interface Arrival extends Origin {
  readonly signOn: SignOn
  readonly rememberMe: boolean
}

const maxUserAgentLength = 300

export function toOrigin({ remoteAddress, headers }: Pick<Exchange, 'remoteAddress' | 'headers'>): Origin {
  return { address: remoteAddress, userAgent: headers['user-agent']?.slice(0, maxUserAgentLength) }
}

/** Lets in a user who has shown a password, or whom an identity provider vouches for. */
export async function enter(ctx: Context, user: UserRow, arrival: Arrival): Promise<Entry> {
  const action = arrival.signOn === 'PASSWORD' ? 'login' : 'login.singleSignOn'
  return inTransaction(ctx, async ctx => {
    await assertUnchanged(ctx, user)
    if (user.second_factor_since === null) return openLogin(ctx, user.id, arrival, { action })
    const { token, expires } = await open(ctx, 'first stage', user.id, arrival, firstStageMs)
    await recordAudit(ctx, {
      action,
      succeeded: true,
      userId: user.id,
      address: arrival.address,
      detail: { needsSecondToken: true },
    })
    return { token, status: 200, needsSecondToken: true, message: 'the second factor is needed', expires }
  })
}

/** What was shown must still count: a password that was changed meanwhile has ended every session, and opens none. */
async function assertUnchanged(ctx: Transaction, shown: UserRow): Promise<void> {
  const held = await holdUser(ctx.db, shown.id)
  const isSame =
    held !== undefined &&
    held.password_hash === shown.password_hash &&
    held.disabled === null &&
    held.locked === null &&
    held.second_factor_since === shown.second_factor_since
  if (!isSame) throw new ServiceError('UnauthorizedError', 'The user was changed meanwhile; try again')
}

/** Opens the session of a user who has shown everything. */
export async function openLogin(
  ctx: Transaction,
  userId: number,
  arrival: Arrival,
  record: Pick<AuditRecord, 'action' | 'detail'>,
): Promise<Entry> {
  const { token, expires } = await open(ctx, 'login', userId, arrival, toLoginLifetime(arrival.rememberMe))
  await recordAudit(ctx, { ...record, succeeded: true, userId, address: arrival.address })
  return { token, status: 200, needsSecondToken: false, expires }
}

async function open(ctx: Transaction, kind: SessionRow['kind'], userId: number, arrival: Arrival, lifetimeMs: number) {
  const created = ctx.platform.clock.now()
  const expires = created + lifetimeMs
  const token = await createSession(ctx, {
    kind,
    created,
    user_id: userId,
    share_id: null,
    shared_user_id: null,
    expires,
    idle_limit_ms: null,
    remember_me: arrival.rememberMe,
    sign_on: arrival.signOn,
    address: arrival.address,
    user_agent: arrival.userAgent ?? null,
  })
  return { token, expires }
}
