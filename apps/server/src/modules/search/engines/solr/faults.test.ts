/** What Solr may do to a service: be away, come back, hold documents of another time, or get changes late. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type CuttingProxy, startCuttingProxy } from '../../../../../test/peers/cutting-proxy.ts'
import { whyNoSolr } from '../../../../../test/peers/solr.ts'
import { until } from '../../../../../test/until.ts'
import { reportIndex, startIndexing, waitForIndex } from '../../index.ts'
import { beginRebuildIfNeeded } from '../../rebuild/rebuild.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../testing/kit.ts'
import { createSolrClient } from './client.ts'
import { publish } from './writing.ts'

describe('Solr', { skip: whyNoSolr() }, () => {
  let kit: SearchKit
  let proxy: CuttingProxy
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  before(async () => {
    collection = await openTestCollection()
    proxy = await startCuttingProxy(collection.url)
    kit = await startSearch({ url: proxy.url })
    await kit.put([annotation(1, { name: 'first' })])
    assert.ok(await waitForIndex(kit.ctx.platform, 60_000))
    assert.deepEqual(await kit.find('first'), [1])
  })
  after(async () => {
    proxy.pass()
    await kit.stop()
    await proxy.stop()
    await collection.close()
  })

  const isFound = (q: string) => async () => (await kit.find(q).catch(() => [])).length > 0

  test('that is away fails searches, which are to be tried again, and nothing else; all is found once it is back', async () => {
    proxy.refuse()
    proxy.cut()
    try {
      await assert.rejects(kit.find('first'), { name: 'UnavailableError', data: { retryAfterSeconds: 1 } })
      await kit.put([annotation(2, { name: 'second' })])
      await kit.remove([1])
      assert.equal(await waitForIndex(kit.ctx.platform, 500), false)
      assert.equal((await reportIndex(kit.ctx.platform)).state, 'ready')
    } finally {
      proxy.pass()
    }
    await until('what was written meanwhile is found', isFound('second'))
    assert.deepEqual(await kit.find('*'), [2])
  })

  test('refuses a query of more clauses than it takes with 400, and takes a list of as many values', async () => {
    const each = (write: (index: number) => string) =>
      Array.from({ length: 1_300 }, (_, index) => write(index)).join(' ')
    await assert.rejects(kit.find(each(index => `"a${index} b${index}"`)), { name: 'BadRequestError' })
    assert.deepEqual(await kit.find(`name:(second ${each(index => `a${index}`)})`), [2])
  })

  test('refuses several words of which the last is the beginning of very many, and says so', async () => {
    const words = Array.from({ length: 1_100 }, (_, index) => `zz${String(index).padStart(4, '0')}`)
    await kit.put([annotation(3, { description: 'dim zz0500' }), annotation(4, { description: words.join(' ') })])
    await until('it is found', isFound('description:zz1099'))
    assert.deepEqual(await kit.find('description:dim-zz05*'), [3])
    // Alone it may begin any number of words.
    assert.deepEqual(await kit.find('description:zz*', { sort: 'id asc' }), [3, 4])
    const tooMany = { name: 'BadRequestError', message: /"dim zz\*" ends with the beginning of too many words/ }
    await assert.rejects(kit.find('description:dim-zz*'), tooMany)
    await assert.rejects(kit.find('*', { 'facet.query': 'dim-zz*' }), tooMany)
    await kit.remove([3, 4])
  })

  test('that answers for a part alone, since it has no time for all, is not believed', async () => {
    const { rows } = await sql<{ collection: string }>`select collection from search_index`.execute(kit.ctx.db)
    const client = createSolrClient(collection.url).of(rows[0]!.collection)
    const ask = (params: Record<string, unknown>) =>
      client.ask<{ response: { numFound: number } }>('/select', {
        query: '{!func v=$slow}',
        params: { slow: 'sleep(300,1)', ...params },
      })
    assert.ok((await ask({})).response.numFound > 0)
    const refused = { name: 'UnavailableError', message: 'This takes too long; ask for less' }
    await assert.rejects(ask({ timeAllowed: 20 }), refused)
  })

  test('that loses its connections amid a search and amid a change loses neither', async () => {
    for (let round = 0; round < 10; round++) {
      const written = kit.put([annotation(10 + round, { name: `cut${round}` })])
      const searched = kit.find('*').catch(() => [])
      proxy.cut()
      await Promise.all([written, searched])
      await until('it is found', isFound(`cut${round}`))
    }
  })

  test('that loses what it has confirmed gets it written again', async () => {
    await kit.put([annotation(30, { name: 'confirmed' }), annotation(31, { name: 'kept' })])
    await until('it is found', isFound('confirmed'))
    const { rows } = await sql<{ collection: string }>`select collection from search_index`.execute(kit.ctx.db)
    const client = createSolrClient(collection.url).of(rows[0]!.collection)
    // By a query, which leaves no version behind: as if it had never been written.
    await client.ask('/update?softCommit=true', { delete: { query: 'id:30' } })
    assert.deepEqual(await kit.find('confirmed'), [])
    await until('it is found again', isFound('confirmed'))
    const count = async () => (await kit.ctx.db.selectFrom('search_unsettled').selectAll().execute()).length
    await until('what is there is no longer looked for', async () => (await count()) === 0)
    await kit.remove([30, 31])
  })

  test('that holds what the database says was written in the tables answers 503 until all is rebuilt', async () => {
    await kit.stopIndexing()
    const { db, platform } = kit.ctx
    await db.updateTable('search_index').set({ engine: 'postgresql' }).execute()
    await assert.rejects(kit.find('*'), { name: 'UnavailableError', message: 'The search index is not made yet' })
    const workshop = { ...platform, ...platform.services.search, sources: kit.sources }
    assert.ok(await beginRebuildIfNeeded(workshop))
    await assert.rejects(kit.find('*'), { name: 'UnavailableError', message: /being made: 0 %/ })
    const stop = startIndexing(platform, kit.sources)
    try {
      await until('it is ready', async () => (await reportIndex(platform)).state === 'ready')
      // At once: what is whole is found.
      assert.equal((await kit.find('*')).length, 11)
      assert.match((await reportIndex(platform)).reason, /^written by postgresql/)
    } finally {
      await stop()
    }
  })

  test('keeps what is newer when an older change comes late', async () => {
    const client = createSolrClient(collection.url)
    const write = (name: string, version: number) =>
      client.ask('/update?softCommit=true', [{ id: '77', version, kind: 'trace', present: [name] }])
    const read = async () => {
      await publish(client)
      const { response } = await client.ask<{ response: { numFound: number } }>('/select', {
        query: '{!bool must=$id must=$new}',
        params: { id: 'id:77', new: 'present:newer' },
      })
      return response.numFound
    }
    await write('newer', 1_000_002)
    await write('older', 1_000_001)
    assert.equal(await read(), 1)
    await client.ask('/update?deletedVersion=1000001&softCommit=true', { delete: ['77'] })
    assert.equal(await read(), 1)
    await client.ask('/update?deletedVersion=1000003&softCommit=true', { delete: ['77'] })
    await write('newer', 1_000_002)
    assert.equal(await read(), 0)
  })
})
