/** Combinations of fields that have one value in each document, where they are few: counted in one table. */

import { type Columns, countField, type LevelCounts } from './count.ts'

/** Combinations up to so many are counted in a table. */
export const largestTable = 4_000_000

/** A field in the table: a document has the number 0 where it has no value, else that of its ordinal and one more. */
interface Axis {
  readonly values: Int32Array
  readonly ords: Int32Array
  readonly size: number
}

/** What `countCombinations` counts; undefined where a field has lists, or where the table would be too large. */
export function countSingles(index: Columns, fields: readonly string[], docs: Int32Array): LevelCounts[] | undefined {
  const axes: Axis[] = []
  for (const field of fields) {
    const column = index.findColumn(field)
    if (column.kind !== 'single') return undefined
    const { ords } = countField(index, field, docs)
    axes.push({ values: column.ords, ords, size: ords.length + 1 })
  }
  const size = axes.reduce((product, axis) => product * axis.size, 1)
  if (size > largestTable) return undefined
  return readLevels(axes, addUp(axes, countInTable(index, axes, docs, size)))
}

/** How many documents have each combination of all fields, the last one changing soonest. */
function countInTable(index: Columns, axes: readonly Axis[], docs: Int32Array, size: number): Int32Array {
  // One for all fields: no ordinal is of two.
  const numberOf = index.ordinalCounts()
  for (const { ords } of axes) for (let number = 0; number < ords.length; number++) numberOf[ords[number]!] = number + 1
  const keys = index.workroom.intsOf(docs.length)
  for (const { values, size } of axes) {
    for (let i = 0; i < docs.length; i++) keys[i] = keys[i]! * size + numberOf[values[docs[i]!]!]!
  }
  for (const { ords } of axes) for (const ord of ords) numberOf[ord] = 0
  const table = index.workroom.intsOf(size)
  for (let i = 0; i < keys.length; i++) table[keys[i]!]!++
  return table
}

/** The table of each level: of the last one it is given, of the others it is summed over the level below. */
function addUp(axes: readonly Axis[], last: Int32Array): Int32Array[] {
  const tables = [last]
  for (let depth = axes.length - 1; depth > 0; depth--) {
    const [below] = tables as [Int32Array]
    const { size } = axes[depth]!
    const table = new Int32Array(below.length / size)
    for (let key = 0; key < below.length; key++) table[Math.floor(key / size)]! += below[key]!
    tables.unshift(table)
  }
  return tables
}

/** The combinations that occur, of the first fields alone and of more and more of them. */
function readLevels(axes: readonly Axis[], tables: readonly Int32Array[]): LevelCounts[] {
  let above: readonly number[] = [0]
  return axes.map(({ ords, size }, depth) => {
    const table = tables[depth]!
    const keys: number[] = []
    const [parents, found, counts]: [number[], number[], number[]] = [[], [], []]
    for (let parent = 0; parent < above.length; parent++) {
      const begin = above[parent]! * size
      for (let key = begin + 1; key < begin + size; key++) {
        if (table[key] === 0) continue
        keys.push(key)
        parents.push(parent)
        found.push(ords[key - begin - 1]!)
        counts.push(table[key]!)
      }
    }
    above = keys
    return { parents: new Int32Array(parents), ords: new Int32Array(found), counts: new Int32Array(counts) }
  })
}
