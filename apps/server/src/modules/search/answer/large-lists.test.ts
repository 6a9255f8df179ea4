import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { StreamedJson } from '../../../platform/text/streamed-json.ts'
import { searchDocuments, waitForIndex } from '../index.ts'
import { annotation, type SearchKit, startSearch, toList } from '../testing/kit.ts'

const count = 60
/** So much that all of them together are read in many batches. */
const longText = 'a very long word or two, '.repeat(2600)

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  const documents = Array.from({ length: count }, (_, index) =>
    annotation(1000 + index, {
      name: `Number ${index}`,
      description: `${longText}${index}`,
      mediaObjectId: 7 + (index % 2),
      mediaObjectName: index === 9 ? 'Another' : `Clip ${index % 2}`,
      funnel: index % 3 === 0 ? 'Shot' : 'ReviewComment',
      start: index,
    }),
  )
  await kit.put(documents)
  await waitForIndex(kit.ctx.platform, 60_000)
})
after(() => kit.stop())

const search = (query: Record<string, unknown>, presentation?: Parameters<typeof searchDocuments>[3]) =>
  searchDocuments(kit.ctx, { kind: 'annotation', productionId: 1 }, query, presentation)
/** The list in pages so small that each is made at once. */
async function searchInPages(query: Record<string, unknown>) {
  const pages = []
  for (let start = 0; start < count; start += 10) {
    const answer = await search({ ...query, rows: 10, start })
    assert.ok(!(answer instanceof StreamedJson))
    pages.push(answer)
  }
  return pages
}

describe('a list of more than a megabyte', () => {
  for (const query of [
    { q: '*:*', sort: 'start desc' },
    { q: 'word', fl: ['id,name,score'], hl: true, 'hl.fl': ['description'], 'hl.fragsize': 30 },
    { q: '*:*', sort: 'start asc', isCompressed: true },
  ]) {
    // search-35
    test(`is written in pieces, and says what its pages say: ${JSON.stringify(query)}`, async () => {
      const answer = await search({ ...query, rows: count })
      assert.ok(answer instanceof StreamedJson)
      const list = await toList(answer)
      const pages = await searchInPages(query)
      assert.equal(list.numFound, count)
      assert.deepEqual(list.items, list.results)
      if (!query.isCompressed) {
        assert.deepEqual(
          list.results,
          pages.flatMap(page => page.results),
        )
      }
      assert.deepEqual(list.highlighting, Object.assign({}, ...pages.map(page => page.highlighting)))
    })
  }

  test('says once per clip what is said of it with isCompressed', async () => {
    const list = await toList(await search({ q: '*:*', sort: 'start asc', rows: count, isCompressed: true }))
    assert.deepEqual(list.mediaObjectProperties, {
      7: { mediaObjectName: 'Clip 0' },
      8: { mediaObjectName: 'Clip 1' },
    })
    assert.deepEqual(
      list.items.filter(item => item.mediaObjectName).map(item => item.mediaObjectName),
      ['Another'],
    )
  })

  test('shows groups, and of every document only what the caller may see', async () => {
    const query = { q: '*:*', group: true, 'group.field': ['funnel'], 'group.limit': count, sort: 'start asc', rows: 9 }
    const answer = await search(query, { toVisible: ({ id, name }) => ({ id, name }) })
    assert.ok(answer instanceof StreamedJson)
    const { groupResponse, results } = await toList(answer)
    assert.deepEqual(results, [])
    const values = groupResponse!.values[0]!.values
    assert.deepEqual(
      values.map(({ groupValue, result }) => [groupValue, result.numFound, result.results.length]),
      [
        ['Shot', 20, 20],
        ['ReviewComment', 40, 40],
      ],
    )
    assert.deepEqual(values[0]!.result.results[1], { id: 1003, name: 'Number 3' })
  })

  test('of ids alone is made at once', async () => {
    const answer = await search({ q: '*:*', fl: ['id'], sort: 'start asc', rows: count })
    assert.ok(!(answer instanceof StreamedJson))
    assert.deepEqual(answer.results[2], { id: 1002 })
  })

  test('leaves out what goes while it is written', async () => {
    const answer = await search({ q: '*:*', sort: 'start asc', rows: count })
    await kit.remove([1050])
    await kit.find('*:*')
    const { results } = await toList(answer)
    assert.equal(results.length, count - 1)
  })
})

test('the copy of the index in memory answers the same', async () => {
  const before = await toList(await search({ q: '*:*', sort: 'start asc', rows: count }))
  await kit.holdInMemory()
  const answer = await search({ q: '*:*', sort: 'start asc', rows: count })
  assert.ok(answer instanceof StreamedJson)
  assert.deepEqual((await toList(answer)).results, before.results)
})
