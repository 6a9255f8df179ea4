import { toFormC } from '../../../platform/text/form-c.ts'
import type { FieldValue } from '../../search/index.ts'

/** What a search finds of custom fields: values under dotted names, and the texts among them for words without a field. */
export interface SearchFields {
  readonly fields: Record<string, FieldValue>
  readonly texts: string[]
}

type Scalar = string | number | boolean

/**
 * Custom fields, in whichever shape they are stored, as fields of a search document: `customFields.<name>`; the id of
 * an entry as `customFields.<name>.id`, a part of a compound as `customFields.<name>.<part>`. Names are in normal form C.
 */
export function toSearchFields(customFields: Record<string, unknown> = {}): SearchFields {
  const found = new Map<string, Scalar[]>()
  const lists = new Set<string>()
  for (const [name, member] of Object.entries(customFields)) {
    const field = toFormC(`customFields.${name}`)
    const values = listValues(member)
    if (values !== member) lists.add(field)
    for (const value of Array.isArray(values) ? values : [values]) collect(found, field, value)
  }
  const entries = [...found].map(([field, values]): [string, FieldValue] => [
    field,
    lists.has(field) || values.length > 1 ? values : values[0]!,
  ])
  return { fields: Object.fromEntries(entries), texts: [...found.values()].flat().filter(isText) }
}

/** The values of a field: of its stored shape, of a list, or the bare one. */
function listValues(member: unknown): unknown {
  if (Array.isArray(member)) return [...member]
  if (!isObject(member)) return member
  if (Array.isArray(member.values)) return member.values
  // An entry has a value, too; what is stored has no id.
  return 'value' in member && !('id' in member) ? [member.value] : member
}

function collect(found: Map<string, Scalar[]>, field: string, value: unknown): void {
  if (isScalar(value)) return void found.set(field, [...(found.get(field) ?? []), value])
  if (!isObject(value)) return
  if (isScalar(value.id)) {
    if (isScalar(value.value)) collect(found, field, value.value)
    collect(found, `${field}.id`, value.id)
    return
  }
  for (const [part, member] of Object.entries(value)) {
    for (const inner of Array.isArray(member) ? member : [member]) {
      if (isScalar(inner)) collect(found, toFormC(`${field}.${part}`), inner)
    }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isScalar(value: unknown): value is Scalar {
  return isText(value) || typeof value === 'number' || typeof value === 'boolean'
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
