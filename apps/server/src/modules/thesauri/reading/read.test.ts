import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let accountId: number
let prId: number
let countries: number
let cities: number
let belgium: number
before(async () => {
  kit = await startTestService()
  accountId = kit.accountId
  prId = (await kit.createProduction()).id
  const create = (body: { label: string; linkedThesaurusId?: number; secondaryId?: string }) =>
    kit.admin.thesauri.createThesaurus({ accountId, body }).then(({ id }) => id)
  countries = await create({ label: 'Countries' })
  cities = await create({ label: 'Cities', linkedThesaurusId: countries, secondaryId: 'cities' })
  const write = (id: number, body: object[]) => kit.admin.thesauri.writeEntries({ accountId, id, body })
  const [first, second] = await write(countries, [{ label: 'Belgium' }, { label: 'Österreich' }])
  belgium = first!.id
  const under = (entry: typeof first) => ({ linkedThesaurusEntryId: String(entry!.id) })
  await write(cities, [
    { label: 'Ghent', ...under(first) },
    { label: 'Genk', ...under(first) },
    { label: 'Graz', ...under(second) },
    { label: 'gênes' },
    { label: 'Genève ' },
    { label: 'Van Gogh' },
    { label: 'Vancouver' },
  ])
})
after(() => kit.stop())

const labels = (list: { results: Record<string, unknown>[] }) => list.results.map(({ label }) => label)

describe('GET of entries answers a ThesaurusSolrDocumentList', () => {
  // thesauri-14, search-21
  test('on all three routes, with the whole search syntax', async () => {
    const query = { q: 'label:G*', sort: 'label desc', rows: 2, 'facet.field': ['linkedThesaurusEntryId'] }
    const lists = [
      await kit.admin.thesauri.searchEntriesOfAccount({ accountId, id: cities, query }),
      await kit.admin.thesauri.searchEntries({ id: cities, query }),
      await kit.admin.thesauri.searchEntriesInProduction({ prId, id: cities, query }),
    ]
    for (const list of lists) {
      assert.deepEqual([list.numFound, labels(list)], [4, ['Graz', 'Ghent']])
      const [facet] = list.facetFields
      assert.equal(facet?.values[0]?.count, 2)
    }
    const find = async (q: string) =>
      labels(await kit.admin.thesauri.searchEntries({ id: cities, query: { q, sort: 'label' } }))
    assert.deepEqual(await find(`linkedThesaurusEntryId:${belgium}`), ['Genk', 'Ghent'])
    assert.deepEqual(await find('value:(genk graz)'), ['Genk', 'Graz'])
    assert.deepEqual(await find('gogh'), ['Van Gogh'])
    assert.deepEqual(await find('*:* -value:g*'), ['Van Gogh', 'Vancouver'])
    await assert.rejects(find('value:('), refusal(400))
  })

  // thesauri-14
  test('which holds entries of that thesaurus alone', async () => {
    const list = await kit.admin.thesauri.searchEntries({ id: countries, query: { 'facet.field': ['label'] } })
    assert.deepEqual(list.numFound, 2)
    assert.deepEqual(list.facetFields[0]?.values.map(({ name }) => name).sort(), ['Belgium', 'Österreich'])
    const none = await kit.admin.thesauri.searchEntries({ id: countries, query: { q: `thesaurusId:${cities}` } })
    assert.equal(none.numFound, 0)
  })

  // thesauri-15
  test('403 names the right that is missing; 404 where there is no such thesaurus', async () => {
    const outsider = (await kit.createUser()).api
    await assert.rejects(outsider.thesauri.searchEntries({ id: cities }), refusal(403, 'PRODUCTION_VIEW'))
    const blind = (await kit.createMember(prId, { rights: ['LOG_EDIT'] })).api
    await assert.rejects(blind.thesauri.searchEntries({ id: cities }), refusal(403, 'PRODUCTION_VIEW'))
    await assert.rejects(
      blind.thesauri.searchEntriesInProduction({ prId, id: cities }),
      refusal(403, 'PRODUCTION_VIEW'),
    )
    const viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
    assert.equal((await viewer.thesauri.searchEntries({ id: cities })).numFound, 7)
    assert.equal((await viewer.thesauri.searchEntriesInProduction({ prId, id: cities })).numFound, 7)
    await assert.rejects(
      viewer.thesauri.searchEntriesOfAccount({ accountId, id: cities }),
      refusal(403, 'ACCOUNT_MANAGE'),
    )
    await assert.rejects(viewer.thesauri.searchEntries({ id: 987654321 }), refusal(404))
  })

  // thesauri-4
  test('a thesaurus of another account is not found in a production', async () => {
    const { user } = await kit.createUser()
    const other = await kit.admin.accounts.createAccount({ body: { humanName: 'Other', ownerId: user.id } })
    const foreign = await kit.admin.thesauri.createThesaurus({ accountId: other.id, body: { label: 'Theirs' } })
    await assert.rejects(kit.admin.thesauri.searchEntriesInProduction({ prId, id: foreign.id }), refusal(404))
    await assert.rejects(kit.admin.thesauri.suggestTags({ prId, id: String(foreign.id) }), refusal(404))
    const viewer = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })).api
    await assert.rejects(viewer.thesauri.searchEntries({ id: foreign.id }), refusal(403))
  })
})

