import type { Context, Platform, Transaction } from '../../../platform/context.ts'
import { lostHints } from '../../../platform/events/signals.ts'
import { createBatches } from '../../../platform/flow/batches.ts'
import { logFailure } from '../../../platform/log/failure.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { findUserById, toFullName, touchUsers, type UserRow } from '../../accounts/index.ts'
import { isAlive } from '../policy.ts'
import {
  deleteSession,
  deleteSessions,
  deleteSessionsOfShares,
  findSessionByHash,
  findSessionById,
  insertSession,
  listSessionsOfShare,
  touchSessions,
} from '../store.ts'
import type { PlacedSessionRow, SessionRow } from '../tables.ts'
import type { Session, SessionUser } from './session.ts'
import { createSessionCache, forgetRemembered, forgetToken, recallSession, type SessionCache } from './session-cache.ts'

/** A session is written as used at most this often. */
const touchEveryMs = 60_000

/** The living session of a token; none for the first stage of a login, which proves nobody yet. */
export async function findSession(platform: Platform, token: string): Promise<Session | undefined> {
  const now = platform.clock.now()
  const session = await recallSession(platform, token, now, () => loadSession(platform, token))
  if (!session || session.row.kind === 'first stage') return undefined
  if (!isAlive(session.row, now)) return void forgetToken(platform, token)
  await touch(platform, session, now)
  return session
}

/** The living first stage of a login, and whose it is. */
export async function findFirstStage(platform: Platform, token: string): Promise<Session | undefined> {
  const session = await loadSession(platform, token)
  const isOne = session?.row.kind === 'first stage' && isAlive(session.row, platform.clock.now())
  return isOne ? session : undefined
}

async function loadSession({ database }: Platform, token: string): Promise<Session | undefined> {
  const row = await findSessionByHash(database, hashToken(token))
  if (!row) return undefined
  if (row.user_id === null) return { row, user: undefined }
  const user = toSessionUser(await findUserById(database, row.user_id), row)
  return user && { row, user }
}

/** Whether sessions of a user open anything. */
export function mayBeHere({ disabled, locked }: UserRow): boolean {
  return disabled === null && locked === null
}

/** The user of a session; nothing for one who may not sign in. */
export function toSessionUser(
  user: UserRow | undefined,
  row: Pick<SessionRow, 'rights' | 'kind'>,
): SessionUser | undefined {
  if (!user || !mayBeHere(user)) return undefined
  const { rights } = row
  const systemRights = new Set(user.system_rights.filter(right => rights?.includes(right) ?? true))
  return {
    id: user.id,
    username: user.username,
    name: toFullName(user),
    systemRights,
    hasSecondFactor: user.second_factor_since !== null,
    // "`SUPPORT` opens every account and production with every right."
    limitedTo: rights === null || systemRights.has('SUPPORT') ? undefined : new Set(rights),
    isProgram: row.kind === 'api',
  }
}

interface Sighting {
  readonly sessionId: number
  readonly userId: number | undefined
  readonly now: number
}

/** What this process knows of sessions while the service runs. */
interface Sessions {
  readonly cache: SessionCache
  readonly writeSighting: (sighting: Sighting) => Promise<void>
  /** While this process tells the others to look sessions up again. */
  isHinting: boolean
}

declare module '../../../platform/module.ts' {
  interface Services {
    readonly sessions: Sessions
  }
}

export function createSessions(platform: Platform): Sessions {
  return {
    cache: createSessionCache(),
    writeSighting: createBatches<Sighting, void>(batch => writeSightings(platform, batch)),
    isHinting: false,
  }
}

/** Writes that a session is in use, now and then, together with others of the same moment. */
export async function touch(platform: Platform, { row, user }: Session, now: number): Promise<void> {
  if (now - row.last_seen < touchEveryMs) return
  row.last_seen = now
  await platform.services.sessions
    .writeSighting({ sessionId: row.id, userId: user?.id, now })
    .catch(error => logFailure(platform.log, error, 'could not write that a session is in use'))
}

