import {
  capabilities,
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
import { bodyExamples } from './body-examples.ts'
import { type Components, type Json, toSchema } from './open-api-schemas.ts'

type Contract = typeof contract

/**
 * JSON comes first: generators take the first media type for what a body is sent as. Forms are described in words,
 * because clients for Python do not compile where a body has two media types and nothing else is optional.
 */
const bodyTypes: Record<Endpoint['bodyKind'], string[]> = {
  json: ['application/json'],
  'form or json': ['application/json'],
  'json patch': ['application/json', 'application/json-patch+json'],
  text: ['application/json', 'text/plain'],
  bytes: ['application/octet-stream'],
  'json or file': ['application/json'],
  'json list': ['application/json'],
}

const formDescription = 'a form (`application/x-www-form-urlencoded`) with the same members is also accepted'
const otherError = 'OtherError'

/**
 * The whole interface as an OpenAPI 3.1 document; titled shapes become components. Aliases are left out, so that
 * generated clients have one method for each endpoint.
 */
export function createOpenApi(modules: Contract, publicUrl: string): Json {
  const components: Components = new Map()
  const paths: Record<string, Json> = {}
  for (const endpoint of Object.values(modules).flatMap((module): Endpoint[] => Object.values(module))) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: toOperation(endpoint, components) }
  }
  const errorSchema = toSchema(ErrorBodyShape, components)
  const used = new Set(JSON.stringify(paths).match(/(?<=#\/components\/responses\/)\w+/g))
  return {
    openapi: '3.1.0',
    info: { title: 'Rushes', version: '0.1.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    tags: Object.keys(modules).map(name => ({ name, description: capabilities[name as keyof Contract] })),
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
        ]
          .filter(([name]) => used.has(name))
          .map(([name, description]) => [
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

function toOperation(endpoint: Endpoint, components: Components): Json {
  const isOpen = endpoint.access.who === 'anyone' || endpoint.access.who === 'bearer of the link'
  return {
    operationId: endpoint.id,
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

function toParameters(endpoint: Endpoint, components: Components): Json[] {
  return [
    ...Object.entries(endpoint.params).map(([name, schema]) => ({
      name,
      in: 'path',
      required: true,
      ...toDescribed(schema, components),
    })),
    ...Object.entries(endpoint.query).map(([name, schema]) => ({
      name,
      in: 'query',
      ...toDescribed(schema, components),
    })),
    ...(mayWaitForIndex(endpoint) ? [{ $ref: '#/components/parameters/waitForIndex' }] : []),
    ...(isConditional(endpoint) ? [header('If-Match', 'the version to change, as in "17" or as the ETag had it')] : []),
    ...(tellsEntityTag(endpoint) && endpoint.method === 'GET'
      ? [header('If-None-Match', 'the ETag of an answer that the caller has')]
      : []),
  ]
}

/** A parameter's schema, with its description next to it instead of in it. */
function toDescribed(parameter: TSchema, components: Components): Json {
  const { description, ...schema } = toSchema(parameter, components)
  return { ...(description === undefined ? {} : { description }), schema }
}

function header(name: string, description: string): Json {
  return { name, in: 'header', description, schema: { type: 'string' } }
}

function toRequestBody(endpoint: Endpoint, body: TSchema, components: Components): Json {
  const schema = toSchema(body, components)
  const example = findExample(endpoint)
  const whole = example === undefined ? { schema } : { schema, example }
  return {
    ...(endpoint.bodyKind === 'form or json' ? { description: formDescription } : {}),
    required: !endpoint.bodyOptional,
    content: Object.fromEntries([
      ...bodyTypes[endpoint.bodyKind].map(type => [type, type === 'application/json' ? whole : { schema }]),
      ...endpoint.fileTypes.map(type => [type, { schema: { type: 'string', format: 'binary' } }]),
    ]),
  }
}

function findExample({ tag, id }: Endpoint): unknown {
  const examples: Readonly<Record<string, Readonly<Record<string, unknown>>>> = bodyExamples
  return examples[tag]?.[id]
}

function toSuccess(endpoint: Endpoint, components: Components): Json {
  if (endpoint.resultKind === 'nothing') return { description: 'Done' }
  const schema = endpoint.result ? toSchema(endpoint.result, components) : {}
  const isPaged = endpoint.resultKind === 'list' || endpoint.resultKind === 'search'
  const isCounted = isPaged || endpoint.resultKind === 'counted list'
  const integer = { schema: { type: 'integer' } }
  const headers = {
    ...(isCounted ? { 'X-Pagination-Total-Results': integer } : {}),
    ...(isPaged ? { 'X-Pagination-Offset': integer } : {}),
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

/** The errors that an endpoint declares, the one that every caller of it may meet, and that any other has the same body. */
function toErrors(endpoint: Endpoint): Json {
  // Requests are limited by their number, but for those that ask how the service is.
  const general = endpoint.path.startsWith('/health/') ? 'HeadersTooLargeError' : 'TooManyRequestsError'
  const byStatus = Map.groupBy([...listErrors(endpoint), general] as const, name => errorTable[name].status)
  const toAnswer = (name: ErrorName | typeof otherError) => ({ $ref: `#/components/responses/${name}` })
  const declared = [...byStatus].map(([status, names]) => [status, toAnswer(names[0]!)] as const)
  return { ...Object.fromEntries(declared), default: toAnswer(otherError) }
}
