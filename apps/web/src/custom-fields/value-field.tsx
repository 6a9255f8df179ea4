import { useSignal } from '@preact/signals'
import type { CustomFieldType } from '@rushes/contract'
import { useId } from 'preact/hooks'
import { FieldGroup, type Labelled, SelectField, TextAreaField, TextField } from '../design/fields/field.tsx'
import { fromLocalInput, toLocalInput } from '../platform/local-time.ts'
import { readJson } from '../platform/reading/read-json.ts'
import type { Described } from './described.ts'
import { texts } from './messages.ts'

/** What every control of one value is given; `null` stands for no value. */
export interface ValueFieldProps extends Labelled {
  described: Described
  value: unknown
  required: boolean
  /** Shown where there is no value. */
  placeholder?: string | undefined
  disabled: boolean
  onChange: (value: unknown) => void
}

/** The control for one value of a field, by its type. */
export function ValueField(props: ValueFieldProps) {
  const { type = 'STRING' } = props.described
  if (type === 'TEXT') return <TextAreaField {...toTextProps(props)} />
  if (type === 'BOOLEAN') return <FlagField {...props} />
  if (type === 'DATE') return <DateField {...props} />
  if (type === 'JSON') return <JsonField {...props} />
  if (type === 'FLOW_OBJECT') return <ReferenceField {...props} />
  if (type in steps) return <NumberField {...props} step={steps[type] ?? 'any'} />
  return <StringField {...props} />
}

const steps: Partial<Record<CustomFieldType, number | 'any'>> = {
  INTEGER: 1,
  LONG: 1,
  FRAME: 1,
  FLOW_ID: 1,
  DOUBLE: 'any',
}

function toTextProps({ label, hint, error, value, placeholder, required, disabled, onChange }: ValueFieldProps) {
  return {
    placeholder,
    label,
    hint,
    error,
    required,
    disabled,
    value: value === undefined || value === null ? '' : String(value),
    onValue: (text: string) => onChange(text === '' ? null : text),
  }
}

/** A white list is a list to choose from, or a suggestion where it says so. */
function StringField(props: ValueFieldProps) {
  const id = useId()
  const { whiteList = [], skipWhiteListValidation = false } = props.described
  const text = toTextProps(props)
  if (whiteList.length === 0) return <TextField {...text} />
  if (skipWhiteListValidation) {
    return (
      <>
        <TextField {...text} list={id} />
        <datalist id={id}>
          {whiteList.map(word => (
            <option key={word} value={word} />
          ))}
        </datalist>
      </>
    )
  }
  // A stored value that is no longer on the list stays until another is chosen.
  const words = text.value === '' || whiteList.includes(text.value) ? whiteList : [text.value, ...whiteList]
  const { required: _native, ...select } = text
  return <SelectField {...select} options={[['', texts('nothing')], ...words.map(word => [word, word] as const)]} />
}

function FlagField({ label, hint, error, value, disabled, onChange }: ValueFieldProps) {
  const options = [
    ['', texts('nothing')],
    ['true', texts('yes')],
    ['false', texts('no')],
  ] as const
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      disabled={disabled}
      value={typeof value === 'boolean' ? String(value) : ''}
      options={options}
      onValue={chosen => onChange(chosen === '' ? null : chosen === 'true')}
    />
  )
}

function NumberField({ step, ...props }: ValueFieldProps & { step: number | 'any' }) {
  // What is being typed may not be a number yet.
  const typed = useSignal<string | undefined>(undefined)
  const { onValue: _plain, value, ...text } = toTextProps(props)
  const shown = typed.value !== undefined && toNumber(typed.value) === (props.value ?? null) ? typed.value : value
  return (
    <TextField
      {...text}
      type="number"
      step={step}
      {...(props.described.type === 'FRAME' || props.described.type === 'FLOW_ID' ? { min: 0 } : {})}
      value={shown}
      onValue={next => {
        typed.value = next
        props.onChange(toNumber(next))
      }}
    />
  )
}

function toNumber(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

function DateField(props: ValueFieldProps) {
  const { value, onValue: _plain, ...text } = toTextProps(props)
  const instant = value === '' ? undefined : Number.isFinite(Number(value)) ? Number(value) : Date.parse(value)
  return (
    <TextField
      {...text}
      type="datetime-local"
      step="any"
      value={toLocalInput(instant)}
      onValue={next => props.onChange(fromLocalInput(next) ?? null)}
    />
  )
}

/** Any JSON; what cannot be read yet stays in the field and is not given on. */
function JsonField({ onChange, value, error, ...props }: ValueFieldProps) {
  const typed = useSignal<string | undefined>(undefined)
  const isFaulty = typed.value !== undefined && typed.value !== '' && readJson(typed.value) === undefined
  const { described: _described, ...rest } = props
  return (
    <TextAreaField
      {...rest}
      error={isFaulty ? texts('notJson') : error}
      value={typed.value ?? (value === undefined || value === null ? '' : JSON.stringify(value, null, 2))}
      onValue={text => {
        typed.value = text
        const read = readJson(text)
        if (text.trim() === '') onChange(null)
        else if (read !== undefined) onChange(read)
      }}
    />
  )
}

/** "`FLOW_OBJECT`": an object with `id` and `objectType`. */
function ReferenceField({ label, hint, error, value, disabled, onChange }: ValueFieldProps) {
  const { id, objectType } = Object(value) as { id?: unknown; objectType?: unknown }
  const change = (next: { id?: unknown; objectType?: unknown }) => {
    const changed = { ...Object(value), ...next }
    onChange(changed.id === undefined && !changed.objectType ? null : changed)
  }
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      <TextField
        label={texts('objectType')}
        disabled={disabled}
        value={typeof objectType === 'string' ? objectType : ''}
        onValue={text => change({ objectType: text })}
      />
      <TextField
        label={texts('objectId')}
        type="number"
        min={0}
        step={1}
        disabled={disabled}
        value={id === undefined ? '' : String(id)}
        onValue={text => change({ id: toNumber(text) ?? undefined })}
      />
    </FieldGroup>
  )
}
