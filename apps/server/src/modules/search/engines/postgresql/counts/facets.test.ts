import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'

let kit: SearchKit

before(async () => {
  kit = await startSearch()
  await kit.put([
    annotation(1, { funnel: 'A', place_s: 'Gent', tags: ['x', 'y'], start: 5, count_l: 2 }),
    annotation(2, { funnel: 'A', place_s: 'Gent', tags: ['x'], start: 5, count_l: 10 }),
    annotation(3, { funnel: 'A', place_s: 'Brugge', start: 6 }),
    annotation(4, { funnel: 'B', place_s: 'Brugge', tags: ['z'], start: 6, mixed_s: 'one' }),
    annotation(5, { funnel: 'B', mixed_s: ['one', 'two'] }),
    annotation(7, { town_s: 'München', keys_s: ['Mu\u0308n', 'Mün'] }, { productionId: 3 }),
    annotation(8, { town_s: 'Mu\u0308nchen' }, { productionId: 3 }),
    annotation(6, { funnel: 'C', place_s: 'Secret', tags: ['secret'] }, { productionId: 2 }),
    ...[1, 1, 1, 2, 2, 2, 2, '1', '1', 'a'].map((odd, index) =>
      annotation(20 + index, { odd, sign: ['😀', '～'][index % 2] }, { productionId: 4 }),
    ),
  ])
})
after(() => kit.stop())

const count = async (field: string, more: Record<string, unknown> = {}) => {
  const { facetFields } = await kit.search({ 'facet.field': [field], rows: 0, ...more })
  const [facet] = facetFields
  assert.deepEqual([facet?.name, facet?.valueCount], [field, facet?.values.filter(value => value.name !== null).length])
  return facet?.values.map(value => `${value.name} ${value.count}`).join(', ')
}

describe('facet.field', () => {
  // search-22, search-23
  test('counts the values of the results, the most frequent first', async () => {
    assert.equal(await count('funnel'), 'A 3, B 2')
    assert.equal(await count('place_s'), 'Brugge 2, Gent 2')
    assert.equal(await count('tags'), 'x 2, y 1, z 1')
    assert.equal(await count('start'), '5 2, 6 2')
    assert.equal(await count('mixed_s'), 'one 2, two 1')
    assert.equal(await count('nothing'), '')
    assert.equal(await count('#present').catch(error => error.name), 'QuerySyntaxError')
  })

  test('lists values that no result has, of the scope alone, unless a least count says otherwise', async () => {
    assert.equal(await count('funnel', { q: 'funnel:B' }), 'B 2, A 0')
    assert.equal(await count('tags', { q: 'funnel:B' }), 'z 1, x 0, y 0')
    assert.equal(await count('tags', { q: 'funnel:B', 'facet.mincount': 1 }), 'z 1')
  })

  // search-22
  test('shows values in normal form C, each once', async () => {
    const scope = { kind: 'annotation', productionId: 3 } as const
    const query = { rows: 0, 'facet.field': ['town_s', 'keys_s'], 'group.field': 'town_s', group: true }
    const { facetFields } = await kit.search({ ...query, 'facet.prefix': 'Mu\u0308' }, scope)
    assert.deepEqual(
      facetFields.map(({ values }) => values),
      [[{ name: 'München', count: 2 }], [{ name: 'Mün', count: 1 }]],
    )
  })

  // search-22
  test('counts a number and a text that look alike as one, also where one of them would not be among the first', async () => {
    const counted = async (field: string, more: Record<string, unknown>) => {
      const { facetFields } = await kit.search({ 'facet.field': field, rows: 0, ...more }, { productionId: 4 })
      return facetFields[0]?.values.map(value => `${value.name} ${value.count}`).join(', ')
    }
    assert.equal(await counted('odd', { 'facet.limit': 1 }), '1 5')
    assert.equal(await counted('odd', { 'facet.limit': 2, 'facet.sort': 'index' }), '1 5, 2 4')
    assert.equal(await counted('odd', { 'facet.limit': 1, 'facet.mincount': 5 }), '1 5')
    assert.equal(await counted('odd', { 'facet.prefix': '1', 'facet.mincount': 4 }), '1 5')
    assert.equal(await counted('odd', { q: 'odd:a', 'facet.limit': 2, 'facet.sort': 'index' }), '1 0, 2 0')
    // By their characters, not by the pairs that some are written with.
    assert.equal(await counted('sign', { 'facet.limit': 1 }), '～ 5')
    assert.equal(await counted('sign', { q: 'odd:b' }), '～ 0, 😀 0')
    assert.equal(await counted('sign', { 'facet.sort': 'index' }), '～ 5, 😀 5')
  })

  // search-22
  test('takes a limit, an offset, an order, a prefix, and counts what has no value', async () => {
    assert.equal(await count('tags', { 'facet.limit': 1 }), 'x 2')
    assert.equal(await count('tags', { 'facet.limit': -1, 'facet.offset': 1 }), 'y 1, z 1')
    assert.equal(await count('place_s', { 'facet.sort': 'index', 'facet.prefix': 'G' }), 'Gent 2')
    assert.equal(await count('tags', { 'facet.missing': true, 'facet.limit': 1 }), 'x 2, null 2')
    assert.equal(await count('start', { 'facet.missing': true, 'facet.limit': 0 }), 'null 1')
  })
})

