import type { FacetRequest } from '@rushes/query'
import { type Combination, tooManyCombinations } from './facet-store.ts'
import { type Facets, toTree } from './facets.ts'
import type { Answer, PivotAnswer } from './memory/question.ts'

/** What the copy in memory counted, as it is told. Throws a `BadRequestError` where a pivot has too many combinations. */
export function toFacets(answer: Answer, request: FacetRequest): Facets {
  return {
    facetFields: request.fields.map(({ name }, index) => {
      const { values, missing } = answer.fields[index]!
      const all = missing === undefined ? values : [...values, { name: null, count: missing }]
      return { name, valueCount: values.length, values: [...all] }
    }),
    facetPivot: Object.fromEntries(
      request.pivots.map(({ text, levels }, index) => [text, toTree(levels, listCombinations(answer.pivots[index]))]),
    ),
    facetQuery: Object.fromEntries(request.queries.map(({ text }, index) => [text, answer.counted[index]!])),
    facetRanges: [],
  }
}

function listCombinations(pivot: PivotAnswer): Combination[] {
  if (!pivot) throw tooManyCombinations()
  const names = new Map(pivot.names.map(({ ord, value, number }) => [ord, number ?? value]))
  const combinations: Combination[] = []
  for (const [depth, level] of pivot.levels.entries()) {
    for (let at = 0; at < level.length; at += depth + 2) {
      const values = Array.from(level.subarray(at, at + depth + 1), ord => names.get(ord)!)
      combinations.push({ values, count: level[at + depth + 1]! })
    }
  }
  return combinations
}
