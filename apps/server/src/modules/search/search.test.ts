import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { QuerySyntaxError } from '@rushes/query'
import { annotation, type SearchKit, startSearch } from './testing/kit.ts'

let kit: SearchKit

const day = 86_400_000

before(async () => {
  kit = await startSearch()
  const now = kit.ctx.platform.clock.now()
  await kit.put([
    annotation(1, {
      funnel: 'MediaObjectAnnotation',
      name: 'Interview',
      mediaObjectId: 50,
      start: 0,
      end: 250,
      created: now - 9 * day,
      merged_tags: ['blue', 'red'],
      rating: 4.5,
      mediaObjectName: '4516_A001.mxf',
      subtitlingStatusLanguagePresetTags: ['Completed;en;12', 'Requested;nl;13'],
    }),
    annotation(2, {
      funnel: 'ReviewComment',
      description: 'The café at night, a blue door',
      mediaObjectId: 50,
      start: 10,
      end: 11,
      created: now - day,
      threadGroupId_s_nm_d: '2',
      cf_place_s: 'Gent',
    }),
    annotation(3, {
      funnel: 'ReviewComment',
      description: 'A door. A blue car outside the door',
      mediaObjectId: 51,
      start: 20,
      end: 21,
      created: now,
      threadGroupId_s_nm_d: '2',
      rating: 3,
      cf_place_s: 'Brugge',
    }),
    annotation(
      4,
      { funnel: 'Subtitle', language: 'en', start: 0, end: 100, mediaObjectId: 51, created: now },
      {
        text: [
          ...['Straße nach Köln', 'ΣΟΦΟΣ', '東京タワー', 'Łódź og Søren', 'أَحْمَدُ', 'שָׁלוֹם', 'Wasser\u00adfall'],
          ...['ผมรักภาษาไทยมาก', 'ຂ້ອຍຮັກພາສາລາວ', 'ខ្ញុំស្រលាញ់ភាសាខ្មែរ', 'မြန်မာစကား'],
        ],
      },
    ),
    annotation(5, {
      funnel: 'ClipAnnotation',
      name: 'Video 100%_done',
      mimeType: 'video/mp4',
      cf_true_b: true,
      cf_count_l: 12,
      // As file systems decompose it.
      cf_town_s: 'Mu\u0308nchen',
      mediaObjectId: 51,
      start: 5,
      end: 9,
      created: now,
    }),
    annotation(6, { funnel: 'ReviewComment', name: 'Elsewhere', description: 'a blue door' }, { productionId: 2 }),
    { id: 7, kind: 'collection', productionId: 1, fields: { name: 'A blue collection' } },
  ])
})
after(() => kit.stop())

