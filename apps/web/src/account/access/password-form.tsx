import { useSignal } from '@preact/signals'
import { TextField } from '../../design/fields/field.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { bind } from '../../platform/bind.ts'
import { api } from '../../platform/reading/api.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { NewPasswordForm } from '../../sign-in/new-password.tsx'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'

/** Another password, with the one before. */
export function PasswordForm() {
  const saving = useSaving()
  const currentPassword = useSignal('')
  const save = async (newPassword: string) => {
    const body = { currentPassword: currentPassword.value, newPassword }
    const isSaved = await saving.run(() => api.authentication.changePassword({ id: getOwnId(), body }))
    if (!isSaved) return false
    currentPassword.value = ''
    tell(texts('passwordChanged'))
    return true
  }
  return (
    <section class="section">
      <h2>{texts('password')}</h2>
      <NewPasswordForm label={texts('password')} action={texts('changePassword')} saving={saving} onPassword={save}>
        <TextField
          label={texts('currentPassword')}
          type="password"
          autocomplete="current-password"
          required
          error={saving.at('/currentPassword')}
          {...bind(currentPassword)}
        />
      </NewPasswordForm>
    </section>
  )
}
