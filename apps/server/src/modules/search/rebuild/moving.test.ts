/** From one engine to the other: what is there is of an earlier time, and only a part of it is written again at first. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { inTransaction, type Platform } from '../../../platform/context.ts'
import { rebuildIndex, reportIndex, startIndexing, waitForIndex } from '../index.ts'
import { createSearchState } from '../state.ts'
import { annotation, type SearchKit, startSearch } from '../testing/kit.ts'
import { rebuildWhile } from '../testing/rebuild-while.ts'
import { readSnapshot } from '../testing/snapshot.ts'
import { beginRebuildIfNeeded, type Workshop, writeParts } from './rebuild.ts'
import { readIndexState } from './store.ts'

const isNotMade = { name: 'UnavailableError', message: 'The search index is not made yet' }
const isBeingMade = { name: 'UnavailableError', message: /^The search index is being made: \d+ % is written$/ }
const count = 1_200

let kit: SearchKit
before(async () => {
  kit = await startSearch()
  await kit.put(Array.from({ length: count }, (_, index) => annotation(1000 + index, { funnel: `f${index % 3}` })))
  await waitForIndex(kit.ctx.platform, 30_000)
  await kit.stopIndexing()
})
after(() => kit.stop())

let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})

async function run(statement: string): Promise<void> {
  await sql.raw(statement).execute(kit.ctx.db)
}

describe('what another engine has written', () => {
  const moveToOther = () => run(`update search_index set engine = 'solr rushes'`)
  const workshop = (): Workshop => ({ ...kit.ctx.platform, ...createSearchState(undefined), sources: kit.sources })
  /** Nothing of what is there is shown. */
  async function assertRefused(error: { name: string; message: RegExp | string }): Promise<void> {
    const { readBodies } = workshop().engine
    await assert.rejects(kit.search({ q: '*:*' }), error)
    await assert.rejects(kit.search({ q: '*:*', group: true, 'group.field': 'funnel' }), error)
    await assert.rejects(Array.fromAsync(readBodies(kit.ctx, [1001])), error)
  }
  const rebuild = (sources = kit.sources) => rebuildIndex({ ...kit.ctx.platform, sources }, () => {})
  const countFound = async () => (await kit.search({ q: '*:*', rows: 0 })).numFound
  /** The command; a part of it waits for what is given. */
  const whileRebuilt = (look: () => Promise<void>) => rebuildWhile(kit.sources, rebuild, look)

  test('answers 503 with the reason until all of it is there, also when it begins again', async () => {
    const whole = await readSnapshot(kit.ctx.db)
    await moveToOther()
    await assertRefused(isNotMade)
    const { state, isAnew } = await reportIndex(kit.ctx.platform)
    assert.deepEqual([state, isAnew], ['rebuilding', true], 'the service is not ready')
    assert.ok(await beginRebuildIfNeeded(workshop()))
    const { reason, parts } = await readIndexState(kit.ctx.db)
    assert.equal(reason, 'written by solr rushes, not by postgresql')
    let looked = 0
    await writeParts(workshop(), () => ++looked > 1)
    const { partsLeft } = await readIndexState(kit.ctx.db)
    assert.ok(partsLeft > 0 && partsLeft < parts, `${partsLeft} of ${parts}`)
    await assertRefused(isBeingMade)
    await whileRebuilt(() => assertRefused(isBeingMade))
    assert.deepEqual(await readSnapshot(kit.ctx.db), whole)
    assert.equal(await countFound(), count)
    await whileRebuilt(async () => assert.equal(await countFound(), count))
  })

  test('is thrown away by the command as well', async () => {
    await moveToOther()
    await whileRebuilt(() => assertRefused(isBeingMade))
    assert.equal(await countFound(), count)
  })

  test('does not end the bodies of an answer early when it is thrown away meanwhile', async () => {
    const ids = Array.from({ length: count }, (_, index) => 1000 + index)
    const bodies = workshop().engine.readBodies(kit.ctx, ids)[Symbol.asyncIterator]()
    assert.ok((await bodies.next()).value?.length > 0)
    await moveToOther()
    await rebuild()
    await assert.rejects(bodies.next(), { name: 'UnavailableError' })
  })

  test('is left to it by nodes that still run without it, and so are changes', async () => {
    const platform: Platform = { ...kit.ctx.platform }
    stop = startIndexing(platform, kit.sources)
    assert.ok(await waitForIndex(platform, 60_000))
    await moveToOther()
    await run('insert into search_rebuild_part (first_id, last_id) values (0, 10)')
    await inTransaction({ ...kit.ctx, platform }, async tx => kit.putIn(tx, [annotation(1100, { name: 'Waiting' })]))
    assert.equal(await waitForIndex(platform, 500), false)
    await writeParts(workshop(), () => false)
    const { rows } = await sql`select from search_rebuild_part`.execute(kit.ctx.db)
    assert.equal(rows.length, 1)
    await run('delete from search_rebuild_part')
    await run(`update search_index set engine = 'postgresql'`)
    assert.ok(await waitForIndex(platform, 10_000))
    assert.equal((await kit.search({ q: 'Waiting' })).numFound, 1)
  })

  test('does not wait for indexes of tables', async () => {
    await run(`insert into search_missing_index values ('none', 'select 1')`)
    await moveToOther()
    assert.equal((await readIndexState(kit.ctx.db)).partsLeft, 0)
    await run('delete from search_missing_index')
    await run(`update search_index set engine = 'postgresql'`)
  })
})
