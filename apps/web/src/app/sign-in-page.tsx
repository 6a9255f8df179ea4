import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { CheckField, TextField } from '../design/field.tsx'
import { api, toMessage } from '../platform/api.ts'
import { texts } from './messages.ts'
import { findUser } from './session.ts'

/** Name and password; the service answers with a cookie. */
export function SignInPage() {
  const username = useSignal('')
  const password = useSignal('')
  const rememberMe = useSignal(false)
  const error = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const submit = async () => {
    isBusy.value = true
    error.value = undefined
    try {
      const body = { username: username.value, password: password.value, rememberMe: rememberMe.value }
      await api.authentication.login({ body })
      await findUser()
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
        <TextField
          label={texts('username')}
          autocomplete="username"
          required
          value={username.value}
          onValue={value => {
            username.value = value
          }}
        />
        <TextField
          label={texts('password')}
          type="password"
          autocomplete="current-password"
          required
          value={password.value}
          error={error.value}
          onValue={value => {
            password.value = value
          }}
        />
        <CheckField
          label={texts('remember')}
          checked={rememberMe.value}
          onValue={value => {
            rememberMe.value = value
          }}
        />
        <Button kind="primary" type="submit" disabled={isBusy.value}>
          {texts('signIn')}
        </Button>
      </form>
    </main>
  )
}
