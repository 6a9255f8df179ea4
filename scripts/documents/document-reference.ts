/** The pages of the reference: one for each capability, one for the parameters of searches, one for all shapes. */

import { createOpenApi } from '../../apps/server/src/modules/system/open-api.ts'
import {
  capabilities,
  contract,
  describeAccess,
  type Endpoint,
  errorTable,
  listErrors,
  mayWaitForIndex,
  searchParameters,
} from '../../packages/contract/src/index.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface Operation {
  operationId: string
  parameters: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: {
    description?: string
    required: boolean
    content: Record<string, { schema: Schema; example?: unknown }>
  }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const document = createOpenApi(contract, 'https://media.rushes.test') as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const searchNames = Object.keys(searchParameters)

/** Every page by its file. */
export function toReferencePages(notice: string): Record<string, () => string> {
  const pages: Record<string, () => string> = {
    'docs/reference.md': () => toIndex(notice),
    'docs/reference/search-parameters.md': () => toSearchPage(notice),
    'docs/reference/shapes.md': () => toShapesPage(notice),
  }
  for (const [name, endpoints] of Object.entries(contract)) {
    const description = capabilities[name as keyof typeof capabilities]
    const sections = () => Object.values(endpoints).map(toSection).join('\n\n')
    pages[`docs/reference/${name}.md`] = () => `# Reference: ${name}\n${notice}\n\n${description}\n\n${sections()}\n`
  }
  return pages
}

function toIndex(notice: string): string {
  const capabilityRows = Object.entries(contract).map(([name, endpoints]) => {
    const description = capabilities[name as keyof typeof capabilities]
    return `| [${name}](reference/${name}.md) | ${description} | ${Object.keys(endpoints).length} |`
  })
  const errorRows = Object.entries(errorTable).map(
    ([name, { status, number }]) => `| \`${name}\` | ${status} | ${number} |`,
  )
  return [
    '# Reference',
    notice,
    '',
    'Every endpoint with its parameters, bodies and errors, generated from the contract. A running service has the same at `/docs`, and as an OpenAPI 3.1 document at `/openapi.json`.',
    '',
    '| Capability | What it is for | Endpoints |',
    '|---|---|---|',
    ...capabilityRows,
    '',
    'Lists that are searches take the [search parameters](reference/search-parameters.md). Members of bodies are described with their [shapes](reference/shapes.md).',
    '',
    '## Errors',
    '',
    'Every error has the body [ErrorBody](reference/shapes.md#errorbody).',
    '',
    '| `type` | `code` (HTTP status) | `errorNumber` |',
    '|---|---|---|',
    ...errorRows,
    '',
  ].join('\n')
}

function toSection(endpoint: Endpoint): string {
  const operation = document.paths[endpoint.path]![endpoint.method.toLowerCase()]!
  const isSearch = searchNames.every(name => name in endpoint.query)
  const parameters = operation.parameters.filter(({ name }) => name && !(isSearch && searchNames.includes(name)))
  const errors = listErrors(endpoint)
    .map(name => `${errorTable[name].status} \`${name}\``)
    .sort()
  const aliases = endpoint.aliases.map(path => `\`${path}\``)
  const facts = [
    ...(aliases.length > 0 ? [`- Also at ${aliases.join(', ')}`] : []),
    `- Access: ${describeAccess(endpoint.access)}`,
    ...(operation.requestBody
      ? [`- Body${operation.requestBody.required ? '' : ' (optional)'}: ${toBody(operation)}`]
      : []),
    `- Success: ${endpoint.status}${toAnswer(operation, endpoint.status)}`,
    ...(errors.length > 0 ? [`- Errors: ${errors.join(', ')}`] : []),
    ...(isSearch ? ['- Query: the [search parameters](search-parameters.md)'] : []),
    ...(mayWaitForIndex(endpoint) ? ['- Query: `waitForIndex=true` answers once searches find the change'] : []),
    ...(endpoint.deprecated ? [`- Deprecated: use \`${endpoint.deprecated.successor}\``] : []),
  ]
  const table = parameters.map(
    ({ name, in: place, description, schema }) =>
      `| \`${name}\` | ${place} | ${toType(schema)} | ${toCell(description)} |`,
  )
  return [
    `## ${endpoint.method} ${endpoint.path}`,
    '',
    endpoint.summary,
    '',
    ...facts,
    ...toExample(operation),
    ...(table.length > 0 ? ['', '| Parameter | In | Type | Meaning |', '|---|---|---|---|', ...table] : []),
  ].join('\n')
}

function toBody({ requestBody }: Operation): string {
  const { content, description } = requestBody!
  const types = Object.entries(content).map(([type, { schema }]) => `\`${type}\`: ${toType(schema)}`)
  return [...types, ...(description ? [description] : [])].join('; ')
}

function toExample({ requestBody }: Operation): string[] {
  const example = requestBody?.content['application/json']?.example
  return example === undefined ? [] : ['', '```json', JSON.stringify(example, undefined, 2), '```']
}

function toAnswer({ responses }: Operation, status: number): string {
  const kinds = Object.entries(responses[status]?.content ?? {})
  return kinds
    .map(
      ([type, { schema }], index) =>
        `${index === 0 ? ' ' : ', '}\`${type}\`${schema && Object.keys(schema).length > 0 ? ` ${toType(schema)}` : ''}`,
    )
    .join('')
}

function toSearchPage(notice: string): string {
  const { searchUsers } = contract.accounts
  const { parameters } = document.paths[searchUsers.path]!.get!
  const rows = parameters.map(
    ({ name, description, schema }) => `| \`${name}\` | ${toType(schema)} | ${toCell(description)} |`,
  )
  return [
    '# Reference: search parameters',
    notice,
    '',
    'The query parameters of every list that is a search. How queries are written is in [search.md](../search.md).',
    '',
    '| Parameter | Type | Meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function toShapesPage(notice: string): string {
  const shapes = Object.entries(document.components.schemas).map(([name, schema]) => {
    const required = new Set(schema.required ?? schema.items?.required)
    const members = Object.entries(schema.properties ?? schema.items?.properties ?? {}).map(
      ([member, value]) =>
        `| \`${member}\` | ${toType(value)} | ${required.has(member) ? 'yes' : ''} | ${toCell(value.description)} |`,
    )
    const kind = schema.properties ? '' : `A ${toType(schema)}.\n\n`
    const table = ['| Member | Type | Required | Meaning |', '|---|---|---|---|', ...members].join('\n')
    return `## ${name}\n\n${kind}${members.length > 0 ? table : ''}`.trimEnd()
  })
  return `# Reference: shapes\n${notice}\n\nThe bodies of requests and answers.\n\n${shapes.join('\n\n')}\n`
}

/** A type in words, with a link where it has a name. */
function toType({ $ref, type, items, anyOf, format, enum: values }: Schema): string {
  if ($ref) {
    const name = $ref.split('/').at(-1)!
    return `[${name}](shapes.md#${name.toLowerCase()})`
  }
  if (anyOf) return anyOf.map(toType).join(' or ')
  if (values) return values.length > 12 ? 'string' : values.map(value => `\`${value}\``).join(', ')
  if (items) return `list of ${toType(items)}`
  if (type === 'string' && format === 'binary') return 'bytes'
  return type === undefined ? 'any' : [type].flat().join(' or ')
}

function toCell(text = ''): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
