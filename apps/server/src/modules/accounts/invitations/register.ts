import { type InvitationRegistration, notFound, type User } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { findAccount } from '../accounts/account-store.ts'
import { toUser } from '../users/to-user.ts'
import { join, takeWaiting } from './answer.ts'
import { prepareRegistration } from './registration.ts'
import { findInvitation } from './store.ts'

/** Creates a user with the address of the invitation, who takes part in its account from now on. */
export async function registerInvited(ctx: Context, request: InvitationRegistration): Promise<User> {
  const waiting = await findInvitation(ctx.db, hashToken(request.token))
  const account = waiting && (await findAccount(ctx.db, waiting.account_id))
  if (!account) throw notFound('Invitation', 'of this token')
  const create = await prepareRegistration(ctx, account, waiting.email, request)
  return inTransaction(ctx, async ctx => {
    const row = await takeWaiting(ctx, request.token)
    if (!row) throw notFound('Invitation', 'of this token')
    const user = await create(ctx)
    await join(ctx, row, user.id)
    return toUser(user)
  })
}
