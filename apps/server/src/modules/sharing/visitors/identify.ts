import {
  type IdentifyRequest,
  malformed,
  missingRight,
  notFound,
  ServiceError,
  type SharedUser,
  type TokenizedSharedUser,
  type User,
} from '@rushes/contract'
import { type Context, inTransaction, type Transaction, type VisitorActor } from '../../../platform/context.ts'
import { newResourceColumns } from '../../../platform/database/resource-columns.ts'
import { toAuthorKey } from '../../../platform/security/actor.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { getUser, toKey } from '../../accounts/index.ts'
import { findSession, hasSession, tryGuarded } from '../../authentication/index.ts'
import { publishShare } from '../outgoing/events.ts'
import { asksEmail, checkUsername } from '../policy.ts'
import { findOrCreateByEmail } from '../shared-users/shared-users.ts'
import * as store from '../shared-users/store.ts'
import { holdShare } from '../shares/store.ts'
import type { SharedUserRow, ShareRow } from '../tables.ts'
import { type Identity, isOwnIdentity, openVisitorSession, toUserKey, toVisitorIdentity } from './visitor-session.ts'
import { findVisitorSession } from './visitor-session-store.ts'

type How = 'serviceAccessToken' | 'sharedUserId' | 'email' | 'username'

/** Who is meant, and what of it the session that follows holds. */
interface Found {
  row: SharedUserRow
  identity: Identity
}

/**
 * Identifies a visitor (sharing-26 to sharing-30, sharing-58). When several ways are sent at once, the access token counts before
 * the id, the id before the name. It is no security check: the new session continues the caller's, and gets nothing
 * else of the user that it names.
 */
export async function identify(
  ctx: Context,
  productionId: number,
  request: IdentifyRequest = {},
  caller: { token: string | undefined; address: string },
): Promise<TokenizedSharedUser> {
  const { actor } = ctx
  if (actor.kind !== 'visitor' || caller.token === undefined) {
    throw new ServiceError('UnauthorizedError', 'Log in to the share first')
  }
  const { serviceAccessToken, sharedUserId, username, email } = request
  const { address } = caller
  if (serviceAccessToken !== undefined) {
    const user = await getUserOfToken(ctx, serviceAccessToken)
    return becomeNew(ctx, { actor, address, how: 'serviceAccessToken' }, inner =>
      createFromUser(inner, productionId, user),
    )
  }
  if (sharedUserId !== undefined) {
    const row = await findClaimed(ctx, actor, sharedUserId, address)
    return becomeNew(ctx, { actor, address, how: 'sharedUserId' }, async () => ({ row, identity: claimOf(row) }))
  }
  if (username === undefined && email === undefined) {
    return { sharedUser: await getOwn(ctx, actor), token: caller.token }
  }
  if (username === undefined) throw malformed('/username', 'is needed beside email')
  const how = isGiven(email) ? 'email' : 'username'
  return becomeNew(ctx, { actor, address, how }, (inner, share) => {
    if (!isGiven(email) && !asksEmail(share)) return findByName(inner, actor, username)
    if (email === undefined) throw malformed('/email', 'is needed beside username')
    return findByEmail(inner, actor, { username, email })
  })
}

/** The identity of a session that has one (sharing-27). */
async function getOwn(ctx: Context, actor: VisitorActor): Promise<SharedUser> {
  const row = actor.sharedUser && (await store.findSharedUser(ctx.db, actor.productionId, actor.sharedUser.id))
  if (!row) throw new ServiceError('UnauthorizedError', 'This session has not been identified')
  const session = await findVisitorSession(ctx.db, actor.sessionId)
  return toVisitorIdentity(row, session, await store.findLastSeen(ctx.db, actor.shareId, row.id))
}

