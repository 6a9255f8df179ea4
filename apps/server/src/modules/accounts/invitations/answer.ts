/** What the link of an invitation to an account does, in each of its states. */

import { type AccountRight, type InvitationDetails, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { getParticipant, publishTeam } from '../accounts/account-rights.ts'
import { findAccount, insertParticipant } from '../accounts/account-store.ts'
import { toDisplayName } from '../policy.ts'
import type { AccountInvitationRow, UserRow } from '../tables.ts'
import { describeInvitation } from './registration.ts'
import * as store from './store.ts'

declare module '../../../platform/module.ts' {
  interface Services {
    /** What `acceptAllOf` does for accounts, for productions. */
    readonly acceptProductionInvitations: (ctx: Transaction, user: UserRow, accountId?: number) => Promise<void>
  }
}

/**
 * Lets a new user in wherever their address was invited. Somebody vouches for the address; with `accountId` only the
 * manager of that account, for what is the account's own.
 */
export async function welcome(ctx: Transaction, user: UserRow, accountId?: number): Promise<void> {
  await acceptAllOf(ctx, user, accountId)
  await ctx.platform.services.acceptProductionInvitations(ctx, user, accountId)
}

/** What an invitation is for, for the holder of its token. NotFoundError for a token that opens nothing. */
export async function findInvitation(ctx: Context, token: string): Promise<InvitationDetails> {
  const row = await store.findInvitation(ctx.db, hashToken(token))
  const member = row ? undefined : await store.findMember(ctx.db, hashToken(token))
  const account = await findAccount(ctx.db, row?.account_id ?? member?.account_id ?? 0)
  if (!account) throw notFound('Invitation', 'of this token')
  return describeInvitation(ctx, { account, row, name: toDisplayName(account) })
}

/** Accepts with the token of the invitation: the caller takes part from now on. Once more by the same user changes nothing. */
export async function acceptInvitation(ctx: Context, token: string): Promise<AccountRight> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ServiceError('UnauthorizedError', 'Sign in to accept an invitation')
  return inTransaction(ctx, async ctx => {
    const row = await takeWaiting(ctx, token, actor.userId)
    if (row) await join(ctx, row, actor.userId)
    const accountId = row?.account_id ?? (await store.findMember(ctx.db, hashToken(token)))!.account_id
    return getParticipant(ctx, accountId, actor.userId)
  })
}

/** Declines with the token of the invitation, signed in or not. */
export async function declineInvitation(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await takeWaiting(ctx, token)
    if (!row) return
    ctx.publish({
      type: 'AccountTeam.remove',
      accountId: row.account_id,
      object: { objectType: 'AccountInvitation', id: row.id, declined: true },
    })
    await recordAudit(ctx, {
      action: 'rights.change',
      succeeded: true,
      accountId: row.account_id,
      detail: { invitationId: row.id, declined: true },
    })
  })
}

/**
 * Takes the invitation of a token; nothing when this user has accepted it before. NotFoundError for a token that opens
 * nothing, GoneError for one that has expired or that somebody else has used.
 */
export async function takeWaiting(
  ctx: Transaction,
  token: string,
  userId?: number,
): Promise<AccountInvitationRow | undefined> {
  const row = await store.takeInvitation(ctx.db, hashToken(token))
  if (!row) {
    const member = await store.findMember(ctx.db, hashToken(token))
    if (!member) throw notFound('Invitation', 'of this token')
    if (member.user_id !== userId) throw new ServiceError('GoneError', 'This invitation has been used already')
    return undefined
  }
  if (ctx.platform.clock.now() >= row.expires) {
    throw new ServiceError('GoneError', 'This invitation has expired; ask for another one')
  }
  return row
}

/** A user has appeared whose address somebody vouches for: what waits for it is accepted. */
async function acceptAllOf(ctx: Transaction, user: UserRow, accountId?: number | undefined): Promise<void> {
  const rows = await store.takeInvitationsOf(ctx.db, user.email_key, ctx.platform.clock.now(), accountId)
  for (const row of rows) await join(ctx, row, user.id)
}

/** Somebody who takes part already keeps the rights that they have. */
export async function join(ctx: Transaction, row: AccountInvitationRow, userId: number): Promise<void> {
  const isNew = await insertParticipant(ctx.db, row.account_id, userId, row.rights)
  await store.noteAcceptance(ctx.db, row.account_id, userId, row.token_hash)
  if (isNew) await publishTeam(ctx, 'AccountTeam.add', row.account_id, { userId, rights: row.rights })
}