describe('parameters of one field', () => {
  // search-25
  test('go before those of all fields, in facets and on the levels of pivots', async () => {
    const { facetFields, facetPivot } = await kit.search({
      'facet.field': ['funnel', 'tags'],
      'facet.pivot': ['funnel,tags'],
      'facet.limit': 5,
      'f.tags.facet.limit': 1,
      'f.tags.facet.sort': 'index',
      'f.tags.facet.missing': true,
    })
    const told = facetFields.map(({ name, values }) => [name, ...values.map(value => `${value.name} ${value.count}`)])
    assert.deepEqual(told, [
      ['funnel', 'A 3', 'B 2'],
      ['tags', 'x 2', 'null 2'],
    ])
    assert.deepEqual(
      facetPivot['funnel,tags']?.map(node => node.pivot?.map(({ value }) => value)),
      [
        ['x', null],
        ['z', null],
      ],
    )
  })

  // search-26
  test('`facet=false` counts nothing, `facet.pivot.mincount` holds for pivots alone', async () => {
    assert.deepEqual((await kit.search({ facet: false, 'facet.field': ['funnel'] })).facetFields, [])
    const { facetFields, facetPivot } = await kit.search({
      'facet.field': ['tags'],
      'facet.pivot': ['tags'],
      'facet.pivot.mincount': 2,
    })
    assert.equal(facetFields[0]?.values.length, 3)
    assert.equal(facetPivot.tags?.length, 1)
  })
})

describe('facet.pivot', () => {
  // search-23
  test('counts level by level', async () => {
    const { facetPivot } = await kit.search({ 'facet.pivot': ['funnel,place_s', 'place_s,tags,start'] })
    assert.deepEqual(facetPivot['funnel,place_s'], [
      {
        field: 'funnel',
        value: 'A',
        count: 3,
        pivot: [
          { field: 'place_s', value: 'Gent', count: 2 },
          { field: 'place_s', value: 'Brugge', count: 1 },
        ],
      },
      { field: 'funnel', value: 'B', count: 2, pivot: [{ field: 'place_s', value: 'Brugge', count: 1 }] },
    ])
    const [brugge, gent] = facetPivot['place_s,tags,start'] ?? []
    assert.deepEqual([brugge?.count, gent?.count], [2, 2])
    assert.deepEqual(gent?.pivot?.[0], {
      field: 'tags',
      value: 'x',
      count: 2,
      pivot: [{ field: 'start', value: 5, count: 2 }],
    })
    assert.deepEqual(
      brugge?.pivot?.map(node => node.value),
      ['z'],
    )
  })

  // search-24
  test('with `facet.missing` ends each level with the documents without a value, as Solr does', async () => {
    const expected = {
      'funnel,place_s': [
        {
          ...{ field: 'funnel', value: 'A', count: 3 },
          pivot: [
            { field: 'place_s', value: 'Gent', count: 2 },
            { field: 'place_s', value: 'Brugge', count: 1 },
          ],
        },
        {
          ...{ field: 'funnel', value: 'B', count: 2 },
          pivot: [
            { field: 'place_s', value: 'Brugge', count: 1 },
            { field: 'place_s', value: null, count: 1 },
          ],
        },
      ],
      'place_s,tags': [
        {
          ...{ field: 'place_s', value: 'Brugge', count: 2 },
          pivot: [
            { field: 'tags', value: 'z', count: 1 },
            { field: 'tags', value: null, count: 1 },
          ],
        },
        {
          ...{ field: 'place_s', value: 'Gent', count: 2 },
          pivot: [
            { field: 'tags', value: 'x', count: 2 },
            { field: 'tags', value: 'y', count: 1 },
          ],
        },
        { field: 'place_s', value: null, count: 1, pivot: [{ field: 'tags', value: null, count: 1 }] },
      ],
    }
    const query = { rows: 0, 'facet.pivot': Object.keys(expected), 'facet.missing': true }
    assert.deepEqual((await kit.search(query)).facetPivot, expected)
    const limited = (await kit.search({ ...query, 'facet.limit': 1, 'facet.sort': 'index' })).facetPivot['place_s,tags']
    assert.deepEqual(
      limited!.map(({ value, count }) => [value, count]),
      [
        ['Brugge', 2],
        [null, 1],
      ],
    )
    const start = (await kit.search({ ...query, 'facet.pivot': ['start'] })).facetPivot.start
    assert.deepEqual(start!.at(-1), { field: 'start', value: null, count: 1 })
  })

  // search-23
  test('gives numbers as numbers, and counts only the results', async () => {
    const { facetPivot } = await kit.search({ q: 'place_s:Gent', 'facet.pivot': ['count_l'] })
    assert.deepEqual(
      facetPivot.count_l,
      [
        { field: 'count_l', value: 10, count: 1 },
        { field: 'count_l', value: 2, count: 1 },
      ].sort((a, b) => a.value - b.value),
    )
  })
})

test('a document written again, or removed, is counted as it is now', async () => {
  await kit.put([annotation(20, { funnel: 'D', place_s: 'Gent' })])
  await kit.put([annotation(20, { funnel: 'E' }), annotation(20, { funnel: 'F' })])
  assert.equal(await count('funnel', { q: 'id:20', 'facet.mincount': 1 }), 'F 1')
  await kit.remove([20, 21])
  assert.equal(await count('funnel', { q: 'id:20', 'facet.mincount': 1 }), '')
})
