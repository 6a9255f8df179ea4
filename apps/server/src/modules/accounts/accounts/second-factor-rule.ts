/** Accounts whose members need a second factor (`twoFactorAuthenticationRequired`). */

import { ServiceError } from '@rushes/contract'
import type { Platform, Transaction } from '../../../platform/context.ts'
import { createMemory } from '../../../platform/flow/memory.ts'
import { findAccount } from './account-store.ts'

const rules = createMemory<{ isRequired: boolean }>()

/** To be called where the rule of an account changes. */
export function forgetFactorRule(ctx: Transaction, accountId: number): void {
  rules.forget(ctx, [String(accountId)])
}

/** Refuses with ForbiddenError a member without a second factor where the account demands one. */
export async function assertFactorRule(
  platform: Platform,
  accountId: number,
  user: { readonly hasSecondFactor: boolean },
): Promise<void> {
  if (user.hasSecondFactor) return
  const rule = await rules.recall(platform, String(accountId), async () => {
    const row = await findAccount(platform.database, accountId)
    return row && { isRequired: row.two_factor_authentication_required }
  })
  if (rule?.isRequired) throw factorIsMissing(accountId)
}

export function factorIsMissing(accountId: number): ServiceError {
  return new ServiceError('ForbiddenError', 'This account demands a second factor: enable one first', {
    right: 'a second factor',
    accountId,
  })
}
