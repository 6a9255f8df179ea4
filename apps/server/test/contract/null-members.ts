/** Requests as typed clients of other languages send them: with null for every optional member that is not set. */

import type { TSchema } from 'typebox'
import { fetchDeclared, findEndpoint } from './declared-errors.ts'

/** In place of the global `fetch`: adds the nulls to JSON bodies by the shape that the endpoint declares. */
export const fetchWithNulls: typeof fetch = async (address, init) => {
  const { pathname } = new URL(address instanceof Request ? address.url : address)
  const endpoint = findEndpoint(init?.method ?? 'GET', pathname)
  const isJson = new Headers(init?.headers).get('content-type')?.startsWith('application/json') === true
  if (!endpoint?.body || !isJson || typeof init?.body !== 'string') return fetchDeclared(address, init)
  return fetchDeclared(address, { ...init, body: JSON.stringify(addNulls(JSON.parse(init.body), endpoint.body)) })
}

interface Schema {
  anyOf?: TSchema[]
  type?: string
  items?: TSchema
  properties?: Record<string, TSchema>
  required?: string[]
}

/** Members that the shape declares as any value, or as null, are left out: there null is a value. */
function addNulls(value: unknown, schema: TSchema): unknown {
  const { anyOf, type, items, properties, required = [] } = schema as Schema
  if (typeof value !== 'object' || value === null) return value
  if (anyOf) {
    const branch = anyOf.find(candidate => ((candidate as Schema).type === 'array') === Array.isArray(value))
    return branch ? addNulls(value, branch) : value
  }
  if (Array.isArray(value)) return items ? value.map(item => addNulls(item, items)) : value
  if (type !== 'object' || !properties) return value
  const absent = Object.entries(properties).filter(
    ([name, member]) => !required.includes(name) && !Object.hasOwn(value, name) && hasOwnType(member),
  )
  return {
    ...Object.fromEntries(absent.map(([name]) => [name, null])),
    ...Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        properties[name] ? addNulls(member, properties[name]) : member,
      ]),
    ),
  }
}

function hasOwnType(schema: TSchema): boolean {
  const { anyOf, type } = schema as Schema
  if (anyOf) return anyOf.every(hasOwnType)
  return 'enum' in schema || (typeof type === 'string' && type !== 'null')
}
