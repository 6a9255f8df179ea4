/** How often values occur among documents, by ordinal. */

import { IntList } from '../lists/int-list.ts'
import type { MemoryIndex } from '../memory-index.ts'

/** What counting asks of an index. */
export type Columns = Pick<MemoryIndex, 'findColumn' | 'ordinalCounts' | 'workroom'>

/** Ordinals, and beside them how many of the documents have each. */
export interface Counts {
  readonly ords: Int32Array
  readonly counts: Int32Array
}

/** The values of a field among the documents. */
export function countField(index: Columns, field: string, docs: Int32Array): Counts {
  const column = index.findColumn(field)
  const byOrd = index.ordinalCounts()
  const found = new IntList()
  if (column.kind === 'single') {
    for (let i = 0; i < docs.length; i++) {
      const ord = column.ords[docs[i]!]!
      if (byOrd[ord]!++ === 0 && ord !== 0) found.push(ord)
    }
    byOrd[0] = 0
  } else {
    const { starts, counts } = column
    const { values } = column.ords
    for (let i = 0; i < docs.length; i++) {
      const start = starts[docs[i]!]!
      const end = start + counts[docs[i]!]!
      for (let at = start; at < end; at++) if (byOrd[values[at]!]!++ === 0) found.push(values[at]!)
    }
  }
  const ords = found.view()
  const counts = new Int32Array(ords.length)
  for (let i = 0; i < ords.length; i++) {
    counts[i] = byOrd[ords[i]!]!
    byOrd[ords[i]!] = 0
  }
  return { ords, counts }
}

/** How many of the documents have no value in the field. */
export function countWithout(index: Columns, field: string, docs: Int32Array): number {
  const column = index.findColumn(field)
  let without = 0
  for (const place of docs) {
    if (column.kind === 'single' ? column.ords[place] === 0 : column.counts[place] === 0) without++
  }
  return without
}

/**
 * One level of a pivot: beside each other the combination of the level above (by its place there; 0 on the first), the
 * ordinal that it ends with, and how many documents have it. Those below one combination follow each other.
 */
export interface LevelCounts {
  readonly parents: Int32Array
  readonly ords: Int32Array
  readonly counts: Int32Array
}
