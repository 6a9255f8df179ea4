/** Chunks over received bytes whose process died, or gave up, amid writing. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { beginWriting, endChunk, insertChunk } from '../chunks/store.ts'
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
async function open([start, end]: ByteRange, { hasWritten }: { hasWritten: boolean }, growing = false) {
  const { database } = kit.service.platform
  const { id, location, uploadId: text } = await beginUpload(kit.admin, prId, bytes.length, { growing })
  const uploadId = Number(text)
  const put = async (start: number, end: number, from = bytes) =>
    assert.equal((await putChunk(location, start, from.slice(start, end))).status, 204)
  await put(0, bytes.length)
  const chunk = await insertChunk(database, uploadId, 'a process that is gone', [start, end])
  assert.ok(chunk?.isResent)
  if (hasWritten) assert.ok(await beginWriting(database, { ...chunk, uploadId }, end))
  return {
    put,
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
  const { put, die, close, listMissing, assertOriginal } = await open([10, 20], { hasWritten: true })
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
})

// uploads-55
test('what a later chunk has replaced is whole again', async () => {
  const { put, die, close, listMissing, assertOriginal } = await open([10, 20], { hasWritten: true })
  await die()
  await put(0, 15, other)
  if (kit.service.platform.blobs.writesOver) {
    await assert.rejects(close(), refusal(412))
    assert.deepEqual(await listMissing(), [[15, 20]])
  }
  await put(12, 30, other)
  await close()
  await assertOriginal(Buffer.concat([other.slice(0, 30), bytes.slice(30)]))

  const whole = await open([10, 20], { hasWritten: true })
  await whole.die()
  await whole.put(10, 20, other)
  await whole.close()
  await whole.assertOriginal(Buffer.concat([bytes.slice(0, 10), other.slice(10, 20), bytes.slice(20)]))
})

test('one that had written nothing, or wrote what was there, changes nothing', async () => {
  const { die, close, put, assertOriginal } = await open([10, 20], { hasWritten: false })
  await die()
  await put(0, 60)
  await close()
  await assertOriginal(bytes)
})

// uploads-54
test('the close of a growing upload waits for what is being written over its end, and does not break it off', async () => {
  const { put, die, close, listMissing, assertOriginal } = await open([50, 80], { hasWritten: true }, true)
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
