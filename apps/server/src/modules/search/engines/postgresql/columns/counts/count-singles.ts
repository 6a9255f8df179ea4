/** Combinations of fields that have one value in each document, where they are few: counted in one table. */

import type { Columns, LevelCounts } from './count.ts'

/** Combinations up to so many are counted in a table. */
export const largestTable = 4_000_000

/** A field in the table: a document has the number 0 where it has no value, else that of its ordinal and one more. */
interface Axis {
  readonly ords: readonly number[]
  /** Of each document. */
  readonly numbers: Int32Array
}

/** What `countCombinations` counts; undefined where a field has lists, or where the table would be too large. */
export function countSingles(index: Columns, fields: readonly string[], docs: Int32Array): LevelCounts[] | undefined {
  const axes: Axis[] = []
  for (const field of fields) {
    const column = index.findColumn(field)
    if (column.kind !== 'single') return undefined
    axes.push(numberValues(index, column.ords, docs))
  }
  const sizes = axes.map(({ ords }) => ords.length + 1)
  const size = sizes.reduce((product, next) => product * next, 1)
  if (size > largestTable) return undefined
  return readLevels(axes, addUp(sizes, countInTable(index, axes, docs.length, size)))
}

function numberValues(index: Columns, values: Int32Array, docs: Int32Array): Axis {
  const numberOf = index.ordinalCounts()
  const numbers = index.workroom.intsOf(docs.length)
  const ords: number[] = []
  for (let i = 0; i < docs.length; i++) {
    const ord = values[docs[i]!]!
    if (ord === 0) continue
    if (numberOf[ord] === 0) numberOf[ord] = ords.push(ord)
    numbers[i] = numberOf[ord]!
  }
  for (const ord of ords) numberOf[ord] = 0
  return { ords, numbers }
}

/** How many documents have each combination of all fields, the last one changing soonest. */
function countInTable(index: Columns, axes: readonly Axis[], count: number, size: number): Int32Array {
  const [{ numbers: keys }, ...others] = axes as readonly [Axis, ...Axis[]]
  for (const { ords, numbers } of others) {
    const size = ords.length + 1
    for (let i = 0; i < count; i++) keys[i] = keys[i]! * size + numbers[i]!
  }
  const table = index.workroom.intsOf(size)
  for (let i = 0; i < count; i++) table[keys[i]!]!++
  return table
}

/** The table of each level: of the last one it is given, of the others it is summed over the level below. */
function addUp(sizes: readonly number[], last: Int32Array): Int32Array[] {
  const tables = [last]
  for (const size of sizes.slice(1).reverse()) {
    const [below] = tables as [Int32Array]
    const table = new Int32Array(below.length / size)
    for (let row = 0, at = 0; row < table.length; row++) {
      let sum = 0
      for (let i = 0; i < size; i++) sum += below[at++]!
      table[row] = sum
    }
    tables.unshift(table)
  }
  return tables
}

/** The combinations that occur, of the first fields alone and of more and more of them. */
function readLevels(axes: readonly Axis[], tables: readonly Int32Array[]): LevelCounts[] {
  let above = new Int32Array(1)
  return axes.map(({ ords }, depth) => {
    const table = tables[depth]!
    const size = ords.length + 1
    let most = 0
    for (let key = 0; key < table.length; key++) if (table[key] !== 0) most++
    const keys = new Int32Array(most)
    const [parents, found, counts] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
    let row = 0
    for (let parent = 0; parent < above.length; parent++) {
      const begin = above[parent]! * size
      for (let key = begin + 1; key < begin + size; key++) {
        if (table[key] === 0) continue
        keys[row] = key
        parents[row] = parent
        found[row] = ords[key - begin - 1]!
        counts[row++] = table[key]!
      }
    }
    above = keys.slice(0, row)
    return { parents: parents.slice(0, row), ords: found.slice(0, row), counts: counts.slice(0, row) }
  })
}
