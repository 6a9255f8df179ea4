import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { SearchResultList } from '@rushes/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { byExtent } from '../../../../../../test/extent.ts'
import { until, untilSeen } from '../../../../../../test/until.ts'
import type { Restriction, SearchDocument, SearchScope } from '../../../documents/document.ts'
import { rebuildIndex, reportMemory, startMemory } from '../../../index.ts'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'
import { createDictionary } from '../documents/dictionary.ts'
import { writeDocuments } from '../documents/write-documents.ts'

let inDatabase: SearchKit
let inMemory: SearchKit
let folder: string

const word = fc.constantFrom('a', 'b', 'ab', 'abc', 'Ärger', 'dead', 'bead', 'a b', 'b a', '𝒳y', '\uffee')
const absent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const someDocuments = fc.array(
  fc.record({
    fields: fc.record({
      name: absent(word),
      funnel: fc.constantFrom('ReviewComment', 'ClipAnnotation'),
      description: absent(fc.array(word, { minLength: 1, maxLength: 8 }).map(words => words.join(' '))),
      tags: absent(fc.uniqueArray(word, { maxLength: 3 })),
      attachedEditorialObjectId: absent(fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 })),
      createdByShareId: absent(fc.integer({ min: 1, max: 3 })),
      mediaObjectId: fc.integer({ min: 1, max: 5 }),
      start: absent(fc.integer({ min: 0, max: 9 })),
      count_l: absent(fc.integer({ min: -2, max: 9 })),
    }),
    productionId: fc.constantFrom(1, 1, 1, 2),
    kind: fc.constantFrom<SearchDocument['kind']>('annotation', 'annotation', 'collection'),
    text: absent(fc.array(word, { maxLength: 2 })),
  }),
  { minLength: 150, maxLength: 150 },
)

before(async () => {
  const drawn = fc.sample(someDocuments, { seed: 77, numRuns: 1 })[0] ?? []
  const documents = drawn.map((document, index): SearchDocument => ({ id: index + 1, ...document }))
  inDatabase = await startSearch()
  inMemory = await startSearch()
  await inDatabase.put(documents)
  await inMemory.put(documents.slice(0, 75).map(document => annotation(document.id, { name: 'before' })))
  folder = await mkdtemp(join(tmpdir(), 'rushes-memory-'))
  const snapshotPath = join(folder, 'search', 'memory.snapshot')
  const stopHolding = await inMemory.holdInMemory({ snapshotPath })
  await inMemory.put(documents.slice(50, 100))
  await stopHolding()
  await inMemory.put(documents)
  await inMemory.holdInMemory({ snapshotPath })
  assert.equal(reportMemory(inMemory.ctx.platform).origin, 'snapshot')
})
after(async () => {
  await Promise.all([inDatabase.stop(), inMemory.stop()])
  await rm(folder, { recursive: true })
})

const restriction: fc.Arbitrary<Restriction> = fc.oneof(
  fc.record({
    attachedEditorialObjectIds: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    field: fc.constant('createdByShareId'),
    values: fc.constantFrom([1], [2, 3], []),
    orAbsent: fc.boolean(),
  }),
  fc.record({ field: fc.constant('funnel'), values: fc.constant(['ReviewComment']) }),
)
const scope: fc.Arbitrary<Partial<SearchScope>> = fc.record(
  {
    kind: fc.constantFrom<SearchScope['kind']>('annotation', 'collection', ['annotation', 'collection']),
    productionId: fc.constantFrom(1, 2, undefined),
    productionIds: fc.constantFrom([1, 2], [2]),
    mediaObjectId: fc.constantFrom(1, 2),
    restrictTo: fc.oneof(
      restriction,
      fc.array(restriction, { maxLength: 2 }),
      fc.record({ anyOf: fc.array(restriction) }),
    ),
  },
  { requiredKeys: ['productionIds'] },
)

const query = fc.oneof(
  word.map(text => (text.includes(' ') ? `"${text}"` : text)),
  fc.constantFrom('a b', 'a OR dead', '+a -b', 'a^3 b', 'd*', 'ab~1', '*ea*', '"a b"~2', 'name:a*', '-tags:a', '*:*'),
  fc.constantFrom(
    'description:(a b)',
    'start:[2 TO 6}',
    'count_l:[* TO 3]',
    'name:* -tags:*',
    'id:(3 5 8 500)',
    'start:1*',
  ),
)
const field = fc.constantFrom('name', 'tags', 'funnel', 'count_l', 'attachedEditorialObjectId', 'none')
const parameters = fc.record(
  {
    q: query,
    fq: fc.array(query, { maxLength: 2 }),
    sort: fc.constantFrom(
      'score desc',
      'start asc',
      'start desc, score desc',
      'id desc',
      'mediaObjectId asc,start desc',
    ),
    start: fc.constantFrom(0, 3),
    rows: fc.constantFrom(0, 5, 1000),
    fl: fc.constantFrom('id,score', '*', 'id'),
    'facet.field': fc.uniqueArray(field, { maxLength: 3 }),
    'facet.pivot': fc.constantFrom('funnel,name', 'tags,count_l,name', 'tags'),
    'facet.query': query,
    'facet.limit': fc.constantFrom(-1, 0, 1, 2, 100),
    'facet.offset': fc.constantFrom(0, 1),
    'facet.mincount': fc.constantFrom(0, 1, 2),
    'facet.sort': fc.constantFrom('count', 'index'),
    'facet.prefix': fc.constantFrom('a', '1'),
    'facet.missing': fc.boolean(),
    'f.tags.facet.limit': fc.constantFrom(1, -1),
    'f.name.facet.mincount': fc.constantFrom(1, 3),
  },
  { requiredKeys: [] },
)

