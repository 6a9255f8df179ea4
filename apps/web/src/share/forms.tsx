import { useSignal } from '@preact/signals'
import { Button } from '../design/button.tsx'
import { TextField } from '../design/field.tsx'
import { bind } from '../platform/bind.ts'
import { texts } from './messages.ts'

interface PasswordFormProps {
  isWrong: boolean
  onPassword: (password: string) => void
}

export function PasswordForm({ isWrong, onPassword }: PasswordFormProps) {
  const password = useSignal('')
  return (
    <form
      class="form narrow"
      onSubmit={event => {
        event.preventDefault()
        onPassword(password.value)
      }}
    >
      <h1>{texts('protected')}</h1>
      <TextField
        label={texts('password')}
        type="password"
        autocomplete="off"
        required
        error={isWrong ? texts('passwordWrong') : undefined}
        {...bind(password)}
      />
      <Button kind="primary" type="submit">
        {texts('open')}
      </Button>
    </form>
  )
}

interface IdentifyFormProps {
  onIdentify: (name: string, email: string) => void
  /** Goes back; absent where visitors have to say who they are. */
  onCancel: (() => void) | undefined
}

export function IdentifyForm({ onIdentify, onCancel }: IdentifyFormProps) {
  const name = useSignal('')
  const email = useSignal('')
  return (
    <form
      class="form narrow"
      onSubmit={event => {
        event.preventDefault()
        onIdentify(name.value, email.value)
      }}
    >
      <h1>{texts('who')}</h1>
      <p class="field-hint">{texts('whoHint')}</p>
      <TextField label={texts('name')} autocomplete="name" required {...bind(name)} />
      <TextField label={texts('email')} type="email" autocomplete="email" required {...bind(email)} />
      <Button kind="primary" type="submit">
        {texts('goOn')}
      </Button>
      {onCancel && (
        <Button kind="plain" onClick={onCancel}>
          {texts('notNow')}
        </Button>
      )}
    </form>
  )
}
