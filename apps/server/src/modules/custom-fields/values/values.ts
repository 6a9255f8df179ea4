/**
 * The forms in which a custom field arrives, and the one in which it is stored:
 *
 *     "Take 3"                        a bare value
 *     ["Take 3", "Take 4"]            a list of them
 *     {"values": ["Take 3"], …}       the stored shape
 *
 *     stored: {"type": "STRING", "label": "Take", "multiValued": false, "values": ["Take 3"], "value": "Take 3"}
 */

import { isDeepStrictEqual } from 'node:util'
import type { CustomFieldType } from '@rushes/contract'
import { FieldFault, isObject } from '../../form-fields/index.ts'

/** "A stored custom-field value has the shape: `type`, `label`, `multiValued`, `values` (list), and … `value`": the first. */
export interface StoredValue {
  readonly type: CustomFieldType
  readonly label: string
  readonly multiValued: boolean
  readonly values: readonly unknown[]
  readonly value?: unknown
}

const storedMembers = ['type', 'label', 'multiValued', 'values', 'value']
const mostValues = 1000

/** The values that were sent, in whichever form; none for `null`. `before`: what is stored, where a patch changed a part of it. */
export function readValues(
  sent: unknown,
  field: { readonly type: CustomFieldType; readonly isMultiValued: boolean },
  before?: unknown,
): readonly unknown[] {
  const values = isStoredShape(sent) ? readStoredShape(sent, field, before) : readBare(sent, field)
  if (values.length > mostValues) throw new FieldFault(`takes ${mostValues} values at most`)
  if (values.length > 1 && !field.isMultiValued) throw new FieldFault(`takes one value, not ${values.length}`)
  return values
}

function readBare(
  sent: unknown,
  { type, isMultiValued }: { readonly type: CustomFieldType; readonly isMultiValued: boolean },
): readonly unknown[] {
  if (sent === null) return []
  // A list is JSON itself.
  return Array.isArray(sent) && (isMultiValued || type !== 'JSON') ? sent : [sent]
}

function isStoredShape(sent: unknown): sent is Record<string, unknown> {
  return (
    isObject(sent) &&
    (Array.isArray(sent.values) || (Object.hasOwn(sent, 'value') && !Object.hasOwn(sent, 'values'))) &&
    Object.keys(sent).every(name => storedMembers.includes(name))
  )
}

/** `value` repeats the first of `values`; where they differ, the one that is not as it was before is meant. */
function readStoredShape(
  sent: Record<string, unknown>,
  field: { readonly type: CustomFieldType; readonly isMultiValued: boolean },
  before: unknown,
): readonly unknown[] {
  const { values, value } = sent
  if (!Array.isArray(values)) return readBare(value, field)
  if (!Object.hasOwn(sent, 'value') || isDeepStrictEqual(value, values[0])) return values
  if (isObject(before) && isDeepStrictEqual(before.values, values)) return readBare(value, field)
  if (isObject(before) && isDeepStrictEqual(before.value, value)) return values
  throw new FieldFault('has a value that is not the first of its values')
}

/** The one form in which a described field is stored. */
export function toStoredValue(
  field: { readonly type: CustomFieldType; readonly label: string; readonly isMultiValued: boolean },
  values: readonly unknown[],
): StoredValue {
  const { type, label, isMultiValued } = field
  return { type, label, multiValued: isMultiValued, values, ...(values.length > 0 ? { value: values[0] } : {}) }
}
