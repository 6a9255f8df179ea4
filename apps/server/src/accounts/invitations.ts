/**
 * Invitations to take part in an account, by an address that belongs to no user.
 *
 * An address is not proof of who reads its mail: users may change their own, and who manages an account may create users
 * with any. So an invitation is accepted with its token, which goes to the address (or by hand); or at once when a user
 * appears whose address somebody vouches for: SUPPORT, the identity provider, or the manager who invites.
 */

import { type AccountRight, notFound, ServiceError } from '@rushes/contract'
import { recordAudit } from '../platform/audit.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { queueMail } from '../platform/mail/index.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { toWebLink } from '../platform/web-links.ts'
import { getParticipant, publishTeam } from './account-rights.ts'
import { insertParticipant } from './account-store.ts'
import * as store from './invitation-store.ts'
import { invitationLifetimeMs, toDisplayName, toKey } from './policy.ts'
import type { AccountInvitationRow, AccountRow, UserRow } from './tables.ts'

/** Invites an address; the token is told once. ConflictError while an invitation waits. */
export async function invite(
  ctx: Transaction,
  accountId: number,
  email: string,
  rights: AccountInvitationRow['rights'],
): Promise<{ row: AccountInvitationRow; token: string }> {
  const token = newToken('ri')
  const now = ctx.platform.clock.now()
  const row = await store.insertInvitation(ctx.db, {
    account_id: accountId,
    email: email.trim(),
    email_key: toKey(email),
    rights,
    created: now,
    expires: now + invitationLifetimeMs,
    token_hash: hashToken(token),
  })
  if (!row) throw new ServiceError('ConflictError', `${email} is invited to this account already`)
  return { row, token }
}

/** The same for an invitation that waits, or has expired. */
export async function inviteAgain(
  ctx: Transaction,
  accountId: number,
  id: number,
): Promise<{ row: AccountInvitationRow; token: string }> {
  const token = newToken('ri')
  const expires = ctx.platform.clock.now() + invitationLifetimeMs
  const row = await store.renewInvitation(ctx.db, accountId, id, { expires, token_hash: hashToken(token) })
  if (!row) throw notFound('Invitation', id)
  return { row, token }
}

/** Tells the invited person by mail, where the service sends any. */
export async function sendInvitation(
  ctx: Transaction,
  account: AccountRow,
  email: string,
  token: string,
): Promise<void> {
  const name = toDisplayName(account)
  const inviter = ctx.actor.kind === 'user' ? `${ctx.actor.username} has invited you` : 'You have been invited'
  await queueMail(ctx, {
    kind: 'invitation',
    to: email,
    subject: `Invitation to ${name}`,
    paragraphs: [
      `${inviter} to take part in “${name}”.`,
      'Sign in, or have a user made, and open the link below within two weeks.',
    ],
    link: {
      label: 'Accept the invitation',
      url: toWebLink(ctx.platform, ['account-invitation'], { secret: { token } }),
    },
    reason: `You get this mail because someone in “${name}” gave your address.`,
  })
}

/** Accepts with the token of the invitation: the caller takes part from now on. */
export async function acceptInvitation(ctx: Context, token: string): Promise<AccountRight> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ServiceError('UnauthorizedError', 'Sign in to accept an invitation')
  return inTransaction(ctx, async ctx => {
    const row = await takeWaiting(ctx, token)
    await join(ctx, row, actor.userId)
    return getParticipant(ctx, row.account_id, actor.userId)
  })
}

/** Declines with the token of the invitation, signed in or not. */
export async function declineInvitation(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await takeWaiting(ctx, token)
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

async function takeWaiting(ctx: Transaction, token: string): Promise<AccountInvitationRow> {
  const row = await store.takeInvitation(ctx.db, hashToken(token))
  if (!row) throw notFound('Invitation', 'of this token')
  if (ctx.platform.clock.now() >= row.expires) {
    throw new ServiceError('GoneError', 'This invitation has expired; ask for another one')
  }
  return row
}

/** A user has appeared whose address somebody vouches for: what waits for it is accepted. */
export async function acceptAllOf(ctx: Transaction, user: UserRow, accountId?: number | undefined): Promise<void> {
  const rows = await store.takeInvitationsOf(ctx.db, user.email_key, ctx.platform.clock.now(), accountId)
  for (const row of rows) await join(ctx, row, user.id)
}

async function join(ctx: Transaction, row: AccountInvitationRow, userId: number): Promise<void> {
  // Somebody who takes part already keeps the rights that they have.
  if (!(await insertParticipant(ctx.db, row.account_id, userId, row.rights))) return
  await publishTeam(ctx, 'AccountTeam.add', row.account_id, { userId, rights: row.rights })
}
