import { useSignal } from '@preact/signals'
import { Button } from '../design/fields/button.tsx'
import { CheckField, TextField } from '../design/fields/field.tsx'
import { beginSignOn, giveCode, needsSecondStep, signIn } from '../frame/session.ts'
import { bind, bindCheck } from '../platform/bind.ts'
import { api, toMessage } from '../platform/reading/api.ts'
import { useResource } from '../platform/reading/resource.ts'
import { Link } from '../platform/router.tsx'
import { texts } from './messages.ts'

/** Name and password, then a code where the user has a second factor; the service answers with a cookie. */
export function SignInForm({ initialName = '' }: { initialName?: string | undefined }) {
  const username = useSignal(initialName)
  const password = useSignal('')
  const code = useSignal('')
  const rememberMe = useSignal(false)
  // After a sign-on at an identity provider, the first token is in the cookie.
  const needsCode = useSignal(needsSecondStep())
  const firstToken = useSignal<string | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const methods = useResource(() => api.authentication.listMethods(), [])
  const submit = async () => {
    isBusy.value = true
    error.value = undefined
    try {
      if (needsCode.value) {
        await giveCode(firstToken.value, code.value, rememberMe.value)
        return
      }
      firstToken.value = await signIn(username.value, password.value, rememberMe.value)
      needsCode.value = firstToken.value !== undefined
    } catch (reason) {
      error.value = toMessage(reason)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      class="form"
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {needsCode.value ? (
        <TextField
          label={texts('code')}
          hint={texts('codeHint')}
          autocomplete="one-time-code"
          required
          error={error.value}
          {...bind(code)}
        />
      ) : (
        <>
          <TextField label={texts('username')} autocomplete="username" required {...bind(username)} />
          <TextField
            label={texts('password')}
            type="password"
            autocomplete="current-password"
            required
            error={error.value}
            {...bind(password)}
          />
          <CheckField label={texts('remember')} {...bindCheck(rememberMe)} />
        </>
      )}
      <Button kind="primary" type="submit" disabled={isBusy.value}>
        {texts(needsCode.value ? 'continue' : 'signIn')}
      </Button>
      {!needsCode.value && methods.data?.singleSignOn && <Button onClick={beginSignOn}>{texts('signOn')}</Button>}
      {!needsCode.value && methods.data?.passwordReset && <Link href="/app/forgot-password">{texts('forgot')}</Link>}
    </form>
  )
}
