/** What somebody may do on an account, as resources; and the event of its change. */

import { type AccountPermission, type AccountRight, notFound } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { indexUsers } from '../documents.ts'
import { toDisplayName, toEffectiveRights, toInvitationState } from '../policy.ts'
import { getUserRow } from '../users/get-user.ts'
import { toAccountNames } from './account-names.ts'
import { listAccountsOfUser } from './account-store.ts'

type RightRow = Awaited<ReturnType<typeof listAccountsOfUser>>[number]

/** The right of a user who takes part. */
export function toAccountRight(row: RightRow, userId: number, now: number): AccountRight {
  const person = { hasAccepted: true, hasSecondFactor: row.second_factor_since !== null }
  return {
    id: row.id,
    userId,
    accountInvitationState: toInvitationState(row, person, now),
    ...toAccountNames(row),
    displayName: toDisplayName(row),
    ownerId: row.owner_id,
    ownerUsername: row.owner_username,
    subscriptionStatus: row.subscription_status as NonNullable<AccountRight['subscriptionStatus']>,
    twoFactorAuthenticationRequired: row.two_factor_authentication_required,
    rights: toEffectiveRights(row.rights ?? [], row.owner_id === userId),
  }
}

/** The accounts of a user, whatever has become of their subscriptions: "Clients are told to hide" those that ended. */
export async function listAccountRights(ctx: Context, userId: number): Promise<AccountRight[]> {
  await getUserRow(ctx, userId)
  const now = ctx.platform.clock.now()
  return (await listAccountsOfUser(ctx.db, userId)).map(row => toAccountRight(row, userId, now))
}

export async function getParticipant(ctx: Context, accountId: number, userId: number): Promise<AccountRight> {
  const found = (await listAccountRights(ctx, userId)).find(right => right.id === accountId)
  if (!found) throw notFound('Participant', userId)
  return found
}

/** Emits the event of a change of who may do what on an account, and keeps it in the audit. */
export async function publishTeam(
  ctx: Transaction,
  type: 'AccountTeam.add' | 'AccountTeam.remove',
  accountId: number,
  change: { userId?: number; invitationId?: number; rights: readonly AccountPermission[] },
): Promise<void> {
  const { userId, invitationId, rights } = change
  if (userId !== undefined) indexUsers(ctx, [userId])
  const object =
    userId === undefined ? { objectType: 'AccountInvitation', id: invitationId } : { objectType: 'User', id: userId }
  ctx.publish({ type, accountId, object })
  await recordAudit(ctx, {
    action: 'rights.change',
    succeeded: true,
    userId,
    accountId,
    detail: { rights, ...(invitationId === undefined ? {} : { invitationId }) },
  })
}
