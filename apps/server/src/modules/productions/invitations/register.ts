import { type InvitationRegistration, notFound, ServiceError, type User } from '@rushes/contract'
import { type Context, inTransaction } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/security/tokens.ts'
import { findAccount, prepareRegistration, toUser } from '../../accounts/index.ts'
import { findAccountIdOfProduction } from '../production/store.ts'
import { findInvitationOfToken } from '../team/store.ts'
import { join, lockWaiting } from './answer.ts'

/** Creates a user with the address of the invitation, who is in the team of its production from now on. */
export async function registerInvited(ctx: Context, request: InvitationRegistration): Promise<User> {
  const waiting = await findInvitationOfToken(ctx.db, hashToken(request.token))
  const accountId = waiting && (await findAccountIdOfProduction(ctx.db, waiting.production_id))
  const account = accountId === undefined ? undefined : await findAccount(ctx.db, accountId)
  if (!account || waiting?.user_id !== null) throw notFound('Invitation', 'of this token')
  if (!waiting.may_register) {
    throw new ServiceError('ForbiddenError', 'This link is for people who have a user; ask for one')
  }
  const create = await prepareRegistration(ctx, account, waiting.email ?? waiting.email_key ?? '', request)
  return inTransaction(ctx, async ctx => {
    const row = await lockWaiting(ctx, request.token)
    const user = await create(ctx)
    await join(ctx, row, user.id)
    return toUser(user)
  })
}
