import { useSignal } from '@preact/signals'
import { user } from '../app/session.ts'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { Link, navigate, path } from '../platform/router.tsx'
import { texts } from './messages.ts'

/** Where the link of an invitation by mail leads: into the team of a production, or into an account. */
export default function InvitationPage() {
  const token = useSignal(new URLSearchParams(window.location.hash.replace(/^#/, '')).get('token') ?? '').value
  const isDeclined = useSignal(false)
  const isOfAccount = path.value === '/app/account-invitation'
  const accept = async () => {
    if (isOfAccount) await api.accounts.acceptInvitation({ body: { token } })
    else await api.productions.acceptProductionInvitation({ body: { token } })
    navigate('/app')
  }
  const decline = async () => {
    if (isOfAccount) await api.accounts.declineInvitation({ body: { token } })
    else await api.productions.declineProductionInvitation({ body: { token } })
    isDeclined.value = true
  }
  return (
    <Shell>
      <section class="narrow">
        <h1>{texts(isOfAccount ? 'account' : 'production')}</h1>
        {isDeclined.value ? (
          <p class="notice" role="status">
            {texts('declined')} <Link href="/app">{texts('home')}</Link>
          </p>
        ) : (
          <>
            <p>{texts('question', { user: user.value?.username ?? '' })}</p>
            <div class="actions">
              <Button onClick={() => decline().catch(tellError)}>{texts('decline')}</Button>
              <Button kind="primary" onClick={() => accept().catch(tellError)}>
                {texts('accept')}
              </Button>
            </div>
          </>
        )}
      </section>
    </Shell>
  )
}
