import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../icons.tsx'

export interface Labelled {
  label: string
  hint?: string | undefined
  /** What is wrong with the value, as the service or the page says it. */
  error?: string | undefined
}

/** A control with its label above, and its hint and what is wrong with it below. */
export function FieldFrame({
  label,
  hint,
  error,
  id,
  children,
}: Labelled & { id: string; children: ComponentChildren }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && <FieldError id={id} error={error} />}
    </div>
  )
}

function FieldError({ id, error }: { id: string; error: string }) {
  return (
    <span class="field-error" id={`${id}-error`} role="alert">
      <Icon name="circle-alert" size={14} />
      {error}
    </span>
  )
}

/** What ties a control to its label, its hint and its error. */
export function describe(id: string, { hint, error }: Labelled) {
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
  placeholder?: string | undefined
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
      <SearchFrame isSearch={type === 'search'}>
        <input
          // The declared attributes differ by type in members that no field here has.
          type={type as 'text'}
          class="input"
          {...rest}
          {...describe(id, { label, hint, error })}
          onInput={event => onValue(event.currentTarget.value)}
        />
      </SearchFrame>
    </FieldFrame>
  )
}

function SearchFrame({ isSearch, children }: { isSearch: boolean; children: ComponentChildren }) {
  if (!isSearch) return <>{children}</>
  return (
    <div class="search">
      <Icon name="search" size={14} />
      {children}
    </div>
  )
}

interface SelectFieldProps<T extends string> extends Labelled {
  value: string
  options: readonly (readonly [value: T, text: string])[]
  onValue: (value: T) => void
  required?: boolean
  disabled?: boolean
}

/** A choice of one of `options`. */
export function SelectField<const T extends string>(props: SelectFieldProps<T>) {
  const { label, hint, error, value, options, onValue, ...rest } = props
  const id = useId()
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <select
        class="input"
        {...rest}
        {...describe(id, { label, hint, error })}
        onInput={event => onValue(event.currentTarget.value as T)}
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
        onInput={event => onValue(event.currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface TextAreaFieldProps extends Labelled {
  value: string
  onValue: (value: string) => void
  rows?: number
  placeholder?: string | undefined
  required?: boolean
  disabled?: boolean
}

/** A text of several lines. */
export function TextAreaField({ label, hint, error, onValue, ...rest }: TextAreaFieldProps) {
  const id = useId()
  return (
    <FieldFrame label={label} hint={hint} error={error} id={id}>
      <textarea
        class="input"
        {...rest}
        {...describe(id, { label, hint, error })}
        onInput={event => onValue(event.currentTarget.value)}
      />
    </FieldFrame>
  )
}

/** Fields that belong together, under a title. */
export function FieldGroup({ label, hint, error, children }: Labelled & { children: ComponentChildren }) {
  const id = useId()
  const { id: _own, ...described } = describe(id, { label, hint, error })
  return (
    <fieldset class="field-group" {...described}>
      <legend class="field-legend">{label}</legend>
      {hint !== undefined && (
        <span class="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children}
      {error !== undefined && <FieldError id={id} error={error} />}
    </fieldset>
  )
}

interface ChoiceGroupProps extends Labelled {
  options: readonly (readonly [value: string, text: string])[]
  chosen: readonly string[]
  disabled?: boolean
  /** Told what is chosen then, in the order of the options. */
  onChosen: (chosen: string[]) => void
}

/** Any number of a few options, each with a check box. */
export function ChoiceGroup({ label, hint, error, options, chosen, disabled = false, onChosen }: ChoiceGroupProps) {
  const choose = (value: string, isChosen: boolean) =>
    onChosen(options.map(([key]) => key).filter(key => (key === value ? isChosen : chosen.includes(key))))
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <div class="choices">
        {options.map(([value, text]) => (
          <CheckField
            key={value}
            label={text}
            checked={chosen.includes(value)}
            disabled={disabled}
            onValue={isChosen => choose(value, isChosen)}
          />
        ))}
      </div>
    </FieldGroup>
  )
}
