import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatQuery } from '@rushes/query'
import fc from 'fast-check'
import { byExtent } from '../../../../test/extent.ts'
import { someDocuments, tree } from '../comparison/random.ts'
import type { SearchDocument } from '../documents/document.ts'
import { reportMemory } from '../index.ts'
import { isOnSolr } from '../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'
import { findNaively } from '../testing/naive.ts'

let kit: SearchKit
/** The same documents, held in memory. */
let memoryKit: SearchKit
let documents: SearchDocument[]

before(async () => {
  kit = await startSearch()
  memoryKit = await startSearch()
  documents = fc.sample(someDocuments, { seed: 20_260, numRuns: 1 })[0] ?? []
  await kit.put(documents)
  // Some are there before, others come later, some are written twice, some have gone again.
  await memoryKit.put(documents.slice(0, 60).map(document => ({ ...document, fields: { name: 'before' } })))
  await memoryKit.holdInMemory()
  await memoryKit.put([...documents, annotation(1_000_000, { name: 'a', description: 'a b' })])
  await memoryKit.remove([1_000_000])
})
after(() => Promise.all([kit.stop(), memoryKit.stop()]))

/** Each test once for the database and once for the copy in memory. */
function testBoth(name: string, steps: (kit: SearchKit) => Promise<void>): void {
  test(name, () => steps(kit))
  test(`${name}, in memory`, { skip: isOnSolr }, async () => {
    await steps(memoryKit)
    assert(reportMemory(memoryKit.ctx.platform).answered > 0)
  })
}

// search-5
testBoth('random queries find what they mean, as q and as fq, and count what they find', async kit => {
  await fc.assert(
    fc.asyncProperty(tree, async query => {
      const q = formatQuery(query)
      const expected = findNaively(documents, q)
      assert.deepEqual(await kit.find(q, { sort: 'id asc' }), expected, q)
      assert.deepEqual(await kit.find('*', { fq: q, sort: 'id asc' }), expected, q)
      const relevant = await kit.search({ q, rows: 1000 })
      assert.deepEqual(
        relevant.results.map(document => document.id).sort((a, b) => Number(a) - Number(b)),
        expected,
        q,
      )
      assert.equal(relevant.numFound, expected.length)
    }),
    { numRuns: byExtent(100, 300) },
  )
})

testBoth('pages joined together are the whole list, in any order', async kit => {
  const sortKey = fc.constantFrom('start', 'count_l', 'half_d', 'mixed', 'name', 'tags', 'score', 'id')
  const direction = fc.constantFrom('asc', 'desc', 'DESC', '')
  const sort = fc
    .array(fc.tuple(sortKey, direction), { maxLength: 3 })
    .map(keys => keys.map(key => key.join(' ')).join(','))
  await fc.assert(
    fc.asyncProperty(tree, sort, fc.integer({ min: 1, max: 50 }), async (query, sort, rows) => {
      const q = formatQuery(query)
      const whole = await kit.find(q, { sort, rows: 1000 })
      const pages: number[] = []
      for (let start = 0; start < whole.length; start += rows) pages.push(...(await kit.find(q, { sort, rows, start })))
      assert.deepEqual(pages, whole)
    }),
    { numRuns: byExtent(20, 60) },
  )
})

testBoth('facets and pivots count what the documents hold', async kit => {
  const facetField = fc.constantFrom('name', 'tags', 'start', 'count_l', 'mixed', 'place_s')
  await fc.assert(
    fc.asyncProperty(tree, fc.uniqueArray(facetField, { minLength: 2, maxLength: 3 }), async (query, names) => {
      const q = formatQuery(query)
      const found = new Set(findNaively(documents, q))
      const kept = documents.filter(document => found.has(document.id))
      const list = await kit.search({
        q,
        rows: 0,
        'facet.field': names,
        'facet.pivot': names.join(),
        'facet.mincount': 1,
        'facet.limit': -1,
      })
      for (const { name, values } of list.facetFields) {
        for (const { name: value, count } of values) assert.equal(countHolders(kept, [[name, String(value)]]), count)
        const total = kept.reduce((sum, document) => sum + listTexts(document, name).length, 0)
        assert.equal(
          values.reduce((sum, { count }) => sum + count, 0),
          total,
        )
      }
      for (const first of list.facetPivot[names.join()] ?? []) {
        const path: [string, string][] = [[first.field, String(first.value)]]
        assert.equal(first.count, countHolders(kept, path))
        for (const second of first.pivot ?? []) {
          assert.equal(second.count, countHolders(kept, [...path, [second.field, String(second.value)]]))
        }
      }
    }),
    { numRuns: byExtent(20, 60) },
  )
})

function listTexts(document: SearchDocument, name: string): string[] {
  return [...new Set([document.fields[name] ?? []].flat().map(String))]
}

function countHolders(kept: readonly SearchDocument[], path: readonly (readonly [string, string])[]): number {
  return kept.filter(document => path.every(([name, value]) => listTexts(document, name).includes(value))).length
}
