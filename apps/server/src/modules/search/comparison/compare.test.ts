import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Found, SearchEngine } from '../engine.ts'
import { compareEngines, type Side } from './compare.ts'
import { type DrawnSearch, drawDocuments, hiddenText } from './draw.ts'

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
  const compare = async (ours: Found, theirs: Found, drawn = search) =>
    (await compareEngines(answer(ours), answer(theirs), [drawn])).differences.map(({ part }) => part)
  assert.deepEqual(await compare(nothing, nothing), [])
  assert.deepEqual(await compare(nothing, { ...nothing, numFound: 1 }), ['numFound'])
  // Of no result, as facets list the values of the whole scope.
  const values = [
    { name: String(drawDocuments(1).find(({ productionId }) => productionId === 2)?.fields.name), count: 0 },
  ]
  const leaking = { ...nothing, facets: { ...nothing.facets, facetFields: [{ name: 'name', valueCount: 1, values }] } }
  assert.ok(values[0]!.name.startsWith(hiddenText))
  assert.deepEqual(await compare(leaking, leaking), ['leak'])
  const everywhere: DrawnSearch = { ...search, scope: { kind: 'annotation', all: true }, place: 'everything' }
  assert.deepEqual(await compare(leaking, leaking, everywhere), [])
})
