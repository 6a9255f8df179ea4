import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatQuery, type Occur, type Query, toValue } from '@rushes/query'
import fc from 'fast-check'
import type { SearchDocument } from '../documents/document.ts'
import { reportMemory } from '../index.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'
import { findNaively } from '../testing/naive.ts'

let kit: SearchKit
/** The same documents, held in memory. */
let memoryKit: SearchKit
let documents: SearchDocument[]

const word = fc.constantFrom('a', 'b', 'ab', 'abc', 'bca', 'cab', 'dead', 'bead')
const sentence = fc.array(word, { minLength: 1, maxLength: 4 }).map(words => words.join(' '))
const number = fc.integer({ min: -3, max: 12 })
const absent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const someDocuments = fc.array(
  fc.record({
    fields: fc.record({
      name: absent(word),
      place_s: absent(sentence),
      tags: absent(fc.uniqueArray(word, { maxLength: 3 })),
      description: absent(sentence),
      start: absent(number),
      count_l: absent(number),
      half_d: absent(number.map(value => value / 2)),
      mixed: absent(fc.oneof(word, number, fc.boolean())),
    }),
    text: absent(fc.array(sentence, { maxLength: 2 })),
  }),
  { minLength: 120, maxLength: 120 },
)

before(async () => {
  kit = await startSearch()
  memoryKit = await startSearch()
  const drawn = fc.sample(someDocuments, { seed: 20_260, numRuns: 1 })[0] ?? []
  documents = drawn.map(({ fields, text }, index) => annotation(index, fields, { text }))
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
  test(`${name}, in memory`, async () => {
    await steps(memoryKit)
    assert(reportMemory(memoryKit.ctx.platform).answered > 0)
  })
}

const field = fc.constantFrom(
  'name',
  'place_s',
  'tags',
  'description',
  'start',
  'count_l',
  'half_d',
  'mixed',
  'id',
  'none',
  undefined,
)
const text = fc.oneof(word, sentence, number.map(String), fc.constantFrom('true', '1.5', '2.0'))
const value = text.map(toValue)
const bound = fc.option(
  fc.record({ value: fc.oneof(word, number.map(String)).map(toValue), inclusive: fc.boolean() }),
  {
    nil: undefined,
  },
)
const part = fc.oneof(
  fc.constantFrom(...'abde12').map(letter => ({ kind: 'text', text: letter }) as const),
  fc.constantFrom({ kind: 'anyText' } as const, { kind: 'anyCharacter' } as const),
)
const leaf: fc.Arbitrary<Query> = fc.oneof(
  // A word of the default field is one word: several make a phrase.
  fc.record({ kind: fc.constant('term' as const), field, value }).filter(term => !term.value.text.includes(' ')),
  fc.record({ kind: fc.constant('phrase' as const), field, text, slop: fc.constant(0) }),
  fc.record({ kind: fc.constant('fuzzy' as const), field, text: word, edits: fc.constantFrom(0, 1, 2) }),
  fc
    .record({ kind: fc.constant('wildcard' as const), field, pattern: fc.array(part, { minLength: 2, maxLength: 4 }) })
    .filter(({ pattern }) => pattern.some(item => item.kind !== 'text') && pattern.some(item => item.kind === 'text'))
    .filter(({ pattern }) =>
      pattern.every((item, index) => item.kind === 'anyCharacter' || item.kind !== pattern[index - 1]?.kind),
    ),
  fc
    .record({ kind: fc.constant('range' as const), field, lower: bound, upper: bound })
    .filter(range => range.lower !== undefined || range.upper !== undefined),
  field.filter(name => name !== undefined).map((name): Query => ({ kind: 'exists', field: name })),
  fc.constant<Query>({ kind: 'all' }),
)
const { tree } = fc.letrec<{ tree: Query; clause: { occur: Occur; query: Query } }>(tie => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .array(tie('clause'), { minLength: 1, maxLength: 4 })
      .filter(clauses => clauses.length > 1 || clauses[0]?.occur !== 'should')
      .map((clauses): Query => ({ kind: 'boolean', clauses })),
    fc.record({ kind: fc.constant('boost' as const), query: tie('tree'), factor: fc.constantFrom(0, 2.5) }),
  ),
  clause: fc.record({ occur: fc.constantFrom<Occur>('must', 'should', 'mustNot'), query: tie('tree') }),
}))

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
    { numRuns: 300 },
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
    { numRuns: 60 },
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
    { numRuns: 60 },
  )
})

function listTexts(document: SearchDocument, name: string): string[] {
  return [...new Set([document.fields[name] ?? []].flat().map(String))]
}

function countHolders(kept: readonly SearchDocument[], path: readonly (readonly [string, string])[]): number {
  return kept.filter(document => path.every(([name, value]) => listTexts(document, name).includes(value))).length
}