test('memory answers what the database answers, for every question and every caller', async () => {
  const answered = reportMemory(inMemory.ctx.platform).answered
  let answerable = 0
  await fc.assert(
    fc.asyncProperty(scope, parameters, async (scope, raw) => {
      // Combinations without a value are counted by the database.
      if (raw['facet.pivot'] === undefined || raw['facet.missing'] !== true) answerable++
      const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== undefined))
      const [expected, actual] = await Promise.all([inDatabase.search(given, scope), inMemory.search(given, scope)])
      assertSame(actual, expected)
    }),
    { numRuns: byExtent(100, 300) },
  )
  assert.equal(reportMemory(inMemory.ctx.platform).answered - answered, answerable)
})

/** The same answer: the time it took aside, and scores apart by no more than single precision in the database makes them. */
function assertSame(actual: SearchResultList, expected: SearchResultList): void {
  assert.deepEqual(toComparable(actual), toComparable(expected))
  for (const [place, { score }] of expected.results.entries()) {
    if (score === undefined) continue
    const difference = Math.abs(Number(actual.results[place]!.score) - Number(score))
    assert.ok(difference <= Number(score) * 1e-5, `${actual.results[place]!.score} is not ${score}`)
  }
}

function toComparable({ elapsedTime, responseHeader, items, results, ...rest }: SearchResultList) {
  return { ...rest, results: results.map(document => ('score' in document ? { ...document, score: 'one' } : document)) }
}

describe('the copy in memory', () => {
  test('holds what was changed, removed and created before the search', async () => {
    const { put, remove, find } = inMemory
    await put([annotation(5000, { name: 'fresh' }), annotation(5001, { name: 'fresh' })])
    assert.deepEqual(await find('fresh', { sort: 'id asc' }), [5000, 5001])
    await put([annotation(5000, { name: 'stale' })])
    assert.deepEqual(await find('fresh'), [5001])
    assert.deepEqual(await find('stale'), [5000])
    await remove([5000, 5001])
    assert.deepEqual(await find('fresh OR stale'), [])
    await put([annotation(5000, { name: 'again' }, { productionId: 2 })])
    assert.deepEqual(await find('again'), [])
    assert.deepEqual(await find('again', {}, { productionId: 2 }), [5000])
    await remove([5000])
  })

  test('leaves to the database what it cannot answer: groups, ranges, cursors, orders by other fields', async () => {
    const before = reportMemory(inMemory.ctx.platform).answered
    const questions = [
      { group: true, 'group.field': 'funnel' },
      { 'facet.range': 'start', 'facet.range.start': '0', 'facet.range.end': '9', 'facet.range.gap': '3' },
      { cursorMark: '*', sort: 'id asc' },
      { sort: 'name asc' },
      { 'facet.field': 'start' },
    ]
    for (const question of questions) {
      const [expected, actual] = await Promise.all([inDatabase.search(question), inMemory.search(question)])
      assertSame(actual, expected)
    }
    assert.equal(reportMemory(inMemory.ctx.platform).answered, before)
  })

  test('leaves to the database the kinds of documents that it does not hold', async () => {
    const { database } = inMemory.ctx.platform
    await writeDocuments(database, [{ ...annotation(6000, { verb: 'told' }), kind: 'activity' }], createDictionary())
    assert.deepEqual(await inMemory.find('verb:told', {}, { kind: 'activity' }), [6000])
    assert.deepEqual(await inMemory.find('verb:told', {}, { kind: ['activity', 'annotation'] }), [6000])
  })

  test('says nothing of documents that another engine writes by now', async () => {
    const { db, platform } = inMemory.ctx
    const moveTo = (engine: string) => db.updateTable('search_index').set({ engine }).execute()
    await moveTo('solr rushes')
    try {
      const { answered } = reportMemory(platform)
      await assert.rejects(inMemory.search({ q: 'a' }), { name: 'UnavailableError' })
      assert.equal(reportMemory(platform).answered, answered)
    } finally {
      await moveTo('postgresql')
    }
    const { answered } = reportMemory(platform)
    await inMemory.search({ q: 'a' })
    assert.equal(reportMemory(platform).answered, answered + 1)
  })

  test('is read again after a rebuild of all documents', async () => {
    const { database, clock, log } = inMemory.ctx.platform
    await rebuildIndex({ database, clock, log, sources: inMemory.sources }, () => {})
    const before = reportMemory(inMemory.ctx.platform).answered
    await until('it answers again', async () => {
      const [expected, actual] = await Promise.all([inDatabase.search({ q: 'a' }), inMemory.search({ q: 'a' })])
      assertSame(actual, expected)
      return reportMemory(inMemory.ctx.platform).answered !== before
    })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where application_name = 'rushes search memory' and datname = current_database()`.execute(database)
    assert.ok(rows[0]!.count >= 1 && rows[0]!.count <= 2, `${rows[0]!.count} connections`)
  })

  test('is given up where there is no room for it, and searches go on', async () => {
    const kit = await startSearch()
    await kit.put([annotation(1, { name: 'small' })])
    assert.deepEqual(await kit.find('small'), [1])
    const { platform } = kit.ctx
    const stop = startMemory(platform, { databaseUrl: kit.databaseUrl, mostBytes: 1, fromDocuments: 0 })
    await untilSeen(
      'there is no room for it',
      () => reportMemory(platform),
      ({ state }) => state === 'too large',
    )
    assert.deepEqual(await kit.find('small'), [1])
    await stop()
    await kit.stop()
  })
})
