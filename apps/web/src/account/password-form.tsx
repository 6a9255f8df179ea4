import { useSignal } from '@preact/signals'
import { shortestPassword } from '@rushes/contract'
import { TextField } from '../design/field.tsx'
import { Form, FormEnd } from '../design/form.tsx'
import { tell } from '../design/toasts.tsx'
import { api } from '../platform/api.ts'
import { useDraft } from '../platform/draft.ts'
import { useSaving } from '../platform/saving.ts'
import { texts } from './messages.ts'
import { getOwnId } from './own-id.ts'

const empty = { currentPassword: '', newPassword: '', repeated: '' }

/** Another password, with the one before; what is wrong with it the service says. */
export function PasswordForm() {
  const saving = useSaving()
  const draft = useDraft(empty)
  const isUnequal = useSignal(false)
  const { currentPassword, newPassword, repeated } = draft.values
  const save = async () => {
    isUnequal.value = newPassword !== repeated
    if (isUnequal.value) return
    const isSaved = await saving.run(() =>
      api.authentication.changePassword({ id: getOwnId(), body: { currentPassword, newPassword } }),
    )
    if (!isSaved) return
    draft.change(empty)
    tell(texts('passwordChanged'))
  }
  return (
    <section class="section">
      <h2>{texts('password')}</h2>
      <Form saving={saving} onSubmit={() => void save()} label={texts('password')} isFleeting>
        <TextField
          label={texts('currentPassword')}
          type="password"
          autocomplete="current-password"
          required
          error={saving.at('/currentPassword')}
          {...draft.text('currentPassword')}
        />
        <TextField
          label={texts('newPassword')}
          hint={texts('passwordHint', { count: shortestPassword })}
          type="password"
          autocomplete="new-password"
          required
          error={saving.at('/newPassword')}
          {...draft.text('newPassword')}
        />
        <TextField
          label={texts('repeatPassword')}
          type="password"
          autocomplete="new-password"
          required
          error={isUnequal.value ? texts('passwordsDiffer') : undefined}
          {...draft.text('repeated')}
        />
        <FormEnd saving={saving} action={texts('changePassword')} />
      </Form>
    </section>
  )
}
