import type { TSchema } from 'typebox'

export type Json = Record<string, unknown>
export type Components = Map<string, Json>

/** What a schema may have next to the keywords of JSON Schema: see `about` and `documentedAs` of the contract. */
interface Documented {
  title?: string
  meaning?: string
  documented?: TSchema
}

/** A shape as OpenAPI has it: what has a title becomes a component of that name. */
export function toSchema(schema: TSchema, components: Components): Json {
  const { title, meaning, documented } = schema as Documented
  const { description = meaning } = schema as { description?: string }
  if (documented) return { ...toSchema(documented, components), ...(description ? { description } : {}) }
  if (title === undefined) return mapSchema(schema as Json, components)
  if (!components.has(title)) {
    components.set(title, {})
    components.set(title, mapSchema(schema as Json, components))
  }
  return { $ref: `#/components/schemas/${title}`, ...(meaning ? { description: meaning } : {}) }
}

function mapSchema(schema: Json, components: Components): Json {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
      if (name === 'meaning') return []
      if (name === 'properties' || name === 'patternProperties') {
        const members = Object.entries(value as Record<string, TSchema>)
        return [[name, Object.fromEntries(members.map(([key, member]) => [key, toSchema(member, components)]))]]
      }
      if (name === 'items') return [[name, toSchema(value as TSchema, components)]]
      if (name === 'anyOf') return [[name, (value as TSchema[]).map(member => toSchema(member, components))]]
      return [[name, value]]
    }),
  )
}
