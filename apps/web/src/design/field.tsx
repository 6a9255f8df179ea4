import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface Labelled {
  label: string
  hint?: string | undefined
  /** What is wrong with the value, as the service or the page says it. */
  error?: string | undefined
}

function FieldFrame({ label, hint, error, id, children }: Labelled & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span class="field-error" id={`${id}-error`} role="alert">
          {error}
        </span>
      )}
    </div>
  )
}

function describe(id: string, { hint, error }: Labelled) {
  const described = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].join(' ').trim()
  return {
    id,
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  }
}

interface TextFieldProps extends Labelled {
  value: string
  onValue: (value: string) => void
  type?: 'text' | 'password' | 'email' | 'search' | 'number' | 'url' | 'date' | 'datetime-local' | 'color'
  autocomplete?: string
  placeholder?: string
  required?: boolean
  disabled?: boolean
  min?: number
  max?: number
  step?: number | 'any'
  /** Id of a `<datalist>` with suggestions. */
  list?: string
}

export function TextField({ label, hint, error, onValue, type = 'text', ...rest }: TextFieldProps) {
  const id = useId()
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <input
        // The declared attributes differ by type in members that no field here has.
        type={type as 'text'}
        class="input"
        {...rest}
        {...describe(id, { label, hint, error })}
        onInput={event => onValue(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

interface SelectFieldProps extends Labelled {
  value: string
  options: readonly (readonly [value: string, text: string])[]
  onValue: (value: string) => void
  disabled?: boolean
}

export function SelectField({ label, hint, error, value, options, onValue, ...rest }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <select
        class="input"
        {...rest}
        {...describe(id, { label, hint, error })}
        onChange={event => onValue(event.currentTarget.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key} selected={key === value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface CheckFieldProps {
  label: string
  checked: boolean
  disabled?: boolean
  onValue: (checked: boolean) => void
}

export function CheckField({ label, checked, disabled = false, onValue }: CheckFieldProps) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={event => onValue(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}
