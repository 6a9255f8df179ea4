import type { TSchema } from 'typebox'
import { pickAlternative } from '../../text/validate.ts'

interface Schema {
  type?: string | readonly string[]
  anyOf?: readonly TSchema[]
  properties?: Record<string, TSchema>
  required?: readonly string[]
  items?: TSchema
  patternProperties?: Record<string, TSchema>
}

/**
 * Removes each optional declared member whose value is null, in place: typed clients send null for what is not set. What
 * a shape declares as null, as any value or as a free-form object is left as it is.
 */
export function dropNulls(value: unknown, schema: TSchema): void {
  if (typeof value !== 'object' || value === null) return
  const { properties, required = [], items, patternProperties } = pickAlternative(schema, value) as Schema
  if (Array.isArray(value)) {
    if (items) for (const item of value) dropNulls(item, items)
  } else if (properties) {
    const members = value as Record<string, unknown>
    for (const [name, member] of Object.entries(properties)) {
      if (!Object.hasOwn(members, name)) continue
      if (members[name] === null && !required.includes(name) && !takesNull(member)) delete members[name]
      else dropNulls(members[name], member)
    }
  } else if (patternProperties) {
    const [member] = Object.values(patternProperties)
    if (member) for (const one of Object.values(value)) dropNulls(one, member)
  }
}

/** Whether null is a value of a shape. */
export function takesNull(schema: TSchema): boolean {
  const { type, anyOf } = schema as Schema
  if (anyOf) return anyOf.some(takesNull)
  // A shape without a type is any value, or a list of words.
  return type === undefined ? !('enum' in schema) : type === 'null' || type.includes('null')
}
