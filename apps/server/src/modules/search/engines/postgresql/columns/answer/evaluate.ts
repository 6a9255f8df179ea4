/** Which documents a plan means, as flags beside a list of their places. */

import { presentField } from '../../../../documents/schema.ts'
import { isBlank, type NumberTest, type Plan, type ValueLookup } from '../../../../query/plan.ts'
import type { MemoryIndex } from '../memory-index.ts'

/** What the leaves of plans mean here. */
export interface Leaves {
  /** Ordinals that documents have, for each lookup that memory can answer. */
  readonly ordinals: ReadonlyMap<ValueLookup, readonly number[]>
  /** Entries of the postings, any of which will do, by leaf. */
  readonly words: ReadonlyMap<Plan, readonly string[]>
  /** Places, for leaves that the database had to answer. */
  readonly places: ReadonlyMap<Plan, Int32Array>
}

/** 1 for each of the documents that the plan means, else 0. */
export type Flags = Uint8Array

export function evaluate(index: MemoryIndex, plan: Plan, docs: Int32Array, leaves: Leaves): Flags {
  const asked = leaves.places.get(plan)
  if (asked !== undefined) return flagMarked(index, docs, mark => asked.forEach(mark))
  switch (plan.kind) {
    case 'everything':
      return index.workroom.bytesOf(docs.length).fill(1)
    case 'nothing':
    case 'blank':
      return index.workroom.bytesOf(docs.length)
    case 'numbers':
      return flagNumbers(index, index.numbers[plan.column], plan.test, docs)
    case 'values':
      return flagOrdinals(index, plan.lookup.field, leaves.ordinals.get(plan.lookup) ?? [], docs)
    case 'words':
      return flagWords(index, leaves.words.get(plan) ?? [], docs)
    case 'boost':
    case 'constantScore':
      return evaluate(index, plan.inner, docs, leaves)
    case 'group':
      return evaluateGroup(index, plan, docs, leaves)
  }
}

function evaluateGroup(
  index: MemoryIndex,
  plan: Extract<Plan, { kind: 'group' }>,
  docs: Int32Array,
  leaves: Leaves,
): Flags {
  const toAll = (plans: readonly Plan[]) =>
    plans.filter(inner => !isBlank(inner)).map(inner => evaluate(index, inner, docs, leaves))
  const must = toAll(plan.must)
  const should = must.length > 0 ? [] : toAll(plan.should)
  const flags = must.shift() ?? should.shift() ?? index.workroom.bytesOf(docs.length)
  for (const other of must) for (let i = 0; i < flags.length; i++) flags[i]! &= other[i]!
  for (const other of should) for (let i = 0; i < flags.length; i++) flags[i]! |= other[i]!
  for (const other of toAll(plan.mustNot)) for (let i = 0; i < flags.length; i++) flags[i]! &= other[i]! ^ 1
  return flags
}

/** The documents that the plan means, of these. */
export function select(index: MemoryIndex, plan: Plan, docs: Int32Array, leaves: Leaves): Int32Array {
  return keep(docs, evaluate(index, plan, docs, leaves), index.workroom.intsOf(docs.length + 1))
}

function keep(docs: Int32Array, flags: Flags, kept: Int32Array): Int32Array {
  let count = 0
  // Without a condition: which documents are meant cannot be foreseen.
  for (let i = 0; i < docs.length; i++) {
    kept[count] = docs[i]!
    count += flags[i]!
  }
  return kept.subarray(0, count)
}

/** Flags those whose places are marked, in whichever order that is done. */
function flagMarked(index: MemoryIndex, docs: Int32Array, markAll: (mark: (place: number) => void) => void): Flags {
  const marks = index.marks()
  markAll(place => {
    marks[place] = 1
  })
  const flags = index.workroom.bytesOf(docs.length)
  for (let i = 0; i < docs.length; i++) flags[i] = marks[docs[i]!]!
  return flags
}

function flagWords(index: MemoryIndex, words: readonly string[], docs: Int32Array): Flags {
  const marks = index.marks()
  for (const word of words) index.postings.count(word, index.partOf, marks)
  const flags = index.workroom.bytesOf(docs.length)
  for (let i = 0; i < docs.length; i++) flags[i] = marks[docs[i]!]! > 0 ? 1 : 0
  return flags
}

function flagNumbers(index: MemoryIndex, column: Float64Array, test: NumberTest, docs: Int32Array): Flags {
  switch (test.kind) {
    case 'present':
      return flagBetween(index, column, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, docs)
    case 'between':
      return flagBetween(index, column, test.lower, test.upper, docs)
    case 'oneOf': {
      const [only] = test.numbers
      if (test.numbers.length === 1) return flagBetween(index, column, only!, only!, docs)
      const numbers = new Set(test.numbers)
      return flagEach(index, docs, place => numbers.has(column[place]!))
    }
    case 'like':
      throw new TypeError('patterns of numbers are left to the database')
  }
}

/** Both bounds are part of the range; what has no number lies in none. */
function flagBetween(index: MemoryIndex, column: Float64Array, lower: number, upper: number, docs: Int32Array): Flags {
  const flags = index.workroom.bytesOf(docs.length)
  for (let i = 0; i < docs.length; i++) {
    const number = column[docs[i]!]!
    if (number >= lower && number <= upper) flags[i] = 1
  }
  return flags
}

function flagEach(index: MemoryIndex, docs: Int32Array, isMeant: (place: number) => boolean): Flags {
  const flags = index.workroom.bytesOf(docs.length)
  for (let i = 0; i < docs.length; i++) if (isMeant(docs[i]!)) flags[i] = 1
  return flags
}

function flagOrdinals(index: MemoryIndex, field: string, wanted: readonly number[], docs: Int32Array): Flags {
  const flags = index.workroom.bytesOf(docs.length)
  if (wanted.length === 0) return flags
  // Which fields a document has is a long list, and seldom asked for.
  if (field === presentField) return flagEach(index, docs, place => wanted.some(ord => index.hasOrdinal(place, ord)))
  const column = index.findColumn(field)
  const table = index.ordinalMarks()
  for (const ord of wanted) table[ord] = 1
  if (column.kind === 'single') {
    const { ords } = column
    for (let i = 0; i < docs.length; i++) flags[i] = table[ords[docs[i]!]!]!
  } else {
    const { starts, counts } = column
    const { values } = column.ords
    for (let i = 0; i < docs.length; i++) {
      const start = starts[docs[i]!]!
      const end = start + counts[docs[i]!]!
      for (let at = start; at < end; at++) flags[i]! |= table[values[at]!]!
    }
  }
  for (const ord of wanted) table[ord] = 0
  return flags
}
