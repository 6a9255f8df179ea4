import { useSignal } from '@preact/signals'
import { texts as appTexts } from '../app/messages.ts'
import { beginSignOn, giveCode, needsSecondStep, signIn } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { CheckField, TextField } from '../design/field.tsx'
import { api, toMessage } from '../platform/api.ts'
import { bind, bindCheck } from '../platform/bind.ts'
import { useResource } from '../platform/resource.ts'
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
          label={appTexts('code')}
          hint={appTexts('codeHint')}
          autocomplete="one-time-code"
          required
          error={error.value}
          {...bind(code)}
        />
      ) : (
        <>
          <TextField label={appTexts('username')} autocomplete="username" required {...bind(username)} />
          <TextField
            label={appTexts('password')}
            type="password"
            autocomplete="current-password"
            required
            error={error.value}
            {...bind(password)}
          />
          <CheckField label={appTexts('remember')} {...bindCheck(rememberMe)} />
        </>
      )}
      <Button kind="primary" type="submit" disabled={isBusy.value}>
        {appTexts(needsCode.value ? 'continue' : 'signIn')}
      </Button>
      {!needsCode.value && methods.data?.singleSignOn && <Button onClick={beginSignOn}>{texts('signOn')}</Button>}
      {!needsCode.value && methods.data?.passwordReset && <Link href="/app/forgot-password">{texts('forgot')}</Link>}
    </form>
  )
}
