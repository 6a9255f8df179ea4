import type { Platform } from '../platform/context.ts'
import type { Session } from './session.ts'

/**
 * What this process remembers of sessions, by their tokens. While it is alone on its database everything that ends a
 * session passes through it, so that nothing grows old; elsewhere others tell of it by a signal, and for the case that
 * one is lost, what is remembered is looked up again after a while.
 */
interface SessionCache {
  readonly entries: Map<string, { readonly session: Session; readonly until: number }>
  /** How often something was forgotten: what was read before may be what it was before. */
  changes: number
}

/** How long a logout in another process may go unnoticed here if its signal is lost. */
const othersMs = 10_000
const mostEntries = 150_000

const caches = new WeakMap<Platform, SessionCache>()

function cacheOf(platform: Platform): SessionCache {
  const cache = caches.get(platform) ?? { entries: new Map(), changes: 0 }
  caches.set(platform, cache)
  return cache
}

/** The remembered session of a token; read, and remembered, when there is none. */
export async function recallSession(
  platform: Platform,
  token: string,
  now: number,
  read: () => Promise<Session | undefined>,
): Promise<Session | undefined> {
  const cache = cacheOf(platform)
  const known = cache.entries.get(token)
  if (known && known.until > now) return known.session
  const { changes } = cache
  const session = await read()
  cache.entries.delete(token)
  if (!session || cache.changes !== changes) return session
  // The one that was read first makes room.
  if (cache.entries.size >= mostEntries) cache.entries.delete(cache.entries.keys().next().value!)
  cache.entries.set(token, { session, until: platform.isAlone ? Number.POSITIVE_INFINITY : now + othersMs })
  return session
}

/** Forgets the token of a session that has run out. */
export function forgetToken(platform: Platform, token: string): void {
  cacheOf(platform).entries.delete(token)
}

/** Forgets all sessions, or those that are meant. */
export function forgetRemembered(platform: Platform, isMeant?: (row: Session['row']) => boolean): void {
  const cache = cacheOf(platform)
  cache.changes++
  if (!isMeant) cache.entries.clear()
  for (const [token, { session }] of cache.entries) if (isMeant?.(session.row)) cache.entries.delete(token)
}
