/** A Solr that has no room left on its disk: nothing is lost that was on it, and nothing at all once there is room. */

import assert from 'node:assert/strict'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type OwnSolr, startOwnSolr, whyNoSmallDisk, whyNoSolr } from '../../../../../test/peers/solr.ts'
import { until } from '../../../../../test/until.ts'
import { rebuildIndex, SearchUnavailableError, waitForIndex } from '../../index.ts'
import { openTestCollection } from '../../testing/collection.ts'
import { annotation, type SearchKit, startSearch } from '../../testing/kit.ts'

describe('a Solr of two nodes', { skip: whyNoSolr() || whyNoSmallDisk() }, () => {
  let solr: OwnSolr
  let kit: SearchKit
  let searchUrl: string
  let count = 0
  before(async () => {
    solr = await startOwnSolr({ diskMib: 32 })
    const { url } = await openTestCollection(solr, { shards: 2, replicas: 2 })
    const hosts = solr.nodes.map(node => new URL(node).host)
    searchUrl = url.replace(new URL(url).host, hosts.join())
    kit = await startSearch({ url: searchUrl })
    for (let time = 0; time < 10; time++) await putOne()
    await untilFound()
  })
  after(async () => {
    await kit?.stop()
    await solr?.stop()
  })

  const putOne = () => kit.put([annotation(100 + count, { name: `d${count++}` })])
  const countFound = async () => (await kit.find('*').catch(() => [])).length
  const untilFound = () => until('everything is found', async () => (await countFound()) === count, 60_000)

  test('whose disk is full has what was on it, and has everything once there is room and it was rebuilt', {
    // Solr takes long to remove a collection that it cannot read.
    timeout: 480_000,
  }, async () => {
    const countUnsettled = async () => (await kit.ctx.db.selectFrom('search_unsettled').selectAll().execute()).length
    const untilSettled = async () => {
      // What is found already is noted once its transaction is over, for which a search waits a second at most.
      assert.ok(await waitForIndex(kit.ctx.platform, 60_000))
      await until('it is on the disk', async () => (await countUnsettled()) === 0, 60_000)
    }
    await untilSettled()
    const kept = count
    // Confirmed and found, but Solr forgets it when it cannot write.
    await putOne()
    await untilFound()
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
    await untilFound()
    await untilSettled()
  })
})
