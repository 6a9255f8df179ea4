/** Recordings whose length nobody knows: what is refused leaves bytes, size and quota as they were, wherever media is. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { isErrorBody, type MediaObjectRequest, uploadLimitBytes } from '@rushes/contract'
import { type ObjectStore, startObjectStore, whyNoObjectStore } from '../../../../test/peers/object-store.ts'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'

const megabyte = 1_000_000

/** Begins a chunk whose length nobody knows until it ends, or of which that many bytes are announced. */
function openChunk(location: string, position: number, lengthBytes?: number) {
  const headers = lengthBytes === undefined ? {} : { 'content-length': lengthBytes }
  const chunk = request(`${location}&position=${position}`, { method: 'PUT', headers })
  return { chunk, answer: readAnswer(chunk) }
}

/** The status and the type of the error; a connection that is cut under the sender has none. */
async function readAnswer(chunk: ClientRequest): Promise<[status: number, error?: string]> {
  chunk.on('error', () => undefined)
  const response = await new Promise<IncomingMessage | undefined>(resolve => {
    chunk.once('response', resolve).once('close', () => resolve(undefined))
  })
  if (response === undefined) return [0]
  const body: unknown = response.statusCode === 204 ? undefined : await json(response)
  return isErrorBody(body) ? [response.statusCode!, body.type] : [response.statusCode!]
}

function stream(location: string, position: number, bytes: Uint8Array) {
  const { chunk, answer } = openChunk(location, position)
  chunk.end(bytes)
  return answer
}

const toDigest = (bytes: Uint8Array) => ({
  'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
})

