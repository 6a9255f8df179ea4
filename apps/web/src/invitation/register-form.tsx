import { TextField } from '../design/fields/field.tsx'
import { Form, FormEnd } from '../design/fields/form.tsx'
import { useDraft } from '../platform/writes/draft.ts'
import { useSaving } from '../platform/writes/saving.ts'
import { NewPasswordField } from '../sign-in/new-password.tsx'
import type { InvitationCalls } from './invitation-calls.ts'
import { texts } from './messages.ts'

interface RegisterFormProps {
  email: string
  register: InvitationCalls['register']
  /** Goes on with the name and the password of the new user. */
  onRegistered: (username: string, password: string) => Promise<void>
}

const names = ['firstName', 'lastName', 'username'] as const

/** A user of their own for somebody invited, with the address of the invitation. */
export function RegisterForm({ email, register, onRegistered }: RegisterFormProps) {
  const saving = useSaving()
  const username = email.slice(0, email.lastIndexOf('@'))
  const draft = useDraft({ firstName: '', lastName: '', username, password: '' })
  const save = () =>
    saving.run(async () => {
      const { firstName, lastName, ...needed } = draft.values
      await register({
        ...needed,
        ...(firstName === '' ? {} : { firstName }),
        ...(lastName === '' ? {} : { lastName }),
      })
      await onRegistered(needed.username, needed.password)
    })
  return (
    <Form saving={saving} onSubmit={() => void save()} label={texts('register')} isFleeting>
      {names.map(name => (
        <TextField
          key={name}
          label={texts(name)}
          autocomplete={{ firstName: 'given-name', lastName: 'family-name', username: 'username' }[name]}
          required={name === 'username'}
          error={saving.at(`/${name}`)}
          {...draft.text(name)}
        />
      ))}
      <NewPasswordField label={texts('password')} error={saving.at('/password')} {...draft.text('password')} />
      <FormEnd saving={saving} action={texts('register')} />
    </Form>
  )
}
