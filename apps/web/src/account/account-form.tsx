import { useSignal } from '@preact/signals'
import type { Account } from '@rushes/contract'
import { CheckField, TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { tell } from '../design/floating/toasts.tsx'
import { texts as designTexts } from '../design/messages.ts'
import { api } from '../platform/reading/api.ts'
import { saveOver } from '../platform/reading/stale-version.ts'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { texts } from './administration-messages.ts'

interface AccountFormProps {
  account: Account
  onSaved: (account: Account) => void
}

/** What an account is called, and whether it demands a second factor of its users. */
export function AccountForm({ account, onSaved }: AccountFormProps) {
  const saving = useSaving()
  const version = useSignal(account.version)
  const draft = useDraft({
    humanName: account.humanName ?? '',
    twoFactorAuthenticationRequired: account.twoFactorAuthenticationRequired === true,
  })
  const save = async () => {
    const isSaved = await saving.run(async () => {
      // An absent name would be taken away.
      const kept = account.name === undefined ? {} : { name: account.name }
      const saved = await saveOver(version, held =>
        api.accounts.updateAccount({ id: account.id, body: { ...kept, ...draft.values, version: held } }),
      )
      version.value = saved.version
      onSaved(saved)
    })
    if (isSaved) tell(designTexts('saved'))
  }
  return (
    <section class="section">
      <h2>{texts('account')}</h2>
      <Form saving={saving} onSubmit={() => void save()} label={texts('account')}>
        <TextField label={texts('name')} error={saving.at('/humanName')} {...draft.text('humanName')} />
        <div>
          <CheckField
            label={texts('demandsFactor')}
            checked={draft.values.twoFactorAuthenticationRequired}
            onValue={isRequired => draft.change({ twoFactorAuthenticationRequired: isRequired })}
          />
          <span class="field-hint">{texts('demandsFactorHint')}</span>
        </div>
        <FormEnd saving={saving} />
      </Form>
    </section>
  )
}