describe('what a query finds', () => {
  const cases: readonly (readonly [q: string, ids: readonly number[]])[] = [
    ['*:*', [1, 2, 3, 4, 5]],
    ['*', [1, 2, 3, 4, 5]],
    // Exact values.
    ['funnel:ReviewComment', [2, 3]],
    ['funnel:reviewcomment', []],
    ['funnel:(ReviewComment Subtitle)', [2, 3, 4]],
    // In Unicode normal form C.
    ['cf_town_s:München', [5]],
    ['cf_town_s:Mu\u0308nchen', [5]],
    ['cf_town_s:Mu\u0308n*', [5]],
    ['cf_town_s:M?nchen', [5]],
    ['cf_town_s:[Mü TO Mu\u0308o]', [5]],
    ['cf_town_s:Mu\u0308nchem~1', [5]],
    // Subtitles have canonical languages.
    ['language:eng', [4]],
    ['language:(deu eng)', [4]],
    ['subtitlingStatusLanguagePresetTags:(Requested;dut;13)', [1]],
    ['subtitlingStatusLanguagePresetTags:(*;eng;?2)', [1]],
    ['-funnel:(ReviewComment Subtitle)', [1, 5]],
    ['merged_tags:red', [1]],
    ['mimeType:video/mp4', [5]],
    ['name:"Video 100%_done"', [5]],
    ['cf_true_b:true', [5]],
    // Wildcards; the signs of SQL patterns mean themselves.
    ['mediaObjectName:4516*', [1]],
    ['name:*%*', [5]],
    ['name:*100_*', []],
    ['name:*\\**', []],
    ['name:?nterview', [1]],
    ['funnel:*Comment', [2, 3]],
    ['subtitlingStatusLanguagePresetTags:(Completed;*;12)', [1]],
    ['subtitlingStatusLanguagePresetTags:(Completed;en;*)', [1]],
    ['subtitlingStatusLanguagePresetTags:(*;nl;13)', [1]],
    ['subtitlingStatusLanguagePresetTags:(Completed;nl;*)', []],
    ['id:1*', [1]],
    // Numbers and dates.
    ['id:(1 3 99)', [1, 3]],
    ['start:[5 TO 10]', [2, 5]],
    ['start:{5 TO 10]', [2]],
    ['start:[4.5 TO *]', [2, 3, 5]],
    ['start:[* TO 0]', [1, 4]],
    ['end:[5 TO 1}', []],
    ['rating:[3.5 TO 5]', [1]],
    ['rating:3', [3]],
    ['rating:3.0', [3]],
    ['cf_count_l:[2 TO 100]', [5]],
    ['created:[NOW-2DAYS TO NOW]', [2, 3, 4, 5]],
    ['created:[* TO NOW-2DAYS]', [1]],
    ['mediaObjectId:50', [1, 2]],
    ['start:abc', []],
    ['start:[abc TO def]', []],
    ['cf_place_s:[A TO C]', [3]],
    // Ids past 2^53 and past 2^63 exist nowhere.
    ['id:9007199254740993', []],
    ['id:(1 9223372036854775808 99999999999999999999999999)', [1]],
    ['id:[1 TO 99999999999999999999999999]', [1, 2, 3, 4, 5]],
    ['createdByShareId:9007199254740993', []],
    // Existence.
    ['rating:*', [1, 3]],
    ['-rating:*', [2, 4, 5]],
    ['rating:[* TO *]', [1, 3]],
    ['description:*', [2, 3]],
    ['start:*', [1, 2, 3, 4, 5]],
    ['nothing:*', []],
    ['nothing:x', []],
    ['-nothing:x', [1, 2, 3, 4, 5]],
    ['\\#present:rating', []],
    // Words, without case and accents, in every field of the default.
    ['interview', [1]],
    ['INTERVIEW', [1]],
    ['cafe', [2]],
    ['CAFÉ', [2]],
    ['strasse', [4]],
    ['STRASSE AND koln', [4]],
    ['σοφοσ', [4]],
    ['σοφος', [4]],
    ['lodz', [4]],
    ['ŁÓDZ AND soren', [4]],
    ['احمد', [4]],
    ['إحمد', [4]],
    ['שלום', [4]],
    ['wasserfall', [4]],
    ['wass\u00aderf*', [4]],
    ['wasser', []],
    ['ภาษา', [4]],
    ['ภาษาไทย', [4]],
    ['ไทยภาษา', []],
    ['ພາສາ', [4]],
    ['ស្រលាញ់', [4]],
    ['စကား', [4]],
    ['京', [4]],
    ['東京', [4]],
    ['京東', []],
    ['4516_A001', [1]],
    ['4516_A0*', [1]],
    ['gent', [2]],
    ['blue', [1, 2, 3]],
    ['door AND blue', [2, 3]],
    ['"blue door"', [2]],
    ['"blue outside"~1', [3]],
    ['"door blue"~2', [2, 3]],
    ['"outside blue"~1', []],
    ['description:door', [2, 3]],
    ['description:interview', []],
    ['description:"a blue"', [2, 3]],
    ['desc*', []],
    ['do*', [2, 3, 5]],
    ['*oor', [2, 3]],
    ['d?or', [2, 3]],
    ['description:d?or', [2, 3]],
    ['name:d?or', []],
    ['intreview~1', [1]],
    ['intervew~', [1]],
    ['funnel:Subtitel~1', [4]],
    ['[cab TO cag]', [2]],
    ['"..."', []],
    ['door AND "..."', [2, 3]],
    // Lucene's clauses.
    ['funnel:ReviewComment OR funnel:Subtitle AND language:en', [4]],
    ['+funnel:ReviewComment rating:3', [2, 3]],
    ['funnel:ReviewComment AND (-rating:3)', []],
    ['funnel:ReviewComment AND (*:* -rating:3)', [2]],
    ['-funnel:ReviewComment -language:en', [1, 5]],
    ['(-rating:*)', [2, 4, 5]],
    ['language:en (-rating:*)', [4]],
  ]
  for (const [q, ids] of cases) {
    // search-5, search-6, search-7, search-8
    test(`${q} finds ${ids.join(' ') || 'nothing'}`, async () => {
      assert.deepEqual(await kit.find(q, { sort: 'id asc' }), ids)
      assert.deepEqual(await kit.find('*:*', { fq: [q], sort: 'id asc' }), ids)
    })
  }
})

