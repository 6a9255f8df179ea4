/** "Orphans are found and removed", also those that earlier versions left; what may still be named stays. */

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { addFile } from '../../../../test/scene/add-file.ts'
import { beginUpload, downloadOriginal } from '../../../../test/scene/begin-upload.ts'
import { toStoredUpload } from '../../../../test/scene/stored-paths.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { holdBlobs } from '../../../platform/blobs/hold.ts'
import { openBucket } from '../../../platform/blobs/s3/bucket.ts'
import { createServiceContext, inTransaction, type Platform } from '../../../platform/context.ts'
import { planBlob } from '../index.ts'
import { findOrphans, startOrphanCleanup } from './orphans.ts'

let kit: TestService
let platform: Platform
let nextDay: Platform
let prId: number
before(async () => {
  kit = await startTestService()
  platform = kit.service.platform
  nextDay = { ...platform, clock: { now: () => platform.clock.now() + 24 * 3_600_000 } }
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

const exists = async (key: string) => (await platform.blobs.findFacts(key)) !== undefined

async function plant(key: string): Promise<string> {
  const path = join(platform.stagingDir, 'planted')
  await writeFile(path, 'bytes')
  await platform.blobs.adopt(path, key)
  return key
}

/** Puts a file that the service does not name so where its blobs are. */
async function plantForeign(name: string): Promise<void> {
  const { storage, dataDir } = platform.config
  if (storage.kind === 'disk') {
    const path = join(dataDir, 'media', 'blobs', name)
    await mkdir(dirname(path), { recursive: true })
    return writeFile(path, 'bytes')
  }
  const { credentials, ...address } = storage
  assert.ok(credentials && !('kind' in credentials))
  await openBucket({ ...address, region: 'us-east-1', credentials }).put(`blobs/${name}`, 'bytes')
}

async function listOrphans(service: Platform): Promise<string[]> {
  const keys: string[] = []
  for await (const batch of findOrphans(service)) keys.push(...batch.map(({ key }) => key))
  return keys.sort()
}

/** As a start does; it ends with the batch that is under way, here the only one. */
const clean = (service: Platform) => startOrphanCleanup(service)()

test('a file that nothing names goes when it is a day old, and no other', async () => {
  const clip = await kit.admin.uploads.createMediaObjects({ prId, body: { name: 'Interview' } })
  const { id } = clip as { id: number }
  const named = await addFile(kit, prId, id, Buffer.from('named'))
  const planned = await planBlob(platform, `${prId}/${id}/planned`)
  await plant(planned.key)
  const orphans = [await plant(`${prId}/${id}/left-over`), await plant('999999/1/of-no-production')].sort()
  await plantForeign('README.txt')
  await plantForeign('lost+found/1/file')

  await clean(platform)
  assert.deepEqual(await listOrphans(platform), [], 'they are young')
  for (const key of orphans) assert.ok(await exists(key), key)

  assert.deepEqual(await listOrphans(nextDay), orphans)
  await clean(nextDay)
  for (const key of orphans) assert.equal(await exists(key), false, key)
  for (const key of [named.blob_key, planned.key]) assert.ok(await exists(key), key)
  await inTransaction(createServiceContext(platform, 'test'), ctx => planned.keep(ctx))
})

test('the blob of an upload whose close was cut short stays, and the next close takes it', async () => {
  const begun = await beginUpload(kit.admin, prId, 5)
  const { location, mediaObjectId: id } = begun
  await fetch(`${location}&position=0`, { method: 'PUT', body: '12345' })
  const upload = toStoredUpload(prId, begun, 5)
  await platform.blobs.assembleUpload(upload, { mayBeWritten: false })
  await platform.blobs.completeUpload(upload)
  await clean(nextDay)
  await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  assert.equal(Buffer.from(await downloadOriginal(kit.admin, prId, id)).toString(), '12345')
  assert.deepEqual(await listOrphans(nextDay), [])
})

test('none goes while a backup holds the blobs', async () => {
  const orphan = await plant(`${prId}/1/held`)
  const holder = new pg.Client({ connectionString: kit.databaseUrl })
  await holder.connect()
  try {
    assert.ok(await holdBlobs(holder))
    await clean(nextDay)
    assert.ok(await exists(orphan))
  } finally {
    await holder.end()
  }
  await clean(nextDay)
  assert.equal(await exists(orphan), false)
})
