import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ByteRange, countBytes, findHashAlgorithm, listMissing, mergeRanges } from './policy.ts'

const size = 60
const range = fc
  .tuple(fc.nat(size - 1), fc.integer({ min: 1, max: 20 }))
  .map(([start, length]): ByteRange => [start, Math.min(start + length, size)])

test('merged ranges cover exactly what came, neither touch nor overlap, and the missing ones are the rest', () => {
  fc.assert(
    fc.property(fc.array(range), added => {
      let stored: ByteRange[] = []
      const covered = new Set<number>()
      for (const [start, end] of added) {
        const touching = stored.filter(([from, to]) => from <= end && to >= start)
        stored = [...stored.filter(one => !touching.includes(one)), mergeRanges([start, end], touching)]
        stored.sort(([a], [b]) => a - b)
        for (let at = start; at < end; at++) covered.add(at)
      }
      assert.equal(countBytes(stored), covered.size)
      for (const [index, [start]] of stored.entries()) if (index > 0) assert.ok(stored[index - 1]![1] < start)
      const missing = listMissing(stored, size)
      assert.equal(countBytes(missing), size - covered.size)
      for (const [start, end] of missing) for (let at = start; at < end; at++) assert.equal(covered.has(at), false)
    }),
  )
})

test('nothing is missing of nothing', () => {
  assert.deepEqual(listMissing([], 0), [])
  assert.deepEqual(listMissing([], 5), [[0, 5]])
})

test('a hash is known by its length', () => {
  assert.equal(findHashAlgorithm('a'.repeat(64)), 'sha256')
  assert.equal(findHashAlgorithm('A'.repeat(32)), 'md5')
  for (const wrong of ['', 'a'.repeat(40), 'g'.repeat(64)]) assert.equal(findHashAlgorithm(wrong), undefined)
})
