import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip, waitForWorkflow } from '@rushes/client'
import type { MediaObjectRequest, ProductionRight, SharePermission } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { beginUpload, createClips, downloadOriginal, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { toStoredUpload } from '../../../../test/scene/stored-paths.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createTransfers } from '../chunks/transfers.ts'
import { removeExpiredUploads } from '../close/expire.ts'
import { uploadLifetimeMs } from '../policy.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

const createMember = async (...rights: ProductionRight[]) =>
  (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', ...rights] })).api
const [first, second] = [makeBytes(100), makeBytes(60, 2)]

/** A clip with an original. */
async function createFilled(name: string): Promise<number> {
  const { id, location } = await beginUpload(api, prId, first.length, { name })
  await putChunk(location, 0, first)
  await api.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
  return id
}

async function createPlaceholder(request: MediaObjectRequest): Promise<number> {
  return (await createClip(api, prId, request)).id
}

async function fill(id: number, location: string, bytes: Uint8Array<ArrayBuffer>, by = api) {
  assert.equal((await putChunk(location, 0, bytes)).status, 204)
  return by.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
}

describe('`mediaObjectId` of a MediaObjectRequest fills that placeholder', () => {
  // uploads-36
  test('for a caller with LIBRARY_UPLOAD; without LIBRARY_UPDATE_METADATA it keeps its name', async () => {
    const id = await createPlaceholder({ name: 'Scene 12', description: 'at sea' })
    const uploader = await createMember('LIBRARY_UPLOAD')
    const upload = await beginUpload(uploader, prId, first.length, { mediaObjectId: id, name: 'd.txt' })
    assert.deepEqual([upload.id, upload.name, upload.syncReport.mediaObjectResolve], [id, 'Scene 12', 'MATCHED'])
    assert.deepEqual(upload.createdObjects, [])
    assert.equal(upload.mediaObjectAnnotation.description, 'at sea')
    await fill(id, upload.location, first, uploader)
    assert.deepEqual(Buffer.from(await downloadOriginal(api, prId, id)), Buffer.from(first))
  })

  // uploads-36
  test('and what else the request says of it needs LIBRARY_UPDATE_METADATA', async () => {
    const id = await createPlaceholder({ name: 'Scene 13' })
    const uploader = await createMember('LIBRARY_UPLOAD')
    const file = { mediaObjectId: id, fileName: 'a.mov', size: 1 }
    for (const request of [{ ...file, description: 'other' }, { ...file, umid: 'u' }, { mediaObjectId: id }]) {
      await assert.rejects(createClip(uploader, prId, request), refusal(403, 'LIBRARY_UPDATE_METADATA'))
    }
    const filled = await beginUpload(api, prId, 1, { mediaObjectId: id, name: 'Scene 14', description: 'other' })
    assert.deepEqual([filled.name, filled.mediaObjectAnnotation.description], ['Scene 14', 'other'])
  })

  // uploads-37
  test('409 when it has an original or an open upload, naming it', async () => {
    const filled = await createFilled('Filled')
    const { id: open } = await beginUpload(api, prId, 1)
    for (const mediaObjectId of [filled, open]) {
      await assert.rejects(beginUpload(api, prId, 1, { mediaObjectId }), (error: unknown) => {
        assert.deepEqual(Reflect.get(error as object, 'data'), { mediaObjectId })
        return refusal(409, String(mediaObjectId))(error)
      })
    }
  })

  // uploads-37
  test('404 for a clip of another production, and for none', async () => {
    const elsewhere = (await kit.createProduction()).id
    const [foreign] = await createClips(kit.admin, elsewhere, { name: 'Foreign' })
    for (const mediaObjectId of [foreign!.id, 999_999_999, 0]) {
      await assert.rejects(beginUpload(api, prId, 1, { mediaObjectId }), refusal(404))
    }
  })

  // uploads-37
  test('two at once: one fills it, the other is refused', async () => {
    const mediaObjectId = await createPlaceholder({ name: 'Raced' })
    const answers = await Promise.allSettled([1, 2, 3].map(() => beginUpload(api, prId, 1, { mediaObjectId })))
    assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected', 'rejected'])
  })

  // uploads-37
  test('from a visitor it means nothing', async () => {
    const id = await createPlaceholder({ name: 'Inside' })
    const visitor = await visit('VIEW', 'UPLOAD')
    const upload = await beginUpload(visitor, prId, 1, { mediaObjectId: id, name: 'From outside' })
    assert.notEqual(upload.id, id)
    assert.equal((await api.media.getMediaObject({ prId, id })).version, 1)
  })
})

describe('a clip found by `resolveMethod` that has an original', () => {
  // uploads-38
  test('answers 409 naming it, and nothing of the request is kept', async () => {
    const id = await createFilled('Synchronized')
    const request = { name: 'Synchronized', description: 'no', resolveMethod: 'NAME', fileName: 'b', size: 6 } as const
    await assert.rejects(createClip(api, prId, request), refusal(409, `clip ${id} has an original`))
    assert.equal((await api.annotations.getMediaObjectAnnotation({ prId, moId: id })).description, undefined)
    // Without a file there is nothing to upload.
    const { fileName: _fileName, size: _size, ...described } = request
    assert.equal((await createClip(api, prId, described)).id, id)
  })

  // uploads-39
  test('`forceOverwrite` answers a location; the new original replaces the old once it is complete', async () => {
    const id = await createFilled('Replaced')
    await api.annotations.createClipAnnotation({ prId, moId: id, type: 'comment', body: { description: 'kept' } })
    const earlier = await api.media.getMediaObject({ prId, id })
    const request = { name: 'Replaced', resolveMethod: 'NAME', forceOverwrite: true } as const
    const upload = await beginUpload(api, prId, second.length, { ...request, fileName: 'new.bin' })
    assert.equal(upload.id, id)
    assert.deepEqual(Buffer.from(await downloadOriginal(api, prId, id)), Buffer.from(first))
    const again = await beginUpload(api, prId, second.length, request)
    assert.equal(again.location, upload.location)
    const { status } = await putChunk(upload.location, 0, second)
    assert.equal(status, 204)
    const closed = await api.uploads.closeUpload({ prId, id })
    assert.deepEqual(
      closed.mediaObjectInstances?.map(({ type, fileName, size }) => ({ type, fileName, size })),
      [{ type: 'RAW', fileName: 'new.bin', size: second.length }],
    )
    assert.notEqual(closed.mediaObjectInstances?.[0]?.id, earlier.mediaObjectInstances?.[0]?.id)
    assert.deepEqual(Buffer.from(await downloadOriginal(api, prId, id)), Buffer.from(second))
    assert.equal(closed.workflowId, upload.workflowId)
    await waitForWorkflow(api, { prId, id: upload.workflowId })
    assert.equal((await api.media.getMediaObject({ prId, id })).type, 'DOCUMENT')
    const comments = await api.annotations.listAnnotationsOfClip({
      prId,
      moId: id,
      query: { fq: ['funnel:ReviewComment'] },
    })
    assert.equal(comments.numFound, 1)
    assert.equal((await api.uploads.getUpload({ prId, id })).closed, true)
  })

  // uploads-39
  test('`forceOverwrite` needs LIBRARY_DELETE', async () => {
    await createFilled('Precious')
    const editor = await createMember('LIBRARY_UPLOAD', 'LIBRARY_UPDATE_METADATA')
    const request = { name: 'Precious', resolveMethod: 'NAME', forceOverwrite: true } as const
    await assert.rejects(beginUpload(editor, prId, 1, request), refusal(403, 'LIBRARY_DELETE'))
  })
})

describe('an upload to a clip that was there before', () => {
  // uploads-31
  test('leaves the clip as it was when it is cancelled', async () => {
    const filled = await createFilled('Stays')
    const placeholder = await createPlaceholder({ name: 'Still to come' })
    const uploader = await createMember('LIBRARY_UPLOAD')
    const uploads = [
      await beginUpload(api, prId, 50, { name: 'Stays', resolveMethod: 'NAME', forceOverwrite: true }),
      await beginUpload(uploader, prId, 50, { mediaObjectId: placeholder }),
    ]
    for (const { location } of uploads) await putChunk(location, 0, second.slice(0, 10))
    await api.uploads.cancelUpload({ prId, id: filled })
    await uploader.uploads.cancelUpload({ prId, id: placeholder })
    for (const { location, ...upload } of uploads) {
      assert.equal((await putChunk(location, 10, second.slice(10, 50))).status, 404)
      assert.equal(await kit.service.platform.blobs.hasUpload(toStoredUpload(prId, upload, 50)), false)
    }
    assert.equal((await api.uploads.getUpload({ prId, id: filled })).closed, true)
    assert.deepEqual(Buffer.from(await downloadOriginal(api, prId, filled)), Buffer.from(first))
    await assert.rejects(api.uploads.getUpload({ prId, id: placeholder }), refusal(404))
    assert.equal((await api.media.getMediaObject({ prId, id: placeholder })).workflowId, undefined)
    const { location } = await beginUpload(api, prId, second.length, { mediaObjectId: placeholder })
    await fill(placeholder, location, second)
  })

  // uploads-40
  test('counts for the quota next to the original, and not any more once it is given up', async () => {
    const { id: prId } = await kit.createProduction()
    await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxBytes: 250 } })
    const { id, location } = await beginUpload(kit.admin, prId, first.length)
    await putChunk(location, 0, first)
    await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
    const replacement = { mediaObjectId: id, forceOverwrite: true }
    await beginUpload(kit.admin, prId, 100, replacement)
    await assert.rejects(beginUpload(kit.admin, prId, 100), refusal(402))
    await kit.admin.uploads.cancelUpload({ prId, id })
    const replaced = await beginUpload(kit.admin, prId, second.length, replacement)
    await putChunk(replaced.location, 0, second)
    await kit.admin.uploads.closeUpload({ prId, id, body: { skipIngest: true } })
    await beginUpload(kit.admin, prId, 250 - second.length)
  })

  // uploads-32
  test('leaves the clip as it was when nobody goes on with it', async () => {
    const mediaObjectId = await createPlaceholder({ name: 'Abandoned' })
    await beginUpload(api, prId, 1, { mediaObjectId, name: 'Abandoned' })
    const ctx = kit.service.platform
    kit.clock.advance(uploadLifetimeMs + 1000)
    await removeExpiredUploads(ctx, createTransfers(ctx))
    kit.clock.advance(-uploadLifetimeMs - 1000)
    await assert.rejects(api.uploads.getUpload({ prId, id: mediaObjectId }), refusal(404))
    assert.equal((await api.media.getMediaObject({ prId, id: mediaObjectId })).name, 'Abandoned')
  })
})

