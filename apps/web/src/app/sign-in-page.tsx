import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { CheckField, TextField } from '../design/field.tsx'
import { toMessage } from '../platform/api.ts'
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
          </>
        ) : (
          <TextField
            label={texts('code')}
            hint={texts('codeHint')}
            autocomplete="one-time-code"
            required
            value={code.value}
            error={error.value}
            onValue={value => {
              code.value = value
            }}
          />
        )}
        <Button kind="primary" type="submit" disabled={isBusy.value}>
          {texts(firstToken.value === undefined ? 'signIn' : 'continue')}
        </Button>
      </form>
    </main>
  )
}
