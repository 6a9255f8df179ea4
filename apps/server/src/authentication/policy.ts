/** Rules of sessions and of failed logins: pure functions of their arguments, times in epoch milliseconds. */

export const hourMs = 60 * 60 * 1000
const weekMs = 7 * 24 * hourMs

/** "The token is valid for 1 hour, or 1 week when `rememberMe` is true" (Authentication, 1). */
export function toLoginLifetime(rememberMe: boolean): number {
  return rememberMe ? weekMs : hourMs
}

/** Whether a session still counts: its end has not come, and it has not lain unused for too long. */
export function isAlive(
  session: { expires: number | null; last_seen: number; idle_limit_ms: number | null },
  now: number,
): boolean {
  if (session.expires !== null && now >= session.expires) return false
  return session.idle_limit_ms === null || now - session.last_seen < session.idle_limit_ms
}

/** How long failures are counted together. */
export const failureWindowMs = 15 * 60 * 1000
const failuresOfName = 10
const failuresOfAddress = 30

/** How long a name or address must wait, in milliseconds; 0 when it may try. */
export function toWait(
  kind: 'name' | 'address',
  failure: { failures: number; window_start: number } | undefined,
  now: number,
) {
  if (!failure) return 0
  const limit = kind === 'name' ? failuresOfName : failuresOfAddress
  const endsIn = failure.window_start + failureWindowMs - now
  return failure.failures >= limit && endsIn > 0 ? endsIn : 0
}

/** An IPv6 caller may own a whole /64: it counts as one address. */
export function toAddressKey(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  return plain.includes(':') ? `${plain.split(':').slice(0, 4).join(':')}::/64` : plain
}
