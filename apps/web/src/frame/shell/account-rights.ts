import { type AccountPermission, accountRights } from '@rushes/contract'
import { api } from '../../platform/reading/api.ts'
import { type Resource, useResource } from '../../platform/reading/resource.ts'
import { user } from '../session.ts'

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

export interface AccountPlace {
  readonly name: 'users' | 'branding' | 'webhooks' | 'thesauri' | 'workspaces'
  /** Where it is below the account. */
  readonly path: string
  readonly needs: AccountPermission
}

export const accountPlaces: readonly AccountPlace[] = [
  { name: 'users', path: '', needs: 'ACCOUNT_MANAGE' },
  { name: 'branding', path: '/branding', needs: 'ACCOUNT_MANAGE' },
  { name: 'webhooks', path: '/webhooks', needs: 'ACCOUNT_MANAGE' },
  { name: 'thesauri', path: '/thesauri', needs: 'ACCOUNT_VIEW' },
  { name: 'workspaces', path: '/workspaces', needs: 'ACCOUNT_MANAGE' },
]
