import type { Platform } from '../../../platform/context.ts'
import type { Session } from './session.ts'

/**
 * Sessions by their tokens, as this process has read them. While it is alone on its database everything that ends a
 * session passes through it, and entries do not expire. Otherwise they expire after a second; the signal of the process
 * that ended a session only makes it faster.
 */
export interface SessionCache {
  readonly entries: Map<string, { readonly session: Session; readonly until: number }>
  /** How often something was forgotten: what was read before may be what it was before. */
  changes: number
}

/** A session that was read longer ago is read again, where other processes may have ended it. */
const maxAgeMs = 1_000
const mostEntries = 150_000

export function createSessionCache(): SessionCache {
  return { entries: new Map(), changes: 0 }
}

/** The remembered session of a token; read, and remembered, when there is none. */
export async function recallSession(
  platform: Platform,
  token: string,
  now: number,
  read: () => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const cache = platform.services.sessions.cache
  const known = cache.entries.get(token)
  if (known && known.until > now) return known.session
  const { changes } = cache
  const session = await read()
  cache.entries.delete(token)
  if (!session || cache.changes !== changes) return session
  // The one that was read first makes room.
  if (cache.entries.size >= mostEntries) cache.entries.delete(cache.entries.keys().next().value!)
  cache.entries.set(token, { session, until: platform.isAlone ? Number.POSITIVE_INFINITY : now + maxAgeMs })
  return session
}

/** Forgets the token of a session that has run out. */
export function forgetToken(platform: Platform, token: string): void {
  platform.services.sessions.cache.entries.delete(token)
}

/** Forgets all sessions, or those that are meant. */
export function forgetRemembered(platform: Platform, isMeant?: (row: Session['row']) => boolean): void {
  const cache = platform.services.sessions.cache
  cache.changes++
  if (!isMeant) cache.entries.clear()
  for (const [token, { session }] of cache.entries) if (isMeant?.(session.row)) cache.entries.delete(token)
}
