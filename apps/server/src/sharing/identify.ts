import {
  type IdentifyRequest,
  malformed,
  notFound,
  ServiceError,
  type TokenizedSharedUser,
  type User,
} from '@rushes/contract'
import { getUser, toKey } from '../accounts/index.ts'
import { findSession, hasSession } from '../authentication/index.ts'
import { recordAudit } from '../platform/audit.ts'
import { type Context, inTransaction, type Transaction, type VisitorActor } from '../platform/context.ts'
import { newResourceColumns } from '../platform/database/resource-columns.ts'
import { publishShare } from './events.ts'
import { openShareSession } from './login.ts'
import { holdShare } from './share-store.ts'
import * as store from './shared-user-store.ts'
import { findOrCreateByEmail } from './shared-users.ts'
import type { SharedUserRow } from './tables.ts'
import { toSharedUser } from './to-share.ts'

/**
 * Says who a visitor is (S6). "Four ways to call it" (Sharing, 4); when several are sent at once the access token
 * counts before the id, the id before the name. "Identification is not a security check; any caller may identify as
 * any user", so it never changes what the session may do.
 */
export async function identify(
  ctx: Context,
  productionId: number,
  request: IdentifyRequest = {},
  token: string | undefined,
): Promise<TokenizedSharedUser> {
  const { actor } = ctx
  if (actor.kind !== 'visitor' || token === undefined) {
    throw new ServiceError('UnauthorizedError', 'Log in to the share first')
  }
  const { serviceAccessToken, sharedUserId, username, email } = request
  if (serviceAccessToken !== undefined) {
    const user = await getUserOfToken(ctx, serviceAccessToken)
    return becomeNew(ctx, actor, inner => createFromUser(inner, productionId, user))
  }
  if (sharedUserId !== undefined)
    return becomeNew(ctx, actor, inner => getSharedUser(inner, productionId, sharedUserId))
  if (username === undefined && email === undefined) return { sharedUser: await getOwn(ctx, actor), token }
  if (username === undefined) throw malformed('/username', 'is needed beside email')
  if (email === undefined) throw malformed('/email', 'is needed beside username')
  return becomeNew(ctx, actor, inner => findOrCreateByEmail(inner, productionId, { username, email }))
}

/** (b) "empty body, succeeds only if the token is already identified, otherwise 401" */
async function getOwn(ctx: Context, actor: VisitorActor) {
  const row = actor.sharedUser && (await store.findSharedUser(ctx.db, actor.productionId, actor.sharedUser.id))
  if (!row) throw new ServiceError('UnauthorizedError', 'This session has not been identified')
  return toSharedUser(row, await store.findLastSeen(ctx.db, actor.shareId, row.id))
}

/** A session of its own for the shared user, who is added to the share when not yet in it. */
async function becomeNew(
  ctx: Context,
  actor: VisitorActor,
  findUser: (ctx: Transaction) => Promise<SharedUserRow>,
): Promise<TokenizedSharedUser> {
  return inTransaction(ctx, async ctx => {
    const share = await holdShare(ctx.db, actor.productionId, actor.shareId)
    // A session that was ended meanwhile has no successor.
    if (!share || !(await hasSession(ctx, actor.sessionId))) {
      throw new ServiceError('UnauthorizedError', 'This session has ended')
    }
    const row = await findUser(ctx)
    const now = ctx.platform.clock.now()
    await store.addToShare(ctx.db, share.id, row.id, { now, isVisit: true })
    publishShare(ctx, share, 'Share.identify', { objectType: 'SharedUser', id: row.id, username: row.username })
    const about = { productionId: actor.productionId, shareId: share.id, detail: { sharedUserId: row.id } }
    await recordAudit(ctx, { action: 'share.identify', succeeded: true, ...about })
    return { sharedUser: toSharedUser(row, now), token: await openShareSession(ctx, share.id, row.id) }
  })
}

async function getUserOfToken(ctx: Context, accessToken: string): Promise<User> {
  const session = await findSession(ctx.platform, accessToken)
  if (!session?.user) throw new ServiceError('UnauthorizedError', 'serviceAccessToken is not a valid token of a user')
  return getUser(ctx, session.user.id)
}

/** (c) "`serviceAccessToken`, which always creates a new SharedUser, even for registered users, plus a new token" */
async function createFromUser(ctx: Transaction, productionId: number, user: User): Promise<SharedUserRow> {
  const row = await store.insertSharedUser(ctx.db, {
    ...newResourceColumns(ctx),
    production_id: productionId,
    username: user.username,
    email: user.email,
    email_key: toKey(user.email),
    first_name: user.firstName ?? null,
    last_name: user.lastName ?? null,
    user_id: user.id,
  })
  return row!
}

/** (d) "`sharedUserId`, which adds that shared user to the share when not yet in it" */
async function getSharedUser(ctx: Transaction, productionId: number, id: number): Promise<SharedUserRow> {
  const row = await store.findSharedUser(ctx.db, productionId, id)
  if (!row) throw notFound('SharedUser', id)
  return row
}
