import { TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'

interface FactorProofProps {
  title: string
  hint: string
  action: string
  kind: 'primary' | 'danger'
  onClose: () => void
  /** Does what needs the proof; what the service says against it is shown at the fields. */
  onProof: (proof: { password: string; token: string }) => Promise<void>
}

/** Asks for the password and a code before something about the second factor is changed. */
export function FactorProof({ title, hint, action, kind, onClose, onProof }: FactorProofProps) {
  const saving = useSaving()
  const draft = useDraft({ password: '', token: '' })
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      saving={saving}
      isFleeting
      onSubmit={() => void saving.run(() => onProof(draft.values))}
      action={action}
      kind={kind}
    >
      <p>{hint}</p>
      <TextField
        label={texts('currentPassword')}
        type="password"
        autocomplete="current-password"
        required
        error={saving.at('/password')}
        {...draft.text('password')}
      />
      <TextField
        label={texts('codeOrRecovery')}
        autocomplete="one-time-code"
        required
        error={saving.at('/token')}
        {...draft.text('token')}
      />
    </FormDialog>
  )
}