function describeGrowing(kind: string, skip: string | false, getSettings: () => Promise<Record<string, string>>): void {
  describe(kind, { skip }, () => {
    let kit: TestService
    before(async () => {
      kit = await startTestService(await getSettings())
    })
    after(() => kit?.stop())

    /** A production that holds so many bytes, and what is done in it. */
    async function open(maxBytes: number) {
      const { id: prId } = await kit.createProduction()
      await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxBytes } })
      const begin = (size: number, request: MediaObjectRequest = {}) =>
        beginUpload(kit.admin, prId, size, { growing: true, ...request })
      const close = (id: number) => kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
      const getState = async (id: number) => {
        const { size, received } = await kit.admin.uploads.getUpload({ prId, id })
        return { size, received }
      }
      return {
        begin,
        close,
        getState,
        remove: (id: number) => kit.admin.media.deleteMediaObject({ prId, id }),
        /** The quota has room for these bytes, and not for one more. */
        async assertFree(bytes: number): Promise<void> {
          await assert.rejects(
            beginUpload(kit.admin, prId, bytes + 1),
            refusal(402),
            `more than ${bytes} bytes are free`,
          )
          if (bytes === 0) return
          const { id } = await beginUpload(kit.admin, prId, bytes)
          await kit.admin.uploads.cancelUpload({ prId, id })
        },
        async assertOriginal(id: number, expected: Uint8Array): Promise<void> {
          const original = await downloadOriginal(kit.admin, prId, id)
          assert.equal(original.length, expected.length)
          assert.equal(sha256(original), sha256(expected))
        },
      }
    }

    // uploads-53
    test('a chunk whose length is known when it ends takes room as it comes, and all of it or none is stored', async () => {
      const { begin, close, getState, assertFree, assertOriginal } = await open(1000)
      const bytes = makeBytes(1000)
      const { id, location } = await begin(100)
      assert.deepEqual(await stream(location, 0, bytes.slice(0, 600)), [204])
      assert.deepEqual(await getState(id), { size: 600, received: [[0, 600]] })
      await assertFree(400)

      assert.deepEqual(await stream(location, 600, makeBytes(401, 2)), [402, 'QuotaExceededError'])
      assert.deepEqual(await stream(location, 599, makeBytes(402, 2)), [402, 'QuotaExceededError'], 'over what came')
      assert.deepEqual(await stream(location, uploadLimitBytes - 5, makeBytes(10)), [400, 'BadRequestError'])
      assert.deepEqual(await getState(id), { size: 600, received: [[0, 600]] })
      await assertFree(400)

      assert.deepEqual(await stream(location, 600, bytes.slice(600)), [204])
      assert.deepEqual(await stream(location, 1000, new Uint8Array()), [204])
      assert.equal((await putChunk(location, 1000, makeBytes(1))).status, 402)
      await assertFree(0)
      await close(id)
      await assertOriginal(id, bytes)
    })

    // uploads-53
    test('a chunk that is refused, or broken off, gives back what it has taken', async () => {
      const { begin, close, getState, assertFree, assertOriginal } = await open(1000)
      const bytes = makeBytes(900)
      const { id, location } = await begin(0)
      assert.equal((await putChunk(location, 0, bytes, toDigest(makeBytes(900, 2)))).status, 422)
      assert.equal((await putChunk(location, 0, bytes, { 'content-digest': 'sha-256=nonsense' })).status, 400)
      assert.equal((await putChunk(location, 800, new Uint8Array())).status, 204)
      assert.deepEqual(await stream(location, 700, new Uint8Array()), [204])
      assert.deepEqual(await getState(id), { size: 0, received: [] })
      await assertFree(1000)

      const { chunk, answer } = openChunk(location, 0, 900)
      chunk.write(bytes.slice(0, 300))
      await until('its room is taken', async () => (await getState(id)).size === 900)
      // Another one that ends meanwhile takes nothing from it.
      assert.equal((await putChunk(location, 900, makeBytes(101))).status, 402)
      assert.equal((await putChunk(location, 900, bytes.slice(0, 100), toDigest(bytes))).status, 422)
      assert.equal((await getState(id)).size, 900)
      await assertFree(100)
      chunk.destroy()
      assert.deepEqual(await answer, [0])
      await until('what came is all there is', async () => {
        const { size, received } = await getState(id)
        return size === received[0]?.[1]
      })
      const { size } = await getState(id)
      assert.ok(size <= 300)
      await assertFree(1000 - size)
      assert.equal((await putChunk(location, size, bytes.slice(size))).status, 204)
      await close(id)
      await assertOriginal(id, bytes)
      await assertFree(100)

      const empty = await begin(0)
      assert.equal((await putChunk(empty.location, 0, makeBytes(101))).status, 402)
      await close(empty.id)
      await assertOriginal(empty.id, new Uint8Array())
    })

    // uploads-53, uploads-56
    test('chunks that the quota has refused before their first byte leave no trace', async () => {
      const { begin, close, assertOriginal } = await open(1000)
      const bytes = makeBytes(500)
      const { id, location, uploadId } = await begin(0)
      assert.equal((await putChunk(location, 0, bytes)).status, 204)
      for (let position = 500; position < 520; position++) {
        assert.deepEqual(await stream(location, position, makeBytes(600)), [402, 'QuotaExceededError'])
      }
      const { database } = kit.service.platform
      const left = database.selectFrom('upload_chunk').select('id').where('upload_id', '=', Number(uploadId))
      await until('none is under way', async () => (await left.execute()).length === 0)
      await close(id)
      await assertOriginal(id, bytes)
    })

    // uploads-53
    test('of chunks at once beyond the size, those that the quota has room for are taken', async () => {
      const { begin, close, getState, assertFree, assertOriginal } = await open(1000)
      const bytes = makeBytes(1000)
      const { id, location } = await begin(10)
      const answers = await Promise.all([
        putChunk(location, 400, bytes.slice(400)).then(({ status }) => status),
        putChunk(location, 1000, makeBytes(1)).then(({ status }) => status),
        stream(location, 0, bytes.slice(0, 400)).then(([status]) => status),
        stream(location, 900, makeBytes(101)).then(([status]) => status),
      ])
      assert.deepEqual(answers, [204, 402, 204, 402])
      assert.deepEqual(await getState(id), { size: 1000, received: [[0, 1000]] })
      await assertFree(0)
      await Promise.all([close(id), close(id)])
      assert.equal((await close(id)).mediaObjectInstances?.[0]?.size, 1000)
      await assertOriginal(id, bytes)
    })

    // uploads-54
    test('a close takes one piece from the beginning, and names every gap', async () => {
      const { begin, close, getState, assertFree, assertOriginal } = await open(1000)
      const bytes = makeBytes(600)
      const { id, location } = await begin(900)
      await assert.rejects(close(id), refusal(412), 'nothing has come')
      assert.equal((await putChunk(location, 300, bytes.slice(300, 400))).status, 204)
      const hasGaps = (missing: [number, number][]) => (error: { status: number; data: unknown }) => {
        assert.deepEqual([error.status, error.data], [412, { missing }])
        return true
      }
      await assert.rejects(close(id), hasGaps([[0, 300]]))
      assert.deepEqual(await stream(location, 500, bytes.slice(500)), [204])
      await assert.rejects(
        close(id),
        hasGaps([
          [0, 300],
          [400, 500],
        ]),
      )
      assert.equal((await getState(id)).size, 900)
      await assertFree(100)
      // Sent again with other bytes, over the end of what came.
      assert.equal((await putChunk(location, 0, makeBytes(350, 2))).status, 204)
      assert.deepEqual(await stream(location, 0, bytes.slice(0, 550)), [204])
      await close(id)
      await assertOriginal(id, bytes)
      await assertFree(400)
    })

    // uploads-53, uploads-54
    test('what replaces bytes of a chunk that the quota has refused is in the original', async () => {
      const { begin, close, assertFree, assertOriginal } = await open(20 * megabyte)
      const bytes = makeBytes(18 * megabyte)
      const { id, location } = await begin(0)
      assert.equal((await putChunk(location, 0, bytes.slice(0, 10 * megabyte))).status, 204)
      const { chunk, answer } = openChunk(location, 10 * megabyte)
      chunk.write(makeBytes(15 * megabyte, 2))
      assert.deepEqual(await answer, [402, 'QuotaExceededError'])
      chunk.destroy()
      await assertFree(10 * megabyte)
      assert.equal((await putChunk(location, 10 * megabyte, bytes.slice(10 * megabyte))).status, 204)
      await close(id)
      await assertOriginal(id, bytes)
      await assertFree(2 * megabyte)
    })

    // uploads-54
    test('a close amid a chunk ends where the others do', async () => {
      const { begin, close, remove, getState, assertFree, assertOriginal } = await open(50 * megabyte)
      const bytes = makeBytes(10 * megabyte)
      for (const lengthBytes of [undefined, 30 * megabyte]) {
        const { id, location } = await begin(0)
        assert.equal((await putChunk(location, 0, bytes)).status, 204)
        const { chunk, answer } = openChunk(location, bytes.length, lengthBytes)
        chunk.write(makeBytes(20 * megabyte, 2))
        await until('its bytes are on their way', async () => (await getState(id)).size >= 30 * megabyte)
        await close(id)
        const [status] = await answer
        assert.ok(status === 409 || status === 0, String(status))
        chunk.destroy()
        await assertOriginal(id, bytes)
        await assertFree(40 * megabyte)
        await remove(id)
      }
    })

    // uploads-29, uploads-54
    test('a chunk over the end that a close meets is in the original as a whole, or not at all', async () => {
      const { begin, close, assertOriginal } = await open(50 * megabyte)
      const [bytes, other] = [makeBytes(2 * megabyte), makeBytes(2 * megabyte, 2)]
      for (let round = 0; round < 8; round++) {
        const { id, location } = await begin(0)
        assert.equal((await putChunk(location, 0, bytes)).status, 204)
        const sending = round % 2 === 0 ? putChunk(location, megabyte, other) : stream(location, megabyte, other)
        const answer = sending.then(answer => (Array.isArray(answer) ? answer[0] : answer.status))
        await Promise.all([close(id), answer])
        const status = await answer
        assert.ok(status === 204 || status === 409 || status === 0, String(status))
        const replaced = Buffer.concat([bytes.slice(0, megabyte), other])
        await assertOriginal(id, status === 204 ? replaced : bytes)
      }
    })
  })
}

describeGrowing('on a disk', false, async () => ({}))

let objects: ObjectStore | undefined
after(() => objects?.stop())
describeGrowing('on an object store', whyNoObjectStore(), async () => {
  objects = await startObjectStore()
  return objects.toSettings('growing')
})
