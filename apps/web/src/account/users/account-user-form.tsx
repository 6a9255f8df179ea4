import { type AccountPermission, type AccountRight, accountRights } from '@rushes/contract'
import { ChoiceGroup, TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { texts as designTexts } from '../../design/messages.ts'
import { api } from '../../platform/reading/api.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { toRightOptions } from '../../team/right-texts.ts'
import { texts } from '../administration-messages.ts'
import { toPersonName } from '../person-name.ts'

interface AccountUserFormProps {
  accountId: number
  /** Whose rights are changed; nobody for somebody to invite. */
  person: AccountRight | undefined
  onClose: () => void
  onSaved: (saved: AccountRight) => void
}

/** Invites somebody to an account, or gives somebody other rights there. */
export function AccountUserForm({ accountId, person, onClose, onSaved }: AccountUserFormProps) {
  const saving = useSaving()
  const draft = useDraft<{ email: string; rights: AccountPermission[] }>({
    email: '',
    rights: person?.rights ?? ['ACCOUNT_VIEW'],
  })
  const { email, rights } = draft.values
  const save = () =>
    saving.run(async () => {
      const saved = person
        ? await api.accounts.updateAccountParticipant({ id: accountId, userId: person.userId, body: { rights } })
        : await api.accounts.addAccountParticipant({ id: accountId, body: { email, rights } })
      onSaved(saved)
    })
  return (
    <FormDialog
      title={person ? toPersonName(person) : texts('inviteTitle')}
      onClose={onClose}
      saving={saving}
      onSubmit={() => void save()}
      action={person ? designTexts('save') : texts('invite')}
    >
      {!person && (
        <TextField
          label={texts('inviteEmail')}
          hint={texts('inviteHint')}
          required
          error={saving.at('/email')}
          {...draft.text('email')}
        />
      )}
      <ChoiceGroup
        label={texts('rights')}
        options={toRightOptions(accountRights)}
        chosen={rights}
        error={saving.at('/rights')}
        onChosen={chosen => draft.change({ rights: chosen as AccountPermission[] })}
      />
    </FormDialog>
  )
}
