import { TextField } from '../../design/fields/field.tsx'
import { FormDialog } from '../../design/fields/form.tsx'
import { tell } from '../../design/floating/toasts.tsx'
import { api } from '../../platform/reading/api.ts'
import { useDraft } from '../../platform/writes/draft.ts'
import { useSaving } from '../../platform/writes/saving.ts'
import { NewPasswordField } from '../../sign-in/new-password.tsx'
import { texts } from '../administration-messages.ts'

const names = ['username', 'email', 'firstName', 'lastName'] as const
const required: readonly string[] = ['username', 'email']

interface NewUserFormProps {
  /** The account in which the user takes part from the beginning; none for SUPPORT alone. */
  accountId?: number
  onClose: () => void
  onMade: () => void
}

/** A new user, with a first password. */
export function NewUserForm({ accountId, onClose, onMade }: NewUserFormProps) {
  const saving = useSaving()
  const draft = useDraft({ username: '', email: '', firstName: '', lastName: '', password: '' })
  const make = () =>
    saving.run(async () => {
      const { firstName, lastName, ...needed } = draft.values
      const body = {
        ...needed,
        ...(firstName === '' ? {} : { firstName }),
        ...(lastName === '' ? {} : { lastName }),
        ...(accountId === undefined ? {} : { accountId }),
      }
      const made = await api.accounts.createUser({ body, query: { waitForIndex: true } })
      tell(texts('created', { name: made.username }))
      onMade()
    })
  return (
    <FormDialog
      title={texts('newUser')}
      onClose={onClose}
      saving={saving}
      onSubmit={() => void make()}
      action={texts('create')}
    >
      {names.map(name => (
        <TextField
          key={name}
          label={texts(name === 'email' ? 'inviteEmail' : name)}
          type={name === 'email' ? 'email' : 'text'}
          autocomplete="off"
          required={required.includes(name)}
          error={saving.at(`/${name}`)}
          {...draft.text(name)}
        />
      ))}
      <NewPasswordField label={texts('password')} error={saving.at('/password')} {...draft.text('password')} />
    </FormDialog>
  )
}
