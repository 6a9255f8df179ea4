import { useSignal } from '@preact/signals'
import { user } from '../frame/session.ts'
import { Shell } from '../frame/shell.tsx'
import { api, isRefusal } from '../platform/reading/api.ts'
import { hash, Link } from '../platform/router.tsx'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'
import { NewPasswordForm } from './new-password.tsx'

/** Where the link of the mail leads: another password, once. */
export default function ResetPage() {
  const token = new URLSearchParams(hash.value.replace(/^#/, '')).get('token') ?? ''
  return (
    <Shell>
      <section class="narrow">
        <h1>{texts('resetTitle')}</h1>
        {token === '' ? <p class="notice">{texts('incomplete')}</p> : <ResetForm key={token} token={token} />}
        <p>
          <Link href="/app">{texts('back')}</Link>
        </p>
      </section>
    </Shell>
  )
}

function ResetForm({ token }: { token: string }) {
  const saving = useSaving()
  const isSet = useSignal(false)
  const save = async (newPassword: string) => {
    isSet.value = await saving.run(() => api.authentication.resetPassword({ body: { token, newPassword } }))
    // Every session of the user has ended, also one in this browser.
    if (isSet.value) user.value = null
    return isSet.value
  }
  if (isSet.value) {
    return (
      <p class="notice" role="status">
        {texts('wasSet')}
      </p>
    )
  }
  if (isRefusal(saving.error, 'NotFoundError', 'GoneError')) {
    return (
      <p class="notice" data-kind="error" role="alert">
        {texts('resetGone')} <Link href="/app/forgot-password">{texts('forgotTitle')}</Link>
      </p>
    )
  }
  return <NewPasswordForm label={texts('resetTitle')} action={texts('set')} saving={saving} onPassword={save} />
}
