import { ServiceError } from '@rushes/contract'
import type { Platform } from '../../../platform/context.ts'
import type { Bearer } from '../../../platform/security/bearer.ts'
import { findUserById } from '../../accounts/index.ts'
import { isAlive } from '../policy.ts'
import { findSessionById } from '../store.ts'
import type { Session } from './session.ts'
import { toSessionUser, touch } from './sessions.ts'

/** Who holds a link: a user, or the session of a visitor. */
type Holder = { user: NonNullable<Session['user']> } | { user?: undefined; row: Session['row'] }

/**
 * Who holds a link. Throws ForbiddenError once the session was ended or its user was disabled or locked. The login of a
 * user that merely ran out leaves the link its own end, so that a long transfer is not cut; the session of a visitor
 * and an API token take the link with them.
 */
export async function getHolder(platform: Platform, { sessionId, userId }: Bearer): Promise<Holder> {
  const now = platform.clock.now()
  const row = await findSessionById(platform.database, sessionId)
  if (!row || row.user_id !== (userId ?? null)) throw ended()
  if (row.kind !== 'login' && !isAlive(row, now)) throw ended()
  if (userId === undefined) {
    await touch(platform, { row, user: undefined }, now)
    return { row }
  }
  const user = toSessionUser(await findUserById(platform.database, userId), row)
  if (!user) throw ended()
  return { user }
}

function ended(): ServiceError {
  return new ServiceError('ForbiddenError', 'The session that this link was made in has ended')
}
