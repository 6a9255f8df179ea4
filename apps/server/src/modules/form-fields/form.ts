/** From the definition of a form to the check of what is filled in. Pure. */

import type { FormFieldsDefinition, FormFieldType } from '@rushes/contract'
import { castScalar, describeType } from './cast.ts'
import { below, FieldFault, toShown } from './faults.ts'
import { assertFieldName } from './names.ts'

interface FormField {
  readonly type: FormFieldType
  readonly isRequired: boolean
  readonly defaultValue: unknown
}

/** The fields of a form, by name, ready to check values with. */
export type Form = ReadonlyMap<string, FormField>

/** Values of a form, each as the type of its field wants it. */
export type FormValues = Readonly<Record<string, unknown>>

const mostFields = 1000
const longestDefinition = 1_000_000

/** Reads a definition. Throws FieldFault with the path of what is wrong in it. */
export function readForm(definition: FormFieldsDefinition = {}): Form {
  if (JSON.stringify(definition).length > longestDefinition) {
    throw new FieldFault(`has more than ${longestDefinition} characters of JSON`)
  }
  const fields = Object.entries(definition.fields ?? {})
  if (fields.length > mostFields) throw new FieldFault(`defines more than ${mostFields} fields`, ['fields'])
  return new Map(
    fields.map(([name, { type = 'STRING', required = false, defaultValue }]) =>
      below(['fields', name], () => {
        assertFieldName(name)
        const isGiven = defaultValue !== undefined && defaultValue !== null
        const cast = isGiven ? below(['defaultValue'], () => toValue(type, defaultValue)) : undefined
        return [name, { type, isRequired: required, defaultValue: cast }] as const
      }),
    ),
  )
}

/**
 * What was filled in, as it is stored: cast, without the fields that are `null`; with the defaults of the others where
 * something is created. "Values are validated on each write." Throws FieldFault with the name of the field.
 */
export function fillForm(form: Form, sent: FormValues, isCreated: boolean): FormValues {
  const unknown = Object.keys(sent).find(name => !form.has(name))
  if (unknown !== undefined) throw new FieldFault('is not a field that is defined', [unknown])
  const filled: [string, unknown][] = []
  for (const [name, field] of form) {
    const given = Object.hasOwn(sent, name) ? sent[name] : isCreated ? field.defaultValue : undefined
    if (given !== undefined && given !== null) filled.push([name, below([name], () => toValue(field.type, given))])
    else if (field.isRequired) throw new FieldFault('is needed', [name])
  }
  return Object.fromEntries(filled)
}

function toValue(type: FormFieldType, sent: unknown): unknown {
  const value = castScalar(type, sent)
  if (value === undefined) throw new FieldFault(`must be ${describeType(type)}, not ${toShown(sent)}`)
  return value
}
