import { useSignal } from '@preact/signals'
import type { TwoFactorAuthenticationResponse } from '@rushes/contract'
import { CopiedText } from '../../design/copying/copied-text.tsx'
import { TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { api } from '../../platform/reading/api.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { type Saving, useSaving } from '../../platform/writes/saving.ts'
import { texts } from '../messages.ts'
import { getOwnId } from '../own-id.ts'

interface FactorSetupProps {
  onClose: () => void
  /** Told the recovery codes once the factor counts. */
  onEnabled: (recoveryCodes: readonly string[]) => void
}

/** The two steps of a new second factor: the password for the secret, then a first code of it. */
export function FactorSetup({ onClose, onEnabled }: FactorSetupProps) {
  const saving = useSaving()
  const draft = useDraft({ password: '', token: '' })
  const secret = useSignal<TwoFactorAuthenticationResponse | undefined>(undefined)
  const enable = async () => {
    const { password, token } = draft.values
    await saving.run(async () => {
      const body = { password, ...(secret.value ? { token } : {}) }
      const answer = await api.authentication.enableSecondFactor({ id: getOwnId(), body })
      if (!answer.recoveryCodes) secret.value = answer
      else {
        tell(texts('factorIsOn'))
        onEnabled(answer.recoveryCodes)
      }
    })
  }
  return (
    <FormDialog
      title={texts('setUp')}
      onClose={onClose}
      saving={saving}
      isFleeting
      onSubmit={() => void enable()}
      action={texts(secret.value ? 'confirm' : 'setUpStart')}
    >
      {secret.value ? (
        <Secret answer={secret.value} saving={saving} code={draft.text('token')} />
      ) : (
        <TextField
          label={texts('currentPassword')}
          type="password"
          autocomplete="current-password"
          required
          error={saving.at('/password')}
          {...draft.text('password')}
        />
      )}
    </FormDialog>
  )
}

interface SecretProps {
  answer: TwoFactorAuthenticationResponse
  saving: Saving
  code: { value: string; onValue: (value: string) => void }
}

function Secret({ answer, saving, code }: SecretProps) {
  const { key, qr, digits, period, hashingAlgorithm: algorithm } = answer
  return (
    <>
      <p>{texts('setUpScan')}</p>
      <img class="qr-picture" src={qr} alt={texts('qr')} />
      <CopiedText label={texts('secret')} value={key} hint={texts('secretHint', { digits, period, algorithm })} />
      <TextField
        label={texts('code')}
        hint={texts('codeHint')}
        autocomplete="one-time-code"
        required
        error={saving.at('/token')}
        {...code}
      />
    </>
  )
}
