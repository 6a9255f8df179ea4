import { Loaded } from '../design/lists/loaded.tsx'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { nameRight } from '../team/right-texts.ts'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'

/** "Clients are told to hide accounts whose subscription status is" one of these. */
const hidden = ['canceled', 'expired', 'suspended', 'trial_ended']

/** The accounts in which the user takes part, with the way to their pages for those who see or manage them. */
export function OwnAccounts() {
  const id = getOwnId()
  const accounts = useResource(signal => api.accounts.listAccountRights({ id, signal }), [id])
  return (
    <section class="section">
      <h2>{texts('accounts')}</h2>
      <Loaded resource={accounts}>
        {({ items }) => {
          const shown = items.filter(({ subscriptionStatus = 'active' }) => !hidden.includes(subscriptionStatus))
          if (shown.length === 0) return <p class="notice">{texts('noAccounts')}</p>
          return (
            <ul class="row-list">
              {shown.map(({ id: accountId, displayName, rights }) => (
                <li key={accountId}>
                  <div class="row-main">
                    <strong>{displayName}</strong>
                    <p>{rights.map(nameRight).join(' · ')}</p>
                  </div>
                  {rights.includes('ACCOUNT_MANAGE') ? (
                    <Link class="button" href={`/app/account/${accountId}`}>
                      {texts('openAccount')}
                    </Link>
                  ) : (
                    rights.includes('ACCOUNT_VIEW') && (
                      <Link class="button" href={`/app/account/${accountId}/thesauri`}>
                        {texts('openThesauri')}
                      </Link>
                    )
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </section>
  )
}
