import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adaptChunkBytes } from './upload.ts'

const cases: [name: string, chunkBytes: number, sentBytes: number, tookMs: number, expected: number][] = [
  ['a chunk that took the aimed time keeps its size', 5_000_000, 5_000_000, 20_000, 5_000_000],
  ['a slow line gets smaller chunks', 5_000_000, 5_000_000, 25_000, 4_000_000],
  ['a fast line gets larger ones, twice as large at most', 5_000_000, 5_000_000, 100, 10_000_000],
  ['a very slow line gets half, not less at once', 8_000_000, 8_000_000, 10_000_000, 4_000_000],
  ['no chunk is smaller than 1 MB', 1_000_000, 1_000_000, 10_000_000, 1_000_000],
  ['no chunk is larger than 100 MB', 90_000_000, 90_000_000, 100, 100_000_000],
  [
    'the last, short chunk says how fast the line is, not how large a chunk is',
    10_000_000,
    1_000_000,
    2_000,
    10_000_000,
  ],
  ['a chunk that took no time at all is no reason to divide by it', 5_000_000, 5_000_000, 0, 10_000_000],
]
for (const [name, chunkBytes, sentBytes, tookMs, expected] of cases) {
  test(name, () => assert.equal(adaptChunkBytes(chunkBytes, sentBytes, tookMs), expected))
}

test('whoever bounds the memory gets chunks of that size at most', () => {
  assert.equal(adaptChunkBytes(16_000_000, 16_000_000, 100, 16_000_000), 16_000_000)
})
