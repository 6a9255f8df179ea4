import { type Endpoint, type Fault, notFound, ServiceError } from '@rushes/contract'
import type { TSchema } from 'typebox'

type Raw = string | string[] | undefined
interface ParameterSchema {
  type?: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  items?: ParameterSchema
  maxItems?: number
}

/** Path parameters as their shapes say. An id that is a 64-bit integer but cannot exist here (past 2^53) is not found. */
export function readParams(endpoint: Endpoint, raw: Record<string, Raw>): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const name of Object.keys(endpoint.params)) {
    const schema: ParameterSchema = endpoint.params[name] as TSchema
    const text = String(raw[name] ?? '')
    if (schema.type !== 'integer') {
      params[name] = readText(text, schema, name)
    } else if (!/^\d{1,19}$/.test(text) || BigInt(text) > 9223372036854775807n) {
      throw wrong([{ path: name, message: 'must be an integer' }])
    } else if (!Number.isSafeInteger(Number(text))) {
      throw notFound('Resource', text)
    } else {
      params[name] = Number(text)
    }
  }
  return params
}

/** Query parameters as their shapes say; unknown ones are left alone, since old clients add some of their own. */
export function readQuery(endpoint: Endpoint, raw: Record<string, Raw>): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  const faults: Fault[] = []
  for (const [declared, schema] of Object.entries(endpoint.query)) {
    for (const name of listNames(declared, raw)) {
      const value = raw[name]
      if (value === undefined) continue
      try {
        query[name] = readValue(value, schema as ParameterSchema, name)
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        faults.push(...(error.data as Fault[]))
      }
    }
  }
  if (faults.length > 0) throw wrong(faults)
  return query
}

/** A flag that is read beside what the endpoint declares; false where it is not given. */
export function readExtraFlag(name: string, raw: Record<string, Raw>): boolean {
  const value = raw[name]
  return value !== undefined && readValue(value, { type: 'boolean' }, name) === true
}

/** Stands for any name in the name of a parameter. */
const placeholder = /<\w+>/

/** The names under which a parameter is given: of `f.<field>.facet.limit`, those with the name of a field in it. */
function listNames(declared: string, raw: Record<string, Raw>): string[] {
  const [begin = '', end] = declared.split(placeholder)
  if (end === undefined) return [declared]
  return Object.keys(raw).filter(
    name => name.length > begin.length + end.length && name.startsWith(begin) && name.endsWith(end),
  )
}

function readValue(value: string | string[], schema: ParameterSchema, name: string): unknown {
  if (schema.type === 'array') {
    const values = Array.isArray(value) ? value : [value]
    if (values.length > (schema.maxItems ?? Number.POSITIVE_INFINITY)) {
      throw wrong([{ path: name, message: `may be given ${schema.maxItems} times at most` }])
    }
    return values.map(item => readText(item, schema.items ?? {}, name))
  }
  const [text = '', ...others] = Array.isArray(value) ? value : [value]
  if (others.some(other => other !== text)) throw wrong([{ path: name, message: 'is given more than once' }])
  if (schema.type === 'boolean') return readFlag(text, name)
  if (schema.type === 'integer') return readInteger(text, schema, name)
  return readText(text, schema, name)
}

/** A flag may be present without a value (`?noDefaults`). */
function readFlag(text: string, name: string): boolean {
  if (text === '' || text.toLowerCase() === 'true') return true
  if (text.toLowerCase() === 'false') return false
  throw wrong([{ path: name, message: 'must be true or false' }])
}

function readInteger(text: string, schema: ParameterSchema, name: string): number {
  const number = Number(text)
  if (!/^-?\d{1,19}$/.test(text)) throw wrong([{ path: name, message: 'must be an integer' }])
  const minimum = schema.minimum ?? -Number.MAX_SAFE_INTEGER
  const maximum = schema.maximum ?? Number.MAX_SAFE_INTEGER
  if (number < minimum) throw wrong([{ path: name, message: `must not be less than ${minimum}` }])
  if (number > maximum) throw wrong([{ path: name, message: `must not be more than ${maximum}` }])
  return number
}

function readText(text: string, schema: ParameterSchema, name: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw wrong([{ path: name, message: 'is not valid text' }])
  if (schema.enum && !schema.enum.includes(text)) {
    throw wrong([{ path: name, message: `must be one of ${schema.enum.join(', ')}` }])
  }
  if (schema.maxLength === 0 && text !== '') throw wrong([{ path: name, message: 'is not supported' }])
  if (text.length > (schema.maxLength ?? 20_000)) throw wrong([{ path: name, message: 'is too long' }])
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(text)) {
    throw wrong([{ path: name, message: `must match pattern "${schema.pattern}"` }])
  }
  return text
}

function wrong(faults: Fault[]): ServiceError {
  return new ServiceError('BadRequestError', faults.map(fault => `${fault.path} ${fault.message}`).join('; '), faults)
}