describe('the parameters of a search', () => {
  // http-43, search-10
  test('every fq restricts further', async () => {
    assert.deepEqual(await kit.find('*', { fq: ['funnel:ReviewComment', '-rating:3'] }), [2])
  })

  // http-44, search-15
  test('sort takes several keys, any case of its direction, and puts documents without a value last', async () => {
    assert.deepEqual(await kit.find('*', { sort: 'start DESC' }), [3, 2, 5, 1, 4])
    assert.deepEqual(await kit.find('*', { sort: 'funnel Asc, start desc' }), [5, 1, 3, 2, 4])
    assert.deepEqual(await kit.find('*', { sort: 'rating asc' }), [3, 1, 2, 4, 5])
    assert.deepEqual(await kit.find('*', { sort: 'rating desc' }), [1, 3, 2, 4, 5])
    assert.deepEqual(await kit.find('*', { sort: 'cf_place_s asc' }), [3, 2, 1, 4, 5])
    assert.deepEqual(await kit.find('*', { sort: 'name desc' }), [5, 1, 2, 3, 4])
  })

  // search-17
  test('without sort the most relevant come first, and score is a field like others', async () => {
    assert.deepEqual(await kit.find('door'), [3, 2])
    assert.deepEqual(await kit.find('door cafe'), [2, 3])
    assert.deepEqual(await kit.find('blue door^0 interview^20'), [1, 2, 3])
    assert.deepEqual(await kit.find('door', { sort: 'score asc' }), [2, 3])
    assert.deepEqual(await kit.find('car^=5 café^=7'), [2, 3])
    const { results } = await kit.search({ q: 'door', fl: ['score,id'] })
    assert.ok(results.every(document => Object.keys(document).join() === 'score,id' && Number(document.score) > 0))
    const all = await kit.search({ q: '*:*', fl: ['id score'], rows: 1 })
    assert.deepEqual(all.results, [{ id: 1, score: 1 }])
  })

  // errors-3, search-16
  test('an order by a field that no document has is refused', async () => {
    await assert.rejects(kit.find('*', { sort: 'nothing asc' }), { type: 'BadRequestError' })
    await assert.rejects(kit.find('*', { sort: 'start sideways' }), QuerySyntaxError)
    assert.deepEqual(await kit.find('id:1', { sort: 'cf_nowhere_s desc' }), [1])
  })

  // search-14
  test('start and rows, or offset and limit, choose the page', async () => {
    const page = await kit.search({ start: 1, rows: 2, sort: 'id asc' })
    assert.deepEqual([page.numFound, page.start, page.results.map(document => document.id)], [5, 1, [2, 3]])
    assert.deepEqual(await kit.search({ offset: 1, limit: 2 }).then(list => list.results.length), 2)
    assert.deepEqual((await kit.search({ start: 2 ** 60 })).results, [])
    assert.deepEqual((await kit.search({ rows: 0 })).numFound, 5)
    assert.equal((await kit.search({ rows: 2 ** 63 })).results.length, 5)
  })

  // search-18
  test('fl chooses the fields', async () => {
    const whole = (await kit.search({ q: 'id:2' })).results[0]!
    const named = Object.keys(whole).filter(name => name === 'id' || name.startsWith('s'))
    const [some] = (await kit.search({ q: 'id:2', fl: ['id,s*'] })).results
    assert.deepEqual(Object.keys(some!).sort(), named.sort())
    assert.ok(named.includes('start'))
    const { results } = await kit.search({ q: 'id:2', fl: ['id,start', 'nothing'] })
    assert.deepEqual(results, [{ id: 2, start: 10 }])
  })

  test('isCompressed moves what the clip says into a group of its own', async () => {
    const list = await kit.search({ q: 'id:1', isCompressed: true, fl: ['id,mediaObjectId,mediaObjectName'] })
    assert.deepEqual(list.results, [{ id: 1, mediaObjectId: 50 }])
    assert.deepEqual(list.mediaObjectProperties, { 50: { mediaObjectName: '4516_A001.mxf' } })
  })

  const faulty = ['start:[1 TO', '{!func}x', '_query_:x', 'a AND', '"open', '\0', 'f:(']
  for (const q of faulty) {
    // search-12
    test(`${JSON.stringify(q)} is refused as a syntax error`, async () => {
      await assert.rejects(kit.search({ q }), QuerySyntaxError)
      await assert.rejects(kit.search({ fq: [q] }), QuerySyntaxError)
    })
  }
})

