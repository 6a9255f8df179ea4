import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/context.ts'
import { withDeadline } from '../engines/postgresql/query/deadline.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'

let kit: SearchKit

before(async () => {
  kit = await startSearch()
  await kit.put([
    annotation(1, { mediaObjectId: 50, attachedEditorialObjectId: [70, 71], name: 'clip one' }, { accountId: 9 }),
    annotation(2, { mediaObjectId: 50, clip_s: 'x', name: 'comment one' }),
    annotation(3, { mediaObjectId: 51, attachedEditorialObjectId: [72], name: 'clip two' }),
    annotation(4, { mediaObjectId: 52, secret_field_s: 'secret', name: 'far' }, { productionId: 2, accountId: 9 }),
    { id: 5, kind: 'collection', productionId: 1, fields: { name: 'gathered clip' } },
  ])
})
after(() => kit.stop())

describe('a scope', () => {
  test('is one production, several, an account, or all', async () => {
    assert.deepEqual(await kit.find('*'), [1, 2, 3])
    assert.deepEqual(await kit.find('*', {}, { productionId: undefined, productionIds: [1, 2] }), [1, 2, 3, 4])
    assert.deepEqual(await kit.find('*', {}, { productionId: undefined, productionIds: [] }), [])
    assert.deepEqual(await kit.find('*', {}, { productionId: undefined, accountId: 9 }), [1, 4])
    assert.deepEqual(await kit.find('*', {}, { productionId: undefined, all: true }), [1, 2, 3, 4])
    await assert.rejects(kit.find('*', {}, { productionId: undefined }), TypeError)
  })

  test('is one kind or several', async () => {
    assert.deepEqual(await kit.find('clip', { sort: 'id' }), [1, 3])
    assert.deepEqual(await kit.find('clip', { sort: 'id' }, { kind: ['annotation', 'collection'] }), [1, 3, 5])
  })

  test('may be one clip', async () => {
    assert.deepEqual(await kit.find('*', {}, { mediaObjectId: 50 }), [1, 2])
  })

  test('may be restricted to values, or to what is attached to collections', async () => {
    assert.deepEqual(await kit.find('*', {}, { restrictTo: { attachedEditorialObjectIds: [71, 72] } }), [1, 3])
    assert.deepEqual(await kit.find('*', {}, { restrictTo: { attachedEditorialObjectIds: [] } }), [])
    assert.deepEqual(await kit.find('*', {}, { restrictTo: { field: 'mediaObjectId', values: [51, 52] } }), [3])
    const both = [{ attachedEditorialObjectIds: [70, 72] }, { field: 'mediaObjectId', values: [50] }]
    assert.deepEqual(await kit.find('*', {}, { restrictTo: both }), [1])
  })

  test('may let through what has no value in a field, and facets list nothing of the others', async () => {
    const restrictTo = { field: 'attachedEditorialObjectId', values: [72], orAbsent: true }
    assert.deepEqual(await kit.find('*', {}, { restrictTo }), [2, 3])
    assert.deepEqual(await kit.find('*', {}, { restrictTo: { ...restrictTo, values: [] } }), [2])
    const { facetFields } = await kit.search({ q: 'nothing', 'facet.field': 'name' }, { restrictTo })
    assert.deepEqual(
      facetFields[0]?.values.map(value => value.name),
      ['clip two', 'comment one'],
    )
  })

  // search-2
  test('holds against every parameter', async () => {
    const restrictTo = { attachedEditorialObjectIds: [72] }
    const attempts: Record<string, unknown>[] = [
      { q: 'productionId:2' },
      { q: '* OR productionId:2' },
      { q: 'id:4 id:1' },
      { q: 'secret_field_s:*' },
      { q: 'far' },
      { q: '-id:3' },
      { q: '*:*', fq: ['-(-productionId:2)', '*:* OR id:4'] },
    ]
    for (const attempt of attempts) {
      const list = await kit.search(
        {
          ...attempt,
          'facet.field': ['name', 'secret_field_s', 'productionId', 'mediaObjectId', 'attachedEditorialObjectId'],
          'facet.pivot': ['productionId,name'],
          'facet.mincount': 0,
          'facet.missing': true,
          'facet.query': ['name:far', 'secret_field_s:*', 'id:4'],
          'facet.range': 'mediaObjectId',
          'facet.range.start': '50',
          'facet.range.end': '60',
          'facet.range.gap': '1',
          'facet.range.other': 'all',
          hl: true,
          'hl.fl': 'name,secret_field_s,description',
        },
        { restrictTo },
      )
      assert.ok(list.results.every(document => document.id === 3) && list.numFound <= 1)
      assert.deepEqual(
        list.facetFields.map(facet => facet.values.flatMap(value => value.name ?? [])),
        [['clip two'], [], ['1'], ['51'], ['72']],
      )
      assert.deepEqual(Object.values(list.facetQuery), [0, 0, 0])
      const [range] = list.facetRanges
      const inOthers = range!.counts.filter(({ value, count }) => value !== '51' && count > 0)
      assert.deepEqual([inOthers, range!.before, range!.after], [[], 0, 0])
      const marked = Object.values(list.highlighting).flatMap(fields => Object.values(fields))
      assert.deepEqual([Object.keys(list.highlighting).every(id => id === '3'), marked], [true, []])
      const values = Object.values(list.facetPivot).flatMap(nodes => nodes.map(node => node.value))
      assert.ok(values.every(value => value === 1 || value === null))
      const grouping = { group: true, 'group.field': ['name', 'secret_field_s'], 'group.ngroups': true, sort: 'id asc' }
      const { groupResponse } = await kit.search({ ...attempt, ...grouping, 'group.limit': 10 }, { restrictTo })
      for (const { name, matches, ngroups, values } of groupResponse!.values) {
        const expected = name === 'name' ? ['clip two'] : [null]
        assert.deepEqual(
          [ngroups, values.map(({ groupValue, result }) => [groupValue, result.numFound])],
          [matches, expected.slice(0, matches).map(value => [value, 1])],
        )
        assert.ok(matches === list.numFound && matches <= 1)
      }
    }
    // Nor does a refusal tell that a field exists elsewhere.
    await kit.put([annotation(6, { oddly_named: 1 }, { productionId: 3 })])
    await assert.rejects(kit.find('*', { sort: 'oddly_named asc' }, { restrictTo }), { type: 'BadRequestError' })
    assert.deepEqual(await kit.find('*', { sort: 'oddly_named asc' }, { productionId: 3 }), [6])
  })
})

