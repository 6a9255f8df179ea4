import { ServiceError } from '@rushes/contract'
import type { Context } from '../platform/context.ts'
import type { Exchange } from '../platform/http/index.ts'
import { toAddressKey, toWait } from './policy.ts'
import { addFailure, clearFailures, findFailure } from './store.ts'

/** Someone tries a password: failures are counted by what the password opens, and by where the caller comes from. */
export interface Attempt {
  /** `name:<user name>`, `share:<id>`. */
  subject: string
  /** The caller's network address. */
  address: string
}

/** Refuses a try after too many failures: 403 for the subject, 429 for the address, both with the seconds to wait. */
export async function assertMayTry(ctx: Context, { subject, address }: Attempt): Promise<void> {
  const now = ctx.platform.clock.now()
  const waitForSubject = toWait('name', await findFailure(ctx.db, subject), now)
  if (waitForSubject > 0) {
    throw new ServiceError('AccountLockedError', 'Too many failed logins; try again later', toRetry(waitForSubject))
  }
  const waitForAddress = toWait('address', await findFailure(ctx.db, toAddressSubject(address)), now)
  if (waitForAddress > 0) {
    throw new ServiceError('TooManyRequestsError', 'Too many failed logins; try again later', toRetry(waitForAddress))
  }
}

/** Counts a failure of both. */
export async function countFailure(ctx: Context, { subject, address }: Attempt): Promise<void> {
  const now = ctx.platform.clock.now()
  await addFailure(ctx.db, subject, now)
  await addFailure(ctx.db, toAddressSubject(address), now)
}

/** A success: the subject begins anew, the address stays counted. */
export async function forgetFailures(ctx: Context, { subject }: Attempt): Promise<void> {
  await clearFailures(ctx.db, subject)
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

function toAddressSubject(address: string): string {
  return `address:${toAddressKey(address)}`
}
