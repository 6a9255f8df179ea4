import { api } from '../platform/reading/api.ts'

/** The accounts in which a user may create productions. */
export async function listCreatableAccounts(userId: number | undefined, signal: AbortSignal) {
  if (userId === undefined) return []
  const { items } = await api.accounts.listAccountRights({ id: userId, signal })
  return items.filter(({ rights }) => rights.includes('ACCOUNT_CREATE_PRODUCTION'))
}

/** The first page with the window open that creates one. */
export const newProductionPath = '/app?new=production'
