import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { until, untilSeen } from '../../../../test/until.ts'
import { inTransaction, type Platform } from '../../../platform/context.ts'
import { DatabaseUnavailableError } from '../../../platform/database/index.ts'
import {
  type DocumentSources,
  type IndexReport,
  rebuildIndex,
  reportIndex,
  type SearchDocument,
  searchDocuments,
  startIndexing,
  waitForIndex,
} from '../index.ts'
import { lockForChanges, lockForPart } from '../indexing/writing-lock.ts'
import { createSearchState } from '../state.ts'
import { annotation, type SearchKit, startSearch, toList } from '../testing/kit.ts'
import { readSnapshot } from '../testing/snapshot.ts'
import { indexFormat } from './reasons.ts'
import { writeParts } from './rebuild.ts'

const toNumbered = (index: number) =>
  annotation(1000 + index, {
    name: `Name ${index}`,
    funnel: index % 3 === 0 ? 'ReviewComment' : 'Shot',
    tags: [`tag${index % 7}`, 'all'],
    description: `Some words about ${index}`,
    take_i: index % 11,
  })

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  await kit.put(Array.from({ length: 1200 }, (_, index) => toNumbered(index)))
  await waitForIndex(kit.ctx.platform, 30_000)
  await kit.stopIndexing()
})
after(() => kit.stop())

const stops: (() => Promise<void>)[] = []
const stopAll = async () => {
  for (const stop of stops.splice(0)) await stop()
}
beforeEach(stopAll)
after(stopAll)

/** Another process on the same database, which remembers nothing. */
function startProcess(sources: DocumentSources = kit.sources): Platform {
  const platform = { ...kit.ctx.platform }
  stops.push(startIndexing(platform, sources))
  return platform
}

async function untilReady(platform: Platform): Promise<IndexReport> {
  await waitForIndex(platform, 60_000)
  return untilSeen(
    'the index is ready',
    () => reportIndex(platform),
    ({ state }) => state === 'ready',
  )
}

async function run(statement: string): Promise<void> {
  await sql.raw(statement).execute(kit.ctx.db)
}

async function readGeneration(): Promise<number> {
  const row = await kit.ctx.db.selectFrom('search_index').select('generation').executeTakeFirst()
  return row?.generation ?? 0
}

const isBeingMade = { name: 'UnavailableError', message: /^The search index is being made: \d+ % is written$/ }

/** The sources, with something in the way of reading. */
function hinder(step: (ids: readonly number[]) => Promise<void>): DocumentSources {
  const { annotation } = kit.sources
  return {
    ...kit.sources,
    annotation: {
      ids: annotation!.ids,
      async read(db, ids) {
        await step(ids)
        return annotation!.read(db, ids)
      },
    },
  }
}

describe('an incomplete index is repaired automatically at the next start', () => {
  const cases: Record<string, [statement: string, reason: string]> = {
    'an older format': ['update search_index set format = 0', `format 0, not ${indexFormat}`],
    'a format that nobody knows': ['update search_index set format = 99', `format 99, not ${indexFormat}`],
    'nothing known of it': ['delete from search_index', `format 0, not ${indexFormat}`],
    'no documents': ['truncate search_document, search_body', 'no documents'],
    'no bodies': ['truncate search_body', 'documents without what they show'],
    'one body missing': ['delete from search_body where id = 1700', 'documents without what they show'],
    'no values': ['truncate search_value restart identity', 'values without their numbers'],
    'no words': ['truncate search_word', 'values without their numbers'],
    'no places of fields': ['truncate search_slot restart identity', 'values without their numbers'],
  }
  for (const [name, [statement, reason]] of Object.entries(cases)) {
    test(name, async () => {
      const whole = await readSnapshot(kit.ctx.db)
      await run(statement)
      const report = await untilReady(startProcess())
      assert.deepEqual([report.state, report.reason, report.written], ['ready', reason, whole.size])
      assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
      assert.equal((await kit.search({ q: 'funnel:ReviewComment AND words' })).numFound, 400)
    })
  }

  test('and one that is whole stays as it is', async () => {
    const generation = await readGeneration()
    await untilReady(startProcess())
    assert.equal(await readGeneration(), generation)
  })

  test('of two processes that start at once, one begins the rebuild', async () => {
    const generation = await readGeneration()
    await run('update search_index set format = 0')
    await Promise.all([untilReady(startProcess()), untilReady(startProcess())])
    assert.equal(await readGeneration(), generation + 1)
  })
})

