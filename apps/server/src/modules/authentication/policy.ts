/** Rules of sessions and of failed logins: pure functions of their arguments, times in epoch milliseconds. */

export const hourMs = 60 * 60 * 1000
const weekMs = 7 * 24 * hourMs

/** "The token is valid for 1 hour, or 1 week when `rememberMe` is true" (Authentication, 1). */
export function toLoginLifetime(rememberMe: boolean): number {
  return rememberMe ? weekMs : hourMs
}

/**
 * How long a login that ran out stays known. Links that were made in it have their own end; without it, that one was
 * ended and that it ran out would look the same.
 */
export const endedLoginMs = weekMs

/** How long the second step of a login may take, and how many wrong codes end it. */
export const firstStageMs = 5 * 60 * 1000
export const mostCodes = 5

/** Whether a session still counts: its end has not come, and it has not lain unused for too long. */
export function isAlive(
  session: { expires: number | null; last_seen: number; idle_limit_ms: number | null },
  now: number,
): boolean {
  if (session.expires !== null && now >= session.expires) return false
  return session.idle_limit_ms === null || now - session.last_seen < session.idle_limit_ms
}

/** What is counted of a user name, a share or an address. */
export interface LoginFailure {
  failures: number
  window_start: number
  locks: number
  locked_until: number | null
}

/** How long failures are counted together. */
export const failureWindowMs = 15 * 60 * 1000
/** A day after its last lock a name is locked for the shortest time again. */
export const forgetLocksMs = 24 * hourMs

/** Ten failures lock a name for a quarter of an hour, each lock of the same day for twice as long, up to two hours. */
export const nameLock = { limit: 10, firstMs: failureWindowMs, mostDoublings: 3 } as const

/** "An address is slowed with 429 and `Retry-After`, never locked below 30 failures in 15 minutes." */
export const addressWait = { limit: 30, firstMs: 1000, mostMs: failureWindowMs } as const

/** The same for the password of one share, which has no user name to guess. */
export const sharePasswordWait = { ...addressWait, limit: 10 } as const

/** How long to wait for the end of a lock, in milliseconds; 0 when there is none. */
export function toWait(failure: Pick<LoginFailure, 'locked_until'> | undefined, now: number): number {
  const until = failure?.locked_until ?? null
  return until === null ? 0 : Math.max(0, until - now)
}
