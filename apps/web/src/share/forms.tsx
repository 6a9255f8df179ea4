import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { TextField } from '../design/fields/field.tsx'
import { bind } from '../platform/bind.ts'
import { texts } from './messages.ts'
import { type Introduction, readIntroduction } from './visit.ts'

interface PasswordFormProps {
  isWrong: boolean
  onPassword: (password: string) => void
}

export function PasswordForm({ isWrong, onPassword }: PasswordFormProps) {
  const password = useSignal('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [isWrong])
  return (
    <form
      ref={form}
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
}

/** Asked of every visitor before the share is shown, where its owner wants that. */
export function IdentifyForm({ onIdentify }: IdentifyFormProps) {
  const given = useSignal(readIntroduction())
  return (
    <form
      class="form narrow"
      onSubmit={event => {
        event.preventDefault()
        onIdentify(given.value.name, given.value.email)
      }}
    >
      <h1>{texts('who')}</h1>
      <p class="field-hint">{texts('whoHint')}</p>
      <IntroductionFields given={given} />
      <Button kind="primary" type="submit">
        {texts('goOn')}
      </Button>
    </form>
  )
}

/** Name and address of a visitor. */
export function IntroductionFields({ given }: { given: Signal<Introduction> }) {
  const field = (name: keyof Introduction) => ({
    value: given.value[name],
    onValue: (value: string) => {
      given.value = { ...given.value, [name]: value }
    },
  })
  return (
    <>
      <TextField label={texts('name')} autocomplete="name" required {...field('name')} />
      <TextField label={texts('email')} type="email" autocomplete="email" required {...field('email')} />
    </>
  )
}
