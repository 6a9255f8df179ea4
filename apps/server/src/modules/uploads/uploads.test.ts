import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { EventType, MediaObject, MediaObjectRequest, ServiceError } from '@rushes/contract'
import { refusal } from '../../../test/refusal.ts'
import {
  beginUpload,
  createClips,
  downloadOriginal,
  makeBytes,
  putChunk,
  sha256,
} from '../../../test/scene/begin-upload.ts'
import { toStoredUpload } from '../../../test/scene/stored-paths.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { until, untilSeen } from '../../../test/until.ts'
import { readEvents } from '../../platform/events/log.ts'
import { logStart } from '../../platform/events/position.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})
after(() => kit.stop())

/** The originals of a clip; what ingest makes of them comes later. */
function toOriginals({ mediaObjectInstances }: MediaObject) {
  const originals = mediaObjectInstances?.filter(instance => instance.type === 'RAW')
  return originals?.map(({ size, fileName }) => ({ size, fileName }))
}

/** The events of a clip up to this one; the log shows an event once every transaction before it has ended. */
function listEventsUntil(mediaObjectId: number, last: EventType): Promise<EventType[]> {
  const list = async () => {
    const { events } = await readEvents(kit.service.platform.database, logStart, { limit: 1000, productionId: prId })
    return events.filter(event => event.object?.id === mediaObjectId).map(event => event.type)
  }
  return untilSeen(`there is ${last}`, list, types => types.includes(last))
}

