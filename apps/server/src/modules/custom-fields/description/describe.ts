/** From a description as it is written to fields that values are checked with; what makes no sense is refused. Pure. */

import type { CustomFieldDescription } from '@rushes/contract'
import { toFormC } from '../../../platform/text/form-c.ts'
import {
  assertFieldName,
  below,
  castScalar,
  describeType,
  FieldFault,
  type ScalarType,
  toShown,
  toWord,
} from '../../form-fields/index.ts'
import type { WrittenDescription } from '../tables.ts'
import { createEffort, type Pattern, parsePattern } from '../values/patterns.ts'
import { type Field, toSettled } from './field.ts'
import { toSpellings } from './names.ts'

/** What a production says of its custom fields. */
export interface Description {
  /** Whether anybody has described them; else every form of every field is kept as it comes. */
  readonly isSet: boolean
  readonly allowsUndefinedFields: boolean
  /** By name; parts are in the fields of type COMPOUND that they belong to. */
  readonly fields: ReadonlyMap<string, Field>
  /** Their names by the normal form in which names are compared. */
  readonly spellings: ReadonlyMap<string, string>
}

/** The field of this name, in whichever spelling. */
export function findField({ fields, spellings }: Description, name: string): Field | undefined {
  return fields.get(name) ?? fields.get(spellings.get(toFormC(name)) ?? name)
}

/** The description of a production where nobody has described anything. */
export const undescribed: Description = {
  isSet: false,
  allowsUndefinedFields: true,
  fields: new Map(),
  spellings: new Map(),
}

const mostFields = 1000
const longestDescription = 1_000_000
/** Sizes of all regular expressions of a description together. */
const mostPatternSteps = 20_000

/** Reads a description. Throws FieldFault with the path of what is wrong in it. */
export function readDescription(written: WrittenDescription): Description {
  const { fields = {}, allowUndefinedFields: allowsUndefinedFields = true } = written
  const names = Object.keys(fields)
  if (JSON.stringify(written).length > longestDescription) {
    throw new FieldFault(`has more than ${longestDescription} characters of JSON`)
  }
  if (names.length > mostFields) throw new FieldFault(`describes more than ${mostFields} fields`, ['fields'])
  below(['fields'], () => names.forEach(assertFieldName))
  const budget = { left: mostPatternSteps }
  const read = new Map(
    names.map(name => [name, below(['fields', name], () => toField(name, fields[name]!, budget))] as const),
  )
  const whole = withParts(read, allowsUndefinedFields)
  return { isSet: true, allowsUndefinedFields, fields: whole, spellings: toSpellings(whole.keys()) }
}

/** Puts `<name>.<part>` into the COMPOUND `<name>`; with no such COMPOUND it is a field like any other. */
function withParts(fields: ReadonlyMap<string, Field>, allowsUndefinedParts: boolean): Map<string, Field> {
  const whole = new Map<string, Field>()
  const parts = new Map<string, Map<string, Field>>()
  for (const [name, field] of fields) {
    const owner = findCompound(name, fields)
    if (owner === undefined) whole.set(name, field)
    else {
      below(['fields', name], () => assertPart(field))
      parts.set(owner, (parts.get(owner) ?? new Map()).set(name.slice(owner.length + 1), field))
    }
  }
  for (const [name, field] of whole) {
    if (field.type !== 'COMPOUND') continue
    const own: Field = { ...field, parts: parts.get(name) ?? new Map(), allowsUndefinedParts }
    whole.set(name, withDefault(name, own))
  }
  return whole
}

function findCompound(name: string, fields: ReadonlyMap<string, Field>): string | undefined {
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const owner = name.slice(0, dot)
    if (dot < name.length - 1 && fields.get(owner)?.type === 'COMPOUND') return owner
  }
  return undefined
}

function assertPart(field: Field): void {
  if (field.type === 'COMPOUND') throw new FieldFault('a part cannot be a COMPOUND itself', ['type'])
  if (field.written.defaultValue !== undefined) {
    throw new FieldFault('is given for the COMPOUND as a whole', ['defaultValue'])
  }
}

function toField(name: string, written: CustomFieldDescription, budget: { left: number }): Field {
  const { type = 'STRING', label = name, requiresId = false, thesaurus, readOnly = false } = written
  const scalar = type === 'JSON' || type === 'COMPOUND' ? undefined : type
  if (scalar === undefined) assertNoWords(written, type)
  const whiteList = scalar && toWords(scalar, written, 'whiteList')
  const blackList = scalar && toWords(scalar, written, 'blackList')
  const both = [...(whiteList ?? [])].find(word => blackList?.has(word))
  if (both !== undefined) throw new FieldFault(`holds ${toShown(both)}, which is on the white list`, ['blackList'])
  const field: Field = {
    type,
    label,
    isMultiValued: written.multiValued ?? false,
    takesEntries: requiresId || thesaurus !== undefined,
    requiresId,
    isReadOnly: readOnly,
    whiteList: written.skipWhiteListValidation === true ? undefined : whiteList,
    blackList,
    pattern: toPattern(written, budget),
    parts: new Map(),
    allowsUndefinedParts: true,
    defaultValue: undefined,
    written,
  }
  // The default of a COMPOUND is read once its parts are known.
  return type === 'COMPOUND' ? field : withDefault(undefined, field)
}

/** Members that speak of words say nothing of objects. */
function assertNoWords(written: CustomFieldDescription, type: string): void {
  for (const member of ['whiteList', 'blackList'] as const) {
    if ((written[member] ?? []).length > 0) throw new FieldFault(`has no meaning for ${type}`, [member])
  }
  if (hasText(written.validation)) throw new FieldFault(`has no meaning for ${type}`, ['validation'])
  if (written.requiresId === true) throw new FieldFault(`has no meaning for ${type}`, ['requiresId'])
}

/** The words of a list, each in the form that a value of the type has; an empty list is none. */
function toWords(
  type: ScalarType,
  written: CustomFieldDescription,
  member: 'whiteList' | 'blackList',
): ReadonlySet<string> | undefined {
  const words = written[member] ?? []
  if (words.length === 0) return undefined
  // A reference is named by its id.
  const wordType = type === 'FLOW_OBJECT' ? 'FLOW_ID' : type
  return new Set(
    words.map((word, index) => {
      const value = castScalar(wordType, word)
      if (value !== undefined) return toWord(value)
      throw new FieldFault(`must be ${describeType(wordType)}, not ${toShown(word)}`, [member, String(index)])
    }),
  )
}

function toPattern({ validation }: CustomFieldDescription, budget: { left: number }): Pattern | undefined {
  if (!hasText(validation)) return undefined
  return below(['validation'], () => {
    const pattern = parsePattern(validation)
    budget.left -= pattern.size
    if (budget.left < 0) throw new FieldFault('is one regular expression too many: together they are too large')
    return pattern
  })
}

function hasText(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

/** "`defaultValue`": it must be a value that the field accepts; `name` where the fault's place is not known yet. */
function withDefault(name: string | undefined, field: Field): Field {
  const { defaultValue } = field.written
  if (defaultValue === undefined || defaultValue === null) return field
  const path = name === undefined ? ['defaultValue'] : ['fields', name, 'defaultValue']
  return { ...field, defaultValue: below(path, () => toSettled(field, defaultValue, createEffort())) }
}
