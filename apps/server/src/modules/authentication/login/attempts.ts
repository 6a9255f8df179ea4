/**
 * Guessing made slow. Someone tries a password or a code: the try is counted before it is made, by what it would open,
 * and its failure also by where the caller comes from. Names are counted whether anybody has them or not.
 */

import { ServiceError } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import { createTurns } from '../../../platform/flow/turns.ts'
import type { Exchange } from '../../../platform/http/index.ts'
import { toNetwork } from '../../../platform/http/index.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { maxUsernameLength, toKey, type UserRow } from '../../accounts/index.ts'
import { addressWait, nameLock, sharePasswordWait, toWait } from '../policy.ts'
import * as store from './attempt-store.ts'

export interface Attempt {
  /** What would be opened: `name:<user name>`, `share:<id>`, `code:<user id>`, `identify:<visitor>`. */
  subject: string
  /**
   * `login` (the default) locks the subject for everyone. `share` slows down the caller's address alone, so that a guess
   * of one visitor shuts nobody else out. `identify` locks the subject, and counts addresses apart from logins.
   */
  purpose?: 'login' | 'share' | 'identify'
  /** The caller's network address. */
  address: string
  /** For the audit: whom or what it is about. */
  about?: { userId?: number | undefined; shareId?: number | undefined; productionId?: number | undefined }
}

/** As many tries at a time as may exceed the limit of an address. */
const inTurn = createTurns(4, 200)

/**
 * Makes a try and gives whether it was right. Refused without trying: 403 with the seconds to wait for a locked subject,
 * 429 for an address that has failed too often.
 */
export function tryGuarded(ctx: Context, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  return inTurn(async () => {
    if (attempt.purpose === 'share') return tryFromAddress(ctx, attempt, isRight)
    const { subject } = attempt
    // At once and whatever becomes of the caller's own transaction.
    const db = ctx.platform.database
    await assertAddressMayTry(ctx, attempt)
    const now = ctx.platform.clock.now()
    const failures = await store.reserveTry(db, subject, nameLock.limit, now)
    if (failures === undefined) throw await refuse(ctx, attempt)
    const right = await isRight().catch(async error => {
      await store.returnTry(db, subject)
      throw error
    })
    if (right) await store.clearFailures(db, [subject])
    else await countFailure(ctx, attempt, failures)
    return right
  })
}

/** The try of what everybody from elsewhere goes on trying: its failures count by the address, here and overall. */
async function tryFromAddress(ctx: Context, attempt: Attempt, isRight: () => Promise<boolean>): Promise<boolean> {
  const { database: db, clock } = ctx.platform
  const key = `${attempt.subject} ${toNetwork(attempt.address)}`
  await assertAddressMayTry(ctx, attempt)
  await assertAddressMayTry(ctx, attempt, key)
  const right = await isRight()
  if (right) {
    await store.clearFailures(db, [key])
  } else {
    const now = clock.now()
    await store.addAddressFailure(db, toAddressSubject(attempt), { ...addressWait, now })
    await store.addAddressFailure(db, key, { ...sharePasswordWait, now })
  }
  return right
}

async function assertAddressMayTry(
  ctx: Context,
  attempt: Attempt,
  key: string = toAddressSubject(attempt),
): Promise<void> {
  const now = ctx.platform.clock.now()
  const waitMs = toWait(await store.findFailure(ctx.platform.database, key), now)
  if (waitMs === 0) return
  if (await store.noteRefusal(ctx.platform.database, key, now)) {
    await audit(ctx, attempt, { action: 'login', succeeded: false, detail: { reason: 'the address is slowed' } })
  }
  throw new ServiceError('TooManyRequestsError', 'Too many failed logins; try again later', toRetry(waitMs))
}

/** The refusal of a locked subject. */
async function refuse(ctx: Context, attempt: Attempt): Promise<ServiceError> {
  const now = ctx.platform.clock.now()
  const waitMs = toWait(await store.findFailure(ctx.platform.database, attempt.subject), now)
  if (await store.noteRefusal(ctx.platform.database, attempt.subject, now)) {
    await audit(ctx, attempt, { action: 'login', succeeded: false, detail: { reason: 'locked' } })
  }
  // Without a lock, the last tries before it are being made at this moment.
  return new ServiceError('AccountLockedError', 'Too many failed logins; try again later', toRetry(waitMs || 1000))
}

async function countFailure(ctx: Context, attempt: Attempt, failures: number): Promise<void> {
  const { database: db, clock } = ctx.platform
  const now = clock.now()
  await store.addAddressFailure(db, toAddressSubject(attempt), { ...addressWait, now })
  if (failures < nameLock.limit) return
  const until = await store.lockKey(db, attempt.subject, { ...nameLock, now })
  if (until !== undefined) await audit(ctx, attempt, { action: 'lock', succeeded: true, detail: { until } })
}

function audit(
  ctx: Context,
  { address, about }: Attempt,
  record: Pick<Parameters<typeof recordAudit>[1], 'action' | 'succeeded' | 'detail'>,
): Promise<void> {
  return recordAudit({ ...ctx, db: ctx.platform.database }, { ...record, ...about, address })
}

/**
 * What a login with this name is counted under: the same for the name and the address of a user. A name that nobody can
 * have is counted by its hash, which fits into the index.
 */
export function toLoginSubject(user: UserRow | undefined, given: string): string {
  const key = user?.username_key ?? toKey(given)
  return `name:${key.length > maxUsernameLength ? hashToken(key).toString('hex') : key}`
}

/** What codes of a second factor are counted under. */
export function toCodeSubject(userId: number): string {
  return `code:${userId}`
}

/** Lets a user try again at once, whatever failed before. */
export async function releaseLock(ctx: Transaction, user: UserRow): Promise<void> {
  const wasCounted = await store.clearFailures(ctx.db, [toLoginSubject(user, ''), toCodeSubject(user.id)])
  if (wasCounted) await recordAudit(ctx, { action: 'unlock', succeeded: true, userId: user.id })
}

/** Tells a refused caller in `Retry-After` how long to wait. */
export async function withRetryAfter<T>(exchange: Exchange, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const wait = error instanceof ServiceError ? (error.data as { retryAfterSeconds?: number } | null) : null
    if (wait?.retryAfterSeconds !== undefined) exchange.setHeader('retry-after', String(wait.retryAfterSeconds))
    throw error
  }
}

function toRetry(waitMs: number) {
  return { retryAfterSeconds: Math.ceil(waitMs / 1000) }
}

function toAddressSubject({ address, purpose }: Attempt): string {
  return `${purpose === 'identify' ? 'identify ' : ''}address:${toNetwork(address)}`
}
