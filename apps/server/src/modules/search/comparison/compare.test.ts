import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Found, SearchEngine } from '../engine.ts'
import { compareEngines, type Side } from './compare.ts'
import type { DrawnSearch } from './draw.ts'
import { drawDocuments, hiddenText, isInScope, toOwnValue } from './draw-documents.ts'

const nothing: Found = {
  numFound: 0,
  page: [],
  bodies: [],
  facets: { facetFields: [], facetPivot: {}, facetQuery: {}, facetRanges: [] },
}

function answer(found: Found): Side {
  const engine: Pick<SearchEngine, 'find'> = { find: async () => found }
  return { engine: engine as SearchEngine, place: {} as Side['place'] }
}

test('a comparison finds what differs, and what both show of documents outside the scope', async () => {
  const search: DrawnSearch = { query: {}, scope: { kind: 'annotation', productionId: 1 }, place: 'production' }
  const documents = drawDocuments(1)
  const compare = async (ours: Found, theirs: Found, drawn = search) =>
    (await compareEngines(answer(ours), answer(theirs), [drawn], documents)).differences.map(({ part }) => part)
  assert.deepEqual(await compare(nothing, nothing), [])
  assert.deepEqual(await compare(nothing, { ...nothing, numFound: 1 }), ['numFound'])
  // Of no result, as facets list the values of the whole scope.
  const values = [{ name: String(documents.find(({ productionId }) => productionId === 2)?.fields.name), count: 0 }]
  const leaking = { ...nothing, facets: { ...nothing.facets, facetFields: [{ name: 'name', valueCount: 1, values }] } }
  assert.ok(values[0]!.name.startsWith(hiddenText))
  assert.deepEqual(await compare(leaking, leaking), ['leak'])
  const everywhere: DrawnSearch = { ...search, scope: { kind: 'annotation', all: true }, place: 'everything' }
  assert.deepEqual(await compare(leaking, leaking, everywhere), [])
  // What one document alone has, outside what a share shows of the same production.
  const visitor: DrawnSearch = {
    ...search,
    scope: { kind: 'annotation', productionId: 1, restrictTo: { field: 'threadShareId', values: [7], orAbsent: true } },
  }
  for (const document of documents.filter(({ id }) => id < 6)) {
    const own = { ...nothing, facets: { ...nothing.facets, facetQuery: { [toOwnValue(document.id)]: 0 } } }
    const isVisible = document.fields.threadShareId !== 8
    assert.equal(isInScope(document, visitor.scope), isVisible)
    assert.deepEqual(await compare(own, own, visitor), isVisible ? [] : ['leak'])
  }
})

test('a comparison takes documents of equal score in any order, each with its score, and no other order', async () => {
  const search: DrawnSearch = {
    query: { q: 'a', fl: ['id,score'] },
    scope: { kind: 'annotation', productionId: 1 },
    place: 'production',
  }
  const list = (...page: Found['page']) => ({ ...nothing, numFound: page.length, page })
  const compare = async (theirs: Found, query: DrawnSearch['query'] = search.query) => {
    const ours = list({ id: 1, score: 2 }, { id: 2, score: 1 }, { id: 3, score: 1 })
    const { differences } = await compareEngines(answer(ours), answer(theirs), [{ ...search, query }], [])
    return differences.map(({ part }) => part)
  }
  const equal = list({ id: 1, score: 2.000001 }, { id: 3, score: 1 }, { id: 2, score: 1 })
  assert.deepEqual(await compare(equal), [])
  assert.deepEqual(await compare(equal, { ...search.query, sort: 'name asc' }), ['page'])
  assert.deepEqual(await compare(list({ id: 1, score: 1 }, { id: 2, score: 2 }, { id: 3, score: 1 })), [
    'scores',
    'order',
  ])
  assert.deepEqual(await compare(list({ id: 2, score: 1 }, { id: 1, score: 2 }, { id: 3, score: 1 })), ['order'])
  assert.deepEqual(await compare(list({ id: 1, score: 2 }, { id: 4, score: 1 }, { id: 3, score: 1 })), ['scores'])
})
