import { useMemo } from 'preact/hooks'
import { Button } from '../design/fields/button.tsx'
import { ChoiceGroup, FieldGroup } from '../design/fields/field.tsx'
import { useTouch } from '../design/fields/form.tsx'
import { type Bearer, type DescribedFields, type FormField, listFormFields, toLabel } from './described.ts'
import { texts } from './messages.ts'
import { ValueField } from './value-field.tsx'
import type { FormValues } from './values.ts'
import { Vocabulary } from './vocabulary.ts'
import { WordField } from './word-field.tsx'
import './field-form.css'

interface FieldFormProps {
  /** Where thesauri are asked for words; not needed where no field is bound to one. */
  prId?: number
  /** Descriptions by name: of custom fields, or of a form. */
  fields: DescribedFields | undefined
  /** By name; see `toBareValues`. */
  values: FormValues
  /** What is wrong with the value of a field; of a part `<name>.<part>`. */
  errors?: (name: string) => string | undefined
  /** On what the fields stand; those that do not belong there are left out. */
  bearer?: Bearer
  /** Shown in fields without a value. */
  placeholder?: string
  disabled?: boolean
  onChange: (name: string, value: unknown) => void
}

/** The controls of a form that is described by data, each by the type of its field. */
export function FieldForm(props: FieldFormProps) {
  const { prId, fields = {}, values, errors, bearer, placeholder, disabled = false, onChange } = props
  const vocabulary = useMemo(() => (prId === undefined ? undefined : new Vocabulary(prId)), [prId])
  const touch = useTouch()
  const shown = listFormFields(fields, bearer)
  const context: FormContext = {
    vocabulary,
    shown,
    values,
    errors: errors ?? (() => undefined),
    placeholder,
    isDisabled: disabled,
  }
  return (
    <div class="form">
      {shown.map(field => (
        <FieldOf
          key={field.name}
          field={field}
          path={field.name}
          value={values[field.name]}
          context={context}
          onChange={value => {
            touch()
            onChange(field.name, value)
          }}
        />
      ))}
    </div>
  )
}

interface FormContext {
  vocabulary: Vocabulary | undefined
  shown: readonly FormField[]
  values: FormValues
  errors: (name: string) => string | undefined
  placeholder: string | undefined
  isDisabled: boolean
}

interface FieldOfProps {
  field: FormField
  /** The name by which faults are reported: of a part with that of its field. */
  path: string
  value: unknown
  context: FormContext
  onChange: (value: unknown) => void
}

function FieldOf({ field, path, value, context, onChange }: FieldOfProps) {
  const { described } = field
  const isReadOnly = described.readOnly === true
  const hint = [described.description, isReadOnly ? texts('readOnly') : undefined].filter(Boolean).join(' · ')
  const props = {
    label: toLabel(field),
    hint: hint === '' ? undefined : hint,
    error: context.errors(path),
    required: described.required === true,
    disabled: context.isDisabled || isReadOnly,
    onChange,
  }
  const { vocabulary } = context
  const { thesaurus, multiValued: isMany = false, whiteList = [], skipWhiteListValidation = false } = described
  if (thesaurus !== undefined && thesaurus !== '' && vocabulary) {
    const suggest = (prefix: string, signal: AbortSignal) =>
      vocabulary.suggest(thesaurus, prefix, listShownWords(context, field.name), signal)
    return <WordField {...props} value={value} isMany={isMany} suggest={suggest} />
  }
  if (described.type === 'COMPOUND') return <CompoundField {...props} field={field} {...{ path, value, context }} />
  if (!isMany) return <ValueField {...props} described={described} value={value} placeholder={context.placeholder} />
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  if (whiteList.length > 0 && !skipWhiteListValidation) {
    const kept = values.map(String).filter(word => !whiteList.includes(word))
    const { required: _native, onChange: onChosen, ...choice } = props
    const options = [...kept, ...whiteList].map(word => [word, word] as const)
    return <ChoiceGroup {...choice} options={options} chosen={values.map(String)} onChosen={onChosen} />
  }
  return <ManyValues {...props} field={field} values={values} />
}

/** What the other fields hold that are bound to thesauri, by the names of those. */
function listShownWords({ shown, values }: FormContext, name: string): Map<string, unknown> {
  return new Map(
    shown
      .filter(other => other.name !== name && other.described.thesaurus !== undefined)
      .map(other => [other.described.thesaurus ?? '', values[other.name]] as const),
  )
}

interface ControlProps {
  label: string
  hint: string | undefined
  error: string | undefined
  required: boolean
  disabled: boolean
  onChange: (value: unknown) => void
}

function CompoundField({
  label,
  hint,
  error,
  onChange,
  ...rest
}: ControlProps & Pick<FieldOfProps, 'field' | 'path' | 'value' | 'context'>) {
  const { field, path, value, context } = rest
  const parts = Object(value) as Record<string, unknown>
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {field.parts.map(part => (
        <FieldOf
          key={part.name}
          field={part}
          path={`${path}.${part.name}`}
          value={parts[part.name]}
          context={{ ...context, isDisabled: rest.disabled }}
          onChange={next => onChange({ ...parts, [part.name]: next })}
        />
      ))}
    </FieldGroup>
  )
}

/** Any number of values, one control for each. */
function ManyValues({
  field,
  values,
  label,
  hint,
  error,
  disabled,
  onChange,
}: ControlProps & { field: FormField; values: readonly unknown[] }) {
  return (
    <FieldGroup label={label} hint={hint} error={error}>
      {values.map((value, index) => (
        <div class="field-many" key={index}>
          <ValueField
            label={texts('valueNumber', { label, number: index + 1 })}
            described={field.described}
            value={value}
            required={false}
            disabled={disabled}
            onChange={next => onChange(values.map((old, at) => (at === index ? next : old)))}
          />
          {!disabled && (
            <Button
              kind="icon"
              icon="x"
              aria-label={texts('removeValue', { value: texts('valueNumber', { label, number: index + 1 }) })}
              onClick={() => onChange(values.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {!disabled && <Button onClick={() => onChange([...values, ''])}>{texts('addValue')}</Button>}
    </FieldGroup>
  )
}
