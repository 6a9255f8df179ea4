/** API tokens: long-lived tokens that users make for their programs, confined to some of their own rights. */

import { type AccessToken, type AccessTokenCreation, brokenRule, notFound } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { getUserRow, listHeldRights } from '../../accounts/index.ts'
import { listHeldRights as listProductionRights } from '../../productions/index.ts'
import { isAlive } from '../policy.ts'
import { endSession, openSession } from '../sessions/sessions.ts'
import { listSessionsOfUser } from '../store.ts'
import type { SessionRow } from '../tables.ts'

/** Creates a token, which is shown once. Without `rights` it may do all that its owner may, by then. */
export async function createAccessToken(
  ctx: Context,
  userId: number,
  request: AccessTokenCreation,
): Promise<AccessToken> {
  const { expires, rights } = request
  if (expires !== undefined && expires <= ctx.platform.clock.now())
    throw brokenRule('/expires', 'must be in the future')
  if (rights !== undefined) await assertHeld(ctx, userId, rights)
  return inTransaction(ctx, async ctx => {
    const { token, row } = await openSession(ctx, {
      kind: 'api',
      user_id: userId,
      share_id: null,
      shared_user_id: null,
      expires: expires ?? null,
      idle_limit_ms: null,
      label: request.label ?? '',
      rights: rights === undefined ? null : [...new Set(rights)],
    })
    const detail = { tokenId: row.id, label: row.label, rights: row.rights }
    await recordAudit(ctx, { action: 'accessToken.create', succeeded: true, userId, detail })
    return { ...toAccessToken(row), token }
  })
}

/** Rights of a token: each must be held somewhere. What is lost later, the token loses as well (authentication-50). */
async function assertHeld(ctx: Context, userId: number, rights: readonly string[]): Promise<void> {
  const user = await getUserRow(ctx, userId)
  if (user.system_rights.includes('SUPPORT')) return assertSystemRights(user.system_rights, rights)
  const held = new Set<string>([
    ...user.system_rights,
    ...(await listHeldRights(ctx.db, userId)),
    ...(await listProductionRights(ctx.db, userId)),
  ])
  const excess = rights.find(right => !held.has(right))
  if (excess !== undefined) throw brokenRule('/rights', `${excess} is not among the rights of this user`)
}

/** SUPPORT holds every right of accounts and productions, and no other system right by itself. */
function assertSystemRights(held: readonly string[], rights: readonly string[]): void {
  if (rights.includes('DEVOPS') && !held.includes('DEVOPS')) {
    throw brokenRule('/rights', 'DEVOPS is not among the rights of this user')
  }
}

export async function listAccessTokens(ctx: Context, userId: number): Promise<AccessToken[]> {
  const now = ctx.platform.clock.now()
  const rows = await listSessionsOfUser(ctx.db, userId, 'api')
  return rows.filter(row => isAlive(row, now)).map(toAccessToken)
}

export async function deleteAccessToken(ctx: Context, userId: number, tokenId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const isEnded = await endSession(ctx, tokenId, { userId, kind: 'api' })
    if (!isEnded) throw notFound('AccessToken', tokenId)
    await recordAudit(ctx, { action: 'accessToken.delete', succeeded: true, userId, detail: { tokenId } })
  })
}

function toAccessToken(row: SessionRow): AccessToken {
  const rights = row.rights as AccessToken['rights'] | null
  return {
    id: row.id,
    label: row.label ?? '',
    created: row.created,
    lastSeen: row.last_seen,
    ...withoutNulls({ expires: row.expires, rights }),
  }
}