describe('a rebuild', () => {
  const rebuild = (sources = kit.sources) => rebuildIndex({ ...kit.ctx.platform, sources }, () => {})

  test('removes what no resource stands behind, and brings what has no document', async () => {
    const whole = await readSnapshot(kit.ctx.db)
    await run(`delete from search_document where id = 1001`)
    await run(`insert into search_document (id, kind, ords, slots, words, word_count) values
      (5, 'annotation', '{}', '{}', '', 0), (6, 'trace', '{}', '{}', '', 0), (99999999, 'annotation', '{}', '{}', '', 0)`)
    // A resource that is there and is shown no more.
    await run(`insert into test_resource values (7, 'annotation')`)
    await run(
      `insert into search_document (id, kind, ords, slots, words, word_count) values (7, 'annotation', '{}', '{}', '', 0)`,
    )
    await rebuild()
    assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
    await run('delete from test_resource where id = 7')
  })

  test('does not touch documents that are as they should be', async () => {
    const readRows = async () => {
      const { rows } = await sql<{
        place: string
      }>`select ctid::text as place from search_document order by id`.execute(kit.ctx.db)
      return rows
    }
    const rows = await readRows()
    await rebuild()
    assert.deepEqual(await readRows(), rows)
  })

  describe('of very many documents, of which most are missing', () => {
    const listIndexes = async () => {
      const { rows } = await sql<{ definition: string }>`
        select indexdef as definition from pg_indexes where tablename = 'search_document' order by 1`.execute(
        kit.ctx.db,
      )
      return rows.map(({ definition }) => definition)
    }
    const rebuildMany = (sources: DocumentSources) =>
      rebuildIndex({ ...kit.ctx.platform, sources, manyDocuments: 1000 }, () => {})

    test('goes without indexes, which are made at its end', async () => {
      const [whole, indexes] = [await readSnapshot(kit.ctx.db), await listIndexes()]
      const seen = new Set<number>()
      await run('truncate search_document, search_body')
      await rebuildMany(hinder(async () => void seen.add((await listIndexes()).length)))
      assert.deepEqual([...seen], [1], 'the key alone')
      assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
      assert.deepEqual(await listIndexes(), indexes)
      await rebuildMany(hinder(async () => void seen.add((await listIndexes()).length)))
      assert.deepEqual([...seen], [1, indexes.length], 'where documents are there, so are the indexes')
    })

    test('that ends in the middle is ended by the next process', async () => {
      const [whole, indexes] = [await readSnapshot(kit.ctx.db), await listIndexes()]
      await run('truncate search_document, search_body')
      let parts = 0
      const ended = rebuildMany(
        hinder(async () => {
          parts += 1
          if (parts > 1) throw Object.assign(new Error('the database is gone'), { code: '57P01' })
        }),
      )
      await assert.rejects(ended, /gone/)
      assert.equal((await listIndexes()).length, 1)
      const platform = startProcess()
      assert.equal((await untilReady(platform)).state, 'ready')
      assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
      assert.deepEqual(await listIndexes(), indexes)
    })

    test('makes no index while changes are written', async () => {
      const indexes = await listIndexes()
      await run(`with missing as (
        insert into search_missing_index (name, definition) select indexname, indexdef from pg_indexes
        where tablename = 'search_document' and indexname <> 'search_document_pkey' limit 1 returning name)
        select from missing`)
      const { rows } = await sql<{ name: string }>`select name from search_missing_index`.execute(kit.ctx.db)
      await run(`drop index ${rows[0]?.name}`)
      const held = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      const writer = kit.ctx.db.transaction().execute(async db => {
        await lockForChanges(db)
        held.resolve()
        await written.promise
      })
      await held.promise
      const workshop = { ...kit.ctx.platform, ...createSearchState(undefined), sources: kit.sources }
      const making = writeParts(workshop, () => false)
      try {
        assert.equal(await Promise.race([making, delay(300, 'waiting')]), 'waiting')
        assert.equal((await listIndexes()).length, indexes.length - 1)
      } finally {
        written.resolve()
      }
      await Promise.all([writer, making])
      assert.deepEqual(await listIndexes(), indexes)
    })

    test('keeps the indexes where somebody reads the documents for long: searches would wait behind it', async () => {
      const [whole, indexes] = [await readSnapshot(kit.ctx.db), await listIndexes()]
      await run('delete from search_document where id > 1100')
      const begun = Promise.withResolvers<void>()
      const read = Promise.withResolvers<void>()
      const reader = kit.ctx.db.transaction().execute(async db => {
        await sql`select count(*) from search_document`.execute(db)
        begun.resolve()
        await read.promise
      })
      await begun.promise
      const seen = new Set<number>()
      try {
        await rebuildMany(hinder(async () => void seen.add((await listIndexes()).length)))
      } finally {
        read.resolve()
      }
      await reader
      assert.deepEqual([...seen], [indexes.length])
      assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
    })

    test('keeps changes waiting while it holds the lock for parts, as it does for an index, and loses none', async () => {
      const making = Promise.withResolvers<void>()
      const holder = kit.ctx.db.transaction().execute(async db => {
        await lockForPart(db)
        await making.promise
      })
      const platform = startProcess()
      const put = (document: SearchDocument) =>
        inTransaction({ ...kit.ctx, platform }, async tx => kit.putIn(tx, [document]))
      const count = async () => (await kit.search({ q: 'Patient' })).numFound
      try {
        await put(annotation(1100, { name: 'Patient' }))
        assert.equal(await waitForIndex(platform, 500), false)
      } finally {
        making.resolve()
      }
      await holder
      assert.ok(await waitForIndex(platform, 10_000))
      assert.equal(await count(), 1)
      await put(toNumbered(100))
      assert.ok(await waitForIndex(platform, 10_000))
      assert.equal(await count(), 0)
    })
  })

  test('leaves out a document that cannot be made, and no other', async () => {
    const whole = await readSnapshot(kit.ctx.db)
    await run('truncate search_document, search_body')
    await rebuild(
      hinder(async ids => {
        if (ids.includes(1234)) throw new Error('broken')
      }),
    )
    whole.delete(1234)
    assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
    await rebuild()
  })

  test('that cannot go on says so, and goes on when it can', async () => {
    let isBroken = true
    await run('update search_index set format = 0')
    const platform = startProcess(
      hinder(async () => {
        if (isBroken) throw new Error('nothing works')
      }),
    )
    await waitForIndex(platform, 10_000)
    try {
      await until('it has failed', async () => (await reportIndex(platform)).state === 'failed')
      assert.equal((await kit.search({ q: '*:*' })).numFound, 1200, 'what was there is found meanwhile')
    } finally {
      isBroken = false
    }
    assert.equal((await untilReady(platform)).state, 'ready')
  })

  test('that an outage of the database interrupts has not failed, and goes on', async () => {
    let attempts = 0
    let isAway = true
    await run('update search_index set format = 0')
    const platform = startProcess(
      hinder(async () => {
        attempts += 1
        if (isAway) throw new DatabaseUnavailableError(new Error('away'))
      }),
    )
    // Its parts are tried together.
    await until('it has tried again', async () => {
      assert.notEqual((await reportIndex(platform)).state, 'failed')
      return attempts > 4
    })
    isAway = false
    assert.equal((await untilReady(platform)).state, 'ready')
  })

  test('after lost values shows nothing that is not so: the documents are thrown away first', async () => {
    await run('truncate search_value restart identity')
    // The first new values get the numbers that other values had; fewer than there are names among the documents that are
    // looked at, whichever part of them was written first.
    await run(`insert into search_value (field, value) select 'funnel', 'Secret' from generate_series(1, 100)`)
    let release = () => {}
    const gate = new Promise<void>(resolve => {
      release = resolve
    })
    const platform = startProcess(hinder(() => gate))
    try {
      await until('it has begun', async () => (await reportIndex(platform)).state === 'rebuilding')
      const refused = searchDocuments(
        // The index is held up until the search was refused.
        { ...kit.ctx, platform: { ...platform, maxIndexWaitMs: 500 } },
        { kind: 'annotation', productionId: 1, restrictTo: { field: 'funnel', values: ['Secret'] } },
        {},
      )
      await assert.rejects(refused, isBeingMade)
      const { state, isAnew } = await reportIndex(platform)
      assert.deepEqual([state, isAnew], ['rebuilding', true])
    } finally {
      release()
    }
    assert.equal((await untilReady(platform)).state, 'ready')
    assert.equal((await kit.search({ q: 'funnel:Shot' })).numFound, 800)
  })

  test('goes on beside searches, which find all that was there, and beside edits, which the next search finds', async () => {
    await kit.put(Array.from({ length: 12_000 }, (_, index) => annotation(5000 + index, { name: 'More' })))
    await untilReady(startProcess())
    await stopAll()
    await run('update search_index set format = 0')
    const platform = startProcess(hinder(ids => delay(ids.length > 10 ? 200 : 0)))
    const scope = { kind: 'annotation', productionId: 1 } as const
    await waitForIndex(platform, 10_000)
    let edits = 0
    while ((await reportIndex(platform)).state === 'rebuilding') {
      await inTransaction({ ...kit.ctx, platform }, async tx => {
        kit.putIn(tx, [annotation(1100, { name: `Edited${edits}`, funnel: 'Shot' })])
      })
      const ctx = { ...kit.ctx, platform }
      assert.equal((await toList(await searchDocuments(ctx, scope, { q: `Edited${edits}` }))).numFound, 1)
      assert.equal((await toList(await searchDocuments(ctx, scope, { q: '*:*' }))).numFound, 13_200)
      edits += 1
    }
    assert.ok(edits > 1, `${edits} edits during the rebuild`)
    assert.equal((await kit.search({ q: `Edited${edits - 1}` })).numFound, 1, 'nothing older was written over it')
  })
})
