import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHashAlgorithm } from '../media/index.ts'
import { listMissing, subtractRange } from './policy.ts'

test('nothing is missing of nothing', () => {
  assert.deepEqual(listMissing([], 0), [])
  assert.deepEqual(listMissing([], 5), [[0, 5]])
})

test('ranges lose the bytes of another one', () => {
  const ranges: [number, number][] = [
    [0, 10],
    [20, 30],
  ]
  assert.deepEqual(subtractRange(ranges, [10, 20]), ranges)
  assert.deepEqual(subtractRange(ranges, [5, 22]), [
    [0, 5],
    [22, 30],
  ])
  assert.deepEqual(subtractRange([[0, 10]], [3, 4]), [
    [0, 3],
    [4, 10],
  ])
  assert.deepEqual(subtractRange(ranges, [0, 30]), [])
})

test('a hash is known by its length', () => {
  assert.equal(findHashAlgorithm('a'.repeat(64)), 'sha256')
  assert.equal(findHashAlgorithm('A'.repeat(32)), 'md5')
  for (const wrong of ['', 'a'.repeat(40), 'g'.repeat(64)]) assert.equal(findHashAlgorithm(wrong), undefined)
})
