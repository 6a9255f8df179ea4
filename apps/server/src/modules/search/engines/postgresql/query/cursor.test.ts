import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'

const count = 137
let kit: SearchKit
before(async () => {
  kit = await startSearch()
  const documents = Array.from({ length: count }, (_, index) =>
    annotation(index + 1, {
      funnel: index % 2 === 0 ? 'ReviewComment' : 'ClipAnnotation',
      description: index % 3 === 0 ? 'a door and a door' : 'a blue door',
      // Some have none, some the same as others.
      ...(index % 5 !== 0 && { start: index % 7 }),
      ...(index % 4 !== 0 && { rating: (index % 6) + 0.1 }),
      ...(index % 3 !== 0 && { name: `Name ${index % 10}` }),
    }),
  )
  await kit.put(documents)
  // One name, as different systems write it, and one after it.
  const names = ['Zoe\u0308', 'Zoé', 'Zoë', 'Zoe\u0301']
  await kit.put(names.map((name, index) => annotation(1_001 + index, { name }, { productionId: 2 })))
})
after(() => kit.stop())

/** Ids of all pages, one after the other. */
async function readAll(query: Record<string, unknown>): Promise<number[]> {
  const ids: number[] = []
  for (let mark = '*'; ; ) {
    const page = await kit.search({ rows: 10, ...query, cursorMark: mark })
    ids.push(...page.results.map(document => Number(document.id)))
    assert.equal(page.numFound, count)
    if (page.nextCursorMark === mark) return ids
    mark = page.nextCursorMark!
  }
}

test('an order compares names as they are shown, however their accents are written', async () => {
  const find = (sort: string) => kit.find('*', { sort }, { productionId: 2 })
  assert.deepEqual(await find('name asc'), [1_002, 1_004, 1_001, 1_003])
  assert.deepEqual(await find('name desc, id desc'), [1_003, 1_001, 1_004, 1_002])
})

describe('a listing by marks', () => {
  for (const sort of [
    'start asc',
    'start desc',
    'rating desc, name asc',
    'name desc, start asc, id desc',
    'score desc',
    '',
  ]) {
    // search-19
    test(`gives every document once, in the order ${sort || 'of relevance'}`, async () => {
      const query = { q: 'door', ...(sort && { sort }) }
      assert.deepEqual(await readAll(query), await kit.find('door', query))
    })
  }

  // search-19
  test('shows nothing twice and leaves nothing out while documents come and go', async () => {
    const first = await kit.search({ q: '*', sort: 'start asc', rows: 50, cursorMark: '*' })
    const gone = Number(first.results[10]!.id)
    await kit.remove([gone])
    await kit.put([annotation(1000, { start: 0 })])
    const rest = await kit.search({ q: '*', sort: 'start asc', rows: 1000, cursorMark: first.nextCursorMark })
    const ids = [...first.results, ...rest.results].map(document => Number(document.id))
    assert.equal(new Set(ids).size, ids.length)
    assert.equal(ids.length, count)
    await kit.remove([1000])
    await kit.put([annotation(gone, { description: 'a door' })])
  })

  // search-19
  test('takes no mark of another order, nor what is no mark', async () => {
    const { nextCursorMark } = await kit.search({ q: 'door', sort: 'start asc', rows: 3, cursorMark: '*' })
    const refused = { name: 'BadRequestError' }
    await assert.rejects(kit.search({ q: 'door', sort: 'start desc', cursorMark: nextCursorMark }), refused)
    const forged = [
      ['start asc', 'text', 1],
      ['start asc', 1],
      ['start asc', 1, null],
      ['start asc', { a: 1 }, 2],
      'start asc',
    ]
    for (const place of forged) {
      const mark = Buffer.from(JSON.stringify(place)).toString('base64url')
      await assert.rejects(kit.search({ q: 'door', sort: 'start asc', cursorMark: mark }), refused, mark)
    }
    await assert.rejects(kit.search({ cursorMark: 'nonsense' }), refused)
    await assert.rejects(kit.search({ cursorMark: '*', start: 5 }), { name: 'QuerySyntaxError' })
  })

  test('that nobody asked for is not there', async () => {
    assert.equal('nextCursorMark' in (await kit.search({ q: 'door' })), false)
  })
})
