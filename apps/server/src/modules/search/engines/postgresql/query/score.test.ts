import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'

let kit: SearchKit

before(async () => {
  kit = await startSearch()
})
after(() => kit.stop())

/** BM25 with k1 1.2 and b 0.75, from the numbers themselves. */
function bm25(tf: number, length: number, averageLength: number, found: number, holders: number): number {
  const idf = 1 + Math.log(1 + (found - holders + 0.5) / (holders + 0.5))
  return (idf * tf * 2.2) / (tf + 1.2 * (0.25 + (0.75 * length) / averageLength))
}

test('ts_rank still tells how often a word occurs, as the score takes it to', async () => {
  for (const tf of [1, 2, 3, 5, 10, 50]) {
    const places = Array.from({ length: tf }, (_, index) => index + 1).join()
    const { rows } = await sql<{ tf: number }>`
      select 1 / (${Math.PI ** 2 / 6}::float8 - ts_rank('{1,1,1,1}', ${`'a':${places}`}::tsvector, 'a')::float8
        * ${Math.PI ** 2 / 6}::float8) - 0.5 as tf`.execute(kit.ctx.db)
    assert.ok(Math.abs(rows[0]!.tf / tf - 1) < 0.06, `${tf} is read as ${rows[0]!.tf}`)
  }
})

test('the score is that of BM25 over the documents found', async () => {
  const texts = ['alpha', 'alpha beta', 'alpha alpha alpha beta', 'beta gamma gamma delta epsilon']
  await kit.put(texts.map((description, index) => annotation(index + 1, { description })))
  const { results } = await kit.search({ q: 'alpha', fl: 'id,score' })
  const expected = [
    [3, bm25(3, 4, 7 / 3, 3, 3)],
    [1, bm25(1, 1, 7 / 3, 3, 3)],
    [2, bm25(1, 2, 7 / 3, 3, 3)],
  ].sort((a, b) => b[1]! - a[1]!)
  assert.deepEqual(
    results.map(document => document.id),
    expected.map(([id]) => id),
  )
  for (const [index, [, score]] of expected.entries()) {
    assert.ok(Math.abs(Number(results[index]?.score) / score! - 1) < 0.05)
  }
  assert.deepEqual(await kit.find('beta gamma'), [4, 2, 3])
})

test('a sloppy phrase finds its words side by side, also where one of them is there twice', async () => {
  const texts = ['cab ab ab', 'cab ab x ab', 'cab x ab ab', 'cab ab x x ab', 'cab ab']
  await kit.put(texts.map((description, index) => annotation(10 + index, { description })))
  assert.deepEqual(await kit.find('"cab ab ab"~1', { sort: 'id asc' }), [10, 11, 12])
})
