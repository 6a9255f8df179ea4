import { useSignal } from '@preact/signals'
import { shortestPassword } from '@rushes/contract'
import type { ComponentChildren } from 'preact'
import { TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { useDraft } from '../platform/writes/draft.ts'
import type { Saving } from '../platform/writes/saving.ts'
import { texts } from './messages.ts'

interface NewPasswordFieldProps {
  label: string
  error: string | undefined
  value: string
  onValue: (value: string) => void
}

/** A password that somebody chooses. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  return (
    <TextField
      hint={texts('passwordHint', { count: shortestPassword })}
      type="password"
      autocomplete="new-password"
      required
      {...props}
    />
  )
}

interface NewPasswordFormProps {
  label: string
  action: string
  saving: Saving
  /** Saves a password that was typed the same twice; returns whether it was saved. */
  onPassword: (newPassword: string) => Promise<boolean>
  /** Fields before those of the password. */
  children?: ComponentChildren
}

/** Another password for oneself, typed twice. */
export function NewPasswordForm({ label, action, saving, onPassword, children }: NewPasswordFormProps) {
  const draft = useDraft({ newPassword: '', repeated: '' })
  const isUnequal = useSignal(false)
  const { newPassword, repeated } = draft.values
  const save = async () => {
    isUnequal.value = newPassword !== repeated
    if (isUnequal.value || !(await onPassword(newPassword))) return
    draft.change({ newPassword: '', repeated: '' })
  }
  return (
    <Form saving={saving} onSubmit={() => void save()} label={label} isFleeting>
      {children}
      <NewPasswordField label={texts('newPassword')} error={saving.at('/newPassword')} {...draft.text('newPassword')} />
      <TextField
        label={texts('repeatPassword')}
        type="password"
        autocomplete="new-password"
        required
        error={isUnequal.value ? texts('passwordsDiffer') : undefined}
        {...draft.text('repeated')}
      />
      <FormEnd saving={saving} action={action} />
    </Form>
  )
}
