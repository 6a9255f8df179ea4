import type { Account, AccountPermission } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { Loaded } from '../design/lists/loaded.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { texts } from './messages.ts'
import { Place } from './place.tsx'
import { AccountList } from './shell/account-list.tsx'
import { type AccountPlace, accountPlaces, useAccountRights } from './shell/account-rights.ts'
import { useSubject } from './start/page-title.ts'

/** An account as one of its places shows it, and what the user may do there. */
interface Entered {
  readonly account: Account
  readonly held: ReadonlySet<AccountPermission>
  /** Puts what was saved instead of the account. */
  readonly onAccount: (account: Account) => void
}

interface AccountFrameProps {
  accountId: number
  here: AccountPlace['name']
  children: (entered: Entered) => ComponentChildren
}

/** One of the places of an account in the frame of the pages; closed to those who lack the right to it. */
export function AccountFrame({ accountId, here, children }: AccountFrameProps) {
  const account = useResource(signal => api.accounts.getAccount({ id: accountId, signal }), [accountId])
  const rights = useAccountRights(accountId)
  const name = account.data?.displayName
  useSubject(name)
  const needs = accountPlaces.find(place => place.name === here)?.needs
  return (
    <SettingsPlace trail={[{ text: name ?? '' }, { text: texts(here) }]} side={<AccountList accountId={accountId} />}>
      <Loaded resource={account}>
        {loaded => (
          <Loaded resource={rights}>
            {held =>
              needs !== undefined && held.has(needs) ? (
                children({ account: loaded, held, onAccount: account.replace })
              ) : (
                <p class="notice">{texts('notPermitted')}</p>
              )
            }
          </Loaded>
        )}
      </Loaded>
    </SettingsPlace>
  )
}

interface SettingsPlaceProps {
  trail: readonly { text: string }[]
  side: ComponentChildren
  children: ComponentChildren
}

/** A page with the list of its kind at the side. */
export function SettingsPlace({ trail, side, children }: SettingsPlaceProps) {
  return (
    <Place name="settings" trail={trail} side={side}>
      <div class="page">{children}</div>
    </Place>
  )
}
