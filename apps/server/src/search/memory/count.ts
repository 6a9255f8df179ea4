/** How often values occur among documents, by ordinal. */

import { IntList } from './int-list.ts'
import type { MemoryIndex } from './memory-index.ts'

/** Ordinals, and beside them how many of the documents have each. */
export interface Counts {
  readonly ords: Int32Array
  readonly counts: Int32Array
}

/** The values of a field among the documents. */
export function countField(index: MemoryIndex, field: string, docs: Int32Array): Counts {
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
export function countWithout(index: MemoryIndex, field: string, docs: Int32Array): number {
  const column = index.findColumn(field)
  let without = 0
  for (const place of docs) {
    if (column.kind === 'single' ? column.ords[place] === 0 : column.counts[place] === 0) without++
  }
  return without
}

/** One level of a pivot: as many ordinals for each combination as there are fields down to it, and its count behind them. */
export type LevelCounts = Int32Array

/** Combinations of the values of several fields, on every level; undefined where there are more than `most` of one level. */
export function countCombinations(
  index: MemoryIndex,
  fields: readonly string[],
  docs: Int32Array,
  most: number,
): LevelCounts[] | undefined {
  const columns = fields.map(field => numberValues(index, field, docs))
  const levels: LevelCounts[] = []
  for (let depth = 1; depth <= columns.length; depth++) {
    const level = countLevel(columns.slice(0, depth), docs, most)
    if (!level) return undefined
    levels.push(level)
  }
  return levels
}

/** A field whose values among some documents are numbered from 0. */
interface NumberedField {
  readonly ords: Int32Array
  /** By index of the document: the numbers of its values, from `starts` on as many as there are until the next. */
  readonly starts: Int32Array
  readonly numbers: Int32Array
}

function numberValues(index: MemoryIndex, field: string, docs: Int32Array): NumberedField {
  const { ords } = countField(index, field, docs)
  const column = index.findColumn(field)
  const numberOf = index.ordinalCounts()
  for (let number = 0; number < ords.length; number++) numberOf[ords[number]!] = number
  const starts = new Int32Array(docs.length + 1)
  const numbers = new IntList()
  for (let i = 0; i < docs.length; i++) {
    const place = docs[i]!
    if (column.kind === 'single') {
      if (column.ords[place] !== 0) numbers.push(numberOf[column.ords[place]!]!)
    } else {
      const end = column.starts[place]! + column.counts[place]!
      for (let at = column.starts[place]!; at < end; at++) numbers.push(numberOf[column.ords.values[at]!]!)
    }
    starts[i + 1] = numbers.length
  }
  for (const ord of ords) numberOf[ord] = 0
  return { ords, starts, numbers: numbers.view() }
}

/** Combinations up to so many are counted in a table, others by name. */
const largestTable = 4_000_000

function countLevel(fields: readonly NumberedField[], docs: Int32Array, most: number): LevelCounts | undefined {
  const size = fields.reduce((product, { ords }) => product * ords.length, 1)
  const tally = size <= largestTable ? createTable(size) : createMap(most)
  const last = fields.length - 1
  const add = (i: number, depth: number, key: number): void => {
    const { ords, starts, numbers } = fields[depth]!
    const end = starts[i + 1]!
    for (let at = starts[i]!; at < end; at++) {
      const inner = key * ords.length + numbers[at]!
      if (depth === last) tally.add(inner)
      else add(i, depth + 1, inner)
    }
  }
  for (let i = 0; i < docs.length; i++) add(i, 0, 0)
  const found = tally.list()
  if (found.length > most) return undefined
  const written = new Int32Array(found.length * (fields.length + 1))
  for (const [row, [key, count]] of found.entries()) {
    let rest = key
    const at = row * (fields.length + 1)
    for (let depth = last; depth >= 0; depth--) {
      const { ords } = fields[depth]!
      written[at + depth] = ords[rest % ords.length]!
      rest = Math.floor(rest / ords.length)
    }
    written[at + fields.length] = count
  }
  return written
}

interface Tally {
  add(key: number): void
  list(): [key: number, count: number][]
}

function createTable(size: number): Tally {
  const counts = new Int32Array(size)
  return {
    add(key) {
      counts[key]!++
    },
    list() {
      const found: [number, number][] = []
      for (let key = 0; key < size; key++) if (counts[key]! > 0) found.push([key, counts[key]!])
      return found
    },
  }
}

/** It stops counting new ones where there are too many. */
function createMap(most: number): Tally {
  const counts = new Map<number, number>()
  return {
    add(key) {
      const known = counts.get(key)
      if (known !== undefined) counts.set(key, known + 1)
      else if (counts.size <= most) counts.set(key, 1)
    },
    list: () => [...counts],
  }
}
