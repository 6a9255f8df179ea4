import { type AccountInvitation, type AccountRight, brokenRule, notFound, ServiceError } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { withoutNulls } from '../../../platform/text/without-nulls.ts'
import { invite, inviteAgain, sendInvitation } from '../invitations/invite.ts'
import { deleteInvitation, listInvitations, updateInvitationRights } from '../invitations/store.ts'
import { assertEmail, toDisplayName, toEffectiveRights, toInvitationState } from '../policy.ts'
import type { AccountInvitationRow, AccountRow } from '../tables.ts'
import { getUserRow } from '../users/get-user.ts'
import { findUserByEmail } from '../users/store.ts'
import { toFullName } from '../users/to-user.ts'
import { toAccountNames } from './account-names.ts'
import { getParticipant, publishTeam, toAccountRight } from './account-rights.ts'
import {
  deleteParticipant,
  findAccount,
  insertParticipant,
  listAccountUsers,
  updateParticipantRights,
} from './account-store.ts'

/** An invitation that waits, under its own id instead of a user's. */
function toInvited(row: AccountInvitationRow, account: AccountRow, now: number): AccountRight {
  const person = { hasAccepted: false, hasSecondFactor: false, expires: row.expires }
  return {
    id: account.id,
    userId: row.id,
    accountInvitationState: toInvitationState(account, person, now),
    ...toAccountNames(account),
    displayName: toDisplayName(account),
    ownerId: account.owner_id,
    subscriptionStatus: account.subscription_status as NonNullable<AccountRight['subscriptionStatus']>,
    twoFactorAuthenticationRequired: account.two_factor_authentication_required,
    rights: row.rights,
    email: row.email,
    invitationExpires: row.expires,
    ...withoutNulls({ invitationFailure: row.undelivered }),
  }
}

function toAccountUser(row: Awaited<ReturnType<typeof listAccountUsers>>[number]) {
  const { username, email, last_seen: lastSeen } = row
  return { username, email, fullName: toFullName(row), ...withoutNulls({ lastSeen }) }
}

/** Who takes part in an account, the owner first, then everyone who was invited. */
export async function listParticipants(ctx: Context, accountId: number): Promise<AccountRight[]> {
  const now = ctx.platform.clock.now()
  const account = await getAccountRow(ctx, accountId)
  const users = await listAccountUsers(ctx.db, accountId)
  const invitations = await listInvitations(ctx.db, accountId)
  return [
    ...users.map(row => ({ ...toAccountRight(row, row.user_id, now), user: toAccountUser(row) })),
    ...invitations.map(row => toInvited(row, account, now)),
  ]
}

async function getAccountRow(ctx: Context, id: number): Promise<AccountRow> {
  const row = await findAccount(ctx.db, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** Adds a user at once; an address that belongs to no user is invited, and the token of the invitation told once. */
export async function addParticipant(
  ctx: Context,
  accountId: number,
  request: AccountInvitation,
): Promise<AccountRight> {
  const rights = toEffectiveRights(request.rights ?? ['ACCOUNT_VIEW'], false)
  return inTransaction(ctx, async ctx => {
    const user = await findInvited(ctx, request)
    if (!user) {
      const { row, token } = await invite(ctx, accountId, request.email!, rights)
      const account = await getAccountRow(ctx, accountId)
      await publishTeam(ctx, 'AccountTeam.add', accountId, { invitationId: row.id, rights })
      await sendInvitation(ctx, account, row, token)
      return { ...toInvited(row, account, ctx.platform.clock.now()), invitationToken: token }
    }
    const isOwner = (await getAccountRow(ctx, accountId)).owner_id === user.id
    if (isOwner || !(await insertParticipant(ctx.db, accountId, user.id, rights))) {
      throw new ServiceError('ConflictError', `${user.username} takes part in this account already`)
    }
    await publishTeam(ctx, 'AccountTeam.add', accountId, { userId: user.id, rights })
    return getParticipant(ctx, accountId, user.id)
  })
}

/** The user who is meant; nothing for an address that belongs to nobody, or that its user merely claims. */
async function findInvited(ctx: Context, request: AccountInvitation) {
  if (request.userId !== undefined) return getUserRow(ctx, request.userId)
  if (request.email === undefined) throw brokenRule('/userId', 'or `email` is needed')
  assertEmail(request.email)
  const user = await findUserByEmail(ctx.db, request.email)
  return user?.email_verified === true ? user : undefined
}

/** Changes the rights of a participant, or those that an invitation promises. */
export async function updateParticipant(
  ctx: Context,
  accountId: number,
  userId: number,
  request: AccountInvitation,
): Promise<AccountRight> {
  const rights = toEffectiveRights(request.rights ?? [], false)
  return inTransaction(ctx, async ctx => {
    if (await updateParticipantRights(ctx.db, accountId, userId, rights)) {
      await publishTeam(ctx, 'AccountTeam.add', accountId, { userId, rights })
      return getParticipant(ctx, accountId, userId)
    }
    const invitation = await updateInvitationRights(ctx.db, accountId, userId, rights)
    if (!invitation) throw notFound('Participant', userId)
    await publishTeam(ctx, 'AccountTeam.add', accountId, { invitationId: invitation.id, rights })
    return toInvited(invitation, await getAccountRow(ctx, accountId), ctx.platform.clock.now())
  })
}

/** Invites an address once more that has not accepted; the new token is shown once, the old one opens nothing. */
export async function resendInvitation(ctx: Context, accountId: number, id: number): Promise<AccountRight> {
  return inTransaction(ctx, async ctx => {
    const { row, token } = await inviteAgain(ctx, accountId, id)
    const account = await getAccountRow(ctx, accountId)
    await publishTeam(ctx, 'AccountTeam.add', accountId, { invitationId: row.id, rights: row.rights })
    await sendInvitation(ctx, account, row, token)
    return { ...toInvited(row, account, ctx.platform.clock.now()), invitationToken: token }
  })
}

/** Takes a participant out, or an invitation back. */
export async function removeParticipant(ctx: Context, accountId: number, userId: number): Promise<void> {
  await inTransaction(ctx, async ctx => {
    if (await deleteParticipant(ctx.db, accountId, userId)) {
      return publishTeam(ctx, 'AccountTeam.remove', accountId, { userId, rights: [] })
    }
    const invitation = await deleteInvitation(ctx.db, accountId, userId)
    if (!invitation) throw notFound('Participant', userId)
    await publishTeam(ctx, 'AccountTeam.remove', accountId, { invitationId: invitation.id, rights: [] })
  })
}
