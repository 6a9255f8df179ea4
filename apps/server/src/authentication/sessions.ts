import type { SystemRight } from '@rushes/contract'
import { findUserById, touchUser } from '../accounts/index.ts'
import type { Context, Platform, Transaction } from '../platform/context.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { isAlive } from './policy.ts'
import {
  deleteDeadSessions,
  deleteSession,
  deleteSessionsOfShares,
  findSessionByHash,
  findSessionById,
  insertSession,
  touchSession,
} from './store.ts'
import type { SessionRow } from './tables.ts'

/** Who a token stands for. */
export interface Session {
  row: SessionRow
  user: { id: number; username: string; systemRights: ReadonlySet<SystemRight> } | undefined
}

/** A session is written as used at most this often. */
const touchEveryMs = 60_000
/** How long another process's logout may go unnoticed here; our own takes effect at once. */
const cacheMs = 10_000
const cacheSize = 10_000

const caches = new WeakMap<Platform, Map<string, { session: Session; until: number }>>()

function cacheOf(platform: Platform) {
  const cache = caches.get(platform) ?? new Map<string, { session: Session; until: number }>()
  caches.set(platform, cache)
  return cache
}

/** The living session of a token. */
export async function findSession(platform: Platform, token: string): Promise<Session | undefined> {
  const now = platform.clock.now()
  const cache = cacheOf(platform)
  const cached = cache.get(token)
  let session = cached && cached.until > now ? cached.session : undefined
  if (!session) {
    session = await loadSession(platform, token)
    if (!session) return void cache.delete(token)
    if (cache.size >= cacheSize) cache.clear()
    cache.set(token, { session, until: now + cacheMs })
  }
  if (!isAlive(session.row, now)) return void cache.delete(token)
  await touch(platform, session, now)
  return session
}

async function loadSession({ database }: Platform, token: string): Promise<Session | undefined> {
  const row = await findSessionByHash(database, hashToken(token))
  if (!row) return undefined
  if (row.user_id === null) return { row, user: undefined }
  const user = toSessionUser(await findUserById(database, row.user_id))
  return user && { row, user }
}

/** The user of a session; nothing for one who may not come in. */
export function toSessionUser(user: Awaited<ReturnType<typeof findUserById>>): Session['user'] {
  if (!user || user.disabled !== null || user.locked !== null) return undefined
  return { id: user.id, username: user.username, systemRights: new Set(user.system_rights) }
}

/** Writes that a session is in use, now and then. */
export async function touch(platform: Platform, session: Session, now: number): Promise<void> {
  if (now - session.row.last_seen < touchEveryMs) return
  session.row.last_seen = now
  await touchSession(platform.database, session.row.id, now)
  if (session.user) await touchUser(platform, session.user.id, now)
}

/** Opens a session and gives its token, which is nowhere kept. */
export async function createSession(
  ctx: Context,
  session: Pick<SessionRow, 'kind' | 'user_id' | 'share_id' | 'shared_user_id' | 'expires' | 'idle_limit_ms'>,
): Promise<string> {
  const token = newToken(session.kind === 'login' ? 'rl' : 'rs')
  const now = ctx.platform.clock.now()
  await insertSession(ctx.db, { ...session, token_hash: hashToken(token), created: now, last_seen: now })
  return token
}

/** Whether a session is still there, whatever is remembered of it. */
export async function hasSession(ctx: Context, id: number): Promise<boolean> {
  return (await findSessionById(ctx.db, id)) !== undefined
}

/** Ends one session. */
export async function endSession(ctx: Context, id: number, userId?: number): Promise<boolean> {
  const isEnded = await deleteSession(ctx.db, id, userId)
  forgetSessions(ctx.platform)
  return isEnded
}

/** Ends every session that was opened through these shares. */
export async function endSessionsOfShares(ctx: Transaction, shareIds: readonly number[]): Promise<void> {
  await deleteSessionsOfShares(ctx.db, shareIds)
  ctx.afterCommit(() => forgetSessions(ctx.platform))
}

/** Makes every session be looked up again, here at once and in other processes soon. */
export function forgetSessions(platform: Platform): void {
  platform.signals.emit('sessions')
}

const careEveryMs = 10 * 60_000

/** Keeps sessions in order while the service runs: forgets what others changed, removes what has ended. Returns its end. */
export function startSessionCare(platform: Platform): () => Promise<void> {
  const off = platform.signals.on('sessions', () => cacheOf(platform).clear())
  const timer = setInterval(() => {
    deleteDeadSessions(platform.database, platform.clock.now()).catch(error =>
      platform.log.warn({ err: error }, 'could not remove dead sessions'),
    )
  }, careEveryMs)
  return async () => {
    off()
    clearInterval(timer)
  }
}
