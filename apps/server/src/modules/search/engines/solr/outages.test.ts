/** Parts of a Solr that are away: a node, all nodes, ZooKeeper. Only searches fail, and nothing is lost. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type OwnSolr, startOwnSolr, whyNoSolr } from '../../../../../test/peers/solr.ts'
import { until } from '../../../../../test/until.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../testing/kit.ts'

/** How long all of it is away. */
const outageMs = 60_000
/** Everything is found so soon after it is back. */
const promiseMs = 10_000

describe('a Solr of two nodes', { skip: whyNoSolr() }, () => {
  let solr: OwnSolr
  let kit: SearchKit
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  let count = 0
  before(async () => {
    solr = await startOwnSolr()
    collection = await openTestCollection(solr, { shards: 2, replicas: 2 })
    const [first = '', second = ''] = solr.nodes.map(node => new URL(node).host)
    kit = await startSearch({ url: collection.url.replace(first, `${first},${second}`) })
    await putOne()
    await untilFound(60_000)
  })
  after(async () => {
    await kit?.stop()
    await solr?.stop()
  })

  const putOne = () => kit.put([annotation(100 + count, { name: `d${count++}` })])
  const countFound = async () => (await kit.find('*').catch(() => [])).length
  const untilFound = (patienceMs: number) =>
    until('everything is found', async () => (await countFound()) === count, patienceMs)

  test('goes on while the one that is asked first is away, and has everything when it is back', {
    timeout: 180_000,
  }, async () => {
    await solr.turn('stop', 0)
    for (let time = 0; time < 3; time++) {
      await putOne()
      await untilFound(60_000)
    }
    await solr.turn('start', 0)
    await putOne()
    await untilFound(60_000)
    // Any replica that is up to date may answer.
    for (let time = 0; time < 10; time++) assert.equal(await countFound(), count)
  })

  test('that is away as a whole fails searches alone, and finds everything soon after it is back', {
    timeout: 300_000,
  }, async () => {
    await solr.turn('stop', 'both')
    const end = Date.now() + outageMs
    do {
      await putOne()
      await assert.rejects(kit.find('*'), { name: 'UnavailableError', data: { retryAfterSeconds: 1 } })
      await delay(outageMs / 20)
    } while (Date.now() < end)
    await solr.turn('start', 'both')
    await until('a node serves the collection', async () => (await countFound()) > 0, 120_000)
    await untilFound(promiseMs)
  })

  test('without ZooKeeper keeps what changes until that is back, and goes on answering or says that it cannot', {
    timeout: 300_000,
  }, async () => {
    await solr.turn('stop', 'zookeeper')
    const before = count
    await putOne()
    const found = await kit.find('*').catch((error: Error) => error.name)
    assert.ok(found === 'UnavailableError' || found.length === before || found.length === count, String(found))
    // Nodes whose sessions end, after half a minute, may not agree on a leader again before they are started again.
    await delay(5_000)
    await solr.turn('start', 'zookeeper')
    await untilFound(120_000)
    await putOne()
    await untilFound(60_000)
  })
})