describe('tags', () => {
  const suggest = async (query: { prefix?: string; model?: string }, id = String(cities)) =>
    (await kit.admin.thesauri.suggestTags({ prId, id, query })).map(({ label }) => label)

  // thesauri-20
  test('are the entries whose label begins with the `prefix`, whatever its case and accents, in order', async () => {
    assert.deepEqual(await suggest({ prefix: 'gen' }), ['gênes', 'Genève', 'Genk'])
    assert.deepEqual(await suggest({ prefix: 'GÉNE' }), ['gênes', 'Genève'])
    assert.deepEqual(await suggest({ prefix: 'van ' }), ['Van Gogh'])
    assert.deepEqual(await suggest({ prefix: '%' }), [])
    assert.equal((await suggest({})).length, 7)
  })

  // thesauri-20
  test('have what a field stores; the thesaurus is named by its id or its `secondaryId`', async () => {
    const [tag] = await kit.admin.thesauri.suggestTags({ prId, id: 'cities', query: { prefix: 'ghent' } })
    assert.deepEqual(
      { ...tag, id: 0 },
      {
        id: 0,
        value: 'ghent',
        label: 'Ghent',
        thesaurusId: cities,
        linkedThesaurusEntryId: String(belgium),
        linkedThesaurusId: countries,
      },
    )
    await assert.rejects(suggest({}, 'villages'), refusal(404))
  })

  // thesauri-21
  test('"forms suggest only the applicable child entries": those under the entry that `model` names', async () => {
    assert.deepEqual(await suggest({ prefix: 'g', model: 'belgium' }), ['Genk', 'Ghent'])
    assert.deepEqual(await suggest({ prefix: 'g', model: String(belgium) }), ['Genk', 'Ghent'])
    assert.deepEqual(await suggest({ model: 'france' }), [])
    assert.equal((await suggest({ model: '' })).length, 7)
  })

  // thesauri-22
  test('of all thesauri of the account come by the deprecated call', async () => {
    const tags = await kit.admin.thesauri.suggestTagsOfAll({ prId, query: { prefix: 'o' } })
    assert.deepEqual(
      tags.map(({ label }) => label),
      ['Österreich'],
    )
    const response = await fetch(`${kit.url}/production/${prId}/thesaurus/tags?prefix=b`, {
      headers: { authorization: `Bearer ${kit.admin.options.token}` },
    })
    assert.match(response.headers.get('deprecation') ?? '', /^@\d+$/)
    assert.equal(response.headers.get('link'), null, 'nobody knows which thesaurus was meant')
  })
})