describe('`reviewStatus` of a MediaObjectRequest', () => {
  // uploads-11
  test('is set at creation and on a clip that is found', async () => {
    const created = await createClip(api, prId, { name: 'Judged', reviewStatus: 'APPROVED' })
    assert.equal(created.mediaObjectAnnotation.reviewStatus, 'APPROVED')
    const request = { name: 'Judged', resolveMethod: 'NAME', reviewStatus: 'NOT_APPROVED' } as const
    const found = await createClip(api, prId, request)
    assert.deepEqual([found.id, found.mediaObjectAnnotation.reviewStatus], [created.id, 'NOT_APPROVED'])
  })

  // uploads-11
  test('"value must be among the configured possible values": 422 otherwise, and no clip is created', async () => {
    const request = { name: 'Unjudged', reviewStatus: 'MAYBE' }
    await assert.rejects(createClip(api, prId, request), refusal(422, '/reviewStatus'))
    const { items } = await api.media.listMediaObjects({ prId, query: { fq: ['name:Unjudged'] } })
    assert.deepEqual(items, [])
  })

  // uploads-11
  test('"caller has REVIEW_STATUS_EDIT": 403 otherwise, visitors alike', async () => {
    const request = { name: 'Unjudged', reviewStatus: 'APPROVED' }
    for (const caller of [
      await createMember('LIBRARY_UPLOAD', 'LIBRARY_UPDATE_METADATA'),
      await visit('VIEW', 'UPLOAD'),
    ]) {
      await assert.rejects(createClip(caller, prId, request), refusal(403, 'REVIEW_STATUS_EDIT'))
    }
    const judge = await createMember('LIBRARY_UPLOAD', 'REVIEW_STATUS_EDIT')
    const created = await createClip(judge, prId, request)
    assert.equal(created.mediaObjectAnnotation.reviewStatus, 'APPROVED')
  })
})

async function visit(...permissions: SharePermission[]): Promise<Client> {
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Dailies' } })
  const share = await kit.admin.sharing.createShare({ prId, id, body: { permissions } })
  const { token } = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
  return kit.client(token)
}
