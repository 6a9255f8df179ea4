import type { FacetField, FacetPivotNode, FacetRangeCounts, SearchResultList } from '@rushes/contract'
import type { FacetRequest } from '@rushes/query'
import type { Database } from '../platform/database/index.ts'
import type { Condition } from './conditions.ts'
import { type Combination, type Counted, countCombinations, countMissing, countValues } from './facet-store.ts'
import { countRanges } from './range-store.ts'
import { countDocuments } from './search-store.ts'

/** Queries that are counted, as conditions; and what `NOW` is. */
interface FacetContext {
  readonly queries: readonly { readonly text: string; readonly condition: Condition }[]
  readonly nowMs: number
}

/** Counts all that a request asks for beside its results. Fields of running text have no values. */
export async function countFacets(
  db: Database,
  counted: Counted,
  request: FacetRequest,
  { queries, nowMs }: FacetContext,
): Promise<Pick<SearchResultList, 'facetFields' | 'facetPivot' | 'facetQuery' | 'facetRanges'>> {
  const facetFields: FacetField[] = []
  for (const name of request.fields) facetFields.push(await countField(db, counted, name, request))
  const facetPivot: Record<string, FacetPivotNode[]> = {}
  for (const { text, fields } of request.pivots) {
    const rows = await countCombinations(db, counted, fields)
    facetPivot[text] = toTree(fields, rows, request)
  }
  const facetQuery: Record<string, number> = {}
  for (const { text, condition } of queries) {
    facetQuery[text] = await countDocuments(db, [...counted.matches, condition])
  }
  const { minCount } = request
  const facetRanges: FacetRangeCounts[] = []
  for (const range of request.ranges)
    facetRanges.push(await countRanges(db, counted.matches, range, { nowMs, minCount }))
  return { facetFields, facetPivot, facetQuery, facetRanges }
}

async function countField(db: Database, counted: Counted, name: string, request: FacetRequest): Promise<FacetField> {
  const values = await countValues(db, counted, name, request)
  const missing = request.missing ? [{ name: null, count: await countMissing(db, counted, name) }] : []
  return { name, valueCount: values.length, values: [...values, ...missing] }
}

interface Level {
  value: string | number
  count: number
  below: Map<string | number, Level>
}

/** Combinations of values as a tree; a document counts once at each value that it has, on every level. */
function toTree(fields: readonly string[], rows: readonly Combination[], request: FacetRequest): FacetPivotNode[] {
  const root = new Map<string | number, Level>()
  for (const { values, count } of rows) {
    let level = root
    for (const [depth, value] of values.entries()) {
      const node = level.get(value) ?? { value, count: 0, below: new Map() }
      level.set(value, node)
      if (depth === values.length - 1) node.count += count
      level = node.below
    }
  }
  return toNodes(fields, root, request)
}

function toNodes(
  [field = '', ...rest]: readonly string[],
  level: ReadonlyMap<string | number, Level>,
  request: FacetRequest,
): FacetPivotNode[] {
  const nodes = [...level.values()]
    .filter(node => node.count >= request.minCount)
    .sort((a, b) => (request.sort === 'count' && b.count - a.count) || compare(a.value, b.value))
  const end = request.limit === undefined ? undefined : request.offset + request.limit
  return nodes.slice(request.offset, end).map(({ value, count, below }) => ({
    field,
    value,
    count,
    ...(rest.length > 0 && { pivot: toNodes(rest, below, { ...request, offset: 0 }) }),
  }))
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
