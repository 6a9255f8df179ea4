import type { Account, AccountPermission } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Loaded } from '../design/loaded.tsx'
import { api } from '../platform/api.ts'
import { useResource } from '../platform/resource.ts'
import { Link } from '../platform/router.tsx'
import { useAccountRights } from './account-rights.ts'
import { texts } from './messages.ts'
import { useSubject } from './page-title.ts'
import { Shell } from './shell.tsx'
import './page-nav.css'

interface Place {
  name: 'users' | 'branding' | 'webhooks' | 'thesauri' | 'workspaces'
  /** Where it stands below the account. */
  path: string
  needs: AccountPermission
}

const places: readonly Place[] = [
  { name: 'users', path: '', needs: 'ACCOUNT_MANAGE' },
  { name: 'branding', path: '/branding', needs: 'ACCOUNT_MANAGE' },
  { name: 'webhooks', path: '/webhooks', needs: 'ACCOUNT_MANAGE' },
  { name: 'thesauri', path: '/thesauri', needs: 'ACCOUNT_VIEW' },
  { name: 'workspaces', path: '/workspaces', needs: 'ACCOUNT_MANAGE' },
]

/** An account as one of its places shows it, and what the user may do there. */
interface Entered {
  readonly account: Account
  readonly held: ReadonlySet<AccountPermission>
  /** Puts what was saved in the place of the account. */
  readonly onAccount: (account: Account) => void
}

interface AccountFrameProps {
  accountId: number
  here: Place['name']
  children: (entered: Entered) => ComponentChildren
}

/** One of the places of an account in the frame of the pages; closed to those who lack the right to it. */
export function AccountFrame({ accountId, here, children }: AccountFrameProps) {
  const account = useResource(signal => api.accounts.getAccount({ id: accountId, signal }), [accountId])
  const rights = useAccountRights(accountId)
  const name = account.data?.displayName
  useSubject(name)
  const mayEnter = (place: Place | undefined) => place !== undefined && rights.data?.has(place.needs) === true
  return (
    <Shell head={<h1 class="page-title">{name}</h1>}>
      <nav class="page-nav" aria-label={texts('accountPlaces')}>
        <ul>
          {places
            .filter(place => place.name === here || mayEnter(place))
            .map(place => (
              <li key={place.name}>
                <Link
                  href={`/app/account/${accountId}${place.path}`}
                  aria-current={place.name === here ? 'page' : undefined}
                >
                  {texts(place.name)}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
      <Loaded resource={account}>
        {loaded => (
          <Loaded resource={rights}>
            {held =>
              mayEnter(places.find(place => place.name === here)) ? (
                children({ account: loaded, held, onAccount: account.replace })
              ) : (
                <p class="notice">{texts('notPermitted')}</p>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </Shell>
  )
}
