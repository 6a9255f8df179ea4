/** The disk of the media is full, that of the database is not. */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fetchArchive, sendArchive } from '../../src/modules/archives/testing/tar-file.ts'
import { addFile } from '../scene/add-file.ts'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../scene/begin-upload.ts'
import { startTestService, type TestService } from '../service.ts'
import { until } from '../until.ts'
import { lacksSmallDisk, mountSmallDisk, type SmallDisk } from './small-disk.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let disk: SmallDisk | undefined
let kit: TestService
before(async () => {
  disk = await mountSmallDisk(64)
  if (disk) kit = await startTestService({ RUSHES_DATA: join(disk.path, 'data') })
})
after(async () => {
  if (disk) await kit.stop()
  await disk?.unmount()
})

const full = { name: 'StorageFullError', status: 507 }

async function readHealth(): Promise<{ status: number; storage: string }> {
  const answer = await fetch(`${kit.url}/health/ready`)
  const { parts } = (await answer.json()) as { parts: { storage: { status: string } } }
  return { status: answer.status, storage: parts.storage.status }
}

// errors-22
test('bytes are refused with 507, everything else goes on, and so does an upload once there is space', async context => {
  if (!disk) return context.skip(lacksSmallDisk)
  const { admin, accountId } = kit
  const { id: prId } = await kit.createProduction()
  const bytes = makeBytes(2_000_000)
  const { location, id } = await beginUpload(admin, prId, bytes.length, { fileName: 'a.bin' })
  assert.equal((await putChunk(location, 0, bytes.subarray(0, 500_000))).received, 500_000)
  const placeholder = (await admin.uploads.createMediaObjects({ prId, body: { name: 'Harbour' } })) as { id: number }
  await addFile(kit, prId, placeholder.id, makeBytes(1000), { type: 'RAW' })
  const archive = await fetchArchive(admin, prId)
  assert.deepEqual(await readHealth(), { status: 200, storage: 'up' })

  await disk.fill()
  assert.deepEqual(await readHealth(), { status: 503, storage: 'down' })
  assert.equal((await putChunk(location, 500_000, bytes.subarray(500_000))).status, 507)
  await assert.rejects(beginUpload(admin, prId, 10), full)
  await assert.rejects(sendArchive(admin, accountId, archive), full)
  const screenshot = { screenshot: picture.toString('base64'), screenshotType: 'image/png' }
  await assert.rejects(admin.media.updateScreenshot({ prId, id: placeholder.id, body: screenshot }), full)
  const body = { start: 0, description: 'written while it was full' }
  await admin.annotations.createClipAnnotation({ prId, moId: placeholder.id, type: 'comment', body })
  await until('the comment is found', async () => {
    const { numFound } = await admin.annotations.listAnnotations({ prId, query: { q: 'description:written' } })
    return numFound === 1
  })
  assert.equal((await downloadOriginal(admin, prId, placeholder.id)).length, 1000)

  await disk.clear()
  assert.deepEqual(await readHealth(), { status: 200, storage: 'up' })
  const rest = await putChunk(location, 500_000, bytes.subarray(500_000))
  assert.deepEqual([rest.status, rest.received], [204, bytes.length])
  await admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  assert.equal(sha256(await downloadOriginal(admin, prId, id)), sha256(bytes))
  await sendArchive(admin, accountId, archive, { name: 'Copy' })
  await admin.media.updateScreenshot({ prId, id: placeholder.id, body: screenshot })
})
