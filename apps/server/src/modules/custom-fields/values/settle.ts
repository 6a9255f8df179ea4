/** What of the custom fields that somebody writes is kept, and in which form. Pure. */

import { isDeepStrictEqual } from 'node:util'
import { assertFieldName, below, FieldFault, toBrokenRule } from '../../form-fields/index.ts'
import { type Description, findField } from '../description/describe.ts'
import { assertPlace, type Bearer, type Field, toSettled } from '../description/field.ts'
import { createEffort, type Effort } from './patterns.ts'
import type { StoredValue } from './values.ts'

/** Custom fields by name. */
export type FieldMap = Readonly<Record<string, unknown>>

/** A write to the custom fields of something. */
export interface FieldWrite {
  readonly bearer: Bearer
  readonly after: FieldMap
  /** What is stored; nothing of what is being created. */
  readonly before: FieldMap | undefined
  readonly mayWriteReadOnly: boolean
}

const mostFields = 1000

/**
 * The custom fields as they are stored. "Each write to a custom field is validated": what is not written, because it is
 * as it was, is left alone even where it no longer fits. Throws ValidationError with the path of the field.
 */
export function toSettledFields(description: Description, write: FieldWrite): FieldMap {
  if (!description.isSet) return write.after
  try {
    return below(['customFields'], () => settle(description, write))
  } catch (error) {
    throw error instanceof FieldFault ? toBrokenRule(error) : error
  }
}

function settle(description: Description, write: FieldWrite): FieldMap {
  const { after, before = {} } = write
  assertNothingReadOnlyIsRemoved(description, write)
  const entries = Object.entries(after)
  if (entries.length > mostFields) throw new FieldFault(`has more than ${mostFields} fields`)
  const effort = createEffort()
  const written = entries.map(([name, sent]): [string, unknown] => {
    const stored = Object.hasOwn(before, name) ? before[name] : undefined
    if (stored !== undefined && isDeepStrictEqual(sent, stored)) return [name, stored]
    return [name, settleField(description, write, name, sent, stored, effort)]
  })
  const defaults = write.before ? [] : listDefaults(description, write)
  return Object.fromEntries([...written, ...defaults])
}

function settleField(
  description: Description,
  { bearer, mayWriteReadOnly }: FieldWrite,
  name: string,
  sent: unknown,
  stored: unknown,
  effort: Effort,
): unknown {
  const field = findField(description, name)
  if (!field) {
    assertFieldName(name)
    return below([name], () => toUndescribed(description, sent))
  }
  return below([name], () => {
    const settled = toSettled(field, sent, effort, stored)
    if (isDeepStrictEqual(settled, stored)) return stored
    if (field.isReadOnly && !mayWriteReadOnly) throw new FieldFault('can only be read')
    assertPlace(field, bearer)
    return settled
  })
}

/** "`allowUndefinedFields:false` => fields not described are refused." */
function toUndescribed({ allowsUndefinedFields }: Description, sent: unknown): unknown {
  if (!allowsUndefinedFields) throw new FieldFault('is not a field that is described')
  return sent
}

function assertNothingReadOnlyIsRemoved(description: Description, write: FieldWrite): void {
  if (write.mayWriteReadOnly) return
  for (const name of Object.keys(write.before ?? {})) {
    if (findField(description, name)?.isReadOnly === true && !Object.hasOwn(write.after, name)) {
      throw new FieldFault('can only be read', [name])
    }
  }
}

/** Clips, their parts and collections begin with the defaults of the fields that they may have; what people say of them does not. */
export function hasDefaults({ objectType, funnel }: Bearer): boolean {
  return funnel !== 'ReviewComment' && objectType !== 'StructuredAnnotation' && objectType !== 'TranscriptAnnotation'
}

function listDefaults({ fields }: Description, { bearer, after }: FieldWrite): [string, StoredValue][] {
  if (!hasDefaults(bearer)) return []
  return [...fields].flatMap(([name, field]): [string, StoredValue][] => {
    const { defaultValue } = field
    return defaultValue && !Object.hasOwn(after, name) && isAllowed(field, bearer) ? [[name, defaultValue]] : []
  })
}

function isAllowed(field: Field, bearer: Bearer): boolean {
  return findFault(() => assertPlace(field, bearer)) === undefined
}

/** What a description would say of the fields of something, were they written now; nothing of those that fit. */
export function listFaults(
  description: Description,
  bearer: Bearer,
  stored: FieldMap,
): { field: string; message: string }[] {
  if (!description.isSet) return []
  const effort = createEffort()
  return Object.entries(stored).flatMap(([name, value]) => {
    const write: FieldWrite = { bearer, after: stored, before: undefined, mayWriteReadOnly: true }
    const fault = findFault(() => settleField(description, write, name, value, undefined, effort))
    return fault ? [{ field: name, message: fault.message }] : []
  })
}

function findFault(steps: () => unknown): FieldFault | undefined {
  try {
    steps()
    return undefined
  } catch (error) {
    if (error instanceof FieldFault) return error
    throw error
  }
}
