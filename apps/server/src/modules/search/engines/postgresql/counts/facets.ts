import type { FacetField, FacetPivotNode, FacetRangeCounts } from '@rushes/contract'
import type { FacetFieldRequest, FacetRequest } from '@rushes/query'
import type { Database } from '../../../../../platform/database/index.ts'
import { toCountedPivot, toPivotNodes } from '../../../counts/pivots.ts'
import type { Facets } from '../../../engine.ts'
import type { Moment } from '../../../query/plan.ts'
import type { Condition } from '../query/conditions.ts'
import { countDocuments } from '../query/search-store.ts'
import { type Counted, countCombinations, countMissing, countValues } from './facet-store.ts'

import { countRanges } from './range-store.ts'

/** Queries that are counted, as conditions; and what `NOW` is. */
interface FacetContext {
  readonly queries: readonly { readonly text: string; readonly condition: Condition }[]
  readonly moment: Moment
}

/** Counts all that a request asks for beside its results. Fields of running text have no values. */
export async function countFacets(
  db: Database,
  counted: Counted,
  request: FacetRequest,
  { queries, moment }: FacetContext,
): Promise<Facets> {
  const facetFields: FacetField[] = []
  for (const field of request.fields) facetFields.push(await countField(db, counted, field))
  const facetPivot: Record<string, FacetPivotNode[]> = {}
  for (const { text, levels } of request.pivots) {
    const counts = toCountedPivot(levels.length, await countCombinations(db, counted, levels))
    facetPivot[text] = toPivotNodes(levels, counts)
  }
  const facetQuery: Record<string, number> = {}
  for (const { text, condition } of queries) {
    facetQuery[text] = await countDocuments(db, [...counted.matches, condition])
  }
  const facetRanges: FacetRangeCounts[] = []
  for (const range of request.ranges) facetRanges.push(await countRanges(db, counted.matches, range, moment))
  return { facetFields, facetPivot, facetQuery, facetRanges }
}

async function countField(db: Database, counted: Counted, field: FacetFieldRequest): Promise<FacetField> {
  const { name } = field
  const values = await countValues(db, counted, field)
  const missing = field.missing ? [{ name: null, count: await countMissing(db, counted, name) }] : []
  return { name, valueCount: values.length, values: [...values, ...missing] }
}
