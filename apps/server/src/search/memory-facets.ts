import type { FacetPivotNode } from '@rushes/contract'
import type { FacetFieldRequest, FacetRequest } from '@rushes/query'
import { tooManyCombinations } from './facet-store.ts'
import { type Facets, type PivotValue, toPivotNodes } from './facets.ts'
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
      request.pivots.map(({ text, levels }, index) => [text, toNodes(levels, answer.pivots[index])]),
    ),
    facetQuery: Object.fromEntries(request.queries.map(({ text }, index) => [text, answer.counted[index]!])),
    facetRanges: [],
  }
}

function toNodes(fields: readonly FacetFieldRequest[], pivot: PivotAnswer): FacetPivotNode[] {
  if (!pivot) throw tooManyCombinations()
  const { levels } = pivot
  const names = new Map(pivot.names.map(({ ord, value, number }) => [ord, number ?? value]))
  const begins = levels.map(({ parents }, depth) => findBegins(parents, levels[depth - 1]?.ords.length ?? 1))
  const list = (depth: number, parent: number): CountedRow[] => {
    const { ords, counts } = levels[depth]!
    const rows: CountedRow[] = []
    for (let row = begins[depth]![parent]!; row < begins[depth]![parent + 1]!; row++) {
      rows.push({ row, value: names.get(ords[row]!)!, count: counts[row]! })
    }
    return rows
  }
  return toPivotNodes(fields, list(0, 0), ({ row }, depth) => list(depth + 1, row))
}

/** A value of a pivot, and where it stands on its level. */
interface CountedRow extends PivotValue {
  readonly row: number
}

/** Of each combination above, where those below it begin; with one more for the end. */
function findBegins(parents: Int32Array, above: number): Int32Array {
  const begins = new Int32Array(above + 1)
  for (const parent of parents) begins[parent + 1]!++
  for (let parent = 0; parent < above; parent++) begins[parent + 1]! += begins[parent]!
  return begins
}