/** A session of its own for the shared user, who is added to the share when not yet in it. */
async function becomeNew(
  ctx: Context,
  { actor, address, how }: { actor: VisitorActor; address: string; how: How },
  findUser: (ctx: Transaction, share: ShareRow) => Promise<Found>,
): Promise<TokenizedSharedUser> {
  return inTransaction(ctx, async ctx => {
    const share = await holdShare(ctx.db, actor.productionId, actor.shareId)
    const earlier = await findVisitorSession(ctx.db, actor.sessionId)
    // A session that was ended meanwhile has no successor.
    if (!share || !earlier || !(await hasSession(ctx, actor.sessionId))) {
      throw new ServiceError('UnauthorizedError', 'This session has ended')
    }
    const { row, identity } = await findUser(ctx, share)
    const session = { ...earlier, ...identity }
    const now = ctx.platform.clock.now()
    const isProven = row.user_id !== null && isOwnIdentity(row, session)
    await store.addToShare(ctx.db, share.id, row.id, { now, isVisit: true, isProven })
    const target = { objectType: 'SharedUser', id: row.id, username: row.username }
    publishShare(ctx, share, 'Share.identify', target, earlier.recipient_id)
    const about = { productionId: actor.productionId, shareId: share.id, address }
    await recordAudit(ctx, {
      action: 'share.identify',
      succeeded: true,
      ...about,
      detail: { sharedUserId: row.id, how, proven: isProven },
    })
    return {
      sharedUser: toVisitorIdentity(row, session, now),
      token: await openVisitorSession(ctx, share.id, earlier, identity),
    }
  })
}

async function getUserOfToken(ctx: Context, accessToken: string): Promise<User> {
  const session = await findSession(ctx.platform, accessToken)
  if (!session?.user) throw new ServiceError('UnauthorizedError', 'serviceAccessToken is not a valid token of a user')
  // It proves whose comments may be edited: no more than it may do itself.
  if (session.user.limitedTo?.has('REVIEW_EDIT') === false) throw missingRight('REVIEW_EDIT')
  return getUser(ctx, session.user.id)
}

/** (c) "`serviceAccessToken`, which always creates a new SharedUser, even for registered users, plus a new token" */
async function createFromUser(ctx: Transaction, productionId: number, user: User): Promise<Found> {
  const row = await store.insertSharedUser(ctx.db, {
    ...newResourceColumns(ctx),
    production_id: productionId,
    username: user.username,
    email: user.email,
    email_key: toKey(user.email),
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    user_id: user.id,
    author_key: toUserKey(user.id),
  })
  return { row: row!, identity: { user_id: user.id, ...claimOf(row!) } }
}

/**
 * (d) "`sharedUserId`, which adds that shared user to the share when not yet in it". Unless it is the caller's own, each
 * attempt counts as a wrong guess does: a visitor cannot count through the ids of a production.
 */
async function findClaimed(ctx: Context, actor: VisitorActor, id: number, address: string): Promise<SharedUserRow> {
  const row = await store.findSharedUser(ctx.db, actor.productionId, id)
  const session = await findVisitorSession(ctx.db, actor.sessionId)
  if (row && isOwnIdentity(row, session)) return row
  const about = { productionId: actor.productionId, shareId: actor.shareId }
  const subject = `identify:${session?.author_id ?? actor.sessionId}`
  await tryGuarded(ctx, { subject, address, about, purpose: 'identify' }, async () => false)
  if (row) return row
  const detail = { sharedUserId: id, how: 'sharedUserId' satisfies How }
  await recordAudit(ctx, { action: 'share.identify', succeeded: false, ...about, address, detail })
  throw notFound('SharedUser', id)
}

/** (a) "`username` and `email`": the shared user of this address, else a new one, who is the caller's own. */
async function findByEmail(
  ctx: Transaction,
  actor: VisitorActor,
  given: { username: string; email: string },
): Promise<Found> {
  const row = await findOrCreateByEmail(ctx, actor.productionId, { ...given, authorKey: toAuthorKey(actor) })
  return { row, identity: { ...claimOf(row), username: given.username.trim(), email: given.email.trim() } }
}

/** A name alone: the caller's own shared user of this name, else a new one, though others are called the same. */
async function findByName(ctx: Transaction, actor: VisitorActor, given: string): Promise<Found> {
  const { productionId } = actor
  const username = checkUsername(given, '/username')
  const authorKey = toAuthorKey(actor)
  const row =
    (await store.findOwnByName(ctx.db, productionId, authorKey, username)) ??
    (await store.insertSharedUser(ctx.db, {
      ...newResourceColumns(ctx),
      production_id: productionId,
      username,
      email: '',
      email_key: '',
      first_name: null,
      last_name: null,
      user_id: null,
      author_key: authorKey,
    })) ??
    // The same session said the same name at the same moment.
    (await store.findOwnByName(ctx.db, productionId, authorKey, username))
  return { row: row!, identity: claimOf(row!) }
}

function isGiven(email: string | undefined): boolean {
  return email !== undefined && email.trim() !== ''
}

function claimOf({ id }: SharedUserRow): Pick<Identity, 'shared_user_id' | 'username' | 'email'> {
  return { shared_user_id: id, username: null, email: null }
}
