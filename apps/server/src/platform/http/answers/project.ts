import type { TSchema } from 'typebox'

type Projector = (value: unknown) => unknown
interface ObjectSchema {
  type?: string
  anyOf?: TSchema[]
  properties?: Record<string, TSchema>
  items?: TSchema
  additionalProperties?: unknown
  patternProperties?: unknown
}

/**
 * Copies of a value what its shape declares, so that nothing undeclared can leave the service: a column that was
 * added to a row, a hash, an internal flag. Shapes that allow further members pass them.
 */
export function createProjector(schema: TSchema): Projector {
  return project(schema) ?? (value => value)
}

/** Nothing where a value passes as it is. */
function project(schema: TSchema): Projector | undefined {
  const { type, anyOf, properties, items, additionalProperties, patternProperties } = schema as ObjectSchema
  if (anyOf) return projectEither(anyOf)
  if (type === 'array' && items) return projectItems(items)
  const isClosed = additionalProperties === false && !patternProperties
  if (type === 'object' && properties && isClosed) return projectMembers(properties)
  return undefined
}

/** One thing or a list of them: the value decides which shape counts. */
function projectEither(shapes: TSchema[]): Projector | undefined {
  const [lists, others] = [shapes.filter(isList), shapes.filter(shape => !isList(shape))]
  if (lists.length > 1 || others.length > 1) throw new Error('an answer may be one thing or a list, not more')
  const [list, other] = [lists[0] && project(lists[0]), others[0] && project(others[0])]
  return value => (Array.isArray(value) ? list : other)?.(value) ?? value
}

function isList(schema: TSchema): boolean {
  return (schema as ObjectSchema).type === 'array'
}

function projectItems(items: TSchema): Projector | undefined {
  const item = project(items)
  return item && (value => (Array.isArray(value) ? value.map(item) : value))
}

function projectMembers(properties: Record<string, TSchema>): Projector {
  const members = Object.entries(properties).map(([name, schema]) => [name, project(schema)] as const)
  return value => {
    if (typeof value !== 'object' || value === null) return value
    const source = value as Record<string, unknown>
    const result: Record<string, unknown> = {}
    for (const [name, member] of members) {
      const given = source[name]
      if (given !== undefined) result[name] = member ? member(given) : given
    }
    return result
  }
}
