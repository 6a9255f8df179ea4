/** Chunks over received bytes whose process died, or gave up, amid writing. */

import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { beginReplacing, beginWriting, endChunk, finishChunk, insertChunk } from '../chunks/store.ts'
import type { ByteRange } from '../policy.ts'

const bytes = makeBytes(60)
const other = makeBytes(60, 2)

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

/** An upload with all of its bytes, and a chunk of a process that is gone. */
async function open([start, end]: ByteRange, begun: 'nothing' | 'writing' | 'replacing', growing = false) {
  const { database } = kit.service.platform
  const { id, location, uploadId: text } = await beginUpload(kit.admin, prId, bytes.length, { growing })
  const uploadId = Number(text)
  const put = async (start: number, end: number, from = bytes) =>
    assert.equal((await putChunk(location, start, from.slice(start, end))).status, 204)
  await put(0, bytes.length)
  const chunk = await insertChunk(database, uploadId, 'a process that is gone', [start, end])
  assert.ok(chunk?.isResent)
  const write = () => beginWriting(database, { ...chunk, uploadId }, end)
  if (begun === 'writing') assert.ok(await write())
  if (begun === 'replacing') assert.ok(await beginReplacing(database, { ...chunk, uploadId }))
  return {
    put,
    uploadId,
    write,
    die: () => endChunk(database, chunk.id, end),
    close: () => kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } }),
    listMissing: async () => (await kit.admin.uploads.getUpload({ prId, id })).missing,
    async assertOriginal(expected: Uint8Array) {
      assert.equal(sha256(await downloadOriginal(kit.admin, prId, id)), sha256(expected))
    },
  }
}

// uploads-55
test('what it had begun to replace is to be sent once more, where a store has one place for both', async () => {
  for (const begun of ['writing', 'replacing'] as const) {
    const { put, die, close, listMissing, assertOriginal } = await open([10, 20], begun)
    await die()
    if (kit.service.platform.blobs.writesOver) {
      await assert.rejects(close(), refusal(412))
      assert.deepEqual(await listMissing(), [[10, 20]])
      await put(5, 15)
      assert.deepEqual(await listMissing(), [[15, 20]])
      await put(15, 20)
    }
    await close()
    await assertOriginal(bytes)
  }
})

// uploads-55
test('what a later chunk has replaced is whole again', async () => {
  const { put, die, close, listMissing, assertOriginal } = await open([10, 20], 'writing')
  await die()
  await put(0, 15, other)
  if (kit.service.platform.blobs.writesOver) {
    await assert.rejects(close(), refusal(412))
    assert.deepEqual(await listMissing(), [[15, 20]])
  }
  await put(12, 30, other)
  await close()
  await assertOriginal(Buffer.concat([other.slice(0, 30), bytes.slice(30)]))

  for (const begun of ['writing', 'replacing'] as const) {
    for (const from of [other, bytes]) {
      const whole = await open([10, 20], begun)
      await whole.die()
      await whole.put(10, 20, from)
      await whole.close()
      await whole.assertOriginal(Buffer.concat([bytes.slice(0, 10), from.slice(10, 20), bytes.slice(20)]))
    }
  }
})

// uploads-55
test('a chunk that was only compared makes nothing whole that another one wrote after it had looked', async () => {
  const { database, blobs } = kit.service.platform
  const { uploadId, write, die, close, put, assertOriginal } = await open([10, 20], 'nothing')
  const compared = await insertChunk(database, uploadId, 'another process', [0, 60])
  assert.ok(await write())
  await die()
  assert.equal(await finishChunk(database, { id: compared!.id, uploadId }, [0, 60], 1e15), 60)
  if (blobs.writesOver) {
    await assert.rejects(close(), refusal(412))
    await put(10, 20)
  }
  await close()
  await assertOriginal(bytes)
})

/** Begins a chunk from the beginning of which more than 1 GiB is announced, and somewhat more than 1 MiB comes. */
function beginLargeChunk(location: string, from: Uint8Array) {
  const chunk = request(`${location}&position=0`, { method: 'PUT', headers: { 'content-length': 1_200_000_000 } })
  const over = new Promise(resolve => {
    chunk.on('error', () => undefined).once('close', resolve)
    chunk.once('response', response => response.resume())
  })
  chunk.write(from)
  return { cut: () => chunk.destroy(), over }
}

