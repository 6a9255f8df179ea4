import { type AccountPermission, accountRights } from '@rushes/contract'
import { api } from '../platform/api.ts'
import { type Resource, useResource } from '../platform/resource.ts'
import { user } from './session.ts'

/** What the user may do on an account; SUPPORT may do everything. */
export function useAccountRights(accountId: number): Resource<ReadonlySet<AccountPermission>> {
  const id = user.value?.id
  const isSupport = user.value?.roles?.includes('SUPPORT') === true
  return useResource(
    async signal => {
      if (isSupport) return new Set<AccountPermission>(accountRights)
      if (id === undefined) return new Set()
      const { items } = await api.accounts.listAccountRights({ id, signal })
      return new Set(items.find(account => account.id === accountId)?.rights)
    },
    [accountId, id],
  )
}
