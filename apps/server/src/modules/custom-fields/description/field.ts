/** One described field: what it accepts, and what it makes of it. Pure. */

import type { CustomFieldDescription, CustomFieldType } from '@rushes/contract'
import {
  below,
  castScalar,
  describeType,
  FieldFault,
  isObject,
  type ScalarType,
  toId,
  toShown,
  toWord,
} from '../../form-fields/index.ts'
import type { Effort, Pattern } from '../values/patterns.ts'
import { readValues, type StoredValue, toStoredValue } from '../values/values.ts'
import { withKnownNames } from './names.ts'

/** A field as its description says, ready to check values with. */
export interface Field {
  readonly type: CustomFieldType
  readonly label: string
  readonly isMultiValued: boolean
  /** Whether values may name the entry of a vocabulary that they are: `{id, value}`. */
  readonly takesEntries: boolean
  readonly requiresId: boolean
  readonly isReadOnly: boolean
  /** Words that a value must be among, or must not be. */
  readonly whiteList: ReadonlySet<string> | undefined
  readonly blackList: ReadonlySet<string> | undefined
  readonly pattern: Pattern | undefined
  /** Of a COMPOUND: the parts that are described, by their names. */
  readonly parts: ReadonlyMap<string, Field>
  /** Of a COMPOUND: whether it may have other parts. */
  readonly allowsUndefinedParts: boolean
  readonly defaultValue: StoredValue | undefined
  /** The description itself, for what is asked rarely: where the field may stand. */
  readonly written: CustomFieldDescription
}

/** What a custom field stands on. */
export interface Bearer {
  readonly objectType: string
  readonly funnel?: string | null | undefined
}

/** What was sent for a field, as it is stored. Throws FieldFault. */
export function toSettled(field: Field, sent: unknown, effort: Effort, before?: unknown): StoredValue {
  const values = readValues(sent, field, before)
  return toStoredValue(
    field,
    values.map(value => toValue(field, value, effort)),
  )
}

/** One value, cast and checked. Throws FieldFault. */
function toValue(field: Field, sent: unknown, effort: Effort): unknown {
  if (sent === null) throw new FieldFault('has no value but null in its list')
  switch (field.type) {
    case 'JSON':
      return sent
    case 'COMPOUND':
      return toCompound(field, sent, effort)
    default:
      return toEntryOrScalar(field, field.type, sent, effort)
  }
}

/** A vocabulary's entry is sent as `{id, value}`; `requiresId` refuses the bare word. */
function toEntryOrScalar(field: Field, type: ScalarType, sent: unknown, effort: Effort): unknown {
  const isEntry = field.takesEntries && isObject(sent) && Object.hasOwn(sent, 'id') && Object.hasOwn(sent, 'value')
  if (!isEntry) {
    if (field.requiresId && !hasItsId(type)) {
      throw new FieldFault(`needs the id of each value, as {"id": …, "value": …}, not ${toShown(sent)}`)
    }
    return toScalar(field, type, sent, effort)
  }
  const id = toId(sent.id)
  if (id === undefined) throw new FieldFault(`has an entry whose id is ${toShown(sent.id)}`)
  return { ...sent, id, value: toScalar(field, type, sent.value, effort) }
}

/** References say which resource they mean anyway. */
function hasItsId(type: ScalarType): boolean {
  return type === 'FLOW_ID' || type === 'FLOW_OBJECT'
}

function toScalar(field: Field, type: ScalarType, sent: unknown, effort: Effort): unknown {
  const value = castScalar(type, sent)
  if (value === undefined) throw new FieldFault(`must be ${describeType(type)}, not ${toShown(sent)}`)
  const word = toWord(value)
  if (field.whiteList && !field.whiteList.has(word)) throw new FieldFault(`may not be ${toShown(sent)}`)
  if (field.blackList?.has(word)) throw new FieldFault(`may not be ${toShown(sent)}`)
  if (field.pattern) {
    effort.spend(word.length * field.pattern.size)
    if (!field.pattern.matches(word)) throw new FieldFault(`does not match its validation: ${toShown(sent)}`)
  }
  return value
}

/** A COMPOUND is an object of parts; each described part is cast as its own description says, and kept bare. */
function toCompound(field: Field, sent: unknown, effort: Effort): unknown {
  if (!isObject(sent)) throw new FieldFault(`must be a COMPOUND (an object of parts), not ${toShown(sent)}`)
  return Object.fromEntries(
    Object.entries(withKnownNames(sent, {}, field.parts.keys())).map(([name, part]) => [
      name,
      below([name], () => toPart(field, name, part, effort)),
    ]),
  )
}

function toPart(field: Field, name: string, sent: unknown, effort: Effort): unknown {
  const part = field.parts.get(name)
  if (part) {
    const { values } = toSettled(part, sent, effort)
    return part.isMultiValued ? values : (values[0] ?? null)
  }
  if (!field.allowsUndefinedParts) throw new FieldFault('is not a part that is described')
  return sent
}

/** Refuses a field where its description does not want it. Throws FieldFault. */
export function assertPlace({ written }: Field, bearer: Bearer): void {
  const { restrictedTo = [], clipAllowed = true, subClipAllowed = true } = written
  const isNamed = restrictedTo.includes(bearer.objectType) || restrictedTo.includes(bearer.funnel ?? '')
  if (restrictedTo.length > 0 && !isNamed) {
    throw new FieldFault(`is restricted to ${restrictedTo.join(', ').slice(0, 1000)}`)
  }
  if (!clipAllowed && bearer.objectType === 'MediaObjectAnnotation') {
    throw new FieldFault('is not a field of whole clips')
  }
  if (!subClipAllowed && bearer.objectType === 'ClipAnnotation') {
    throw new FieldFault('is not a field of parts of clips')
  }
}
