/** The order of found documents: their scores, and the first of them. */

import type { NumberColumn } from '../../../../documents/schema.ts'
import { inField } from '../../../../documents/words.ts'
import { type Part, scoreWord, toAverageLength, weighWord } from '../../../../query/relevance.ts'
import type { MemoryIndex } from '../memory-index.ts'
import { evaluate, type Leaves } from './evaluate.ts'

/** The score of each of the found documents, beside their places. */
export function scoreAll(index: MemoryIndex, parts: readonly Part[], found: Int32Array, leaves: Leaves): Float64Array {
  const scores = index.workroom.floatsOf(found.length)
  const lengths = index.workroom.intsOf(found.length)
  let total = 0
  for (let i = 0; i < found.length; i++) {
    lengths[i] = index.wordCounts[found[i]!]!
    total += lengths[i]!
  }
  const averageLength = toAverageLength(found.length === 0 ? null : total / found.length)
  const times = index.workroom.bytesOf(found.length)
  for (const part of parts) {
    if (part.kind === 'match') {
      const flags = evaluate(index, part.plan, found, leaves)
      for (let i = 0; i < found.length; i++) if (flags[i] === 1) scores[i]! += part.score
      continue
    }
    const marks = index.marks()
    index.postings.count(inField(part.field, part.word), index.partOf, marks)
    let documents = 0
    for (let i = 0; i < found.length; i++) {
      times[i] = marks[found[i]!]!
      documents += Number(times[i] !== 0)
    }
    const weight = weighWord(part.boost, found.length, documents)
    for (let i = 0; i < found.length; i++) {
      if (times[i] !== 0) scores[i]! += scoreWord(weight, times[i]!, lengths[i]!, averageLength)
    }
  }
  return scores
}

export interface RankKey {
  readonly by: NumberColumn | 'score'
  readonly direction: 'asc' | 'desc'
}

/** The first documents in an order, as indexes into `found`; those without a value come last, equal ones by their ids. */
export function rankFirst(
  index: MemoryIndex,
  keys: readonly RankKey[],
  found: Int32Array,
  scores: Float64Array,
  most: number,
): number[] {
  if (most === 0) return []
  const columns = keys.map(key => toColumn(index, key, found, scores))
  const ids = index.numbers.id
  const compare = (a: number, b: number) => {
    for (const column of columns) {
      const difference = column[a]! - column[b]!
      if (difference !== 0) return difference
    }
    return ids[found[a]!]! - ids[found[b]!]!
  }
  const first = columns[0] ?? toColumn(index, { by: 'id', direction: 'asc' }, found, scores)
  const heap = new WorstFirst(most, compare)
  for (let i = 0; i < found.length; i++) {
    // Nearly all are behind by their first key alone.
    if (heap.items.length < most || first![i]! <= first![heap.items[0]!]!) heap.offer(i)
  }
  return heap.items.toSorted(compare)
}

/** What is compared of the found documents: smaller goes first, and what has no value last. */
function toColumn(
  index: MemoryIndex,
  { by, direction }: RankKey,
  found: Int32Array,
  scores: Float64Array,
): Float64Array {
  const column = index.workroom.floatsOf(found.length)
  const sign = direction === 'asc' ? 1 : -1
  for (let i = 0; i < found.length; i++) {
    const value = by === 'score' ? scores[i]! : index.numbers[by][found[i]!]!
    column[i] = Number.isNaN(value) ? Number.MAX_VALUE : value * sign
  }
  return column
}

/** Keeps the best of many, the worst of them on top. */
class WorstFirst {
  readonly items: number[] = []
  readonly #most: number
  readonly #compare: (a: number, b: number) => number

  constructor(most: number, compare: (a: number, b: number) => number) {
    this.#most = most
    this.#compare = compare
  }

  offer(item: number): void {
    const { items } = this
    if (items.length < this.#most) {
      items.push(item)
      this.#rise(items.length - 1)
    } else if (this.#compare(item, items[0]!) < 0) {
      items[0] = item
      this.#sink()
    }
  }

  #rise(start: number): void {
    const { items } = this
    let at = start
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#compare(items[at]!, items[above]!) <= 0) return
      ;[items[at], items[above]] = [items[above]!, items[at]!]
      at = above
    }
  }

  #sink(): void {
    const { items } = this
    let at = 0
    for (;;) {
      let worst = at
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < items.length && this.#compare(items[below]!, items[worst]!) > 0) worst = below
      }
      if (worst === at) return
      ;[items[at], items[worst]] = [items[worst]!, items[at]!]
      at = worst
    }
  }
}
