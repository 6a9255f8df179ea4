/** Values of custom fields between what is stored, what a form holds and what is written. Pure. */

import { toPointer } from '../platform/reading/faults.ts'

/** By name; a list where a field has many values, `null` or nothing where it has none. */
export type FormValues = Readonly<Record<string, unknown>>

/** Of fields as they are stored (`{type, label, multiValued, values}`) the values alone; bare ones stay as they are. */
export function toBareValues(stored: unknown): FormValues {
  return Object.fromEntries(Object.entries(Object(stored) as object).map(([name, value]) => [name, toBare(value)]))
}

function toBare(stored: unknown): unknown {
  const { values, multiValued } = Object(stored) as { values?: unknown; multiValued?: unknown }
  if (!Array.isArray(values)) return stored
  return multiValued === true ? values : (values[0] ?? null)
}

/** A step of a JSON Patch. */
export interface FieldChange {
  readonly op: 'add'
  readonly path: string
  readonly value: unknown
}

/** The steps that make `after` of `before` in the custom fields of a resource; none where nothing was changed. */
export function listChanges(before: FormValues, after: FormValues): FieldChange[] {
  return Object.entries(after)
    .filter(([name, value]) => !isSame(before[name], value))
    .map(([name, value]) => ({ op: 'add', path: toPointer('customFields', name), value: toWritten(value) }))
}

/** What is sent for a field: rows of a list that nobody filled in are left out. */
function toWritten(value: unknown): unknown {
  const filled = Array.isArray(value) ? value.filter(item => !isNothing(item) && item !== '') : value
  return isNothing(filled) ? null : filled
}

/** Whether a field has no value. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function isSame(one: unknown, other: unknown): boolean {
  return (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)
}
