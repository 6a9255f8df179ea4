import { notFound, type Production, ServiceError } from '@rushes/contract'
import type { UserRow } from '../accounts/index.ts'
import { type Context, inTransaction, type Transaction } from '../platform/context.ts'
import { queueMail } from '../platform/mail/index.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { toWebLink } from '../platform/web-links.ts'
import { invitationMs } from './policy.ts'
import { findProduction } from './production-store.ts'
import { getProduction } from './service.ts'
import type { ParticipantRow } from './tables.ts'
import { publishTeam } from './team-events.ts'
import * as store from './team-store.ts'

/** What makes a row of the team an invitation: the token that accepts it is in the mail alone. */
export function newInvitation(ctx: Context): { columns: { token_hash: Buffer; expires: number }; token: string } {
  const token = newToken('ri')
  return { columns: { token_hash: hashToken(token), expires: ctx.platform.clock.now() + invitationMs }, token }
}

/** Tells someone by mail that they are in a team, or how they come into it. */
export async function sendInvitation(
  ctx: Transaction,
  productionId: number,
  { email, token }: { email: string; token: string | undefined },
): Promise<void> {
  const production = await findProduction(ctx.db, productionId)
  if (!production) return
  const inviter = ctx.actor.kind === 'user' ? ctx.actor.username : undefined
  const has = inviter === undefined ? 'You have been' : `${inviter} has`
  const verb = inviter === undefined ? 'invited' : 'invited you'
  await queueMail(ctx, {
    kind: 'invitation',
    to: email,
    productionId,
    subject: `Invitation to ${production.name}`,
    paragraphs: [
      token === undefined
        ? `${has} ${inviter === undefined ? 'added' : 'added you'} to the team of “${production.name}”.`
        : `${has} ${verb} to the team of “${production.name}”.`,
      ...(token === undefined ? [] : ['Sign in, or have an account made, and open the link below within two weeks.']),
    ],
    link:
      token === undefined
        ? { label: 'Open the production', url: toWebLink(ctx.platform, ['production', productionId]) }
        : { label: 'Accept the invitation', url: toWebLink(ctx.platform, ['invitation'], { secret: { token } }) },
    reason: `You get this mail because someone in “${production.name}” gave your address.`,
  })
}

/**
 * Joins the team that a token from an invitation's mail opens: whoever has read the mail is the one it was meant for,
 * whatever their own address. NotFoundError for a token that opens nothing, GoneError for one that has expired.
 */
export async function acceptInvitation(ctx: Context, token: string): Promise<Production> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ServiceError('UnauthorizedError', 'Sign in to accept an invitation')
  return inTransaction(ctx, async ctx => {
    const row = await lockLiving(ctx, token)
    await join(ctx, row, actor.userId)
    return getProduction(ctx, row.production_id)
  })
}

/** Refuses an invitation: nobody can accept it any more. */
export async function declineInvitation(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ctx => {
    const row = await lockLiving(ctx, token)
    await store.deleteParticipantRow(ctx.db, row.id)
    await publishTeam(ctx, 'Team.remove', row)
  })
}

async function lockLiving(ctx: Transaction, token: string): Promise<ParticipantRow> {
  const row = await store.lockInvitationOfToken(ctx.db, hashToken(token))
  if (!row) throw notFound('Invitation', 'of this token')
  if ((row.expires ?? 0) <= ctx.platform.clock.now()) {
    throw new ServiceError('GoneError', 'This invitation has expired; ask for another one')
  }
  return row
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

/** The invited becomes a member; for someone who is one already nothing is left of the invitation. */
async function join(ctx: Transaction, row: ParticipantRow, userId: number): Promise<void> {
  if (await store.isParticipant(ctx.db, row.production_id, userId)) {
    await store.deleteParticipantRow(ctx.db, row.id)
    await publishTeam(ctx, 'Team.remove', row)
    return
  }
  const joined = await store.updateParticipantRow(ctx.db, row.id, {
    user_id: userId,
    email: null,
    email_key: null,
    token_hash: null,
    expires: null,
    invitation_state: 'ACCEPTED',
  })
  await publishTeam(ctx, 'Team.add', joined)
}
