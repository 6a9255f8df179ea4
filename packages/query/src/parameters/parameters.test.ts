import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { QuerySyntaxError } from '../errors.ts'
import { queryLikeText } from '../test/arbitraries.ts'
import { notate } from '../test/notation.ts'
import { parseFilter } from './filter.ts'
import { parseSearchParameters, unsupportedFamilies, unsupportedParameters } from './parameters.ts'

const noFacets = { fields: [], pivots: [], queries: [], ranges: [] }
const usual = { limit: 100, offset: 0, minCount: 0, sort: 'count', prefix: undefined, missing: false }

describe('a search request', () => {
  // http-41, search-14
  test('has defaults: everything, "default `start` 0, default `rows` 10", all fields', () => {
    const expected = {
      query: { kind: 'all' },
      filters: [],
      start: 0,
      rows: 10,
      sort: [],
      fields: { all: true, names: [], globs: [] },
      facets: noFacets,
      highlighting: undefined,
      grouping: undefined,
      cursorMark: undefined,
      now: undefined,
      zone: undefined,
    }
    assert.deepEqual(parseSearchParameters({}), expected)
    const blank = { q: ' ', fq: '', start: '', rows: ' ', sort: '', fl: '', 'facet.field': '', access_token: 'x' }
    assert.deepEqual(parseSearchParameters(blank), expected)
  })

  test('is read whole', () => {
    const request = parseSearchParameters(
      {
        q: 'beach -night',
        fq: ['funnel:MediaObjectAnnotation', '-mimeType:(video/mp4 video/mov)'],
        start: '20',
        rows: '50',
        sort: 'score desc, start ASC',
        fl: ['id,start', 'name'],
        'facet.field': ['merged_tags', 'genre', 'genre'],
        'facet.pivot': ['genre,place', 'genre'],
        'facet.query': ['start:[10 TO *]', 'beach', 'beach'],
        'facet.limit': '5',
        'facet.offset': '1',
        'facet.mincount': '2',
        'facet.sort': 'index',
        'facet.prefix': 'a b',
        'facet.missing': 'true',
      },
      { defaultField: 'text' },
    )
    assert.equal(notate(request.query), 'text:beach -text:night')
    assert.deepEqual(request.filters.map(notate), [
      'funnel:MediaObjectAnnotation',
      '-(mimeType:video/mp4 mimeType:video/mov)',
    ])
    assert.deepEqual([request.start, request.rows], [20, 50])
    assert.deepEqual(request.sort, [
      { field: 'score', direction: 'desc' },
      { field: 'start', direction: 'asc' },
    ])
    assert.deepEqual(request.fields, { all: false, names: ['id', 'start', 'name'], globs: [] })
    const { queries, ...facets } = request.facets
    assert.deepEqual(
      queries.map(({ text, query }) => [text, notate(query)]),
      [
        ['start:[10 TO *]', notate(parseFilter('start:[10 TO *]'))],
        ['beach', 'text:beach'],
      ],
    )
    const given = { limit: 5, offset: 1, minCount: 2, sort: 'index', prefix: 'a b', missing: true }
    assert.deepEqual(facets, {
      fields: [
        { name: 'merged_tags', ...given },
        { name: 'genre', ...given },
      ],
      pivots: [
        {
          text: 'genre,place',
          levels: [
            { name: 'genre', ...given },
            { name: 'place', ...given },
          ],
        },
        { text: 'genre', levels: [{ name: 'genre', ...given }] },
      ],
      ranges: [],
    })
  })

  // search-5
  test('takes `q` `*` and `*:*` as everything', () => {
    assert.deepEqual(parseSearchParameters({ q: '*' }).query, { kind: 'all' })
    assert.deepEqual(parseSearchParameters({ q: '*:*' }).query, { kind: 'all' })
  })

  // search-14
  test('takes both families of paging, and rows of any size as given', () => {
    const pages: [Record<string, string>, number, number][] = [
      [{ limit: '5', offset: '7' }, 7, 5],
      [{ rows: '5', start: '7' }, 7, 5],
      [{ rows: '5', limit: '5', offset: '1' }, 1, 5],
      [{ rows: '0' }, 0, 0],
      [{ rows: '10000000' }, 0, 10_000_000],
      [{ rows: '9223372036854775807' }, 0, Number.MAX_SAFE_INTEGER],
    ]
    for (const [raw, start, rows] of pages) {
      const request = parseSearchParameters(raw)
      assert.deepEqual([request.start, request.rows], [start, rows])
    }
  })

  test('takes -1 as no limit of facet values', () => {
    const { fields } = parseSearchParameters({ 'facet.field': 'a', 'facet.limit': '-1' }).facets
    assert.equal(fields[0]?.limit, undefined)
  })

  test('takes facet parameters for one field alone, before those for all', () => {
    const { fields, pivots, ranges } = parseSearchParameters({
      'facet.field': ['a', 'b'],
      'facet.pivot': 'a,b',
      'facet.pivot.mincount': '3',
      'facet.range': ['x', 'y'],
      'facet.range.start': '0',
      'facet.range.end': '10',
      'facet.range.gap': '5',
      'facet.mincount': '1',
      'f.b.facet.limit': '7',
      'f.b.facet.mincount': '2',
      'f.b.facet.sort': 'index',
      'f.y.facet.range.end': '20',
      'f.y.facet.range.include': ['upper', 'edge'],
    }).facets
    const a = { ...usual, name: 'a', minCount: 1 }
    const b = { ...usual, name: 'b', minCount: 2, limit: 7, sort: 'index' }
    assert.deepEqual(fields, [a, b])
    assert.deepEqual(pivots[0]?.levels, [
      { ...a, minCount: 3 },
      { ...b, minCount: 3 },
    ])
    const lower = { lower: true, upper: false, edge: false, outer: false }
    assert.deepEqual(
      ranges.map(({ field, end, include, minCount }) => [field, end, include, minCount]),
      [
        ['x', 10, lower, 1],
        ['y', 20, { lower: false, upper: true, edge: true, outer: false }, 1],
      ],
    )
    assert.throws(() => parseSearchParameters({ 'facet.field': 'a', 'f.a.facet.limit': '-2' }), {
      parameter: 'f.a.facet.limit',
    })
  })

  test('takes facet=false as a wish for no facets at all', () => {
    assert.deepEqual(parseSearchParameters({ facet: 'false', 'facet.field': 'a' }).facets, noFacets)
  })

  test('takes `df` and `q.op` for the query, its filters and its counted queries', () => {
    const request = parseSearchParameters({ q: 'a b', fq: 'c', 'facet.query': 'd e', df: 'text', 'q.op': 'AND' })
    assert.equal(notate(request.query), '+text:a +text:b')
    assert.equal(notate(request.filters[0]!), 'text:c')
    assert.equal(notate(request.facets.queries[0]!.query), '+text:d +text:e')
  })

  // search-25
  test('takes what is for one field alone under its name, escaped or not', () => {
    for (const name of ['my field', 'my\\ field']) {
      const { facets } = parseSearchParameters({ 'facet.field': name, [`f.${name}.facet.limit`]: '3' })
      assert.deepEqual(
        facets.fields.map(({ name, limit }) => [name, limit]),
        [['my field', 3]],
      )
    }
  })

  // search-28
  test('takes the moment and the zone of dates', () => {
    const { now, zone } = parseSearchParameters({ NOW: '1711892759123', TZ: 'Europe/Brussels' })
    assert.deepEqual([now, zone?.offsetAt(now!)], [1_711_892_759_123, 7_200_000])
    for (const [name, offset] of [
      ['GMT+2', 2],
      ['GMT-03:30', -3.5],
      ['UTC', 0],
      ['Asia/Kathmandu', 5.75],
    ] as const) {
      assert.equal(
        parseSearchParameters({ TZ: name }).zone?.offsetAt(0),
        offset * 3_600_000 - (name[0] === 'A' ? 900_000 : 0),
      )
    }
    for (const [name, text] of [
      ['NOW', 'today'],
      ['NOW', '1e3'],
      ['NOW', '9999999999999999'],
      ['TZ', 'Mars/Olympus'],
      ['TZ', '+02:00'],
    ]) {
      assert.throws(() => parseSearchParameters({ [name!]: text! }), { parameter: name })
    }
  })

  // search-13
  test('refuses what would be another search without it', () => {
    const families = unsupportedFamilies.flatMap(family => [family, `${family}.any.thing`])
    for (const name of [...unsupportedParameters, ...families]) {
      assert.throws(() => parseSearchParameters({ [name]: 'x' }), { parameter: name, message: /Not supported/ })
    }
    assert.throws(() => parseSearchParameters({ defType: 'edismax' }), { parameter: 'defType' })
    assert.deepEqual(parseSearchParameters({ defType: 'lucene', q: '*' }).query, { kind: 'all' })
    assert.ok(parseSearchParameters({ jsonp: 'x', termsOfUse: 'x', 'json.facet': ' ' }))
  })

  test('takes a cursor, but not together with a start', () => {
    assert.equal(parseSearchParameters({ cursorMark: '*', start: '0' }).cursorMark, '*')
    assert.throws(() => parseSearchParameters({ cursorMark: '*', offset: '5' }), { parameter: 'cursorMark' })
  })

  // search-12
  test('names the parameter at fault, the place in it, and what it expects', () => {
    const faults: [Record<string, string | string[]>, string, number, RegExp][] = [
      [{ q: 'a AND' }, 'q', 5, /^q: Unexpected end at position 5, expected a value/],
      [{ fq: ['a:b', 'a:(b'] }, 'fq', 4, /^fq: /],
      [{ sort: 'a up' }, 'sort', 2, /asc or desc/],
      [{ fl: 'a,b(c)' }, 'fl', 2, /the name of a field/],
      [{ rows: '-1' }, 'rows', 0, /a whole number from 0/],
      [{ rows: '1e3' }, 'rows', 0, /a whole number from 0/],
      [{ offset: 'x' }, 'offset', 0, /a whole number from 0/],
      [{ rows: '5', limit: '6' }, 'limit', 0, /rows or limit, not both/],
      [{ q: ['a', 'b'] }, 'q', 0, /Given more than once/],
      [{ 'facet.field': 'a,b' }, 'facet.field', 0, /the name of a field/],
      [{ 'facet.pivot': 'a,b,c,d' }, 'facet.pivot', 6, /at most 3 fields/],
      [{ 'facet.limit': '-2' }, 'facet.limit', 0, /a whole number/],
      [{ 'facet.sort': 'random' }, 'facet.sort', 0, /count or index/],
      [{ 'facet.missing': '1' }, 'facet.missing', 0, /true or false/],
      [{ 'facet.prefix': '\0' }, 'facet.prefix', 0, /U\+0000/],
    ]
    for (const [raw, parameter, position, message] of faults) {
      assert.throws(() => parseSearchParameters(raw), { name: 'QuerySyntaxError', parameter, position, message })
    }
  })

  test('is not misled by names that every object has', () => {
    assert.deepEqual(parseSearchParameters(Object.create({ q: 'a' })).query, { kind: 'all' })
  })

  test('is read or refused with a QuerySyntaxError, whatever the texts', () => {
    const text = fc.oneof(queryLikeText, fc.string(), fc.constantFrom('1', 'a asc', 'a,b', 'true', 'index'))
    const name = fc.constantFrom(
      'q',
      'fq',
      'start',
      'rows',
      'offset',
      'limit',
      'sort',
      'fl',
      'facet.field',
      'facet.pivot',
      'cursorMark',
    )
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(text, fc.array(text))), raw => {
        try {
          parseSearchParameters(raw)
        } catch (error) {
          assert(error instanceof QuerySyntaxError && error.parameter !== undefined)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a filter', () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['name:MyProductionName', 'name:MyProductionName'],
    ['name:MyProduction*', 'name:MyProduction*'],
    ['mediaObjectId:4711', 'mediaObjectId:4711'],
    ['mimeType:(video/mp4 video/mov)', 'mimeType:video/mp4 mimeType:video/mov'],
    ['-mimeType:(video/mp4 video/mov)', '-(mimeType:video/mp4 mimeType:video/mov)'],
    ['subtitlingStatusLanguagePresetTags:(*;en;p1)', 'subtitlingStatusLanguagePresetTags:*;en;p1'],
    ['+a:b^2 (c:d e:f)^=3', '+a:b (c:d e:f)'],
  ]
  for (const [text, expected] of cases) {
    // search-10
    test(`${text} is ${expected}, without scores`, () => assert.equal(notate(parseFilter(text)), expected))
  }
})
