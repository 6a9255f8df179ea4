import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countCombinations } from './count.ts'
import { buildColumn } from './field-columns.ts'

const count = 21_000
const docs = Int32Array.from({ length: count }, (_, place) => place)
/** Ten values in each document, the same in all. */
const column = buildColumn(count, count, (_place, tell) => {
  for (let ord = 1; ord <= 10; ord++) tell(ord)
})
const index = { findColumn: () => column, ordinalCounts: () => new Int32Array(11) }

test('combinations of a list with itself are counted once in each document', () => {
  const levels = countCombinations(index, ['tags', 'tags'], docs, 1000)
  assert.deepEqual(
    levels?.map(({ counts }) => [counts.length, new Set(counts)]),
    [
      [10, new Set([count])],
      [100, new Set([count])],
    ],
  )
})

test('lists whose combinations would not fit into memory are not counted, few as the combinations are', () => {
  assert.equal(countCombinations(index, ['tags', 'tags', 'tags'], docs, 1000), undefined)
})
