import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readListing, toPage } from './listing.ts'

const items = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

// http-42
test('a list accepts any number of rows; a page is never shortened, but rejected with the number found', () => {
  const all = readListing<{ id: number }>({ rows: 10_000_000 })
  assert.equal(toPage(items(10_000), all).items.length, 10_000)
  assert.throws(() => toPage(items(10_001), all), {
    name: 'BadRequestError',
    message: /^rows: 10001 items were found, and a page holds at most 10000;.*offset/,
  })
  assert.equal(toPage(items(10_001), readListing({ rows: 10_000_000, start: 1 })).items.length, 10_000)
  assert.equal(toPage(items(10_001), readListing({ rows: 3 })).total, 10_001)
})