describe("the caller's text never becomes SQL", () => {
  const texts = [
    "'; drop table search_document; --",
    "x') or true or ('",
    '$1',
    '%',
    "a\\'b",
    ':*',
    '!a & b <-> c',
    "'a' | 'b'",
    '\u2028',
    '😀',
    'NaN',
    '1e999',
    '{1,2}',
    '/regex/',
  ]
  const quote = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  for (const text of texts) {
    // search-3
    test(`${JSON.stringify(text)} finds nothing and harms nothing, wherever it stands`, async () => {
      const escaped = text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')
      const queries = [
        `name:${quote(text)}`,
        `tags:${escaped}*`,
        `tags:*${escaped}`,
        `start:${quote(text)}`,
        `start:[${quote(text)} TO ${quote(text)}]`,
        `note_s:{${quote(text)} TO ${quote(text)}}`,
        `description:${quote(text)}`,
        `${escaped}:x`,
        `tags:${escaped}~1`,
        `id:*${escaped}`,
      ]
      for (const q of queries) assert.deepEqual(await kit.find(q, { fq: [q] }), [], q)
      await kit.find(quote(text), { 'facet.prefix': text, 'facet.field': 'name' })
      for (const name of ['sort', 'fl', 'facet.field', 'facet.pivot']) {
        const outcome = await kit.search({ [name]: text }).catch(error => error.name)
        assert.ok(typeof outcome === 'object' || ['QuerySyntaxError', 'BadRequestError'].includes(outcome), outcome)
      }
      assert.equal((await kit.search({})).numFound, 3)
    })
  }

  test('values, field names and bodies come back as they were written', async () => {
    const name = `' " \\ % _ \u2028 😀 ${'long '.repeat(400)}`
    await kit.put([
      annotation(
        30,
        { name, "it's_s": "o'clock", tags: ['', 'a\0b\ud800'] },
        { stored: { deep: { list: [null, 1] } } },
      ),
    ])
    const [found] = (await kit.search({ q: `name:${quote(name)}` })).results
    assert.deepEqual(found, {
      id: 30,
      productionId: 1,
      name,
      "it's_s": "o'clock",
      tags: ['ab\ufffd'],
      deep: { list: [null, 1] },
    })
    assert.deepEqual(await kit.find("it\\'s_s:o\\'clock"), [30])
    await kit.remove([30])
  })
})

describe('when', () => {
  // search-1
  test('a document is found from the commit on, after a rollback never', async () => {
    await inTransaction(kit.ctx, async tx => {
      kit.putIn(tx, [annotation(40, { name: 'newly' })])
      assert.deepEqual(await kit.find('newly'), [])
    })
    assert.deepEqual(await kit.find('newly'), [40])
    await kit.remove([40])
    assert.deepEqual(await kit.find('newly'), [])
    const failed = inTransaction(kit.ctx, async tx => {
      kit.putIn(tx, [annotation(40, { name: 'newly' })])
      throw new Error('undone')
    })
    await assert.rejects(failed, /undone/)
    assert.deepEqual(await kit.find('newly'), [])
  })

  test('writers of the same new values at the same moment do not hinder one another', async () => {
    const writers = Array.from({ length: 8 }, (_, index) =>
      inTransaction(kit.ctx, async tx => {
        const place = index % 2 === 0 ? ['left', 'right'] : ['right', 'left']
        for (const [turn, side] of place.entries()) {
          kit.putIn(tx, [annotation(100 + index * 2 + turn, { side_s: `shared ${side}`, name: `twin ${side}` })])
        }
      }),
    )
    await Promise.all(writers)
    assert.equal((await kit.search({ q: 'side_s:"shared left"' })).numFound, 8)
    const { facetFields } = await kit.search({ q: 'twin', 'facet.field': 'side_s', 'facet.mincount': 1 })
    assert.deepEqual(facetFields[0]?.values, [
      { name: 'shared left', count: 8 },
      { name: 'shared right', count: 8 },
    ])
    await kit.remove(Array.from({ length: 16 }, (_, index) => 100 + index))
  })
})

describe('the deadline', () => {
  const slow = sql`select pg_sleep(60)`

  // limits-11
  test('cuts off a slow statement with the code that is reported as 503', async () => {
    await assert.rejects(
      withDeadline(kit.ctx, 20, db => slow.execute(db)),
      { code: '57014' },
    )
  })

  test("within a transaction, that one's own time limit holds again afterwards", async () => {
    await inTransaction(kit.ctx, async tx => {
      const read = () => sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx.db)
      const before = await read()
      assert.equal((await withDeadline(tx, 20, read)).rows[0]?.limit, '20ms')
      assert.deepEqual((await read()).rows, before.rows)
    })
  })
})
