/** Large resources are read few at a time, and nobody waits a second for those who write their documents. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type DocumentSources, rebuildIndex, startIndexing, waitForIndex } from '../index.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'

const large = Array.from({ length: 60 }, (_, index) => annotation(2000 + index, { name: 'Large' }))
const small = Array.from({ length: 600 }, (_, index) => annotation(3000 + index, { name: 'Small' }))
const isLarge = (id: number) => id < 3000
/** Of each large one; two of them are read together. */
const bytes = 250_000
/** How long reading some of them takes. */
const readMs = 50

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  await kit.put([...large, ...small])
  await waitForIndex(kit.ctx.platform, 60_000)
  await kit.stopIndexing()
})
after(() => kit.stop())

interface Reading {
  readonly ids: readonly number[]
  readonly transaction: string
  readonly at: number
}
let readings: Reading[] = []
afterEach(() => {
  readings = []
})

const sources = (): DocumentSources => {
  const source = kit.sources.annotation!
  return {
    ...kit.sources,
    annotation: {
      ids: source.ids,
      selectSizes: ids => sql`
        select id, case when id < 3000 then ${bytes}::bigint else 100 end as bytes from unnest(${ids}::bigint[]) as id`,
      async read(db, ids) {
        const { rows } = await sql<{ transaction: string }>`select pg_current_xact_id()::text as transaction`.execute(
          db,
        )
        readings.push({ ids, transaction: rows[0]!.transaction, at: performance.now() })
        if (ids.some(isLarge)) await delay(readMs)
        return source.read(db, ids)
      },
    },
  }
}

function assertBounded() {
  assert.equal(Math.max(...readings.map(({ ids }) => ids.filter(isLarge).length)), 2)
  assert.ok(Math.max(...readings.map(({ ids }) => ids.length)) <= 250)
  assert.equal(new Set(readings.flatMap(({ ids }) => ids)).size, large.length + small.length)
  const held = [...Map.groupBy(readings, ({ transaction }) => transaction).values()].map(
    ofOne => ofOne.at(-1)!.at - ofOne[0]!.at,
  )
  assert.ok(held.length > 2, `${held.length} transactions`)
  assert.ok(Math.max(...held) < 1000, `a transaction of ${Math.max(...held)} ms`)
}

describe('large resources are read in groups of bounded size, in transactions of less than a second', () => {
  test('by a rebuild, which writes every document and leaves no part', async () => {
    const { database } = kit.ctx.platform
    await sql`truncate search_document, search_body`.execute(database)
    await sql`insert into search_document (id, kind, ords, slots, words, word_count)
      values (2500, 'annotation', '{}', '{}', '', 0)`.execute(database)
    await rebuildIndex({ ...kit.ctx.platform, sources: sources() }, () => {})
    assertBounded()
    const { rows } = await sql<{ count: number }>`select count(*) from search_document`.execute(database)
    assert.equal(rows[0]?.count, large.length + small.length, 'and the one of no resource is gone')
  })

  test('by the indexer, which puts changes back for which there is no time', async () => {
    const platform = { ...kit.ctx.platform }
    await kit.put([...large, ...small])
    const stop = startIndexing(platform, sources())
    try {
      assert.ok(await waitForIndex(platform, 30_000))
      assertBounded()
      assert.equal((await kit.search({ q: 'Large' })).numFound, large.length)
    } finally {
      await stop()
    }
  })
})
