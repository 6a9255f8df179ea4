/** Parts of a Solr that are away: a node, all nodes, ZooKeeper, room on the disk. Only searches fail, and nothing is lost. */

import assert from 'node:assert/strict'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type OwnSolr, startOwnSolr, whyNoSmallDisk, whyNoSolr } from '../../../../../test/peers/solr.ts'
import { until } from '../../../../../test/until.ts'
import { rebuildIndex, SearchUnavailableError } from '../../index.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../testing/kit.ts'

/** How long a part is away. */
const outageMs = process.env.RUSHES_LONG === '1' ? 60_000 : 5_000
/** Everything is found so soon after it is back. */
const promiseMs = 10_000

describe('a Solr of two nodes', { skip: whyNoSolr() }, () => {
  const isSmall = whyNoSmallDisk() === false
  let solr: OwnSolr
  let kit: SearchKit
  let collection: Awaited<ReturnType<typeof openTestCollection>>
  let searchUrl: string
  let count = 0
  before(async () => {
    solr = await startOwnSolr(isSmall ? { diskMib: 32 } : {})
    collection = await openTestCollection(solr, { shards: 2, replicas: 2 })
    const [first = '', second = ''] = solr.nodes.map(node => new URL(node).host)
    searchUrl = collection.url.replace(first, `${first},${second}`)
    kit = await startSearch({ url: searchUrl })
    await putOne()
    await untilFound()
  })
  after(async () => {
    await kit?.stop()
    await solr?.stop()
  })

  const putOne = () => kit.put([annotation(100 + count, { name: `d${count++}` })])
  const countFound = async () => (await kit.find('*').catch(() => [])).length
  const untilFound = (patienceMs = promiseMs) =>
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
      await assert.rejects(kit.find('*'), { name: 'UnavailableError' })
      await delay(outageMs / 20)
    } while (Date.now() < end)
    await solr.turn('start', 'both')
    await until('a node serves the collection', async () => (await countFound()) > 0, 120_000)
    await untilFound()
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

  test('whose disk is full has what was on it, and has everything once there is room and it was rebuilt', {
    skip: whyNoSmallDisk(),
    // Solr takes long to remove a collection that it cannot read.
    timeout: 480_000,
  }, async () => {
    const countUnsettled = async () => (await kit.ctx.db.selectFrom('search_unsettled').selectAll().execute()).length
    const untilSettled = () => until('it is on the disk', async () => (await countUnsettled()) === 0, 60_000)
    await untilSettled()
    const kept = count
    // Confirmed and found, but Solr forgets it when it cannot write.
    await putOne()
    await untilFound(60_000)
    const filler = join(solr.dataFolder, 'filler')
    const { bavail, bsize } = await statfs(solr.dataFolder)
    await writeFile(filler, Buffer.alloc(bavail * bsize)).catch(() => {})
    const { failures } = kit.ctx.platform.services.search
    const { retried } = failures
    // More than what its buffers hold.
    for (let time = 0; time < 4; time++) {
      const text = Array.from({ length: 20_000 }, (_, index) => `w${time}x${index}`).join(' ')
      await kit.put([annotation(100 + count, { name: `d${count++}`, description: text })])
    }
    await until('it takes no more', () => failures.retried > retried, 60_000)
    const found = await kit.find('*', { fl: 'id' }).catch((error: Error) => error.name)
    assert.ok(found === 'UnavailableError' || found.length >= kept, `${found}, not ${kept}`)
    await rm(filler)
    // What has failed to write to its disk has to be started again, and may be left with a collection that it cannot read.
    for (const how of ['stop', 'start'] as const) await solr.turn(how, 'both')
    const rebuild = () => rebuildIndex({ ...kit.ctx.platform, sources: kit.sources, searchUrl }, () => {})
    const isRebuilt = (): Promise<boolean> =>
      rebuild().then(
        () => true,
        error => (error instanceof SearchUnavailableError ? false : Promise.reject(error)),
      )
    await until('it can be rebuilt', isRebuilt, 120_000)
    await untilFound(60_000)
    await untilSettled()
  })
})
