import { ServiceError } from '@rushes/contract'
import { findUserById } from '../accounts/index.ts'
import type { Context, Platform } from '../platform/context.ts'
import { isAlive } from './policy.ts'
import type { Session } from './session.ts'
import { toSessionUser, touch } from './sessions.ts'
import { findSessionById } from './store.ts'

/** For whom a link was made. Whoever holds the link may do what this session may still do. */
export interface Bearer {
  readonly sessionId: number
  /** Absent for the visitor of a share. */
  readonly userId: number | undefined
  /** When the session ends by itself, in epoch milliseconds. */
  readonly sessionEnds: number | undefined
}

/** The caller, to be written into a link. */
export async function getBearer({ db, actor }: Context): Promise<Bearer> {
  const row = actor.kind === 'user' || actor.kind === 'visitor' ? await findSessionById(db, actor.sessionId) : undefined
  if (!row) throw new ServiceError('UnauthorizedError', 'A session is needed')
  // What an API token was confined to is known as long as it is there: its links end with it.
  const sessionEnds = row.kind === 'login' ? (row.expires ?? undefined) : undefined
  return { sessionId: row.id, userId: row.user_id ?? undefined, sessionEnds }
}

/** Who stands behind a link: a user, or the session of a visitor. */
type Holder = { user: NonNullable<Session['user']> } | { user?: undefined; row: Session['row'] }

/**
 * Who stands behind a link. Throws ForbiddenError once the session was ended. The login of a user that merely ran out leaves the link its own
 * end, so that a long download is not cut; that of a visitor takes the link with it.
 */
export async function getHolder(platform: Platform, { sessionId, userId, sessionEnds }: Bearer): Promise<Holder> {
  const now = platform.clock.now()
  const row = await findSessionById(platform.database, sessionId)
  if (userId === undefined) {
    if (!row || !isAlive(row, now)) throw ended()
    await touch(platform, { row, user: undefined }, now)
    return { row }
  }
  const hasRunOut = sessionEnds !== undefined && now >= sessionEnds
  const isOpen = row !== undefined && row.user_id === userId && (row.kind === 'login' || isAlive(row, now))
  const user = toSessionUser(await findUserById(platform.database, userId), row ?? { kind: 'login', rights: null })
  if (!user || !(isOpen || hasRunOut)) throw ended()
  return { user }
}

function ended(): ServiceError {
  return new ServiceError('ForbiddenError', 'The session that this link was made in has ended')
}
