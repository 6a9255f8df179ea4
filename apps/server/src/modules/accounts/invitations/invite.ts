/**
 * Invitations to take part in an account, by an address that belongs to no user.
 *
 * An address is not proof of who reads its mail: users may change their own, and who manages an account may create users
 * with any. So an invitation is accepted with its token, which goes to the address (or by hand); or at once when a user
 * appears whose address somebody vouches for: SUPPORT, the identity provider, or the manager who invites.
 */

import { notFound, ServiceError } from '@rushes/contract'
import type { Transaction } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { invitationLifetimeMs, toDisplayName, toKey } from '../policy.ts'
import type { AccountInvitationRow, AccountRow } from '../tables.ts'
import * as store from './store.ts'
import { noteUndeliveredInvitation } from './undelivered.ts'

/** Invites an address; the answer alone has the token. ConflictError while an invitation waits. */
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

/** Sends an invitation by mail, where the service sends any. */
export async function sendInvitation(
  ctx: Transaction,
  account: AccountRow,
  { id, email }: AccountInvitationRow,
  token: string,
): Promise<void> {
  const name = toDisplayName(account)
  const inviter = ctx.actor.kind === 'user' ? `${ctx.actor.username} has invited you` : 'You have been invited'
  const unsent = await queueMail(ctx, {
    kind: 'invitation',
    to: email,
    subjectId: id,
    subject: `Invitation to ${name}`,
    paragraphs: [
      `${inviter} to take part in “${name}”.`,
      'Open the link below within two weeks. It leads you in, also when you have no user here yet.',
    ],
    link: {
      label: 'Accept the invitation',
      url: toWebLink(ctx.platform, ['account-invitation'], { secret: { token } }),
    },
    reason: `You get this mail because someone in “${name}” gave your address.`,
  })
  if (unsent !== undefined) await noteUndeliveredInvitation(ctx, id, unsent)
}