// uploads-19, uploads-29, uploads-55
test('of a chunk of more than 1 GiB over received bytes nothing is mixed with them', async () => {
  const { database, blobs } = kit.service.platform
  const api = kit.admin
  const [first, second] = [makeBytes(3_000_000), makeBytes(2_000_000, 2)]
  const { id, location, uploadId } = await beginUpload(api, prId, 0, { growing: true })
  const listChunks = () =>
    database.selectFrom('upload_chunk').selectAll().where('upload_id', '=', Number(uploadId)).execute()
  const untilReplacing = () =>
    until('it replaces bytes', async () => {
      const [chunk] = await listChunks()
      return chunk !== undefined && (chunk.is_replacing || !blobs.writesOver)
    })
  const close = () => api.uploads.closeUpload({ prId: prId, id, body: { skipIngest: true } })
  assert.equal((await putChunk(location, 0, first)).status, 204)

  const broken = beginLargeChunk(location, second)
  await untilReplacing()
  broken.cut()
  await until('what came is recorded', async () => (await listChunks()).length === 0)
  const { received } = await api.uploads.getUpload({ prId: prId, id })
  assert.deepEqual(received, [[0, first.length]])

  assert.equal((await putChunk(location, 0, first)).status, 204)
  const stopped = beginLargeChunk(location, second)
  await untilReplacing()
  if (blobs.writesOver) {
    await assert.rejects(close(), refusal(412))
    const [[start, end] = [1, 0], ...others] = (await api.uploads.getUpload({ prId: prId, id })).missing
    assert.deepEqual([start, others], [0, []])
    assert.ok(end > 0 && end <= second.length, 'no more than what came')
    assert.equal((await putChunk(location, 0, first.slice(0, end))).status, 204)
  }
  await close()
  await stopped.over
  assert.equal(sha256(await downloadOriginal(api, prId, id)), sha256(first))
})

// uploads-56
test('an upload of which very many chunks were broken off takes no more, and can be closed', async () => {
  const { database } = kit.service.platform
  const { id, location, uploadId } = await beginUpload(kit.admin, prId, 10)
  assert.equal((await putChunk(location, 0, bytes.slice(0, 10))).status, 204)
  const toRow = () => ({ upload_id: Number(uploadId), holder: 'test', leased_until: 0, start_byte: 0, end_byte: 1 })
  await database
    .insertInto('upload_chunk')
    .values(Array.from({ length: 999 }, toRow))
    .execute()
  assert.equal((await putChunk(location, 0, bytes.slice(0, 10))).status, 204)
  await database.insertInto('upload_chunk').values(toRow()).execute()
  assert.deepEqual(await putChunk(location, 0, bytes.slice(0, 10)), {
    status: 409,
    received: 0,
    error: 'ConflictError',
  })
  await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  assert.equal(sha256(await downloadOriginal(kit.admin, prId, id)), sha256(bytes.slice(0, 10)))
})

test('one that had written nothing, or wrote what was there, changes nothing', async () => {
  const { die, close, put, assertOriginal } = await open([10, 20], 'nothing')
  await die()
  await put(0, 60)
  await close()
  await assertOriginal(bytes)
})

// uploads-54
test('the close of a growing upload waits for what is being written over its end, and does not break it off', async () => {
  const { put, die, close, listMissing, assertOriginal } = await open([50, 80], 'writing', true)
  const closing = close().then(
    () => true,
    error => refusal(412)(error) && false,
  )
  // Longer than a close takes: the upload is open as long as the chunk is.
  for (let times = 0; times < 20; times++) await put(0, 10)
  await die()
  assert.equal(await closing, !kit.service.platform.blobs.writesOver)
  if (kit.service.platform.blobs.writesOver) {
    // A second close, whose caller did not hear that answer, ends no earlier.
    await assert.rejects(close(), refusal(412))
    assert.deepEqual(await listMissing(), [[50, 60]])
    await put(50, 60)
    await close()
  }
  await assertOriginal(bytes)
})