describe('creating', () => {
  // uploads-1
  test('with `fileName` and `size` an upload follows: the answer is the clip and where its bytes go', async () => {
    const created = await beginUpload(api, prId, 184915, { name: 'My super clip', fileName: '1.mp4' })
    assert.equal(created.id, created.mediaObjectId)
    assert.deepEqual(
      created.createdObjects.find(object => object.type === 'MediaObject'),
      { type: 'MediaObject', id: created.id },
    )
    assert.equal(created.type, 'PENDING')
    assert.equal(created.position, 0)
    assert.match(created.workflowId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.match(created.location, /^http:.*\/data\/\d+\?access_token=[\w-]{20,}$/)
    assert.equal(created.mediaObjectAnnotation.id, created.mediaObjectAnnotationId)
    assert.deepEqual(await listEventsUntil(created.id, 'Media.create'), ['Media.create', 'Transfer.start'])
  })

  // uploads-2
  test('omitting both creates a placeholder, which nothing can be sent to', async () => {
    const placeholder = await api.uploads.createMediaObjects({ prId, body: { name: 'Scene 12' } })
    assert.ok(!Array.isArray(placeholder))
    assert.equal(placeholder.type, 'PENDING')
    assert.equal(placeholder.location, undefined)
    assert.equal(placeholder.workflowId, undefined)
    assert.deepEqual(await listEventsUntil(placeholder.id, 'Media.create'), ['Media.create'])
    await assert.rejects(api.uploads.closeUpload({ prId, id: placeholder.id, body: {} }), refusal(404))
    await assert.rejects(api.uploads.getUpload({ prId, id: placeholder.id }), refusal(404))
  })

  // uploads-3
  test('a list is answered by a list in the same order, and what is wrong with one is reported in its place', async () => {
    const body = [{ name: 'one' }, { name: 'wrong', size: 3 }, { name: 'two', fileName: '2.mov', size: 2 }, {}]
    const answers = await api.uploads.createMediaObjects({ prId, body })
    assert.ok(Array.isArray(answers))
    assert.deepEqual(
      answers.map(answer => answer.name ?? answer.error?.message),
      ['one', '/1/fileName: is needed where there is a size', 'two', 'Untitled'],
    )
    assert.deepEqual(
      answers.map(answer => answer.location !== undefined),
      [false, false, true, false],
    )
    assert.equal(answers[1]!.error?.code, 422)
  })

  // uploads-7
  test('what describes the clip goes to its own annotation', async () => {
    const created = await beginUpload(api, prId, 1, {
      description: 'at the harbour',
      tags: ['sea', 'sea'],
      rating: 0.5,
      clipMetadata: { flipHorizontal: true },
      customFields: { take: { type: 'LONG', values: [3] } },
      language: 'nl',
    })
    const annotation = created.mediaObjectAnnotation
    assert.equal(annotation.description, 'at the harbour')
    assert.deepEqual(annotation.tags, ['sea'])
    assert.equal(annotation.rating, 0.5)
    assert.deepEqual(annotation.clipMetadata, { flipHorizontal: true })
    assert.equal(annotation.language, 'nl')
  })

  // uploads-8
  test('every member of a MediaObjectRequest is taken, an unknown one is not', async () => {
    const request: MediaObjectRequest = {
      enableProxy: true,
      isProxy: false,
      proxyProfile: 'SD',
      wfr: [],
      url: null,
      version: 1,
    }
    await beginUpload(api, prId, 1, request)
    await assert.rejects(beginUpload(api, prId, 1, { unheardOf: 1 } as MediaObjectRequest), refusal(400))
  })

  const wrong: [name: string, request: MediaObjectRequest, status: number][] = [
    ['a size without a file name', { size: 1 }, 422],
    ['a file name without a size', { fileName: 'a.mov' }, 422],
    ['a negative size', { fileName: 'a.mov', size: -1 }, 400],
    ['a size that no disk holds', { fileName: 'a.mov', size: Number.MAX_SAFE_INTEGER }, 422],
    ['an empty name', { name: ' ' }, 422],
    ['a hash that is none', { fileName: 'a.mov', size: 1, hash: 'abc' }, 422],
    ['a collection that does not exist', { attachToEoId: 999999 }, 404],
  ]
  for (const [name, request, status] of wrong) {
    test(`${name} is refused with ${status}`, async () => {
      await assert.rejects(api.uploads.createMediaObjects({ prId, body: request }), refusal(status))
    })
  }

  // uploads-6
  test('a file name is kept as a name alone and never becomes a path', async () => {
    for (const fileName of ['../../../etc/passwd', '/etc/passwd', 'C:\\films\\passwd', 'a/b/..\\passwd\r\n']) {
      const clip = await beginUpload(api, prId, 0, { fileName })
      const closed = await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
      assert.equal(closed.mediaObjectInstances?.[0]?.fileName, 'passwd')
    }
    const staged = await readdir(kit.service.platform.stagingDir)
    assert.deepEqual(
      staged.filter(name => name.startsWith('upload-')),
      [],
    )
  })

  // uploads-4
  test('needs LIBRARY_UPLOAD; nobody in particular gets 401, an unknown production 404', async () => {
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(viewer.uploads.createMediaObjects({ prId, body: {} }), refusal(403, 'LIBRARY_UPLOAD'))
    await assert.rejects(kit.client().uploads.createMediaObjects({ prId, body: {} }), refusal(401))
    await assert.rejects(api.uploads.createMediaObjects({ prId: 999999, body: {} }), refusal(404))
    const clip = await beginUpload(api, prId, 1)
    for (const call of ['getUpload', 'closeUpload', 'cancelUpload'] as const) {
      await assert.rejects(viewer.uploads[call]({ prId, id: clip.id }), refusal(403, 'LIBRARY_UPLOAD'))
      await assert.rejects(kit.client().uploads[call]({ prId, id: clip.id }), refusal(401))
    }
  })

  test('a clip of another production is not found', async () => {
    const clip = await beginUpload(api, prId, 1)
    const other = (await kit.createProduction()).id
    for (const call of ['getUpload', 'closeUpload', 'cancelUpload'] as const) {
      await assert.rejects(kit.admin.uploads[call]({ prId: other, id: clip.id }), refusal(404))
    }
    await assert.rejects(kit.admin.media.deleteMediaObject({ prId: other, id: clip.id }), refusal(404))
  })
})

describe('closing', () => {
  // errors-13, uploads-25
  test('"412: close called before the upload was complete", with the missing ranges', async () => {
    const clip = await beginUpload(api, prId, 100)
    await putChunk(clip.location, 10, makeBytes(20))
    await putChunk(clip.location, 50, makeBytes(10))
    await assert.rejects(api.uploads.closeUpload({ prId, id: clip.id, body: {} }), (error: ServiceError) => {
      assert.equal(error.type, 'UploadIncompleteError')
      assert.deepEqual(error.data, {
        missing: [
          [0, 10],
          [30, 50],
          [60, 100],
        ],
      })
      return true
    })
    assert.equal((await putChunk(clip.location, 0, makeBytes(100))).status, 204)
  })

  // uploads-24, uploads-26, uploads-29
  test('makes the file the original; closing again answers the same, and no chunk is taken any more', async () => {
    const bytes = makeBytes(5000)
    const clip = await beginUpload(api, prId, bytes.length)
    await putChunk(clip.location, 0, bytes)
    const closed = await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: false } })
    assert.deepEqual(toOriginals(closed), [{ size: 5000, fileName: 'interview.mov' }])
    assert.equal(closed.workflowId, clip.workflowId)
    const again = await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
    assert.deepEqual(toOriginals(again), toOriginals(closed))
    assert.deepEqual(await downloadOriginal(api, prId, clip.id), bytes)
    assert.equal((await putChunk(clip.location, 0, makeBytes(10, 2))).status, 409)
    assert.deepEqual(await downloadOriginal(api, prId, clip.id), bytes)
    const state = await api.uploads.getUpload({ prId, id: clip.id })
    assert.deepEqual([state.complete, state.closed, state.missing, state.location], [true, true, [], undefined])
    await listEventsUntil(clip.id, 'Media.instance.material')
    await assert.rejects(api.uploads.cancelUpload({ prId, id: clip.id }), refusal(409))
  })

  // uploads-27
  test('a file without bytes is complete at once', async () => {
    const clip = await beginUpload(api, prId, 0)
    assert.equal((await api.uploads.getUpload({ prId, id: clip.id })).complete, true)
    await api.uploads.closeUpload({ prId, id: clip.id, body: { skipIngest: true } })
    assert.equal((await downloadOriginal(api, prId, clip.id)).length, 0)
  })

  // uploads-26
  test('several closes at once are one', async () => {
    const clip = await beginUpload(api, prId, 1000)
    await putChunk(clip.location, 0, makeBytes(1000))
    const closed = await Promise.all([1, 2, 3, 4].map(() => api.uploads.closeUpload({ prId, id: clip.id, body: {} })))
    for (const mediaObject of closed) assert.equal(toOriginals(mediaObject)?.length, 1)
  })

  // uploads-28
  test('a file with another hash than was announced is open again for the right bytes', async () => {
    const bytes = makeBytes(3000)
    const clip = await beginUpload(api, prId, bytes.length, { hash: sha256(bytes).toUpperCase() })
    await putChunk(clip.location, 0, makeBytes(3000, 2))
    await assert.rejects(api.uploads.closeUpload({ prId, id: clip.id, body: {} }), refusal(422, '/hash'))
    await putChunk(clip.location, 0, bytes)
    await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
    const md5 = await beginUpload(api, prId, 3, { hash: 'd41d8cd98f00b204e9800998ecf8427e' })
    await putChunk(md5.location, 0, makeBytes(3))
    await assert.rejects(api.uploads.closeUpload({ prId, id: md5.id, body: {} }), refusal(422))
    const closing = api.uploads.closeUpload({ prId, id: md5.id, body: { skipVerification: true, skipIngest: true } })
    // An object store has to get the bytes again.
    if (kit.service.platform.config.storage.kind === 'disk') await closing
    else await assert.rejects(closing, refusal(412))
  })

  test('after a crash between the move of the file and the commit, closing again ends it', async () => {
    const bytes = makeBytes(100)
    const clip = await beginUpload(api, prId, bytes.length)
    await putChunk(clip.location, 0, bytes)
    const { platform } = kit.service
    const stored = toStoredUpload(prId, clip, bytes.length)
    await platform.blobs.assembleUpload(stored, { mayBeWritten: false })
    await platform.blobs.completeUpload(stored)
    await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
    assert.deepEqual(await downloadOriginal(api, prId, clip.id), bytes)
  })
})

