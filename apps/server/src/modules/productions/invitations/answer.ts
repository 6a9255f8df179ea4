/** What the link of an invitation to a production does, in each of its states. */

import { type InvitationDetails, notFound, type Production, ServiceError } from '@rushes/contract'
import { type Context, inTransaction, type Transaction } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { describeInvitation, findAccount, type UserRow } from '../../accounts/index.ts'
import { findProduction } from '../production/store.ts'
import { getProduction } from '../service.ts'
import type { ParticipantRow } from '../tables.ts'
import * as store from '../team/store.ts'
import { publishTeam } from '../team/team-events.ts'

/** What an invitation is for, for the holder of its token. NotFoundError for a token that opens nothing. */
export async function findInvitation(ctx: Context, token: string): Promise<InvitationDetails> {
  const row = await store.findInvitationOfToken(ctx.db, hashToken(token))
  const production = row && (await findProduction(ctx.db, row.production_id))
  const account = production && (await findAccount(ctx.db, production.account_id))
  if (!account) throw notFound('Invitation', 'of this token')
  const details = await describeInvitation(ctx, {
    account,
    row: row.user_id === null ? row : undefined,
    name: production.name,
  })
  return { ...details, mayRegister: details.mayRegister && row.may_register }
}

/**
 * Joins the team that a token from an invitation's mail opens: who has read the mail is the one it was meant for,
 * whatever their own address. Once more by the same user changes nothing.
 */
export async function acceptInvitation(ctx: Context, token: string): Promise<Production> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ServiceError('UnauthorizedError', 'Sign in to accept an invitation')
  return inTransaction(ctx, async ctx => {
    const row = await lockInvitation(ctx, token)
    if (row.user_id !== actor.userId) {
      assertWaiting(ctx, row)
      await join(ctx, row, actor.userId)
    }
    return getProduction(ctx, row.production_id)
  })
}

/** Refuses an invitation: nobody can accept it any more. */
export async function declineInvitation(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await lockWaiting(ctx, token)
    await store.deleteParticipantRow(ctx.db, row.id)
    await publishTeam(ctx, 'Team.remove', row)
  })
}

/** NotFoundError for a token that opens nothing, GoneError for one that has expired or was used. */
export async function lockWaiting(ctx: Transaction, token: string): Promise<ParticipantRow> {
  const row = await lockInvitation(ctx, token)
  assertWaiting(ctx, row)
  return row
}

async function lockInvitation(ctx: Transaction, token: string): Promise<ParticipantRow> {
  const row = await store.lockInvitationOfToken(ctx.db, hashToken(token))
  if (!row) throw notFound('Invitation', 'of this token')
  return row
}

function assertWaiting({ platform }: Context, { user_id, expires }: ParticipantRow): void {
  if (user_id !== null) throw new ServiceError('GoneError', 'This invitation has been used already')
  if ((expires ?? 0) <= platform.clock.now()) {
    throw new ServiceError('GoneError', 'This invitation has expired; ask for another one')
  }
}

/**
 * Lets a user into the teams that invited their address. Only for an address that is known to be theirs: one that the
 * operator or an identity provider vouches for, or the manager of `accountId` for the productions of that account.
 */
export async function acceptInvitations(
  ctx: Transaction,
  user: Pick<UserRow, 'id' | 'email_key'>,
  accountId?: number | undefined,
): Promise<void> {
  const now = ctx.platform.clock.now()
  for (const row of await store.lockOpenInvitations(ctx.db, user.email_key, { accountId, now })) {
    await join(ctx, row, user.id)
  }
}

/** The invited becomes a member, and their link leads in from then on; a member keeps what they have. */
export async function join(ctx: Transaction, row: ParticipantRow, userId: number): Promise<void> {
  const member = await store.findParticipantOfUser(ctx.db, row.production_id, userId)
  if (member) {
    await store.deleteParticipantRow(ctx.db, row.id)
    await store.updateParticipantRow(ctx.db, member.id, { token_hash: row.token_hash })
    await publishTeam(ctx, 'Team.remove', row)
    return
  }
  const joined = await store.updateParticipantRow(ctx.db, row.id, {
    user_id: userId,
    email: null,
    email_key: null,
    expires: null,
    undelivered: null,
    invitation_state: 'ACCEPTED',
  })
  await publishTeam(ctx, 'Team.add', joined)
}
