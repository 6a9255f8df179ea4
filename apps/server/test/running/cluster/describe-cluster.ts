/** Tests of two api nodes, a worker and a background node as processes, before them a balancer, behind them a standby and a store. */

import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { type Client, createClient, followEvents, waitForWorkflow } from '@rushes/client'
import { runDemo } from '../../../../demo/src/run-demo.ts'
import { whyNoBalancer } from '../../peers/balancer.ts'
import { whyNoObjectStore } from '../../peers/object-store.ts'
import { startReceiver } from '../../peers/receiver.ts'
import { refusal } from '../../refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../scene/begin-upload.ts'
import { adminPassword } from '../../service.ts'
import { createOwnProduction } from '../../service-process.ts'
import { until } from '../../until.ts'
import { assertThere, assertUnavailable, type CommentWriter, type Kept, writeComments } from './comments.ts'
import { type Cluster, startCluster } from './processes.ts'
import { beginChunk, beginReading, isClosed } from './under-way.ts'

const chunkBytes = 5_000_000
const bytes = makeBytes(3 * chunkBytes)

/** Everything is found so soon after the last fault. */
const findableMs = 5_000

/** What holds of a cluster, wherever its media is. */
export function describeCluster(kind: string, place: 'objects' | 'folder'): void {
  describe(`nodes of all roles as processes, with media ${kind}`, {
    skip: whyNoObjectStore() || whyNoBalancer(),
  }, () => {
    let cluster: Cluster
    let accountId: number
    let prId: number
    let moId: number
    before(async () => {
      cluster = await startCluster(place)
      ;({ accountId, prId } = await createOwnProduction(cluster.balanced))
      moId = (await beginUpload(cluster.balanced, prId, 6)).id
    })
    after(() => cluster?.stop())
    /** A test that fails leaves no writer behind. */
    const writers = new Set<CommentWriter>()
    afterEach(async () => {
      for (const writer of writers) await writer.stop()
      writers.clear()
    })

    /** Writes through each of these clients, until `stop`. */
    function write(clients: readonly Client[]): CommentWriter {
      const writer = writeComments(clients, { prId, moId })
      writers.add(writer)
      return writer
    }

    /** All that was acknowledged is there, and found. */
    async function assertKept(kept: readonly (readonly Kept[])[]): Promise<void> {
      const all = kept.flat()
      await assertThere(cluster.apis, prId, all)
      const ids = all.map(({ id }) => id)
      const query = { fq: [`id:(${ids.slice(-200).join(' OR ')})`], rows: 0 }
      // A search waits a second for the index; after a fault that may need a few, until the nodes hear each other again.
      const areFound = async () => {
        const { numFound } = await cluster.balanced.annotations.searchAnnotations({ prId, query })
        return numFound === Math.min(200, ids.length)
      }
      await until('all are found', areFound, findableMs)
    }

    /** Nodes of every role say so. */
    async function untilReady(status: number): Promise<void> {
      const { api, worker, background } = cluster.nodes
      for (const { url } of [...api, worker, background]) {
        await until(`${url} says ${status}`, async () => (await fetch(`${url}/health/ready`)).status === status)
      }
    }

    function sendChunk(base: string, location: string, index: number) {
      const { pathname, search } = new URL(location)
      const chunk = bytes.slice(index * chunkBytes, (index + 1) * chunkBytes)
      return putChunk(base + pathname + search, index * chunkBytes, chunk).then(({ status }) => status)
    }

    test('a restart of one node after the other fails no request', async () => {
      const { balancer, balanced, nodes } = cluster
      const upload = await beginUpload(balanced, prId, bytes.length, { fileName: 'notes.txt' })
      const comments = write([balanced, balanced])
      await comments.more(5)
      for (const [index, node] of nodes.api.entries()) {
        assert.equal(await sendChunk(balancer.url, upload.location, index), 204)
        await node.stop()
        await comments.more(5)
        await node.start()
        await until('the balancer uses it again', () => balancer.isServing(node.url))
      }
      for (const node of [nodes.worker, nodes.background]) {
        await node.stop()
        await comments.more(5)
        await node.start()
      }
      assert.equal(await sendChunk(balancer.url, upload.location, 2), 204)
      await comments.stop()
      assert.deepEqual(comments.failures, [])
      await assertKept(comments.kept)
      const { workflowId } = await balanced.uploads.closeUpload({ prId, id: upload.id, body: {} })
      await waitForWorkflow(balanced, { prId, id: workflowId! })
      assert.equal(sha256(await downloadOriginal(balanced, prId, upload.id)), sha256(bytes))
    })

    test('what is under way at a node that stops is not cut, and no reader of events misses one', async () => {
      const { balancer, balanced, database, nodes } = cluster
      const large = makeBytes(30_000_000, 3)
      const film = await beginUpload(balanced, prId, large.length, { fileName: 'film.mov' })
      assert.equal((await putChunk(film.location, 0, large)).status, 204)
      await balanced.uploads.closeUpload({ prId, id: film.id, body: { skipIngest: true } })
      const { items } = await balanced.media.listInstances({ prId, id: film.id })
      const link = await (await balanced.media.getDownloadLink({ prId, id: film.id, moiId: items[0]!.id })).text()
      const held = 'select from upload_chunk where leased_until > 0'
      const isHeld = async (count: number) => (await database.execute(held)).length === count
      const reading = new AbortController()
      const seen = new Map<unknown, number>()
      const begun = Promise.withResolvers<void>()
      const following = (async () => {
        const options = { prId, signal: reading.signal, onBegin: () => begun.resolve() }
        for await (const event of followEvents(balanced, options)) {
          if (event.type === 'Annotation.create') seen.set(event.object?.id, (seen.get(event.object?.id) ?? 0) + 1)
        }
      })()
      following.catch(begun.reject)
      await begun.promise
      const comments = write([balanced, balanced])
      try {
        await comments.more(5)
        for (const node of nodes.api) {
          const upload = await beginUpload(balanced, prId, bytes.length, { hash: sha256(bytes) })
          // Some at this node whatever the balancer does with the others.
          const bases = [node.url, balancer.url, balancer.url]
          const chunks = bases.map((base, index) => {
            const start = index * chunkBytes
            return beginChunk(base, upload.location, start, bytes.slice(start, start + chunkBytes))
          })
          const { pathname, search } = new URL(`${link}&redirect=false`)
          const readers = await Promise.all(bases.map(base => beginReading(base + pathname + search)))
          await until('all chunks are under way', () => isHeld(chunks.length))
          const stopped = node.stop()
          await until('the node takes no connections', () => isClosed(`${node.url}/health/live`))
          await comments.more(5)
          assert.deepEqual(await Promise.all(chunks.map(chunk => chunk.finish())), [204, 204, 204])
          for (const reader of readers) assert.equal(sha256(await reader.finish()), sha256(large))
          await stopped
          await node.start()
          await until('the balancer uses it again', () => balancer.isServing(node.url))
          await balanced.uploads.closeUpload({ prId, id: upload.id, body: { skipIngest: true } })
          assert.equal(sha256(await downloadOriginal(balanced, prId, upload.id)), sha256(bytes))
        }
        await comments.stop()
        assert.deepEqual(comments.failures, [])
        await assertKept(comments.kept)
        const ids = comments.kept.flat().map(({ id }) => id)
        await until('all events were seen', () => ids.every(id => seen.has(id)))
        assert.deepEqual([...new Set(seen.values())], [1], 'each event was seen once')
      } finally {
        reading.abort()
        await following
      }
    })

    test('the demo passes, its requests spread over the nodes', async () => {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      await runDemo({ url: cluster.balancer.url, username: 'admin', password: adminPassword, print })
      assert.ok(lines.length > 10)
    })

    test('a node that is killed loses nothing: others go on with uploads, tasks and webhooks', async () => {
      const { apis, nodes } = cluster
      const receiver = await startReceiver()
      await apis[1].webhooks.createWebhook({ id: accountId, body: { url: receiver.url, types: ['Annotation.create'] } })
      const upload = await beginUpload(apis[0], prId, bytes.length, { fileName: 'notes.txt' })
      assert.equal(await sendChunk(nodes.api[0].url, upload.location, 0), 204)

      const comments = write([apis[1]])
      await comments.more(5)
      await nodes.api[0].kill()
      assert.equal(await sendChunk(nodes.api[1].url, upload.location, 1), 204)
      await nodes.background.kill()
      await comments.more(5)
      assert.equal(await sendChunk(nodes.api[1].url, upload.location, 2), 204)
      const { workflowId } = await apis[1].uploads.closeUpload({ prId, id: upload.id, body: {} })
      await nodes.worker.kill()
      await Promise.all([nodes.background.start(), nodes.worker.start(), nodes.api[0].start()])
      await comments.stop()
      assert.deepEqual(comments.failures, [])

      await waitForWorkflow(apis[0], { prId, id: workflowId! })
      assert.equal(sha256(await downloadOriginal(apis[0], prId, upload.id)), sha256(bytes))
      await assertKept(comments.kept)
      const wanted = comments.kept.flat().map(({ id }) => id)
      const listReceived = () => receiver.received.map(({ event }) => event.object?.id)
      await until('the webhook was sent all', () => wanted.every(id => listReceived().includes(id)))
      await receiver.stop()
    })

    test('a logout at one node holds at the other within a second', async () => {
      const { nodes } = cluster
      const at = (node: number, token?: string) =>
        createClient({ baseUrl: nodes.api[node]!.url, ...(token === undefined ? {} : { token }) })
      const { token } = await at(0).authentication.login({ body: { username: 'admin', password: adminPassword } })
      await at(1, token).authentication.getCurrentUser()
      await at(0, token).authentication.logout()
      const begun = performance.now()
      const isRefused = () =>
        at(1, token)
          .authentication.getCurrentUser()
          .then(() => false, refusal(401))
      await until('the other node refuses the session', isRefused)
      assert.ok(performance.now() - begun < 1_000)
    })

    test('connections to the database that are cut, each in turn and all at once, lose nothing that was acknowledged', async () => {
      const { apis, wire } = cluster
      const comments = write(apis)
      await comments.more(2)
      // Every connection of every node that there is now, one after the other, amid writes.
      const cutsInTurn = wire.open
      for (let place = 0; place < cutsInTurn; place++) {
        wire.cutOldest()
        await comments.more(1)
      }
      for (let round = 0; round < 8; round++) {
        await comments.more(2)
        wire.cut()
      }
      await comments.more(2)
      await comments.stop()
      assert.ok(cutsInTurn > 8)
      assertUnavailable(comments.failures)
      await assertKept(comments.kept)
    })

    test('connections to the database that fall silent, or are half closed, lose nothing that was acknowledged', async () => {
      const { apis, wire } = cluster
      const comments = write(apis)
      for (const [disturb, end] of [
        [wire.stall, wire.pass],
        [wire.halfClose, () => {}],
      ] as const) {
        await comments.more(3)
        const count = comments.failures.length
        disturb()
        // A node gives up a silent server, and answers 503 until another connection is good.
        if (disturb === wire.stall) await until('requests are refused', () => comments.failures.length > count)
        end()
        await comments.more(3)
        await untilReady(200)
      }
      await comments.stop()
      assertUnavailable(comments.failures)
      await assertKept(comments.kept)
    })

    if (place === 'objects')
      test('while the object store is away, what needs no bytes goes on, and chunks are refused until it is back', async () => {
        const { balanced, balancer, nodes, objects } = cluster
        assert.ok(objects)
        const upload = await beginUpload(balanced, prId, bytes.length, { fileName: 'notes.txt' })
        assert.equal(await sendChunk(balancer.url, upload.location, 0), 204)
        const notes = await beginUpload(balanced, prId, 6, { fileName: 'notes.txt' })
        assert.equal((await putChunk(notes.location, 0, bytes.slice(0, 6))).status, 204)
        await balanced.uploads.closeUpload({ prId, id: notes.id, body: { skipIngest: true } })
        const { items } = await balanced.media.listInstances({ prId, id: notes.id })
        const link = await (await balanced.media.getDownloadLink({ prId, id: notes.id, moiId: items[0]!.id })).text()
        const comments = write([balanced, balanced])
        await comments.more(5)
        await objects.kill()
        assert.equal(await sendChunk(balancer.url, upload.location, 1), 503)
        const refused = await fetch(link)
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5'])
        for (const [path, status] of [
          ['/health/ready', 503],
          ['/health/ready?own=true', 200],
        ] as const) {
          assert.equal((await fetch(nodes.api[0].url + path)).status, status, path)
        }
        await comments.more(5)
        await objects.start()
        assert.equal((await fetch(link)).status, 200)
        await comments.stop()
        assert.deepEqual(comments.failures, [])
        for (const index of [1, 2]) assert.equal(await sendChunk(balancer.url, upload.location, index), 204)
        const { workflowId } = await balanced.uploads.closeUpload({ prId, id: upload.id, body: {} })
        await waitForWorkflow(balanced, { prId, id: workflowId! })
        assert.equal(sha256(await downloadOriginal(balanced, prId, upload.id)), sha256(bytes))
        await assertKept(comments.kept)
      })

    test('without the balancer nothing arrives, and through it everything goes on where it was', async () => {
      const { balanced, balancer, nodes } = cluster
      const upload = await beginUpload(balanced, prId, bytes.length, { fileName: 'notes.txt' })
      assert.equal(await sendChunk(balancer.url, upload.location, 0), 204)
      await balancer.kill()
      await assert.rejects(sendChunk(balancer.url, upload.location, 1), TypeError)
      for (const { url } of nodes.api) assert.equal((await fetch(`${url}/health/ready`)).status, 200)
      await balancer.start()
      for (const index of [1, 2]) assert.equal(await sendChunk(balancer.url, upload.location, index), 204)
      const { workflowId } = await balanced.uploads.closeUpload({ prId, id: upload.id, body: {} })
      await waitForWorkflow(balanced, { prId, id: workflowId! })
      assert.equal(sha256(await downloadOriginal(balanced, prId, upload.id)), sha256(bytes))
    })

    test('while the standby is lost writes wait, until it is back or is done without', async () => {
      const { apis, database, nodes } = cluster
      const doWithout = ['alter system reset synchronous_standby_names', 'select pg_reload_conf()']
      try {
        await database.crashStandby()
        const comments = write([apis[0], apis[1]])
        await until('writes wait', async () => {
          const waiting = await database.execute(`select from pg_stat_activity where wait_event = 'SyncRep'`)
          return waiting.length >= 2
        })
        assert.equal((await apis[1].productions.getProduction({ prId })).id, prId)
        assert.deepEqual(comments.kept, [[], []])
        await database.startStandby()
        await comments.more(2)
        await comments.stop()
        assert.deepEqual(comments.failures, [])
        await assertKept(comments.kept)

        // More of them than a node has connections: nothing else gets one.
        await database.crashStandby()
        const writes = Array.from({ length: 12 }, (_, number) =>
          apis[0].productions.createProduction({ body: { accountId, name: `production ${number}` } }),
        )
        await until(
          'the node is not ready',
          async () => (await fetch(`${nodes.api[0].url}/health/ready`)).status === 503,
        )
        await database.execute(...doWithout)
        await Promise.all(writes)
        await database.startStandby()
        await database.execute(`alter system set synchronous_standby_names = '*'`, 'select pg_reload_conf()')
      } catch (error) {
        // Otherwise those who write would never end.
        await database.execute(...doWithout)
        throw error
      }
    })

    test('when the primary is lost and the standby promoted, nothing that was acknowledged is lost', async () => {
      const { apis, database, nodes } = cluster
      const upload = await beginUpload(apis[0], prId, bytes.length, { fileName: 'notes.txt' })
      assert.equal(await sendChunk(nodes.api[0].url, upload.location, 0), 204)
      const comments = write(apis)
      await comments.more(10)
      await database.crashPrimary()
      await until('requests are refused', () => comments.failures.length > 0)
      await untilReady(503)
      // A chunk that arrives meanwhile is refused, and sent again.
      assert.equal(await sendChunk(nodes.api[1].url, upload.location, 1), 503)
      await database.promoteStandby()
      await comments.more(10)
      await untilReady(200)
      await comments.stop()
      assertUnavailable(comments.failures)
      await assertKept(comments.kept)

      assert.equal(await sendChunk(nodes.api[1].url, upload.location, 1), 204)
      assert.equal(await sendChunk(nodes.api[0].url, upload.location, 2), 204)
      const { workflowId } = await apis[1].uploads.closeUpload({ prId, id: upload.id, body: {} })
      await waitForWorkflow(apis[0], { prId, id: workflowId! })
      assert.equal(sha256(await downloadOriginal(apis[1], prId, upload.id)), sha256(bytes))
    })
  })
}
