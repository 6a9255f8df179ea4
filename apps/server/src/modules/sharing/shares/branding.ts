import type { AccountBranding } from '@rushes/contract'
import type { Context } from '../../../platform/context.ts'
import { getBranding } from '../../accounts/index.ts'
import { findAccountIdOfProduction } from '../../productions/index.ts'
import { getCurrentShare } from '../visitors/login.ts'

/** How the account looks whose production the share is of: for its visitors, before they have given a password, too. */
export async function getShareBranding(
  ctx: Context,
  productionId: number,
  token: string | undefined,
): Promise<AccountBranding> {
  // Throws unless the caller has a token of an open share of this account.
  await getCurrentShare(ctx, productionId, token)
  const accountId = await findAccountIdOfProduction(ctx.db, productionId)
  return accountId === undefined ? {} : getBranding(ctx, accountId)
}
