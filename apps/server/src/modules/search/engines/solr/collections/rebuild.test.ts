/** All documents are written again beside those that answer, which go on until the new ones are whole. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { whyNoSolr } from '../../../../../../test/peers/solr.ts'
import { until } from '../../../../../../test/until.ts'
import { rebuildIndex, reportIndex, startIndexing, waitForIndex } from '../../../index.ts'
import { beginRebuildIfNeeded, type Workshop, writeParts } from '../../../rebuild/rebuild.ts'
import { openTestCollection } from '../../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../../testing/kit.ts'
import { rebuildWhile } from '../../../testing/rebuild-while.ts'
import { createSolrClient, type SolrClient } from '../client.ts'
import { readCollections } from './live.ts'
import { readCluster } from './setup.ts'

describe('a rebuild in Solr', { skip: whyNoSolr() }, () => {
  let kit: SearchKit
  let client: SolrClient
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  let workshop: Workshop
  const count = 1_200
  before(async () => {
    collection = await openTestCollection()
    client = createSolrClient(collection.url)
    kit = await startSearch(collection)
    workshop = { ...kit.ctx.platform, ...kit.ctx.platform.services.search, sources: kit.sources }
    await kit.put(Array.from({ length: count }, (_, index) => annotation(1000 + index, { name: `n${index}` })))
    await untilFound()
    await kit.stopIndexing()
  })
  after(async () => {
    await kit?.stop()
    await collection?.close()
  })
  let stop: (() => Promise<void>) | undefined
  afterEach(async () => {
    await stop?.()
    stop = undefined
  })

  const start = () => {
    stop = startIndexing(kit.ctx.platform, kit.sources)
  }
  const untilFound = async () => assert.ok(await waitForIndex(kit.ctx.platform, 60_000))
  const untilReady = async () => {
    // It has been looked at by then.
    await untilFound()
    await until('it is whole', async () => (await reportIndex(kit.ctx.platform)).state === 'ready')
  }
  const countFound = async () => (await kit.search({ q: '*', rows: 0 })).numFound
  /** Those of the service alone, and the one that its alias leads to. */
  const list = async () => {
    const { collections, current } = await readCluster(client)
    return { own: [...collections.keys()].filter(name => name.startsWith(client.collection)), led: current?.name }
  }
  const begin = async () => {
    await kit.ctx.db.updateTable('search_index').set({ format: 0 }).execute()
    assert.ok(await beginRebuildIfNeeded(workshop))
    return readCollections(kit.ctx.db, workshop.engine.name)
  }

  test('leaves searches to the documents that are there, takes changes for both, and is exchanged for them when it is whole', async () => {
    const { live, next } = await begin()
    const fields = { d_id: 99, v_productionId: ['n1'], v_name: ['sstray'], body: '{"id":99}' }
    await client.of(live!).ask('/update?softCommit=true', [{ id: '99', version: 1, kind: 'annotation', ...fields }])
    const gate = Promise.withResolvers<void>()
    const held = kit.ctx.db.transaction().execute(async db => {
      await sql`select from search_rebuild_part for update`.execute(db)
      await gate.promise
    })
    start()
    try {
      await kit.put([annotation(1000, { name: 'changed' }), annotation(5000, { name: 'during' })])
      await kit.remove([1001])
      await untilFound()
      assert.deepEqual(await kit.find('name:(changed during stray n1)', { sort: 'id asc' }), [99, 1000, 5000])
      assert.equal(await countFound(), count + 1)
      assert.equal((await reportIndex(kit.ctx.platform)).state, 'rebuilding')
      assert.deepEqual(new Set((await list()).own), new Set([live, next]))
    } finally {
      gate.resolve()
      await held
    }
    await untilReady()
    assert.deepEqual(await kit.find('name:(changed during stray n0 n1)', { sort: 'id asc' }), [1000, 5000])
    assert.equal(await countFound(), count)
    await until('the former one is removed', async () => (await list()).own.length === 1)
    assert.deepEqual(await list(), { own: [next], led: next })
  })

  test('that breaks off leaves the documents that are there, and the next one removes what it has left', async () => {
    const { live, next } = await begin()
    let looked = 0
    await writeParts(workshop, () => ++looked > 1)
    assert.equal(await countFound(), count)
    assert.equal((await list()).own.length, 2)
    await rebuildIndex({ ...workshop, searchUrl: collection.url }, () => {})
    const left = await list()
    assert.equal(left.own.length, 1)
    assert.ok(left.led !== live && left.led !== next)
    assert.equal(await countFound(), count)
  })

  test('that breaks off between the exchange in Solr and that in the database is exchanged at the next start', async () => {
    const { live, next } = await begin()
    const { upkeep } = workshop.engine
    const breaking = {
      ...upkeep,
      async takeLastStep(db: Parameters<typeof upkeep.takeLastStep>[0]) {
        await upkeep.takeLastStep(db)
        throw new Error('broken off')
      },
    }
    const broken: Workshop = { ...workshop, engine: { ...workshop.engine, upkeep: breaking } }
    await assert.rejects(
      writeParts(broken, () => false),
      /broken off/,
    )
    assert.deepEqual(
      [(await list()).led, await readCollections(kit.ctx.db, workshop.engine.name)],
      [next, { live, next }],
    )
    assert.equal(await countFound(), count)
    await kit.put([annotation(5001, { name: 'between' })])
    start()
    await untilReady()
    assert.deepEqual(await kit.find('name:between'), [5001])
    assert.match((await reportIndex(kit.ctx.platform)).reason, /^format 0/)
    assert.deepEqual(await readCollections(kit.ctx.db, workshop.engine.name), { live: next, next: null })
  })

  test('is begun where the collection of the database is not that of Solr, and where one that goes on has lost its own', async () => {
    const { live } = await readCollections(kit.ctx.db, workshop.engine.name)
    await client.administer(`/admin/collections?action=DELETEALIAS&name=${client.collection}&wt=json`)
    await assert.rejects(beginRebuildIfNeeded(workshop), /Search is not set up/)
    await client.administer(
      `/admin/collections?action=CREATEALIAS&name=${client.collection}&collections=${live}&wt=json`,
    )
    const { next } = await begin()
    await client.administer(`/admin/collections?action=DELETE&name=${next}&wt=json`)
    start()
    await untilReady()
    assert.equal((await reportIndex(kit.ctx.platform)).reason, 'a rebuild without its collection')
    assert.equal(await countFound(), count + 1)
    await stop?.()
    stop = undefined
    await kit.ctx.db.updateTable('search_index').set({ collection: 'rushes.another' }).execute()
    await assert.rejects(kit.find('*'), { name: 'UnavailableError' })
    start()
    await untilReady()
    assert.equal((await reportIndex(kit.ctx.platform)).reason, 'another collection')
    assert.equal(await countFound(), count + 1)
  })

  test('of a Solr that took too long to remove a collection leaves a configset, which the next start removes', async () => {
    const live = (await list()).led!
    const strays = [`${client.collection}.0123abcd.fields`, `${client.collection}.0123abce.fields`]
    const others = [`x${client.collection}.0123abcd.fields`, `${client.collection}.other.fields`]
    const configs = (parameters: string) =>
      client.administer<{ configSets: string[] }>(`/admin/configs?${parameters}&wt=json`)
    const named = async () => {
      const { configSets } = await configs('action=LIST')
      return configSets.filter(name => name.includes(client.collection)).sort()
    }
    for (const name of [...strays, ...others])
      await configs(`action=CREATE&name=${name}&baseConfigSet=${live}.fields&configSetProp.immutable=false`)
    try {
      assert.equal((await named()).length, 5)
      start()
      await until('they are removed', async () => !(await named()).some(name => strays.includes(name)))
      // Those of its collection, of another service, and of another name stay.
      assert.deepEqual(await named(), [`${live}.fields`, ...others].sort())
      assert.equal(await countFound(), count + 1)
    } finally {
      for (const name of others) await configs(`action=DELETE&name=${name}`)
    }
  })

  test('by command after the tables had the documents answers 503 until all of it is there', async () => {
    await rebuildIndex({ ...workshop, searchUrl: undefined }, () => {})
    await assert.rejects(kit.find('*'), { name: 'UnavailableError', message: 'The search index is not made yet' })
    await kit.remove([1002])
    const rebuild = (sources: Workshop['sources']) =>
      rebuildIndex({ ...workshop, sources, searchUrl: collection.url }, () => {})
    await rebuildWhile(kit.sources, rebuild, () =>
      assert.rejects(kit.find('*'), { name: 'UnavailableError', message: /being made: \d+ %/ }),
    )
    assert.equal(await countFound(), count)
    assert.deepEqual(await kit.find('name:(n1 n2 n3)', { sort: 'id asc' }), [1003])
    start()
    await untilReady()
    assert.equal((await list()).own.length, 1)
  })
})
