import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHashAlgorithm } from '../media/index.ts'
import { listMissing } from './policy.ts'

test('nothing is missing of nothing', () => {
  assert.deepEqual(listMissing([], 0), [])
  assert.deepEqual(listMissing([], 5), [[0, 5]])
})

test('a hash is known by its length', () => {
  assert.equal(findHashAlgorithm('a'.repeat(64)), 'sha256')
  assert.equal(findHashAlgorithm('A'.repeat(32)), 'md5')
  for (const wrong of ['', 'a'.repeat(40), 'g'.repeat(64)]) assert.equal(findHashAlgorithm(wrong), undefined)
})
