/** The form of a request: its definition is on the request, its values on the submission (delivery-20). Pure. */

import type { FormFieldsDefinition } from '@rushes/contract'
import { assertStorable } from '../../../platform/text/storable.ts'
import {
  below,
  FieldFault,
  type Form,
  type FormValues,
  fillForm,
  readForm,
  toBrokenRule,
} from '../../form-fields/index.ts'

/** Throws ValidationError with the path of what is wrong in the definition. */
export function assertDefinition(definition: FormFieldsDefinition | undefined): void {
  assertStorable({ formFieldsDefinition: definition })
  asRule(() => below(['formFieldsDefinition'], () => readForm(definition)))
}

/**
 * Values as they are stored: cast as their fields want them; needed ones may be missing until everything must be there.
 * A request without a form takes any. Throws ValidationError with the path of the field.
 */
export function settleValues(
  definition: FormFieldsDefinition | undefined,
  values: FormValues,
  { isCreated = false, isWhole = false } = {},
): FormValues {
  assertStorable({ formFieldValues: values })
  if (definition === undefined) return values
  return asRule(() =>
    below(['formFieldValues'], () => {
      const form = readForm(definition)
      return fillForm(isWhole ? form : withoutNeeds(form), values, isCreated)
    }),
  )
}

/** Those values of a request that its form has fields for. */
export function pickKnown(definition: FormFieldsDefinition | undefined, values: FormValues): FormValues {
  if (definition === undefined) return values
  const fields = definition.fields ?? {}
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)))
}

function withoutNeeds(form: Form): Form {
  return new Map([...form].map(([name, field]) => [name, { ...field, isRequired: false }]))
}

function asRule<T>(steps: () => T): T {
  try {
    return steps()
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error) : error
  }
}
