/** Both engines answer the same to searches by chance; the seed is in the name of the test. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { whyNoSolr } from '../../../../../test/peers/solr.ts'
import { compareEngines, type Side } from '../../comparison/compare.ts'
import { drawSearches, weights } from '../../comparison/draw.ts'
import { drawDocuments } from '../../comparison/draw-documents.ts'
import { waitForIndex } from '../../index.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { type SearchKit, startSearch } from '../../testing/kit.ts'

const seed = Number(process.env.RUSHES_TEST_SEED ?? 20_261)
const runs = Number(process.env.RUSHES_TEST_RUNS ?? (process.env.RUSHES_LONG === '1' ? 5_000 : 300))

describe('Solr and the database', { skip: whyNoSolr() }, () => {
  let ours: SearchKit
  let theirs: SearchKit
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  const documents = drawDocuments(seed)
  before(async () => {
    collection = await openTestCollection()
    ours = await startSearch()
    theirs = await startSearch(collection)
    for (const kit of [ours, theirs]) {
      await kit.put(documents)
      assert.ok(await waitForIndex(kit.ctx.platform, 60_000))
    }
  })
  after(async () => {
    await theirs?.stop()
    await ours?.stop()
    await collection?.close()
  })

  // Each takes some 30 ms on an idle machine.
  const timeout = Math.max(120_000, runs * 200)
  test(`answer the same to ${runs} searches by chance (seed ${seed})`, { timeout }, async context => {
    const [tables, solr] = [ours, theirs].map(
      ({ ctx }): Side => ({ engine: ctx.platform.services.search.engine, place: ctx }),
    )
    const { found, kinds, differences } = await compareEngines(tables!, solr!, drawSearches(seed, runs), documents)
    context.diagnostic(`weights: ${JSON.stringify(weights)}`)
    context.diagnostic(`${found} found something; of each kind: ${JSON.stringify(kinds)}`)
    assert.deepEqual(differences.slice(0, 3), [])
    assert.ok(found >= runs / 2, `${found} of ${runs} found something`)
    const scopes = Object.keys(weights.scope).map(scope => `scope: ${scope}`)
    const parameters = Object.keys(weights.parameter).filter(name => name !== 'group')
    const wanted = [...scopes, ...parameters, ...queries.map(kind => `query: ${kind}`), ...pages]
    assert.deepEqual(
      wanted.filter(kind => !kinds[kind]?.drawn),
      [],
    )
  })
})

/** Every kind of page and of order. */
const pages = [
  'order by score',
  'order by fields',
  'cursor, order by score',
  'cursor, order by fields',
  'grouped, order by score',
  'grouped, order by fields',
  'groups by score',
  'no rows',
  'behind the end',
  'offset',
]

/** Every kind of query. */
const queries = [
  'everything',
  'nothing',
  'blank',
  'number present',
  'number oneOf',
  'number between',
  'number like',
  'value oneOf',
  'value like',
  'value fuzzy',
  'value range',
  'word',
  'phrase',
  'sloppy phrase',
  'beginning of a word',
  'phrase with a beginning',
  'word like',
  'word fuzzy',
  'word range',
  'must',
  'should',
  'mustNot',
  'boost',
  'constantScore',
]
