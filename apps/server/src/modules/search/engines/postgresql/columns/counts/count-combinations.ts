/** How often combinations of values occur among documents. */

import { type Columns, countField, type LevelCounts } from './count.ts'
import { countSingles, largestTable } from './count-singles.ts'

/** Documents with one of their combinations each, of one level; as many hold 240 MB while they are counted. */
const mostEntries = 20_000_000

/**
 * Combinations of the values of several fields, on every level; undefined where there are more than `most` of one level,
 * or where documents have so many values that their combinations would not fit into memory.
 */
export function countCombinations(
  index: Columns,
  fields: readonly string[],
  docs: Int32Array,
  most: number,
): LevelCounts[] | undefined {
  const singles = countSingles(index, fields, docs)
  if (singles) return singles.every(({ ords }) => ords.length <= most) ? singles : undefined
  const levels: LevelCounts[] = []
  let entries: Entries = { docs: new Int32Array(docs.length), rows: new Int32Array(docs.length) }
  for (let doc = 0; doc < docs.length; doc++) entries.docs[doc] = doc
  for (const field of fields) {
    const values = numberValues(index, field, docs)
    const combined = combine(entries, values)
    if (!combined) return undefined
    const size = (levels.at(-1)?.ords.length ?? 1) * values.ords.length
    const tally = size <= largestTable ? tallyInTable(combined.keys, size) : tallyByName(combined.keys, most)
    if (!tally || tally.keys.length > most) return undefined
    levels.push(toLevel(tally, values.ords))
    // The last level stands above none.
    if (levels.length < fields.length) entries = { docs: combined.docs, rows: tally.findRows(combined.keys) }
  }
  return levels
}

/** Which documents have which combinations: indexes of documents, and places of combinations in their level. */
interface Entries {
  readonly docs: Int32Array
  readonly rows: Int32Array
}

/** A field whose values among some documents are numbered from 0. */
interface NumberedField {
  readonly ords: Int32Array
  /** By index of the document: the numbers of its values, from `starts` on as many as there are until the next. */
  readonly starts: Int32Array
  readonly numbers: Int32Array
}

function numberValues(index: Columns, field: string, docs: Int32Array): NumberedField {
  const { ords } = countField(index, field, docs)
  const column = index.findColumn(field)
  const numberOf = index.ordinalCounts()
  for (let number = 0; number < ords.length; number++) numberOf[ords[number]!] = number
  const starts = new Int32Array(docs.length + 1)
  for (let i = 0; i < docs.length; i++) {
    const place = docs[i]!
    const count = column.kind === 'single' ? Number(column.ords[place] !== 0) : column.counts[place]!
    starts[i + 1] = starts[i]! + count
  }
  const numbers = new Int32Array(starts[docs.length]!)
  const values = column.kind === 'single' ? column.ords : column.ords.values
  for (let i = 0; i < docs.length; i++) {
    const place = docs[i]!
    const begin = column.kind === 'single' ? place : column.starts[place]!
    const count = starts[i + 1]! - starts[i]!
    for (let at = 0; at < count; at++) numbers[starts[i]! + at] = numberOf[values[begin + at]!]!
  }
  for (const ord of ords) numberOf[ord] = 0
  return { ords, starts, numbers }
}

/** Documents beside the numbers of their combinations, which are those that they had with one more value each; undefined for too many. */
function combine({ docs, rows }: Entries, { ords, starts, numbers }: NumberedField) {
  let length = 0
  for (let entry = 0; entry < docs.length; entry++) length += starts[docs[entry]! + 1]! - starts[docs[entry]!]!
  if (length > mostEntries) return undefined
  const of = new Int32Array(length)
  // A number of a combination may be too large for 32 bits.
  const keys = new Float64Array(length)
  let next = 0
  for (let entry = 0; entry < docs.length; entry++) {
    const doc = docs[entry]!
    const first = rows[entry]! * ords.length
    const end = starts[doc + 1]!
    for (let at = starts[doc]!; at < end; at++) {
      of[next] = doc
      keys[next++] = first + numbers[at]!
    }
  }
  return { docs: of, keys }
}

function toLevel({ keys, counts }: Tally, ords: Int32Array): LevelCounts {
  const parents = new Int32Array(keys.length)
  const ordsOf = new Int32Array(keys.length)
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row]!
    parents[row] = Math.floor(key / ords.length)
    ordsOf[row] = ords[key % ords.length]!
  }
  return { parents, ords: ordsOf, counts }
}

/** Keys that occur, ascending, and how often each does. */
interface Tally {
  readonly keys: Float64Array
  readonly counts: Int32Array
  /** The place among the keys of each of these. */
  findRows(given: Float64Array): Int32Array
}

function tallyInTable(given: Float64Array, size: number): Tally {
  const table = new Int32Array(size)
  let different = 0
  for (let i = 0; i < given.length; i++) if (table[given[i]!]!++ === 0) different++
  const keys = new Float64Array(different)
  const counts = new Int32Array(different)
  let row = 0
  for (let key = 0; key < size; key++) {
    if (table[key] === 0) continue
    keys[row] = key
    counts[row] = table[key]!
    // Counted, it is where it stands.
    table[key] = row++
  }
  const findRows = (some: Float64Array) => {
    const rows = new Int32Array(some.length)
    for (let i = 0; i < some.length; i++) rows[i] = table[some[i]!]!
    return rows
  }
  return { keys, counts, findRows }
}

/** Undefined where there are more than `most`. */
function tallyByName(given: Float64Array, most: number): Tally | undefined {
  const counted = new Map<number, number>()
  for (const key of given) {
    counted.set(key, (counted.get(key) ?? 0) + 1)
    if (counted.size > most) return undefined
  }
  const keys = Float64Array.from(counted.keys()).sort()
  const counts = Int32Array.from(keys, key => counted.get(key)!)
  for (const [row, key] of keys.entries()) counted.set(key, row)
  return { keys, counts, findRows: some => Int32Array.from(some, key => counted.get(key)!) }
}