async function writeSightings(platform: Platform, batch: readonly Sighting[]): Promise<undefined[]> {
  const now = Math.max(...batch.map(sighting => sighting.now))
  await touchSessions(platform.database, batch.map(({ sessionId }) => sessionId).sort(), now)
  const userIds = [...new Set(batch.flatMap(({ userId }) => userId ?? []))].sort()
  if (userIds.length > 0) await touchUsers(platform, userIds, now)
  return batch.map(() => undefined)
}

type NewSession = Pick<SessionRow, 'kind' | 'user_id' | 'share_id' | 'shared_user_id' | 'expires' | 'idle_limit_ms'> &
  Partial<Pick<PlacedSessionRow, 'label' | 'rights' | 'remember_me' | 'sign_on' | 'created' | 'address' | 'user_agent'>>

/** What tokens begin with, so that a reader (and a leak scanner) knows what they are. */
const prefixes = { login: 'rl', share: 'rs', 'first stage': 'rf', api: 'ra' } as const

/** Opens a session and gives its token, which is nowhere kept. */
export async function createSession(ctx: Context, session: NewSession): Promise<string> {
  return (await openSession(ctx, session)).token
}

/** The same with the row. */
export async function openSession(ctx: Context, session: NewSession): Promise<{ token: string; row: SessionRow }> {
  const token = newToken(prefixes[session.kind])
  const { created = ctx.platform.clock.now() } = session
  const row = await insertSession(ctx.db, { ...session, token_hash: hashToken(token), created, last_seen: created })
  return { token, row }
}

/** Whether a session is still there, whatever is remembered of it. */
export async function hasSession(ctx: Context, id: number): Promise<boolean> {
  return (await findSessionById(ctx.db, id)) !== undefined
}

/** Ends one session; whether there was one. */
export async function endSession(
  ctx: Transaction,
  id: number,
  of: { userId?: number; kind?: SessionRow['kind'] } = {},
): Promise<boolean> {
  const isEnded = await deleteSession(ctx.db, id, of)
  ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.id === id))
  return isEnded
}

/** Ends these sessions, as far as they are still there. */
export async function endSessions(ctx: Transaction, ids: readonly number[]): Promise<void> {
  await deleteSessions(ctx.db, ids)
  const ended = new Set(ids)
  ctx.afterCommit(() => forgetSessions(ctx.platform, row => ended.has(row.id)))
}

/** The sessions of the visitors of a share that are open now, the oldest first. */
export async function listOpenSessionsOfShare(ctx: Context, shareId: number): Promise<SessionRow[]> {
  const now = ctx.platform.clock.now()
  return (await listSessionsOfShare(ctx.db, shareId)).filter(row => isAlive(row, now))
}

/** Ends every session that was opened through these shares. */
export async function endSessionsOfShares(ctx: Transaction, shareIds: readonly number[]): Promise<void> {
  await deleteSessionsOfShares(ctx.db, shareIds)
  const ended = new Set(shareIds)
  ctx.afterCommit(() => forgetSessions(ctx.platform, row => row.share_id !== null && ended.has(row.share_id)))
}

/** Makes sessions be looked up again, here at once and in other processes soon, and what they hold open be cut. */
export function forgetSessions(platform: Platform, isMeant: (row: SessionRow) => boolean): void {
  forgetRemembered(platform, isMeant)
  // Others do not know which were meant, we do.
  const { sessions } = platform.services
  sessions.isHinting = true
  platform.signals.emit('sessions')
  sessions.isHinting = false
}

/** Makes sessions be looked up again that other nodes have changed; the result stops it. */
export function startForgettingSessions(platform: Platform): () => Promise<void> {
  const off = platform.signals.on('sessions', () => {
    if (!platform.services.sessions.isHinting) forgetRemembered(platform)
  })
  const offLost = platform.signals.on(lostHints, () => forgetRemembered(platform))
  return async () => {
    off()
    offLost()
  }
}
