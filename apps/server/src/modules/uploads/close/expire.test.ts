import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { CloseRequest } from '@rushes/contract'
import { beginUpload, downloadOriginal, makeBytes, putChunk, sha256 } from '../../../../test/scene/begin-upload.ts'
import { toStoredUpload } from '../../../../test/scene/stored-paths.ts'
import { adminPassword, startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'
import { createServiceContext } from '../../../platform/context.ts'
import { createTransfers } from '../chunks/transfers.ts'
import { uploadLifetimeMs } from '../policy.ts'
import { updateSession } from '../store.ts'
import { insertClose, releaseClosesOfOthers } from './close-store.ts'
import { removeExpiredUploads } from './expire.ts'
import { resumeCloses } from './resume.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction('Abandoned')).id
})
after(() => kit.stop())

/** Sessions do not live as long as uploads. */
async function signIn(): Promise<Client> {
  const { token } = await kit.client().authentication.login({ body: { username: 'admin', password: adminPassword } })
  return kit.client(token)
}

describe('a close whose process died', () => {
  // uploads-24, uploads-28
  test('is gone on with as it was asked for: the file becomes the original, or is open again', async () => {
    const { platform } = kit.service
    const startIngest = () => assert.fail('it is skipped')
    const options = { transfers: createTransfers(platform), startIngest }
    const { id: prId } = await kit.createProduction('Resumed')
    const bytes = makeBytes(900)
    const resume = async (hash: string, request: CloseRequest) => {
      const clip = await beginUpload(kit.admin, prId, bytes.length, { hash })
      assert.equal((await putChunk(clip.location, 0, bytes)).status, 204)
      const uploadId = Number(clip.uploadId)
      await updateSession(platform.database, uploadId, { state: 'CLOSING', generation: 1 })
      await insertClose(platform.database, uploadId, 'a process', request)
      await resumeCloses(createServiceContext(platform, 'test'), options)
      assert.equal((await kit.admin.uploads.getUpload({ prId, id: clip.id })).closed, false, 'it is held')
      await releaseClosesOfOthers(platform.database, platform.instance)
      await resumeCloses(createServiceContext(platform, 'test'), options)
      return clip.id
    }
    // The service itself may have been faster.
    const untilClosed = (id: number) =>
      until('it is closed', async () => (await kit.admin.uploads.getUpload({ prId, id })).closed)
    const id = await resume(sha256(bytes), { skipIngest: true })
    await untilClosed(id)
    assert.deepEqual(await downloadOriginal(kit.admin, prId, id), bytes)
    const wrong = sha256(makeBytes(1))
    const open = await resume(wrong, { skipIngest: true })
    await until('it takes bytes', async () => {
      return (await kit.admin.uploads.getUpload({ prId, id: open })).location !== undefined
    })
    await untilClosed(await resume(wrong, { skipIngest: true, skipVerification: true }))
  })
})

const care = () => removeExpiredUploads(kit.service.platform, createTransfers(kit.service.platform))

describe('an upload that nobody goes on with', () => {
  // limits-15, uploads-32
  test('is cleared after a week without a chunk, and its part of the quota is free again', async () => {
    await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxBytes: 1000 } })
    const bytes = makeBytes(900)
    const abandoned = await beginUpload(kit.admin, prId, bytes.length)
    assert.equal((await putChunk(abandoned.location, 0, bytes.slice(0, 100))).status, 204)
    const stored = toStoredUpload(prId, abandoned, bytes.length)
    assert.ok(await kit.service.platform.blobs.hasUpload(stored))
    await assert.rejects(beginUpload(kit.admin, prId, 900), { name: 'QuotaExceededError' })
    kit.clock.advance(uploadLifetimeMs - 1000)
    // A chunk restarts the week.
    assert.equal((await putChunk(abandoned.location, 100, bytes.slice(100, 200))).status, 204)
    kit.clock.advance(2000)
    await care()
    assert.equal((await (await signIn()).uploads.getUpload({ prId, id: abandoned.id })).complete, false)
    kit.clock.advance(uploadLifetimeMs)
    await care()
    const api = await signIn()
    await assert.rejects(api.uploads.getUpload({ prId, id: abandoned.id }), { name: 'NotFoundError' })
    await assert.rejects(api.media.getMediaObject({ prId, id: abandoned.id }), { name: 'NotFoundError' })
    assert.equal((await putChunk(abandoned.location, 200, bytes.slice(200, 300))).status, 404)
    assert.equal(await kit.service.platform.blobs.hasUpload(stored), false)
    await beginUpload(api, prId, 900)
  })
})
