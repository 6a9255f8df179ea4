import { searchParameters } from '@rushes/contract'
import { isUnsupported } from '@rushes/query'

/** The search parameters of a validated query, as the texts that the query language reads; whatever else a request carries has no say. */
export function readSearchParameters(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(query)) {
    if (!isOfSearch(name) || value === undefined || value === null) continue
    parameters[name] = Array.isArray(value) ? value.map(toText) : toText(value)
  }
  return parameters
}

/** What is for one field alone has the name of the field in its own; families of what is refused have any names. */
function isOfSearch(name: string): boolean {
  return Object.hasOwn(searchParameters, name) || name.startsWith('f.') || isUnsupported(name)
}

/** Numbers beyond 2^53 stand for "all", and are written without an exponent. */
function toText(value: unknown): string {
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? String(Number.MAX_SAFE_INTEGER) : String(value)
}
