import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '../../../../test/until.ts'
import { inTransaction } from '../../../platform/context.ts'
import { createDictionary } from '../engines/postgresql/documents/dictionary.ts'
import { writeDocuments } from '../engines/postgresql/documents/write-documents.ts'
import { reportIndex, waitForIndex } from '../index.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'

let kit: SearchKit
before(async () => {
  kit = await startSearch()
})
after(() => kit.stop())

describe('the index', () => {
  // search-1
  test('holds what was committed before the search, however much that is', async () => {
    const documents = Array.from({ length: 2500 }, (_, index) => annotation(1000 + index, { name: 'many' }))
    await kit.put(documents)
    assert.equal(await waitForIndex(kit.ctx.platform, 30_000), true)
    assert.equal((await kit.search({ q: 'many' })).numFound, 2500)
    await kit.remove(documents.map(document => document.id))
    assert.equal(await waitForIndex(kit.ctx.platform, 30_000), true)
    assert.equal((await kit.search({ q: 'many' })).numFound, 0)
  })

  test('takes small changes before those of a bulk: what a person does is found while thousands wait', async () => {
    const { platform } = kit.ctx
    const bulk = Array.from({ length: 5000 }, (_, index) => annotation(10_000 + index, { name: 'bulk' }))
    await kit.put(bulk)
    await kit.put([annotation(50, { name: 'urgent' })])
    assert.deepEqual(await kit.find('urgent'), [50])
    assert.ok((await kit.search({ q: 'bulk' })).numFound < bulk.length)
    assert.equal(await waitForIndex(platform, 60_000), true)
    assert.equal((await kit.search({ q: 'bulk' })).numFound, bulk.length)
    await kit.remove(bulk.map(document => document.id))
    assert.equal(await waitForIndex(platform, 60_000), true)
  })

  test('does not wait for transactions that are still open', async () => {
    await inTransaction(kit.ctx, async tx => {
      kit.putIn(tx, [annotation(10, { name: 'later' })])
      await kit.put([annotation(11, { name: 'sooner' })])
      assert.deepEqual(await kit.find('sooner'), [11])
    })
    assert.deepEqual(await kit.find('later'), [10])
  })

  test('a document that cannot be made keeps no other from being found', async () => {
    await kit.put([
      annotation(20, { name: 'first' }),
      annotation(21, {
        get name(): string {
          throw new Error('broken')
        },
      }),
      annotation(22, { name: 'last' }),
    ])
    assert.deepEqual(await kit.find('first'), [20])
    assert.deepEqual(await kit.find('last'), [22])
  })

  test('a document that could not be made is tried again until it can', async () => {
    let attempts = 0
    await kit.put([
      annotation(23, {
        get name(): string {
          attempts += 1
          if (attempts < 4) throw new Error('broken for now')
          return 'repaired'
        },
      }),
    ])
    await until('it is found', async () => (await kit.find('repaired')).length === 1)
    assert.ok((await reportIndex(kit.ctx.platform)).failures.retried > 0)
  })

  test('is read while nothing can be written to it, as on a full disk, and follows afterwards', async () => {
    const { database } = kit.ctx.platform
    await kit.put([annotation(27, { name: 'written before' })])
    assert.deepEqual(await kit.find('before'), [27])
    await sql`
      create function refuse_space() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`.execute(database)
    await sql`create trigger no_space before insert or update on search_document for each row
      execute function refuse_space()`.execute(database)
    await kit.put([annotation(28, { name: 'written meanwhile' })])
    assert.deepEqual(await kit.find('written'), [27])
    await sql`drop function refuse_space() cascade`.execute(database)
    await until('it follows', async () => (await kit.find('meanwhile')).length === 1)
  })

  test('a document that the database refuses is counted, and keeps no other from being found', async () => {
    const { database } = kit.ctx.platform
    const before = (await reportIndex(kit.ctx.platform)).failures.refused
    await sql`alter table search_document add constraint refused_in_test check (id <> 25)`.execute(database)
    await kit.put([
      annotation(24, { name: 'one' }),
      annotation(25, { name: 'refused' }),
      annotation(26, { name: 'other' }),
    ])
    assert.deepEqual(await kit.find('one'), [24])
    assert.deepEqual(await kit.find('other'), [26])
    assert.equal((await reportIndex(kit.ctx.platform)).failures.refused, before + 1)
    await sql`alter table search_document drop constraint refused_in_test`.execute(database)
  })

  test('a document that exceeds a limit of the database is written once it does not', async () => {
    const { database } = kit.ctx.platform
    const before = (await reportIndex(kit.ctx.platform)).failures
    await sql`
      create function exceed_limit() returns trigger language plpgsql as
      $$ begin raise exception 'too much' using errcode = '54000'; end $$`.execute(database)
    await sql`create trigger limited before insert or update on search_document for each row
      when (new.id = 61) execute function exceed_limit()`.execute(database)
    await kit.put([annotation(61, { name: 'limited' }), annotation(62, { name: 'neighbour' })])
    assert.deepEqual(await kit.find('neighbour'), [62])
    assert.deepEqual(await kit.find('limited'), [])
    await sql`drop function exceed_limit() cascade`.execute(database)
    await until('it is found', async () => (await kit.find('limited')).length === 1)
    const after = (await reportIndex(kit.ctx.platform)).failures
    assert.ok(after.retried > before.retried)
    assert.equal(after.refused, before.refused)
  })

  test('a field of running text whose name is longer than a word may be keeps no document from being found', async () => {
    const longName = `customFields.${'字'.repeat(900)}_t`
    await kit.put([annotation(63, { [longName]: 'lengthy' })])
    assert.deepEqual(await kit.find('lengthy'), [63])
    await kit.remove([63])
  })

  test('a value that another process has written keeps its one place in the dictionary', async () => {
    const { platform } = kit.ctx
    const document = annotation(40, { name: 'shared', label: '7', turn_i: 7, turn_s: '7' })
    for (let process = 0; process < 2; process++) {
      await writeDocuments(platform.database, [document], createDictionary())
    }
    const { rows } = await sql<{ entries: string[] }>`
      select array_agg(concat_ws(' ', field, value, number) order by field) as entries from search_value
      where field in ('label', 'turn_i', 'turn_s')`.execute(platform.database)
    assert.deepEqual(rows[0]?.entries, ['label 7', 'turn_i 7 7', 'turn_s 7'])
    assert.deepEqual(await kit.find('shared'), [40])
  })

  test('of changes that race, the last one stands', async () => {
    let last = -1
    const change = (turn: number) =>
      inTransaction(kit.ctx, async tx => {
        last = turn
        kit.putIn(tx, [annotation(30, { name: 'raced', turn_i: turn })])
      })
    await Promise.all(Array.from({ length: 20 }, (_, turn) => change(turn)))
    const { results } = await kit.search({ q: 'raced' })
    assert.deepEqual(
      results.map(document => [document.id, document.turn_i]),
      [[30, last]],
    )
  })
})
