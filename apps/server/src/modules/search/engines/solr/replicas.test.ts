/** What happens to one replica of several: its node is killed and comes back, or it loses what Solr has confirmed. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type OwnSolr, type SolrNode, startOwnSolr, whyNoSolr } from '../../../../../test/peers/solr.ts'
import { until } from '../../../../../test/until.ts'
import { waitForIndex } from '../../index.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../testing/kit.ts'
import { createSolrClient, type SolrClient } from './client.ts'
import { noteUnsettled } from './collections/settling.ts'
import { listActiveReplicas } from './collections/setup.ts'

describe('a Solr of three nodes', { skip: whyNoSolr() }, () => {
  let solr: OwnSolr
  /** The one that is asked first. */
  let node: SolrNode
  let kit: SearchKit
  let client: SolrClient
  let count = 0
  before(async () => {
    solr = await startOwnSolr()
    node = await solr.addNode()
    const { url } = await openTestCollection(solr, { shards: 2, replicas: 3 })
    const hosts = [node.url, ...solr.nodes].map(address => new URL(address).host)
    kit = await startSearch({ url: url.replace(new URL(url).host, hosts.join()) })
    await putOne()
    const { rows } = await sql<{ collection: string }>`select collection from search_index`.execute(kit.ctx.db)
    client = createSolrClient(url).of(rows[0]!.collection)
    await untilFound()
  })
  after(async () => {
    await kit?.stop()
    await solr?.stop()
  })

  const putOne = () => kit.put([annotation(100 + count, { name: `d${count++}` })])
  const countFound = async () => (await kit.find('*')).length
  const untilFound = () =>
    until('everything is found', async () => (await countFound().catch(() => 0)) === count, 100_000)
  const readReplica = async (replica: string, query: string) => {
    const asked = { query, fields: ['version'], params: { distrib: false } }
    const answer = await createSolrClient(replica).ask<{
      response: { numFound: number; docs: { version: number }[] }
    }>('/select', asked)
    return answer.response
  }
  /** How many documents each replica has, by shard. */
  const countEach = async () => {
    const shards = await listActiveReplicas(client)
    const countIn = async (replica: string) => (await readReplica(replica, 'kind:annotation')).numFound
    return Promise.all(shards.map(replicas => Promise.all(replicas.map(countIn))))
  }
  const untilAllHaveAll = () =>
    until(
      'each replica has all documents of its shard',
      async () => {
        const shards = await countEach().catch(() => [])
        const areSame = shards.every(counts => counts.length === 3 && new Set(counts).size === 1)
        return areSame && shards.reduce((sum, [first = 0]) => sum + first, 0) === count
      },
      100_000,
    )

  test('loses one amid changes and searches: none is lost, no list is short, and it has everything when it is back', {
    timeout: 360_000,
  }, async context => {
    for (let time = 0; time < 20; time++) await putOne()
    await untilFound()
    const known = count
    let isOver = false
    const outcomes = { found: 0, failed: 0 }
    const searching = (async () => {
      while (!isOver) {
        const found = await kit.find('*', { fl: 'id' }).catch((error: Error) => error)
        if (found instanceof Error) {
          assert.equal(found.name, 'UnavailableError')
          outcomes.failed++
        } else {
          assert.ok(found.length >= known, `${found.length} of ${known}`)
          outcomes.found++
        }
      }
    })()
    await putOne()
    await node.kill()
    for (let time = 0; time < 5; time++) await putOne()
    await untilFound()
    isOver = true
    await searching
    context.diagnostic(`searches meanwhile: ${JSON.stringify(outcomes)}`)
    assert.ok(outcomes.found > 0)
    // Nothing is seen of the loss, once the others know of it.
    for (let time = 0; time < 10; time++) assert.equal(await countFound(), count)
    await node.start()
    await putOne()
    await untilAllHaveAll()
    for (let time = 0; time < 10; time++) assert.equal(await countFound(), count)
  })

  test('of which one replica has lost what was confirmed gets it written again', { timeout: 240_000 }, async () => {
    await putOne()
    assert.ok(await waitForIndex(kit.ctx.platform, 60_000))
    await untilAllHaveAll()
    const id = 99 + count
    let version = 0
    for (const replica of (await listActiveReplicas(client)).flat()) {
      const [document] = (await readReplica(replica, `id:${id}`)).docs
      if (!document) continue
      version = document.version
      const own = createSolrClient(replica)
      // As if its leader had said so, and to this one alone; by a query, which leaves no version behind.
      const moment = BigInt(Date.now()) << 20n
      await own.ask(`/update?update.distrib=FROMLEADER&_version_=-${moment}`, { delete: { query: `id:${id}` } })
      await own.ask('/update?commit=true&commit_end_point=replicas', {})
      assert.deepEqual((await readReplica(replica, `id:${id}`)).docs, [])
      break
    }
    assert.ok(version > 0)
    const isSame = async () => (await countEach()).every(counts => new Set(counts).size === 1)
    assert.equal(await isSame(), false)
    await noteUnsettled(kit.ctx.db, client.collection, [{ id, kind: 'annotation' }], version)
    await untilAllHaveAll()
  })
})
