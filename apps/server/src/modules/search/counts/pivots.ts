/** Pivots: combinations of values as they were counted, and the tree that is shown of them. */

import { type FacetPivotNode, malformed, type ServiceError } from '@rushes/contract'
import type { FacetFieldRequest } from '@rushes/query'

/** Combinations of the values of some fields, and how many documents have each. */
export interface CountedPivot {
  /** One for each field: the combinations of it and of the fields before it. */
  readonly levels: readonly PivotLevel[]
  /** The values on all levels, in their order. */
  readonly values: readonly PivotValue[]
}

/**
 * Combinations beside each other: the one of the level above (by its place there; 0 on the first), the value that it
 * ends with (by its place among the values; -1 for one that has gone), and how many documents have it. Those below one
 * combination follow each other.
 */
export interface PivotLevel {
  readonly parents: Int32Array
  readonly ranks: Int32Array
  readonly counts: Int32Array
}

/** Null: no value, on a level with `facet.missing`. */
export type PivotValue = string | number | null

/** The order of values: numbers, then texts by code units, then none. */
export function compareValues(a: PivotValue, b: PivotValue): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** What is shown of a pivot: of each level as many values as are asked for, and below them those of the next. */
export function toPivotNodes(fields: readonly FacetFieldRequest[], { levels, values }: CountedPivot): FacetPivotNode[] {
  const begins = levels.map(({ parents }, depth) => findBegins(parents, levels[depth - 1]?.ranks.length ?? 1))
  const keys = new Float64Array(values.length)
  const rowOf = new Int32Array(values.length)

  /** The shown combinations below one, in the order in which they are shown. */
  function listRows(depth: number, parent: number): number[] {
    const { minCount, sort, limit, offset } = fields[depth]!
    const { ranks, counts } = levels[depth]!
    const [begin, end] = [begins[depth]![parent]!, begins[depth]![parent + 1]!]
    let kept = 0
    let absent: number | undefined
    for (let row = begin; row < end; row++) {
      const rank = ranks[row]!
      if (counts[row]! < minCount || rank < 0) continue
      if (values[rank] === null) {
        absent = row
        continue
      }
      rowOf[rank] = row
      // One number that is the less the sooner it is shown: such are sorted many times as fast as by a comparison.
      keys[kept++] = rank - (sort === 'count' ? counts[row]! * values.length : 0)
    }
    // What is passed over is passed over among the outermost values.
    const first = depth === 0 ? offset : 0
    const shown = keys.slice(0, kept).sort()
    const toRow = (key: number) => rowOf[((key % values.length) + values.length) % values.length]!
    const rows = Array.from(shown.subarray(first, limit === undefined ? kept : first + limit), toRow)
    // As Solr does it: last, whatever the order and the limit.
    return absent === undefined ? rows : [...rows, absent]
  }

  function list(depth: number, parent: number): FacetPivotNode[] {
    const { name: field } = fields[depth]!
    const { ranks, counts } = levels[depth]!
    const isLast = depth + 1 === fields.length
    return listRows(depth, parent).map(row => {
      const node = { field, value: values[ranks[row]!]!, count: counts[row]! }
      return isLast ? node : { ...node, pivot: list(depth + 1, row) }
    })
  }
  return list(0, 0)
}

/** Of each combination above, where those below it begin; with one more for the end. */
function findBegins(parents: Int32Array, above: number): Int32Array {
  const begins = new Int32Array(above + 1)
  for (const parent of parents) begins[parent + 1]!++
  for (let parent = 0; parent < above; parent++) begins[parent + 1]! += begins[parent]!
  return begins
}

/** A path of values, one for each level down to its own, and how many found documents have them all. */
export interface Combination {
  readonly values: readonly PivotValue[]
  readonly count: number
}

interface Level {
  value: PivotValue
  count: number
  below: Map<PivotValue, Level>
}

/** Combinations of values level by level; a document counts once at each value that it has, on every level. */
export function toCountedPivot(depths: number, rows: readonly Combination[]): CountedPivot {
  const root = new Map<PivotValue, Level>()
  for (const { values, count } of rows) {
    let level = root
    for (const [depth, value] of values.entries()) {
      const node = level.get(value) ?? { value, count: 0, below: new Map() }
      level.set(value, node)
      if (depth === values.length - 1) node.count += count
      level = node.below
    }
  }
  const values = [...new Set(rows.flatMap(row => row.values))].sort(compareValues)
  const rankOf = new Map(values.map((value, rank) => [value, rank]))
  const levels: PivotLevel[] = []
  let above = [root]
  for (let depth = 0; depth < depths; depth++) {
    const parents = Int32Array.from(above.flatMap(({ size }, parent) => Array<number>(size).fill(parent)))
    const nodes = above.flatMap(below => [...below.values()])
    const ranks = Int32Array.from(nodes, ({ value }) => rankOf.get(value)!)
    levels.push({ parents, ranks, counts: Int32Array.from(nodes, ({ count }) => count) })
    above = nodes.map(({ below }) => below)
  }
  return { levels, values }
}

/** Most combinations of one level; a pivot of more is no overview, and would not fit into memory. */
export const mostCombinations = 200_000

export function tooManyCombinations(): ServiceError {
  return malformed('facet.pivot', 'too many combinations; filter the results first')
}
