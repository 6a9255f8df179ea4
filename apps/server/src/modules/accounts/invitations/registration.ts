/**
 * Users created by the link of an invitation, to a production or to an account, where the account allows it
 * (`invitedMayRegister`). The address is that of the invitation, and counts as claimed only: who invites may have seen
 * the link.
 */

import { type InvitationDetails, type InvitationRegistration, ServiceError } from '@rushes/contract'
import type { Context, Transaction } from '../../../platform/context.ts'
import { assertPassword, assertUsername } from '../policy.ts'
import type { AccountRow, UserRow } from '../tables.ts'
import { registerUser, toUserColumns } from '../users/service.ts'
import { findUserByEmail } from '../users/store.ts'

/** An invitation that waits or has expired, as far as both kinds are alike. */
interface Waiting {
  readonly email: string | null
  readonly expires: number | null
}

/** What the holder of a token learns; without a row, of an invitation that was accepted. */
export async function describeInvitation(
  ctx: Context,
  { account, row, name }: { account: AccountRow; row: Waiting | undefined; name: string },
): Promise<InvitationDetails> {
  if (!row) return { name, state: 'ACCEPTED', hasUser: true, mayRegister: false }
  const email = row.email ?? ''
  const isExpired = (row.expires ?? 0) <= ctx.platform.clock.now()
  const hasUser = (await findUserByEmail(ctx.db, email)) !== undefined
  const mayRegister = !isExpired && !hasUser && isAllowed(account)
  return { name, email, state: isExpired ? 'EXPIRED' : 'PENDING', hasUser, mayRegister }
}

function isAllowed({ settings }: AccountRow): boolean {
  return settings.invitedMayRegister !== false
}

/** Checks what can be checked before the transaction, the hash among it; the result creates the user in it. */
export async function prepareRegistration(
  { platform }: Context,
  account: AccountRow,
  email: string,
  { username, password, firstName, lastName }: InvitationRegistration,
): Promise<(ctx: Transaction) => Promise<UserRow>> {
  if (!isAllowed(account)) {
    throw new ServiceError('ForbiddenError', 'This account lets nobody register by an invitation; ask for a user')
  }
  assertUsername(username)
  assertPassword(password, '/password', { username, email })
  const password_hash = await platform.passwords.hash(password)
  return ctx => {
    const columns = toUserColumns(ctx, { username, email, ...{ firstName, lastName } })
    return registerUser(ctx, { ...columns, password_hash, email_verified: false })
  }
}
