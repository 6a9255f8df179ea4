import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { StreamedJson, writeJson } from '../../../platform/text/streamed-json.ts'
import { searchDocuments, waitForIndex } from '../index.ts'
import { annotation, type SearchKit, startSearch, toList } from '../testing/kit.ts'

/** As many as one answer holds. */
const most = 100_000
/** What the known client sends. */
const all = { q: '*:*', rows: 10_000_000 }

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  await waitForIndex(kit.ctx.platform, 60_000)
  await kit.put([annotation(1, { funnel: 'ReviewComment' })])
  await waitForIndex(kit.ctx.platform, 60_000)
  // With the one above, production 1 has one more than fit.
  await sql`
    with added as (
      insert into search_document (id, kind, production_id, start_frame, ords, slots, words, word_count)
      select n, kind, case when n <= ${most} + 1 then 1 else 2 end, n % 10, ords, slots, words, word_count
      from search_document, generate_series(2, ${most} + 1 + 12345) as n
      returning id, start_frame
    )
    insert into search_body (id, body)
    select id, jsonb_build_object('id', id, 'start', start_frame, 'mediaObjectId', id, 'mediaObjectName', repeat('n', 50))
    from added`.execute(kit.ctx.db)
})
after(() => kit.stop())

const search = (productionId: number, query: Record<string, unknown>) =>
  searchDocuments(kit.ctx, { kind: 'annotation', productionId }, query)

function describeRows() {
  test('finds all of it, whatever the rows', async () => {
    const { numFound, results, items } = await toList(await search(2, all))
    assert.deepEqual([numFound, results.length, items.length], [12345, 12345, 12345])
    assert.equal(new Set(results.map(({ id }) => id)).size, 12345)
  })

  // search-20
  test('finds up to 100,000 in one answer, in order', async () => {
    const answer = await search(1, { ...all, rows: most, sort: 'start desc', fl: ['id'] })
    assert.ok(answer instanceof StreamedJson)
    const { results } = await toList(answer)
    assert.equal(results.length, most)
    assert.deepEqual(
      [results[0], results.at(-1)].map(document => Number(document!.id) % 10),
      [9, 0],
    )
  })

  // http-42, search-20
  test('rejects an answer that would hold more, with the number found and what to use instead', async () => {
    for (const query of [all, { ...all, fl: ['id'] }]) {
      await assert.rejects(search(1, query), {
        name: 'BadRequestError',
        message: /^rows: 100001 documents were found, and an answer holds at most 100000;.*cursorMark/,
      })
    }
    assert.equal((await toList(await search(1, { ...all, start: 1, fl: ['id'] }))).results.length, most)
    assert.equal((await toList(await search(1, { ...all, rows: 5 }))).numFound, most + 1)
    assert.equal((await toList(await search(1, { ...all, start: most + 1 }))).results.length, 0)
  })
}

// http-42
describe('"rows | page size": any number is accepted', () => {
  describeRows()

  test('also with a cursor and with groups', async () => {
    const cursor = { ...all, fl: ['id'], cursorMark: '*' }
    await assert.rejects(search(1, cursor), { message: /^rows: 100001 documents were found/ })
    const page = await toList(await search(1, { ...cursor, rows: most }))
    assert.equal(page.results.length, most)
    const last = await toList(await search(1, { ...cursor, cursorMark: page.nextCursorMark }))
    assert.deepEqual([last.results.length, last.results[0]!.id], [1, most + 1])

    const groups = { ...all, group: true, 'group.field': ['start'] }
    const first = (await toList(await search(2, { ...groups, 'group.limit': 2 }))).groupResponse!.values[0]!
    assert.deepEqual(
      first.values.map(({ result }) => result.results.length),
      Array<number>(10).fill(2),
    )
    const whole = (await toList(await search(2, { ...groups, 'group.limit': 20_000 }))).groupResponse!.values[0]!
    assert.equal(whole.values.flatMap(({ result }) => result.results).length, 12345)
    await assert.rejects(search(1, { ...groups, 'group.limit': 20_000 }), {
      message: /^rows: 100001 documents were found/,
    })
  })

  // annotations-37
  test('with isCompressed a clip beyond those that are gathered keeps its properties', async () => {
    const { results, mediaObjectProperties } = await toList(
      await search(1, { ...all, rows: most, sort: 'id desc', isCompressed: true }),
    )
    const gathered = Object.keys(mediaObjectProperties!).length
    assert.ok(gathered > 1_000 && gathered < most, `${gathered}`)
    assert.equal(results.filter(({ mediaObjectName }) => mediaObjectName !== undefined).length, most - gathered)
  })
})

/** Bytes in use after everything else has been collected. */
function readHeap(): number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
  return process.memoryUsage().heapUsed
}

test('an answer that is being sent holds the ids of its documents, not the documents', async () => {
  const before = readHeap()
  const answers = await Promise.all(Array.from({ length: 3 }, () => search(1, { ...all, rows: most })))
  const texts = answers.map(answer => {
    assert.ok(answer instanceof StreamedJson)
    return writeJson(answer.value)
  })
  for (const text of texts) await text.next()
  const bytes = (readHeap() - before) / (answers.length * most)
  for (const text of texts) await text.return(undefined)
  // An id takes some 60 bytes; a document would take 300.
  assert.ok(bytes < 150, `${bytes} bytes a document`)
})

describe('the copy of the index in memory', () => {
  before(() => kit.holdInMemory())
  describeRows()
})
