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
  asksEmail: boolean
  onIdentify: (given: Introduction) => void
}

/** Asked of every visitor before the share is shown, where its owner wants that. */
export function IdentifyForm({ asksEmail, onIdentify }: IdentifyFormProps) {
  const given = useSignal(readIntroduction())
  return (
    <form
      class="form narrow"
      onSubmit={event => {
        event.preventDefault()
        onIdentify(given.value)
      }}
    >
      <h1>{texts('who')}</h1>
      <p class="field-hint">{texts('whoHint')}</p>
      <IntroductionFields given={given} asksEmail={asksEmail} />
      <Button kind="primary" type="submit">
        {texts('goOn')}
      </Button>
    </form>
  )
}

interface IntroductionFieldsProps {
  given: Signal<Introduction>
  asksEmail: boolean
}

/** Name of a visitor, and the address where it is asked for. */
export function IntroductionFields({ given, asksEmail }: IntroductionFieldsProps) {
  const field = (name: keyof Introduction) => ({
    value: given.value[name],
    onValue: (value: string) => {
      given.value = { ...given.value, [name]: value }
    },
  })
  return (
    <>
      <TextField label={texts('name')} autocomplete="name" required {...field('name')} />
      {asksEmail && <TextField label={texts('email')} type="email" autocomplete="email" required {...field('email')} />}
    </>
  )
}