describe('cancelling and deleting', () => {
  // uploads-30
  test('"the clip is deleted immediately", its bytes are freed and its location is gone', async () => {
    const clip = await beginUpload(api, prId, 1000)
    await putChunk(clip.location, 0, makeBytes(500))
    const { blobs } = kit.service.platform
    const stored = toStoredUpload(prId, clip, 1000)
    assert.equal(await blobs.hasUpload(stored), true)
    assert.equal((await api.uploads.cancelUpload({ prId, id: clip.id })).id, clip.id)
    assert.equal(await blobs.hasUpload(stored), false)
    await assert.rejects(api.media.getMediaObject({ prId, id: clip.id }), refusal(404))
    assert.equal((await putChunk(clip.location, 500, makeBytes(500))).status, 404)
    assert.equal(await blobs.hasUpload(stored), false)
    await listEventsUntil(clip.id, 'Media.delete')
  })

  // media-6
  test('deleting a clip needs LIBRARY_DELETE and removes its files once that is certain', async () => {
    const clip = await beginUpload(api, prId, 10)
    await putChunk(clip.location, 0, makeBytes(10))
    await api.uploads.closeUpload({ prId, id: clip.id, body: {} })
    const { key } = toStoredUpload(prId, clip, 10)
    const { blobs } = kit.service.platform
    assert.ok(await blobs.findFacts(key))
    const { api: uploader } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })
    await assert.rejects(uploader.media.deleteMediaObject({ prId, id: clip.id }), refusal(403, 'LIBRARY_DELETE'))
    const { version } = await api.media.getMediaObject({ prId, id: clip.id })
    const gone = await api.media.deleteMediaObject({ prId, id: clip.id })
    assert.ok(gone.version > version && Number(gone.deleted) > 0)
    await assert.rejects(api.media.getMediaObject({ prId, id: clip.id }), refusal(404))
    await until('the file is gone', async () => (await blobs.findFacts(key)) === undefined)
  })
})

