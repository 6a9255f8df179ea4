import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../../test/peers/object-store.ts'
import { type Nodes, startNodes } from '../../../../test/running/cluster/nodes.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { createOwnProduction } from '../../../../test/service-process.ts'
import { until } from '../../../../test/until.ts'
import { databaseTime } from '../../../platform/background/lease.ts'
import { insertChunk } from '../chunks/store.ts'

const megabyte = 1_000_000
const bytes = makeBytes(8 * megabyte)
const wrong = makeBytes(bytes.length, 2)

/** A chunk of the whole file that comes slowly to one of the services. */
async function sendSlowly(nodes: Nodes, location: string, place: number): Promise<Socket> {
  const { pathname, search } = new URL(location)
  const { hostname, port } = new URL(nodes.services[place]!.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `PUT ${pathname}${search}&position=0 HTTP/1.1\r\nhost: x\r\ncontent-type: application/octet-stream\r\ncontent-length: ${bytes.length}\r\n\r\n`,
  )
  return socket
}

const countHolds = async (nodes: Nodes) => {
  const { count } = await nodes.database.db
    .selectFrom('upload_chunk')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('leased_until', '>', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sends the rest of a slow chunk with other bytes, until it is answered or cut. */
async function sendWrongRest(socket: Socket, from: number): Promise<void> {
  const over = new Promise(resolve => socket.once('data', resolve).once('close', resolve))
  for (let at = from; at < bytes.length && !socket.destroyed; at += megabyte)
    socket.write(wrong.slice(at, at + megabyte))
  await over
  socket.destroy()
}

/** What holds of uploads through two services, wherever their media is. */
function describeUploads(kind: string, skip: string | false, getSettings: () => Promise<Record<string, string>>): void {
  describe(kind, { skip }, () => {
    let nodes: Nodes
    let prId: number
    let first: Client
    let second: Client
    before(async () => {
      nodes = await startNodes(await getSettings())
      first = await nodes.signIn(0)
      second = await nodes.signIn(1)
      prId = (await createOwnProduction(first)).prId
    })
    after(() => nodes?.stop())

    test('an upload that is closed through one service takes no byte of a slow chunk that another one receives', async () => {
      for (let round = 0; round < 8; round++) {
        const clip = await beginUpload(first, prId, bytes.length, { hash: sha256(bytes) })
        assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
        const socket = await sendSlowly(nodes, clip.location, 0)
        // What it has sent by now may already be in the file.
        const sent = round * megabyte
        socket.write(bytes.slice(0, sent))
        await until('the chunk is taken', async () => (await countHolds(nodes)) === 1)
        const closed = await second.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
        assert.equal(closed.mediaObjectInstances?.[0]?.size, bytes.length)
        await sendWrongRest(socket, sent)
        await until('no chunk is under way', async () => (await countHolds(nodes)) === 0)
        assert.equal(sha256(await downloadOriginal(second, prId, clip.id)), sha256(bytes), `round ${round}`)
      }
    })

    test('a close among chunks on both services ends with the announced file, or not at all', async () => {
      for (let round = 0; round < 5; round++) {
        const clip = await beginUpload(first, prId, bytes.length, { hash: sha256(bytes) })
        assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
        const sockets = [await sendSlowly(nodes, clip.location, 0), await sendSlowly(nodes, clip.location, 1)]
        await until('both chunks are taken', async () => (await countHolds(nodes)) === 2)
        const sending = sockets.map(socket => sendWrongRest(socket, 0))
        const closed = await second.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } }).then(
          () => true,
          error => {
            assert.equal(error.status, 422)
            return false
          },
        )
        await Promise.all(sending)
        await until('no chunk is under way', async () => (await countHolds(nodes)) === 0)
        if (closed) assert.equal(sha256(await downloadOriginal(second, prId, clip.id)), sha256(bytes))
        else assert.equal((await first.uploads.getUpload({ prId, id: clip.id })).closed, false)
      }
    })

    test('a close waits for the hold of a service that died, and no longer', async () => {
      const clip = await beginUpload(first, prId, bytes.length)
      assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
      const held = await insertChunk(nodes.database.db, Number(clip.uploadId), 'a service that died', [0, 1])
      assert.ok(held?.isResent)
      let isClosed = false
      const closing = first.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } }).then(() => {
        isClosed = true
      })
      const isRefused = async () => (await putChunk(clip.location, 0, bytes.slice(0, 1))).status === 409
      await until('the upload takes no more', isRefused)
      // As long as a close takes that waits for nobody, and longer.
      for (let times = 0; times < 20; times++) assert.equal(await isRefused(), true)
      assert.equal(isClosed, false)
      await nodes.database.db
        .updateTable('upload_chunk')
        .set({ leased_until: databaseTime() })
        .where('id', '=', held.id)
        .execute()
      await closing
      assert.equal(await countHolds(nodes), 0)
    })
  })
}

describeUploads('on a disk', false, async () => ({}))

let objects: ObjectStore | undefined
after(() => objects?.stop())
describeUploads('on an object store', whyNoObjectStore(), async () => {
  objects = await startObjectStore()
  return objects.toSettings('nodes')
})
