import type { AccountRight, User } from '@rushes/contract'
import { api } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'
import { user } from './session.ts'

/** Accounts that stay shut to the user until they have a second factor: named on every page, with the way to set it up. */
export function FactorDemand() {
  const lacking = user.value?.authenticationType === 'PASSWORD' ? user.value : undefined
  const closed = useResource(async () => (lacking === undefined ? [] : listClosed(lacking)), [lacking])
  if (!closed.data || closed.data.length === 0) return null
  return (
    <div class="notice factor-demand" role="status">
      <span>
        {texts('factorDemanded', { account: closed.data.map(({ displayName }) => displayName ?? '').join(', ') })}
      </span>
      <Link class="button" href="/app/account?tab=security">
        {texts('setUpFactor')}
      </Link>
    </div>
  )
}

let asked: { by: User; closed: Promise<readonly AccountRight[]> } | undefined

/**
 * The accounts that wait for a second factor of this user: asked for once, not on every page that is opened, and again
 * after the user was loaded again.
 */
function listClosed(by: User): Promise<readonly AccountRight[]> {
  if (asked?.by === by) return asked.closed
  const closed = api.accounts
    .listAccountRights({ id: by.id })
    .then(({ items }) => items.filter(({ accountInvitationState: state }) => state === 'ACCEPTED_AWAITING_2FA'))
  asked = { by, closed }
  closed.catch(() => {
    asked = undefined
  })
  return closed
}