describe('the quota of a production', () => {
  // errors-5, uploads-5
  test('"exceeding it gives 402"; cancelling and deleting release what was reserved', async () => {
    const { id } = await kit.createProduction()
    await kit.admin.productions.updateSetting({ prId: id, key: 'quota', body: { maxBytes: 1000, maxMediaObjects: 3 } })
    const first = await beginUpload(kit.admin, id, 600)
    await assert.rejects(beginUpload(kit.admin, id, 401), refusal(402))
    const second = await beginUpload(kit.admin, id, 400)
    await createClips(kit.admin, id, { name: 'takes no room' })
    await assert.rejects(createClips(kit.admin, id, { name: 'one too many' }), refusal(402))
    await kit.admin.uploads.cancelUpload({ prId: id, id: first.id })
    await kit.admin.media.deleteMediaObject({ prId: id, id: second.id })
    await beginUpload(kit.admin, id, 1000)
  })

  // uploads-5
  test('many who create at once do not pass it together', async () => {
    const { id } = await kit.createProduction()
    await kit.admin.productions.updateSetting({ prId: id, key: 'quota', body: { maxBytes: 250 } })
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => beginUpload(kit.admin, id, 100)))
    assert.equal(results.filter(result => result.status === 'fulfilled').length, 2)
    for (const result of results) if (result.status === 'rejected') assert.ok(refusal(402)(result.reason))
  })
})
