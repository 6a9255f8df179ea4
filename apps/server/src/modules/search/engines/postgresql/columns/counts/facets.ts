import type { FacetPivotNode } from '@rushes/contract'
import type { FacetFieldRequest, FacetRequest } from '@rushes/query'
import { type CountedPivot, tooManyCombinations, toPivotNodes } from '../../../../counts/pivots.ts'
import type { Facets } from '../../../../engine.ts'
import type { Answer } from '../question.ts'

/** What the copy in memory counted, as it is returned. Throws a `BadRequestError` where a pivot has too many combinations. */
export function toFacets(answer: Answer, request: FacetRequest): Facets {
  return {
    facetFields: request.fields.map(({ name }, index) => {
      const { values, missing } = answer.fields[index]!
      const all = missing === undefined ? values : [...values, { name: null, count: missing }]
      return { name, valueCount: values.length, values: [...all] }
    }),
    facetPivot: Object.fromEntries(
      request.pivots.map(({ text, levels }, index) => [text, toNodes(levels, answer.pivots[index])]),
    ),
    facetQuery: Object.fromEntries(request.queries.map(({ text }, index) => [text, answer.counted[index]!])),
    facetRanges: [],
  }
}

function toNodes(fields: readonly FacetFieldRequest[], pivot: CountedPivot | undefined): FacetPivotNode[] {
  if (!pivot) throw tooManyCombinations()
  return toPivotNodes(fields, pivot)
}
