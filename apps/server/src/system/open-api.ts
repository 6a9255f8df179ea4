import {
  type contract,
  describeAccess,
  type Endpoint,
  ErrorBodyShape,
  type ErrorName,
  errorTable,
  isConditional,
  listErrors,
  mayWaitForIndex,
  tellsEntityTag,
} from '@rushes/contract'
import type { TSchema } from 'typebox'

type Contract = typeof contract
type Json = Record<string, unknown>

const bodyTypes: Record<Endpoint['bodyKind'], string[]> = {
  json: ['application/json'],
  'form or json': ['application/x-www-form-urlencoded', 'application/json'],
  'json patch': ['application/json-patch+json', 'application/json'],
  text: ['text/plain', 'application/json'],
  bytes: ['application/octet-stream'],
  'json or file': ['application/json'],
  'json list': ['application/json'],
}

const otherError = 'OtherError'

/** The whole interface as an OpenAPI 3.1 document; titled shapes become components. */
export function createOpenApi(rooms: Contract, publicUrl: string): Json {
  const components = new Map<string, Json>()
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(rooms).flatMap((room): Endpoint[] => Object.values(room))) {
    for (const [index, path] of [endpoint.path, ...endpoint.aliases].entries()) {
      const operation = toOperation(endpoint, components, index)
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
    }
  }
  const errorSchema = toSchema(ErrorBodyShape, components)
  return {
    openapi: '3.1.0',
    info: { title: 'Rushes', version: '0.1.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    tags: Object.keys(rooms).map(name => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: {
        waitForIndex: {
          name: 'waitForIndex',
          in: 'query',
          description: 'answer once searches find what the change left, or after ten seconds',
          schema: { type: 'boolean' },
        },
      },
      responses: Object.fromEntries(
        [
          ...Object.entries(errorTable).map(([name, { status }]) => [name, `${status}`] as const),
          [otherError, 'Any other error'] as const,
        ].map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: errorSchema } } },
        ]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'access_token' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'MOJITO_SESSION_ID_V2' },
      },
    },
  }
}

function toOperation(endpoint: Endpoint, components: Map<string, Json>, alias: number): Json {
  const isOpen = endpoint.access.who === 'anyone' || endpoint.access.who === 'bearer of the link'
  return {
    operationId: alias === 0 ? endpoint.id : `${endpoint.id}Alias${alias}`,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: `Access: ${describeAccess(endpoint.access)}.`,
    ...(endpoint.deprecated ? { deprecated: true } : {}),
    security: isOpen ? [] : [{ bearer: [] }, { query: [] }, { cookie: [] }],
    parameters: toParameters(endpoint, components),
    ...(endpoint.body ? { requestBody: toRequestBody(endpoint, endpoint.body, components) } : {}),
    responses: {
      [endpoint.status]: toSuccess(endpoint, components),
      ...(tellsEntityTag(endpoint) && endpoint.method === 'GET'
        ? { 304: { description: 'As the caller has it' } }
        : {}),
      ...toErrors(endpoint),
    },
  }
}

function toParameters(endpoint: Endpoint, components: Map<string, Json>): Json[] {
  return [
    ...Object.entries(endpoint.params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      schema: toSchema(schema, components),
    })),
    ...Object.entries(endpoint.query).map(([name, schema]) => ({
      name,
      in: 'query',
      schema: toSchema(schema, components),
    })),
    ...(mayWaitForIndex(endpoint) ? [{ $ref: '#/components/parameters/waitForIndex' }] : []),
    ...(isConditional(endpoint) ? [header('If-Match', 'the version to change, as in "17" or as the ETag had it')] : []),
    ...(tellsEntityTag(endpoint) && endpoint.method === 'GET'
      ? [header('If-None-Match', 'the ETag of an answer that the caller has')]
      : []),
  ]
}

function header(name: string, description: string): Json {
  return { name, in: 'header', description, schema: { type: 'string' } }
}

function toRequestBody(endpoint: Endpoint, body: TSchema, components: Map<string, Json>): Json {
  const schema = toSchema(body, components)
  return {
    required: !endpoint.bodyOptional,
    content: Object.fromEntries([
      ...bodyTypes[endpoint.bodyKind].map(type => [type, { schema }]),
      ...endpoint.fileTypes.map(type => [type, { schema: { type: 'string', format: 'binary' } }]),
    ]),
  }
}

function toSuccess(endpoint: Endpoint, components: Map<string, Json>): Json {
  if (endpoint.resultKind === 'nothing') return { description: 'Done' }
  const schema = endpoint.result ? toSchema(endpoint.result, components) : {}
  const isPaged = endpoint.resultKind === 'list' || endpoint.resultKind === 'search'
  const integer = { schema: { type: 'integer' } }
  const headers = {
    ...(isPaged ? { 'X-Pagination-Total-Results': integer, 'X-Pagination-Offset': integer } : {}),
    ...(tellsEntityTag(endpoint) ? { ETag: { schema: { type: 'string' } } } : {}),
    ...(endpoint.deprecated
      ? { Deprecation: { schema: { type: 'string' } }, Link: { schema: { type: 'string' } } }
      : {}),
  }
  return {
    description: 'Done',
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: Object.fromEntries(endpoint.contentTypes.map(type => [type, { schema }])),
  }
}

/** The errors that an endpoint declares, and that any other has the same body (as 413 and 429, which any may answer). */
function toErrors(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(listErrors(endpoint), name => errorTable[name].status)
  const toAnswer = (name: ErrorName | typeof otherError) => ({ $ref: `#/components/responses/${name}` })
  const declared = [...byStatus].map(([status, names]) => [status, toAnswer(names[0]!)] as const)
  return { ...Object.fromEntries(declared), default: toAnswer(otherError) }
}

/** A shape as OpenAPI has it: what has a title becomes a component of that name. */
function toSchema(schema: TSchema, components: Map<string, Json>): Json {
  const { title } = schema as { title?: string }
  if (title === undefined) return mapSchema(schema as Json, components)
  if (!components.has(title)) {
    components.set(title, {})
    components.set(title, mapSchema(schema as Json, components))
  }
  return { $ref: `#/components/schemas/${title}` }
}

function mapSchema(schema: Json, components: Map<string, Json>): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => {
      if (name === 'properties' || name === 'patternProperties') {
        const members = Object.entries(value as Record<string, TSchema>)
        return [name, Object.fromEntries(members.map(([key, member]) => [key, toSchema(member, components)]))]
      }
      if (name === 'items') return [name, toSchema(value as TSchema, components)]
      if (name === 'anyOf') return [name, (value as TSchema[]).map(member => toSchema(member, components))]
      return [name, value]
    }),
  )
}
