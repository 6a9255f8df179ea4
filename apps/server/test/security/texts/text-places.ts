/** Where texts are in the values of a shape. */

export interface Shape {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  anyOf?: readonly Shape[]
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  items?: Shape
  maxLength?: number
  required?: readonly string[]
}

type Json = Record<string, unknown>
/** Puts a text where a shape has one. */
export type Place = { readonly name: string; readonly maxLength: number; put(whole: unknown, text: string): unknown }

const maxDepth = 6

/** Every place of a shape where a text may be, also as the name of a member. */
export function listPlaces(shape: Shape, name = '', depth = 0): Place[] {
  if (depth > maxDepth || shape.enum || shape.const !== undefined) return []
  if (shape.anyOf) return shape.anyOf.flatMap(one => listPlaces(one, name, depth))
  switch (shape.type) {
    case 'string':
      return [{ name, maxLength: shape.maxLength ?? Number.POSITIVE_INFINITY, put: (_whole, text) => text }]
    case 'array':
      return listPlaces(shape.items ?? {}, `${name}[]`, depth + 1).map(place => ({
        ...place,
        put: (whole, text) => {
          const [first, ...others] = Array.isArray(whole) ? whole : []
          return [place.put(first, text), ...others]
        },
      }))
    case 'object':
      return [...listMembers(shape, name, depth), ...listFreeMembers(shape, name, depth)]
    default:
      return [{ name, maxLength: Number.POSITIVE_INFINITY, put: (_whole, text) => text }]
  }
}

function listMembers({ properties = {}, required = [] }: Shape, name: string, depth: number): Place[] {
  return Object.entries(properties).flatMap(([member, shape]) =>
    listPlaces(shape, `${name}/${member}`, depth + 1).map(place => ({
      ...place,
      put: (whole: unknown, text: string) => {
        const given = isObject(whole) ? whole : {}
        const missing = required.filter(other => !(other in given) && other !== member)
        const filled = Object.fromEntries(missing.map(other => [other, toValue(properties[other] ?? {})]))
        return { ...filled, ...given, [member]: place.put(given[member], text) }
      },
    })),
  )
}

/** Objects whose members have any name. */
function listFreeMembers({ patternProperties }: Shape, name: string, depth: number): Place[] {
  const [shape] = Object.values(patternProperties ?? {})
  if (!shape) return []
  const asName: Place = {
    name: `${name}/{name}`,
    maxLength: Number.POSITIVE_INFINITY,
    put: (whole, text) => ({ ...(isObject(whole) ? whole : {}), [text]: toValue(shape) }),
  }
  const asValue = listPlaces(shape, `${name}/{any}`, depth + 1).map(place => ({
    ...place,
    put: (whole: unknown, text: string) => ({ ...(isObject(whole) ? whole : {}), any: place.put(undefined, text) }),
  }))
  return [asName, ...asValue]
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toValue(shape: Shape): unknown {
  if (shape.anyOf) return toValue(shape.anyOf[0]!)
  if (shape.enum) return shape.enum[0]
  switch (shape.type) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return Object.fromEntries((shape.required ?? []).map(name => [name, toValue(shape.properties?.[name] ?? {})]))
    default:
      return 'x'
  }
}
