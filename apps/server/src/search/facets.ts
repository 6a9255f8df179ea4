import type { FacetField, FacetPivotNode, FacetRangeCounts, SearchResultList } from '@rushes/contract'
import type { FacetFieldRequest, FacetRequest } from '@rushes/query'
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

/** What is told of a request's facets. */
export type Facets = Pick<SearchResultList, 'facetFields' | 'facetPivot' | 'facetQuery' | 'facetRanges'>

/** Counts all that a request asks for beside its results. Fields of running text have no values. */
export async function countFacets(
  db: Database,
  counted: Counted,
  request: FacetRequest,
  { queries, nowMs }: FacetContext,
): Promise<Facets> {
  const facetFields: FacetField[] = []
  for (const field of request.fields) facetFields.push(await countField(db, counted, field))
  const facetPivot: Record<string, FacetPivotNode[]> = {}
  for (const { text, levels } of request.pivots) {
    const names = levels.map(level => level.name)
    facetPivot[text] = toTree(levels, await countCombinations(db, counted, names))
  }
  const facetQuery: Record<string, number> = {}
  for (const { text, condition } of queries) {
    facetQuery[text] = await countDocuments(db, [...counted.matches, condition])
  }
  const facetRanges: FacetRangeCounts[] = []
  for (const range of request.ranges) facetRanges.push(await countRanges(db, counted.matches, range, nowMs))
  return { facetFields, facetPivot, facetQuery, facetRanges }
}

async function countField(db: Database, counted: Counted, field: FacetFieldRequest): Promise<FacetField> {
  const { name } = field
  const values = await countValues(db, counted, field)
  const missing = field.missing ? [{ name: null, count: await countMissing(db, counted, name) }] : []
  return { name, valueCount: values.length, values: [...values, ...missing] }
}

interface Level {
  value: string | number
  count: number
  below: Map<string | number, Level>
}

/** Combinations of values as a tree; a document counts once at each value that it has, on every level. */
function toTree(fields: readonly FacetFieldRequest[], rows: readonly Combination[]): FacetPivotNode[] {
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
  return toPivotNodes(fields, [...root.values()], ({ below }) => [...below.values()])
}

/** A value of a pivot as it was counted. */
export interface PivotValue {
  readonly value: string | number
  readonly count: number
}

/** What is shown of the values of one level of a pivot, and of those below them, which are asked for where they are shown. */
export function toPivotNodes<Value extends PivotValue>(
  fields: readonly FacetFieldRequest[],
  values: readonly Value[],
  listBelow: (value: Value, depth: number) => readonly Value[],
  depth = 0,
): FacetPivotNode[] {
  const { name: field, minCount, sort, limit, offset: passedOver } = fields[depth]!
  // What is passed over is passed over among the outermost values.
  const offset = depth === 0 ? passedOver : 0
  const end = limit === undefined ? undefined : offset + limit
  const byCount = sort === 'count'
  const sorted = values
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => (byCount && b.count - a.count) || compare(a.value, b.value))
  return sorted.slice(offset, end).map(shown => {
    const { value, count } = shown
    if (depth + 1 === fields.length) return { field, value, count }
    const pivot = toPivotNodes(fields, listBelow(shown, depth), listBelow, depth + 1)
    return { field, value, count, pivot }
  })
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
