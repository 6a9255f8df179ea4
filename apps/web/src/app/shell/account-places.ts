/** The places of an account, and what each needs. */

import type { AccountPermission } from '@rushes/contract'

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
