import type { Transaction } from '../../../platform/context.ts'
import { reportUndelivered } from '../../accounts/index.ts'
import { noteUndelivered } from '../team/store.ts'

/** The mail of an invitation to a production did not arrive: the team sees that, and why. */
export async function noteUndeliveredInvitation(ctx: Transaction, id: number, reason: string): Promise<void> {
  const row = await noteUndelivered(ctx.db, id, reason)
  if (!row) return
  const place = { productionId: row.production_id }
  await reportUndelivered(ctx, {
    objectType: 'Invitation',
    id,
    email: String(row.email ?? row.email_key),
    place,
    reason,
  })
}
