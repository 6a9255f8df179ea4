import { useSignal } from '@preact/signals'
import { findUser, user } from '../app/session.ts'
import { Shell } from '../app/shell.tsx'
import { Button } from '../design/button.tsx'
import { tellError } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { hash, Link, navigate, path } from '../platform/router.tsx'
import { texts } from './messages.ts'

/** Where the link of an invitation by mail leads: into the team of a production, or into an account. */
export default function InvitationPage() {
  // Another link may be opened in the same window, which loads nothing anew.
  const token = new URLSearchParams(hash.value.replace(/^#/, '')).get('token') ?? ''
  return (
    <Shell>
      <section class="narrow">
        <Invitation key={token} token={token} isOfAccount={path.value === '/app/account-invitation'} />
      </section>
    </Shell>
  )
}

function Invitation({ token, isOfAccount }: { token: string; isOfAccount: boolean }) {
  const isDeclined = useSignal(false)
  const isBusy = useSignal(false)
  const answer = (work: () => Promise<void>) => {
    if (isBusy.value) return
    isBusy.value = true
    work()
      .catch(tellError)
      .finally(() => {
        isBusy.value = false
      })
  }
  const accept = async () => {
    const body = { token }
    if (isOfAccount) {
      await api.accounts.acceptInvitation({ body })
      // The account may demand a second factor: that is told of whom is read anew.
      await findUser()
      navigate('/app')
    } else navigate(`/app/production/${(await api.productions.acceptProductionInvitation({ body })).id}`)
  }
  const decline = async () => {
    if (isOfAccount) await api.accounts.declineInvitation({ body: { token } })
    else await api.productions.declineProductionInvitation({ body: { token } })
    isDeclined.value = true
  }
  return (
    <>
      <h1>{texts(isOfAccount ? 'account' : 'production')}</h1>
      {token === '' ? (
        <p class="notice">{texts('incomplete')}</p>
      ) : isDeclined.value ? (
        <p class="notice" role="status">
          {texts('declined')} <Link href="/app">{texts('home')}</Link>
        </p>
      ) : (
        <>
          <p>{texts('question', { user: user.value?.username ?? '' })}</p>
          <div class="actions">
            <Button aria-disabled={isBusy.value} onClick={() => answer(decline)}>
              {texts('decline')}
            </Button>
            <Button kind="primary" aria-disabled={isBusy.value} onClick={() => answer(accept)}>
              {texts('accept')}
            </Button>
          </div>
        </>
      )}
    </>
  )
}
