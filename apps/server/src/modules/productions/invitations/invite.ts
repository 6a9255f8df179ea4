import type { Participant } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import { isMailOn, queueMail } from '../../../platform/events/outbox/mail/index.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import { toWebLink } from '../../../platform/text/web-links.ts'
import { getAccountRights } from '../../accounts/index.ts'
import { invitationMs } from '../policy.ts'
import { findAccountIdOfProduction, findProduction } from '../production/store.ts'
import type { ParticipantRow } from '../tables.ts'
import { noteUndeliveredInvitation } from './undelivered.ts'

type InvitationColumns = Pick<ParticipantRow, 'token_hash' | 'expires' | 'undelivered'>

/** What makes a row of the team an invitation, and the token that accepts it. */
export function newInvitation(ctx: Context): { columns: InvitationColumns; token: string } {
  const token = newToken('ri')
  const expires = ctx.platform.clock.now() + invitationMs
  return { columns: { token_hash: hashToken(token), expires, undelivered: null }, token }
}

/** The same for somebody whom the caller invites, who is shown the token in `shown`. */
interface NewInvitation {
  readonly columns: InvitationColumns & Pick<ParticipantRow, 'may_register'>
  readonly token: string
  readonly shown: Pick<Participant, 'invitationToken'>
}

/**
 * The link of an invitation creates a user with the address that it is for, which must not be the doing of a caller who
 * may not create users: such a caller is shown no link where a mail carries it, and else one for people who are users.
 */
export async function inviteAsCaller(ctx: Context, productionId: number): Promise<NewInvitation> {
  const { columns, token } = newInvitation(ctx)
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  const rights = accountId === undefined ? [] : await getAccountRights(ctx, accountId)
  const mayCreate = rights.includes('ACCOUNT_MANAGE')
  return {
    columns: { ...columns, may_register: mayCreate || isMailOn(ctx) },
    token,
    shown: mayCreate || !isMailOn(ctx) ? { invitationToken: token } : {},
  }
}

/** Sends someone a mail that they are in a team, or with a token, that they are invited to it (`id`: the invitation). */
export async function sendInvitation(
  ctx: Transaction,
  productionId: number,
  { id, email, token }: { id?: number; email: string; token: string | undefined },
): Promise<void> {
  const production = await findProduction(ctx.db, productionId)
  if (!production) return
  const inviter = ctx.actor.kind === 'user' ? ctx.actor.username : undefined
  const has = inviter === undefined ? 'You have been' : `${inviter} has`
  const verb = inviter === undefined ? 'invited' : 'invited you'
  const unsent = await queueMail(ctx, {
    kind: 'invitation',
    to: email,
    productionId,
    subjectId: id,
    subject: `Invitation to ${production.name}`,
    paragraphs: [
      token === undefined
        ? `${has} ${inviter === undefined ? 'added' : 'added you'} to the team of “${production.name}”.`
        : `${has} ${verb} to the team of “${production.name}”.`,
      ...(token === undefined
        ? []
        : ['Open the link below within two weeks. It leads you in, also when you have no user here yet.']),
    ],
    link:
      token === undefined
        ? { label: 'Open the production', url: toWebLink(ctx.platform, ['production', productionId]) }
        : { label: 'Accept the invitation', url: toWebLink(ctx.platform, ['invitation'], { secret: { token } }) },
    reason: `You get this mail because someone in “${production.name}” gave your address.`,
  })
  if (unsent !== undefined && id !== undefined) await noteUndeliveredInvitation(ctx, id, unsent)
}
