/** Finds what the OpenAPI document does not describe: parameters, members of schemas, tags. */

type Json = Record<string, unknown>

const leastWords = 4
/** Words that add nothing to a name. */
const fillers = new Set(['a', 'an', 'the', 'of', 'this', 'that', 'is', 'whether', 'for', 'its', 'it', 'to', 'in', 'as'])

/** The places without a description, or with one that only repeats the name. */
export function findUndescribed(document: Json): string[] {
  const found: string[] = []
  const expect = (place: string, name: string, description: unknown) => {
    const problem = judge(name, description)
    if (problem) found.push(`${place}: ${problem}`)
  }
  const { paths, components, tags } = document as {
    paths: Record<string, Record<string, Json>>
    components: { schemas: Record<string, Json>; parameters: Record<string, Json> }
    tags: { name: string; description?: string }[]
  }
  for (const { name, description } of tags) expect(`tag ${name}`, name, description)
  for (const operation of Object.values(paths).flatMap(path => Object.values(path))) {
    const { operationId, parameters } = operation as { operationId: string; parameters: Json[] }
    for (const { name, description, $ref } of parameters) {
      if ($ref === undefined) expect(`${operationId} ${name}`, String(name), description)
    }
    visit(operation.requestBody, `${operationId} request`, expect)
    visit(operation.responses, `${operationId} response`, expect)
  }
  for (const [name, { description }] of Object.entries(components.parameters)) expect(name, name, description)
  for (const [name, schema] of Object.entries(components.schemas)) visit(schema, name, expect)
  return found
}

/** Walks a schema and reports each member of an object to `expect`. */
function visit(
  value: unknown,
  place: string,
  expect: (place: string, name: string, description: unknown) => void,
): void {
  if (typeof value !== 'object' || value === null) return
  for (const [keyword, part] of Object.entries(value)) {
    if (keyword === 'example' || keyword === 'examples' || keyword === 'enum') continue
    if (keyword !== 'properties') {
      visit(part, place, expect)
      continue
    }
    for (const [name, member] of Object.entries(part as Record<string, Json>)) {
      expect(`${place}.${name}`, name, member.description)
      visit(member, `${place}.${name}`, expect)
    }
  }
}

function judge(name: string, description: unknown): string | undefined {
  if (typeof description !== 'string') return 'no description'
  const words = description.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []
  if (words.length < leastWords) return `fewer than ${leastWords} words: ${description}`
  const parts = new Set(name.split(/(?=[A-Z])|[._<>-]/).map(part => part.toLowerCase()))
  const own = words.filter(word => !fillers.has(word) && !parts.has(word))
  return own.length === 0 ? `only repeats the name: ${description}` : undefined
}
