import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { texts } from '../messages.ts'
import { Button } from './button.tsx'
import { describe, FieldFrame, type Labelled } from './field.tsx'

interface PasswordFieldProps extends Labelled {
  value: string
  onValue: (value: string) => void
  required?: boolean
}

/** A password that somebody chooses for others, with a button that shows it. */
export function PasswordField({ label, hint, error, onValue, ...rest }: PasswordFieldProps) {
  const id = useId()
  const isShown = useSignal(false)
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <div class="password-field">
        <input
          // The declared attributes differ by type in members that no field here has.
          type={(isShown.value ? 'text' : 'password') as 'password'}
          class="input"
          autocomplete="new-password"
          spellcheck={false}
          {...rest}
          {...describe(id, { label, hint, error })}
          onInput={event => onValue(event.currentTarget.value)}
        />
        <Button
          kind="icon"
          icon={isShown.value ? 'eye-off' : 'eye'}
          aria-label={texts('showPassword')}
          aria-pressed={isShown.value}
          onClick={() => {
            isShown.value = !isShown.value
          }}
        />
      </div>
    </FieldFrame>
  )
}
