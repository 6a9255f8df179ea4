import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { CheckField, TextField } from '../design/field.tsx'
import { toMessage } from '../platform/api.ts'
import { bind, bindCheck } from '../platform/bind.ts'
import { texts } from './messages.ts'
import { giveCode, signIn } from './session.ts'

/** Name and password, then a code where the user has a second factor; the service answers with a cookie. */
export function SignInPage() {
  const username = useSignal('')
  const password = useSignal('')
  const code = useSignal('')
  const rememberMe = useSignal(false)
  const firstToken = useSignal<string | undefined>(undefined)
  const error = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const submit = async () => {
    isBusy.value = true
    error.value = undefined
    try {
      if (firstToken.value === undefined) {
        firstToken.value = await signIn(username.value, password.value, rememberMe.value)
      } else await giveCode(firstToken.value, code.value, rememberMe.value)
    } catch (reason) {
      error.value = toMessage(reason)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <main class="narrow">
      <h1>Rushes</h1>
      <form
        class="form"
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
      >
        {firstToken.value === undefined ? (
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
        ) : (
          <TextField
            label={texts('code')}
            hint={texts('codeHint')}
            autocomplete="one-time-code"
            required
            error={error.value}
            {...bind(code)}
          />
        )}
        <Button kind="primary" type="submit" disabled={isBusy.value}>
          {texts(firstToken.value === undefined ? 'signIn' : 'continue')}
        </Button>
      </form>
    </main>
  )
}
