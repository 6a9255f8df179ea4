import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FacetFieldRequest } from '@rushes/query'
import { compareValues, type PivotValue, toPivotNodes } from './pivots.ts'

const field = (name: string, more: Partial<FacetFieldRequest> = {}): FacetFieldRequest => ({
  ...{ name, limit: undefined, offset: 0, minCount: 1, sort: 'count', prefix: undefined, missing: false },
  ...more,
})
const values = [7, 'crane', 'dolly', 'tripod']
const level = (parents: number[], ranks: number[], counts: number[]) => ({
  parents: Int32Array.from(parents),
  ranks: Int32Array.from(ranks),
  counts: Int32Array.from(counts),
})
const counted = {
  levels: [level([0, 0, 0], [3, 1, 2], [5, 9, 5]), level([0, 1, 1, 2, 2], [0, 0, -1, 0, 1], [5, 8, 1, 2, 3])],
  values,
}

test('values stand by their counts, equal ones in their order, and those below each beside it', () => {
  assert.deepEqual(toPivotNodes([field('rig'), field('take')], counted), [
    { field: 'rig', value: 'crane', count: 9, pivot: [{ field: 'take', value: 7, count: 8 }] },
    {
      ...{ field: 'rig', value: 'dolly', count: 5 },
      pivot: [
        { field: 'take', value: 'crane', count: 3 },
        { field: 'take', value: 7, count: 2 },
      ],
    },
    { field: 'rig', value: 'tripod', count: 5, pivot: [{ field: 'take', value: 7, count: 5 }] },
  ])
})

test('limits, offsets, least counts and the order of values are those of each level', () => {
  const fields = [field('rig', { sort: 'index', offset: 1, limit: 1 }), field('take', { minCount: 3 })]
  assert.deepEqual(toPivotNodes(fields, counted), [
    { field: 'rig', value: 'dolly', count: 5, pivot: [{ field: 'take', value: 'crane', count: 3 }] },
  ])
})

test('numbers come before texts, however those are spelled', () => {
  const mixed: PivotValue[] = ['10', 9, 'a', 10, '9', -1]
  assert.deepEqual(mixed.toSorted(compareValues), [-1, 9, 10, '10', '9', 'a'])
})
