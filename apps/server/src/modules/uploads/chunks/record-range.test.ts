import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { beginUpload } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { databaseTime } from '../../../platform/background/lease.ts'
import type { Database } from '../../../platform/database/index.ts'
import { type ByteRange, listMissing } from '../policy.ts'
import { listReceived, updateSession } from '../store.ts'
import { finishChunk, insertChunk } from './store.ts'

const size = 60
const range = fc
  .tuple(fc.nat(size - 1), fc.integer({ min: 1, max: 20 }))
  .map(([start, length]): ByteRange => [start, Math.min(start + length, size)])

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const begin = async () => Number((await beginUpload(kit.admin, prId, size)).uploadId)
async function recordRange(db: Database, uploadId: number, range: ByteRange): Promise<number | undefined> {
  const chunk = await insertChunk(db, uploadId, 'test', range)
  return chunk && finishChunk(db, { id: chunk.id, uploadId }, range, 1)
}
const countBytes = (ranges: readonly ByteRange[]) => ranges.reduce((sum, [start, end]) => sum + end - start, 0)

/** Ranges are stored exactly where these bytes are, neither touch nor overlap, and the missing ones are the rest. */
async function assertStored(id: number, added: readonly ByteRange[]): Promise<void> {
  const covered = new Set<number>()
  for (const [start, end] of added) for (let at = start; at < end; at++) covered.add(at)
  const stored = await listReceived(kit.service.platform.database, id)
  assert.equal(countBytes(stored), covered.size)
  for (const [index, [start]] of stored.entries()) if (index > 0) assert.ok(stored[index - 1]![1] < start)
  const missing = listMissing(stored, size)
  assert.equal(countBytes(missing), size - covered.size)
  for (const [start, end] of missing) for (let at = start; at < end; at++) assert.equal(covered.has(at), false)
}

// uploads-15
test('recorded ranges cover exactly what came, in whatever order', async () => {
  const db = kit.service.platform.database
  await fc.assert(
    fc.asyncProperty(fc.array(range, { maxLength: 12 }), async added => {
      const id = await begin()
      let received: number | undefined = 0
      for (const one of added) received = await recordRange(db, id, one)
      await assertStored(id, added)
      assert.equal(received, countBytes(await listReceived(db, id)))
    }),
    { numRuns: 30 },
  )
})

test('the same when they come all at once', async () => {
  const db = kit.service.platform.database
  const added = Array.from({ length: size / 2 }, (_none, index): ByteRange => [2 * index, 2 * index + 3]).map(
    ([start, end]): ByteRange => [start, Math.min(end, size)],
  )
  const id = await begin()
  const received = await Promise.all(added.map(one => recordRange(db, id, one)))
  await assertStored(id, added)
  assert.equal(Math.max(...received.map(Number)), size)
  assert.deepEqual(await listReceived(db, id), [[0, size]])
})

test('an upload that is closed, or gone, takes none', async () => {
  const db = kit.service.platform.database
  const id = await begin()
  await updateSession(db, id, { state: 'CLOSING' })
  assert.equal(await recordRange(db, id, [0, 1]), undefined)
  assert.equal(await recordRange(db, 1, [0, 1]), undefined)
  assert.deepEqual(await listReceived(db, id), [])
})

// uploads-29
test('a chunk whose hold has lapsed, or that was under way when the upload was closed, adds nothing', async () => {
  const db = kit.service.platform.database
  const uploadId = await begin()
  const { id: late } = (await insertChunk(db, uploadId, 'test', [0, 1]))!
  await db
    .updateTable('upload_chunk')
    .set({ leased_until: databaseTime(-1) })
    .where('id', '=', late)
    .execute()
  assert.equal(await finishChunk(db, { id: late, uploadId }, [0, 1], 1), undefined)
  assert.equal(await recordRange(db, uploadId, [10, 20]), 10)
  // The close waits for both, and what one of them replaced is in the file.
  const chunks = await Promise.all([...Array(3)].map(async () => (await insertChunk(db, uploadId, 'test', [5, 15]))!))
  assert.deepEqual(
    chunks.map(({ isResent }) => isResent),
    [true, true, true],
  )
  assert.equal((await insertChunk(db, uploadId, 'test', [20, 30]))?.isResent, false)
  await updateSession(db, uploadId, { state: 'CLOSING' })
  const finish = (at: number, range: ByteRange) => finishChunk(db, { id: chunks[at]!.id, uploadId }, range, 1)
  assert.equal(await finish(0, [12, 20]), 10)
  assert.equal(await finish(0, [12, 20]), undefined, 'its hold has ended')
  assert.equal(await finish(1, [5, 15]), undefined)
  await updateSession(db, uploadId, { state: 'CLOSED' })
  assert.equal(await finish(2, [12, 20]), undefined)
  assert.deepEqual(await listReceived(db, uploadId), [[10, 20]])
})
