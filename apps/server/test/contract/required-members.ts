/** What of an answer is not there although its shape requires it. */

import type { TSchema } from 'typebox'

interface Schema {
  title?: string
  anyOf?: TSchema[]
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** The places of absent members, such as `/0/tracks/1/id`. Every object with a titled shape is reported to `see`. */
export function findMissingMembers(
  schema: TSchema,
  value: unknown,
  see: (title: string) => void = () => {},
  place = '',
): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { title, anyOf, items, properties = {}, required = [] } = schema as Schema
  if (anyOf) {
    const branch = anyOf.find(candidate => ((candidate as Schema).items !== undefined) === Array.isArray(value))
    return branch ? findMissingMembers(branch, value, see, place) : []
  }
  if (Array.isArray(value)) {
    return items ? value.flatMap((item, index) => findMissingMembers(items, item, see, `${place}/${index}`)) : []
  }
  if (title !== undefined) see(title)
  const absent = required.filter(name => !Object.hasOwn(value, name)).map(name => `${place}/${name}`)
  const within = Object.entries(value).flatMap(([name, member]) =>
    properties[name] ? findMissingMembers(properties[name], member, see, `${place}/${name}`) : [],
  )
  return [...absent, ...within]
}
