import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildColumn, type FieldColumn } from '../lists/field-columns.ts'
import { IntList } from '../lists/int-list.ts'
import { Workroom } from '../workroom.ts'
import type { LevelCounts } from './count.ts'
import { countCombinations } from './count-combinations.ts'

const count = 21_000
const workroom = new Workroom()
const docs = Int32Array.from({ length: count }, (_, place) => place)
/** Ten values in each document, the same in all. */
const column = buildColumn(count, count, (_place, tell) => {
  for (let ord = 1; ord <= 10; ord++) tell(ord)
})
const index = { findColumn: () => column, ordinalCounts: () => new Int32Array(11), workroom }

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

test('fields of one value each are counted in one table, with the same outcome as lists', () => {
  const fields = { genre: [1, 7], place: [8, 60], kind: [61, 64] } as const
  const build = (isList: boolean) => {
    const columns = Object.entries(fields).map(([name, [first, last]], field) => {
      const made = buildColumn(count, count, (place, tell) => {
        const number = (place * (field + 3) * 7919) % (last - first + 4)
        // Some have no value.
        if (number <= last - first) tell(first + number)
      })
      if (made.kind !== 'single') throw new TypeError('one value each')
      const starts = Int32Array.from(docs)
      const ords = Object.assign(new IntList(), { values: made.ords, length: count })
      const list = { kind: 'list', starts, counts: Uint16Array.from(made.ords, Math.sign), ords, bytes: 0 } as const
      return [name, isList ? list : made] as const
    })
    const numbers = new Int32Array(65)
    return {
      findColumn: (name: string) => new Map<string, FieldColumn>(columns).get(name)!,
      ordinalCounts: () => numbers,
      workroom,
    }
  }
  for (const names of [['genre'], ['genre', 'place'], ['place', 'kind', 'genre'], ['kind', 'kind']]) {
    const levels = countCombinations(build(false), names, docs, 10_000)!
    const sorted = levels.map(toTexts)
    assert.deepEqual(sorted, countCombinations(build(true), names, docs, 10_000)!.map(toTexts), names.join())
    assert.ok(levels.at(-1)!.ords.length > 3)
    assert.equal(countCombinations(build(false), names, docs, 3), undefined)
  }

  function toTexts({ parents, ords, counts }: LevelCounts) {
    return Array.from(parents, (parent, row) => [parent, ords[row], counts[row]])
  }
})
