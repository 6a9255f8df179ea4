import {
  notFound,
  ServiceError,
  type SharedUser,
  type ShareLogin,
  type ShareLoginRequest,
  type ShareObject,
} from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { tryGuarded } from '../../authentication/index.ts'
import { publishShare, toRecipientTarget } from '../outgoing/events.ts'
import { assertNotExpired } from '../policy.ts'
import { findShareOfToken } from '../recipients/share-of-token.ts'
import { noteOpened } from '../recipients/store.ts'
import { findSharedUser } from '../shared-users/store.ts'
import { getShare } from '../shares/get-share.ts'
import { holdShare } from '../shares/store.ts'
import { toAnonymousVisitor, toVisitedShare } from '../shares/to-share.ts'
import type { ShareRow, VisitorSessionRow } from '../tables.ts'
import { findEarlierSession, openVisitorSession, toVisitorIdentity } from './visitor-session.ts'

/**
 * The share that a share token opens, or that of one of its recipients; UnauthorizedError for any other token,
 * ForbiddenError once it has expired.
 */
async function getShareOfToken(ctx: Context, token: string | undefined) {
  const found = token === undefined ? undefined : await findShareOfToken(ctx.db, token)
  if (!found) throw new ServiceError('UnauthorizedError', 'The token of the share is needed')
  assertNotExpired(found.share, ctx.platform.clock.now())
  return found
}

/**
 * Exchanges a share token for a session token (sharing-19). A wrong password counts against the share and the address;
 * leaving it out does not, since that is how a client finds out that one is needed (sharing-21). With the token of an
 * earlier session of the share the new one continues it: as the same visitor, who may change the same comments
 * (sharing-25).
 */
export async function loginToShare(
  ctx: Context,
  productionId: number,
  id: number,
  request: ShareLoginRequest | undefined,
  caller: { token: string | undefined; address: string },
): Promise<ShareLogin> {
  const { share, recipient } = await getShareOfToken(ctx, caller.token)
  if (share.production_id !== productionId || share.id !== id) throw notFound('ShareObject', id)
  if (share.password_protected) await assertPassword(ctx, share, request?.password, caller.address)
  return inTransaction(ctx, async ctx => {
    // A password that was set meanwhile has ended every session: none may be opened with the one before.
    const held = await holdShare(ctx.db, productionId, id)
    if (held?.password_hash !== share.password_hash || held.password_protected !== share.password_protected) {
      throw new ServiceError('UnauthorizedError', 'The password of the share has changed')
    }
    if (recipient && !(await noteOpened(ctx.db, recipient.id, ctx.platform.clock.now()))) {
      throw new ServiceError('UnauthorizedError', 'This link has been ended')
    }
    const found = await findEarlierSession(ctx, id, request?.previousToken)
    // What was opened by another link is not continued: each ends with its own.
    const earlier = found?.recipient_id === (recipient?.id ?? null) ? found : undefined
    const token = await openVisitorSession(ctx, id, earlier, {}, recipient?.id)
    publishShare(ctx, share, 'Share.login', recipient && toRecipientTarget(recipient))
    await recordAudit(ctx, {
      action: 'login.share',
      succeeded: true,
      productionId,
      shareId: id,
      address: caller.address,
    })
    const visitor = await findIdentity(ctx, share, earlier)
    const answer = { status: 200, needsSecondToken: false, message: 'signed in' }
    return { ...visitor, sharedUser: visitor, token, ...answer, ...(earlier && { continued: true }) }
  })
}

/** Who the visitor was in the session that is continued. */
async function findIdentity(
  ctx: Context,
  share: ShareRow,
  earlier: VisitorSessionRow | undefined,
): Promise<SharedUser> {
  const id = earlier?.shared_user_id ?? null
  const row = id === null ? undefined : await findSharedUser(ctx.db, share.production_id, id)
  return row ? toVisitorIdentity(row, earlier, ctx.platform.clock.now()) : toAnonymousVisitor(share)
}

async function assertPassword(ctx: Context, share: ShareRow, password: string | undefined, address: string) {
  if (password === undefined) throw new ServiceError('UnauthorizedError', 'This share needs its password')
  const about = { shareId: share.id, productionId: share.production_id }
  const attempt = { subject: `share:${share.id}`, purpose: 'share', address, about } as const
  if (await tryGuarded(ctx, attempt, () => ctx.platform.passwords.isRight(share.password_hash, password))) return
  await inTransaction(ctx, async ctx => {
    publishShare(ctx, share, 'Share.loginFailed')
    await recordAudit(ctx, { action: 'login.share', succeeded: false, ...about, address })
  })
  throw new ServiceError('UnauthorizedError', 'The password of the share is wrong')
}

/** The share of the caller (sharing-23): known by a session, or by the share token before there is one. */
export async function getCurrentShare(
  ctx: Context,
  productionId: number,
  token: string | undefined,
): Promise<ShareObject> {
  const { actor } = ctx
  const share =
    actor.kind === 'visitor'
      ? await getShare(ctx, productionId, actor.shareId)
      : (await getShareOfToken(ctx, token)).share
  return toVisitedShare(share, ctx.platform.publicUrl)
}
