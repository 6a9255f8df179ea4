import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { VersionedCache } from './versioned-cache.ts'

const of = (version: number, size = 1) => ({ version, value: `version ${version}`, size })

describe('a cache of versions', () => {
  test('keeps the later version, in whichever order they come', () => {
    const cache = new VersionedCache<string>(10)
    cache.set(1, of(2))
    cache.set(1, of(1))
    assert.equal(cache.get(1)?.value, 'version 2')
    cache.set(1, of(3))
    assert.equal(cache.get(1)?.version, 3)
  })

  test('drops what was used least recently when the sizes exceed the limit', () => {
    const cache = new VersionedCache<string>(10)
    for (const id of [1, 2, 3]) cache.set(id, of(1, 3))
    cache.set(1, of(1, 3))
    cache.set(4, of(1, 3))
    assert.deepEqual(
      [1, 2, 3, 4].map(id => cache.get(id) !== undefined),
      [true, false, true, true],
    )
    cache.set(3, of(2, 8))
    assert.deepEqual(
      [1, 3, 4].map(id => cache.get(id)?.version),
      [undefined, 2, undefined],
    )
  })

  test('does not hold a value that is larger than the limit', () => {
    const cache = new VersionedCache<string>(10)
    cache.set(1, of(1, 11))
    assert.equal(cache.get(1), undefined)
    cache.set(2, of(1, 10))
    assert.equal(cache.get(2)?.version, 1)
  })
})