describe('a field of many values, and a vocabulary of many words', () => {
  const scope = { productionId: 9 }
  before(async () => {
    const tags = Array.from({ length: 6000 }, (_, index) => `many${index}`)
    const description = Array.from({ length: 2500 }, (_, index) => `word${index}`).join(' ')
    await kit.put([
      annotation(91, { tags, description }, { productionId: 9 }),
      annotation(92, { tags: ['other'], description: 'other' }, { productionId: 9 }),
    ])
  })

  const cases: readonly (readonly [q: string, ids: readonly number[]])[] = [
    ['tags:many*', [91]],
    ['-tags:many*', [92]],
    ['tags:[many0 TO many99999]', [91]],
    ['tags:many1*', [91]],
    ['-tags:many1*', [92]],
    ['tags:many1', [91]],
    ['?ord*', [91]],
    ['-?ord*', [92]],
    ['description:?ord*', [91]],
    ['-description:*o*', []],
    ['description:?escription*', []],
    ['[word1 TO word9]', [91]],
    ['*ord2499', [91]],
  ]
  for (const [q, ids] of cases) {
    test(`${q} finds ${ids.join(' ') || 'nothing'}`, async () =>
      assert.deepEqual(await kit.find(q, { sort: 'id' }, scope), ids))
  }
})

describe('names of fields that people make up', () => {
  const scope = { productionId: 10 }
  const names = ['my field', 'Größe in m', 'ชื่อ ฉาก', 'a.b c-d$e']
  before(() =>
    kit.put(
      names.flatMap((name, index) => [
        annotation(100 + 10 * index, { [name]: 'first value', [`${name} 2`]: 1.5, label: 'x' }, scope),
        annotation(101 + 10 * index, { [name]: 'second', [`${name} 2`]: 7, label: 'y' }, scope),
      ]),
    ),
  )

  for (const [index, name] of names.entries()) {
    const [first, second] = [100 + 10 * index, 101 + 10 * index]
    const [escaped, number] = [name, `${name} 2`].map(each => each.replaceAll(/[ .$-]/g, '\\$&'))
    // search-5, search-6, search-7
    test(`${name} is found by values, patterns, ranges and whether it is there`, async () => {
      const cases: readonly (readonly [q: string, ids: readonly number[]])[] = [
        [`${escaped}:"first value"`, [first]],
        [`${escaped}:sec*`, [second]],
        [`${escaped}:secone~`, [second]],
        [`${escaped}:[a TO g]`, [first]],
        [`${escaped}:*`, [first, second]],
        [`${number}:[1 TO 2]`, [first]],
        [`${number}:7`, [second]],
      ]
      for (const [q, ids] of cases) assert.deepEqual(await kit.find(q, { sort: 'id asc' }, scope), ids, q)
    })

    // search-15, search-18, search-22, search-28, search-30
    test(`${name} is an order, a field of results, of facets, pivots, ranges and groups`, async () => {
      const { results, facetFields, facetPivot, facetRanges } = await kit.search(
        {
          q: `${escaped}:*`,
          sort: `${name} desc`,
          fl: `id,"${name}"`,
          'facet.field': name,
          [`f.${name}.facet.limit`]: 1,
          'facet.pivot': `label,${name}`,
          'facet.mincount': 1,
          'facet.range': `${name} 2`,
          'facet.range.start': '0',
          'facet.range.end': '10',
          'facet.range.gap': '5',
        },
        scope,
      )
      assert.deepEqual(results, [
        { id: second, [name]: 'second' },
        { id: first, [name]: 'first value' },
      ])
      assert.deepEqual(facetFields, [{ name, valueCount: 1, values: [{ name: 'first value', count: 1 }] }])
      const below = Object.values(facetPivot)[0]!.map(({ value, pivot }) => [value, pivot?.map(({ value }) => value)])
      assert.deepEqual(below, [
        ['x', ['first value']],
        ['y', ['second']],
      ])
      assert.deepEqual(
        facetRanges.map(({ name, counts }) => [name, counts.map(({ count }) => count)]),
        [[`${name} 2`, [1, 1]]],
      )
      const grouped = await kit.search({ q: `${escaped}:*`, group: true, 'group.field': name, sort: 'id asc' }, scope)
      assert.deepEqual(
        grouped.groupResponse?.values[0]?.values.map(({ groupValue }) => groupValue),
        ['first value', 'second'],
      )
    })

    // search-33
    test(`${name} is highlighted`, async () => {
      const query = { q: `${escaped}:second`, hl: true, 'hl.fl': `"${name}"` }
      const { highlighting } = await kit.search(query, scope)
      assert.deepEqual(highlighting, { [second]: { [name]: ['<em>second</em>'] } })
    })
  }
})

test('a query of thousands of clauses is answered', async () => {
  const clauses = Array.from({ length: 1300 }, (_, index) => `name:n${index} start:${index} word${index}`).join(' ')
  assert.deepEqual(await kit.find(clauses, { sort: 'id' }), [1, 2, 3, 4, 5])
  const nested = `${'(name:x '.repeat(30)}id:2${')'.repeat(30)}`
  assert.deepEqual(await kit.find(nested), [2])
})
