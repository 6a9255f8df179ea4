import { brokenRule } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import type { UserRow } from '../../accounts/index.ts'
import { findSessionById } from '../store.ts'
import { toLoginSubject, tryGuarded } from './attempts.ts'

/** How long ago somebody may have signed on who has no password to show. */
const freshMs = 10 * 60 * 1000

/**
 * Asks again whether it is the user who sits there: by their password, whose failures count as those of a login. Who has
 * none, because an identity provider signs them in, must have signed in just now. Throws ValidationError with the path.
 */
export async function assertInPerson(
  ctx: Context,
  user: UserRow,
  { password, path, address }: { password: string | undefined; path: string; address: string },
): Promise<void> {
  if (user.password_hash === null) return assertFresh(ctx, path)
  if (password === undefined) throw brokenRule(path, 'is needed')
  const attempt = { subject: toLoginSubject(user, user.username), address, about: { userId: user.id } }
  const isRight = await tryGuarded(ctx, attempt, () => ctx.platform.passwords.isRight(user.password_hash, password))
  if (!isRight) throw brokenRule(path, 'is wrong')
}

async function assertFresh(ctx: Context, path: string): Promise<void> {
  const { actor } = ctx
  const session = actor.kind === 'user' ? await findSessionById(ctx.db, actor.sessionId) : undefined
  const isFresh = session !== undefined && ctx.platform.clock.now() - session.created < freshMs
  if (!isFresh) throw brokenRule(path, 'cannot be asked for: sign on again first')
}
