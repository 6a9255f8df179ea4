import type { searchParameters } from '@rushes/contract'

type Name = keyof typeof searchParameters

/** The parameters that count, by name: whatever else a request carries has no say in a search. */
const names: Record<Name, true> = {
  q: true,
  fq: true,
  start: true,
  rows: true,
  offset: true,
  limit: true,
  sort: true,
  fl: true,
  'facet.field': true,
  'facet.pivot': true,
  'facet.query': true,
  'facet.limit': true,
  'facet.offset': true,
  'facet.mincount': true,
  'facet.sort': true,
  'facet.prefix': true,
  'facet.missing': true,
  'facet.range': true,
  'facet.range.start': true,
  'facet.range.end': true,
  'facet.range.gap': true,
  'facet.range.hardend': true,
  'facet.range.other': true,
  cursorMark: true,
  hl: true,
  'hl.fl': true,
  'hl.snippets': true,
  'hl.fragsize': true,
  'hl.simple.pre': true,
  'hl.simple.post': true,
  'hl.encoder': true,
  'hl.requireFieldMatch': true,
  group: true,
  'group.field': true,
  'group.limit': true,
  'group.offset': true,
  'group.sort': true,
  'group.ngroups': true,
}

/** The search parameters of a validated query, as the texts that the query language reads. */
export function readSearchParameters(query: Readonly<Record<string, unknown>>): Record<string, string | string[]> {
  const parameters: Record<string, string | string[]> = {}
  for (const name of Object.keys(names)) {
    const value = query[name]
    if (value === undefined || value === null) continue
    parameters[name] = Array.isArray(value) ? value.map(toText) : toText(value)
  }
  return parameters
}

/** Numbers beyond 2^53 stand for "all", and are written without an exponent. */
function toText(value: unknown): string {
  return typeof value === 'number' && value > Number.MAX_SAFE_INTEGER ? String(Number.MAX_SAFE_INTEGER) : String(value)
}
