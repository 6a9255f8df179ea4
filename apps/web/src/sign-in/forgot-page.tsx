import { useSignal } from '@preact/signals'
import { TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { Shell } from '../frame/shell.tsx'
import { bind } from '../platform/bind.ts'
import { api } from '../platform/reading/api.ts'
import { Link } from '../platform/router.tsx'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

/** Asks for the mail with which a forgotten password is replaced. */
export default function ForgotPage() {
  const saving = useSaving()
  const username = useSignal('')
  const isSent = useSignal(false)
  const send = async () => {
    isSent.value = await saving.run(() => api.authentication.forgetPassword({ body: { username: username.value } }))
  }
  return (
    <Shell>
      <section class="narrow">
        <h1>{texts('forgotTitle')}</h1>
        {isSent.value ? (
          <p class="notice" role="status">
            {texts('sent')}
          </p>
        ) : (
          <Form saving={saving} onSubmit={() => void send()} label={texts('forgotTitle')} isFleeting>
            <TextField
              label={texts('username')}
              hint={texts('forgotHint')}
              autocomplete="username"
              required
              error={saving.at('/username')}
              {...bind(username)}
            />
            <FormEnd saving={saving} action={texts('send')} />
          </Form>
        )}
        <p>
          <Link href="/app">{texts('back')}</Link>
        </p>
      </section>
    </Shell>
  )
}
