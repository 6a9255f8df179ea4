import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AnnotationRow } from '../../annotations/index.ts'
import { ContentCache } from './cache.ts'

/** Subtitles of so many entries. */
const of = (id: number, version: number, entries = 0) =>
  ({
    id,
    version,
    structured_description: { subtitles: Array.from({ length: entries }, () => version) },
  }) as Partial<AnnotationRow> as AnnotationRow

describe('the cache of subtitles', () => {
  test('has the later version, in whichever order they are set', () => {
    const cache = new ContentCache(10)
    cache.set(of(1, 2))
    cache.set(of(1, 1))
    assert.deepEqual([cache.get(1, 1), cache.get(1, 2)], [undefined, { subtitles: [] }])
    cache.set(of(1, 3))
    assert.deepEqual([cache.get(1, 2), cache.get(1, 3)], [undefined, { subtitles: [] }])
  })

  test('drops what was used least recently when there are more entries than the limit', () => {
    const cache = new ContentCache(10)
    const listed = () => [1, 2, 3, 4].filter(id => cache.get(id, 1) !== undefined)
    for (const id of [1, 2, 3]) cache.set(of(id, 1, 2))
    assert.ok(cache.get(1, 1))
    cache.set(of(4, 1, 2))
    assert.deepEqual(listed(), [1, 3, 4])
    cache.set(of(3, 2, 7))
    assert.deepEqual(listed(), [])
    assert.ok(cache.get(3, 2))
  })

  test('does not hold more than the limit', () => {
    const cache = new ContentCache(10)
    cache.set(of(1, 1, 10))
    assert.equal(cache.get(1, 1), undefined)
    cache.set(of(2, 1, 9))
    assert.ok(cache.get(2, 1))
  })
})
