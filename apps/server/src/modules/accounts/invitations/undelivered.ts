import type { Transaction } from '../../../platform/context.ts'
import { recordAudit } from '../../../platform/security/audit.ts'
import { noteUndelivered } from './store.ts'

/** The mail of an invitation to an account did not arrive: who manages the account sees that, and why. */
export async function noteUndeliveredInvitation(ctx: Transaction, id: number, reason: string): Promise<void> {
  const row = await noteUndelivered(ctx.db, id, reason)
  if (!row) return
  const place = { accountId: row.account_id }
  await reportUndelivered(ctx, { objectType: 'AccountInvitation', id, email: row.email, place, reason })
}

interface Undelivered {
  readonly objectType: 'AccountInvitation' | 'Invitation'
  readonly id: number
  readonly email: string
  readonly place: { readonly accountId: number } | { readonly productionId: number }
  readonly reason: string
}

/** Publishes and audits that the mail of an invitation did not arrive. */
export async function reportUndelivered(
  ctx: Transaction,
  { objectType, id, email, place, reason }: Undelivered,
): Promise<void> {
  ctx.publish({
    type: 'Activity',
    verb: 'Invitation.fail',
    ...place,
    message: `The invitation of ${email} could not be delivered: ${reason}`,
    object: { objectType, id },
  })
  await recordAudit(ctx, {
    action: 'invitation.fail',
    succeeded: false,
    ...place,
    detail: { invitationId: id, reason },
  })
}
