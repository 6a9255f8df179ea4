import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type Client, createClip, createClips, expectClip } from '@rushes/client'
import { type MediaObjectRequest, ServiceError } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())
// What is matched depends on all clips of the production.
beforeEach(async () => {
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { roles: ['Production Administrator'] })).api
})

type Property = string | { name: string; type: 'EXACT' | 'IGNORE_CASE' | 'PARTIAL' | 'PARTIAL_IGNORE_CASE' }

/** A request that means the clip that has all properties of one of these lists. */
function meant(request: MediaObjectRequest, ...criteria: Property[][]): MediaObjectRequest {
  const matchingCriteria = criteria.map(properties => ({ properties }))
  return { ...request, resolveMethod: 'CRITERIA', synchronizeOptions: { clip: { matchingCriteria } } }
}

async function countClips() {
  return (await api.media.listMediaObjects({ prId, query: { limit: 0 } })).total
}

describe('"Two phases per object: match, update"', () => {
  // uploads-41
  test('a request creates a clip the first time, and updates it from then on', async () => {
    const first = await createClip(api, prId, meant({ name: 'synctest01.jpg', type: 'IMAGE' }, ['name']))
    assert.equal(first.syncReport.mediaObjectResolve, 'CREATED')
    assert.deepEqual(
      first.createdObjects.map(object => object.type),
      ['MediaObject', 'MediaObjectAnnotation'],
    )
    const again = await createClip(api, prId, meant({ name: 'synctest01.jpg', description: 'found' }, ['name']))
    assert.equal(again.id, first.id)
    assert.equal(again.syncReport.mediaObjectResolve, 'MATCHED')
    assert.deepEqual(again.createdObjects, [])
    assert.equal(again.mediaObjectAnnotation.description, 'found')
    assert.equal(again.type, 'IMAGE')
    assert.equal(await countClips(), 1)
  })

  test('the published example: one answer per request, in their order', async () => {
    const requests: MediaObjectRequest[] = [
      {
        name: 'synctest01.jpg',
        type: 'IMAGE',
        resolveMethod: 'CRITERIA',
        synchronizeOptions: {
          clip: { options: { failOnMultipleMatches: true }, matchingCriteria: [{ properties: ['name'] }] },
        },
      },
      { name: 'synctest02.jpg', type: 'IMAGE', resolveMethod: 'CRITERIA', synchronizeOptions: {} },
    ]
    for (const resolved of ['CREATED', 'MATCHED'] as const) {
      const [first, second] = (await createClips(api, prId, requests)).map(expectClip)
      assert.deepEqual([first?.name, second?.name], ['synctest01.jpg', 'synctest02.jpg'])
      assert.equal(first?.syncReport.mediaObjectResolve, resolved)
      // Nothing says which clip the second means: it is a new one.
      assert.equal(second?.syncReport.mediaObjectResolve, 'CREATED')
    }
  })

  // uploads-46
  test('maps are laid over what is there, key by key; what is not named stays', async () => {
    const customFields = { take: { type: 'LONG', values: [3] }, camera: { type: 'STRING', values: ['A'] } }
    await createClip(api, prId, { name: 'one', label: 'kept', customFields, clipMetadata: { flipHorizontal: true } })
    const updated = await createClip(
      api,
      prId,
      meant({ name: 'one', customFields: { camera: { type: 'STRING', values: ['B'] } }, clipMetadata: { lut: 'x' } }, [
        'name',
      ]),
    )
    const annotation = updated.mediaObjectAnnotation
    assert.deepEqual(annotation.customFields, { ...customFields, camera: { type: 'STRING', values: ['B'] } })
    assert.deepEqual(annotation.clipMetadata, { flipHorizontal: true, lut: 'x' })
    assert.equal(annotation.label, 'kept')
  })

  // uploads-48
  test('two at once of the same clip make one', async () => {
    const request = meant({ name: 'raced' }, ['name'])
    const made = await Promise.all(Array.from({ length: 8 }, () => createClip(api, prId, request)))
    assert.equal(new Set(made.map(clip => clip.id)).size, 1)
    assert.equal(await countClips(), 1)
  })
})

describe('matching', () => {
  const cases: [Property, string, string, boolean][] = [
    ['name', 'Scene 12', 'Scene 12', true],
    ['name', 'Scene 12', 'scene 12', false],
    [{ name: 'name', type: 'EXACT' }, 'Scene 12', 'Scene', false],
    [{ name: 'name', type: 'IGNORE_CASE' }, 'Scène 12', 'SCÈNE 12', true],
    [{ name: 'name', type: 'IGNORE_CASE' }, 'Scene 12', 'scene', false],
    [{ name: 'name', type: 'PARTIAL' }, 'Scene 12', 'cene', true],
    [{ name: 'name', type: 'PARTIAL' }, 'Scene 12', 'CENE', false],
    // "stored value contains the given one", not the other way round
    [{ name: 'name', type: 'PARTIAL' }, 'cene', 'Scene 12', false],
    [{ name: 'name', type: 'PARTIAL_IGNORE_CASE' }, 'Scene 12', 'CENE', true],
    [{ name: 'name', type: 'PARTIAL' }, 'Scene 12', 'S%2', false],
    // In Unicode normal form C, whichever of the two is decomposed.
    ['name', 'Sc\u00e8ne', 'Sce\u0300ne', true],
    [{ name: 'name', type: 'EXACT' }, 'Sce\u0300ne', 'Sc\u00e8ne', true],
    [{ name: 'name', type: 'IGNORE_CASE' }, 'SCE\u0300NE', 'sc\u00e8ne', true],
    [{ name: 'name', type: 'PARTIAL' }, 'Sc\u00e8ne 12', 'ce\u0300n', true],
    [{ name: 'name', type: 'PARTIAL_IGNORE_CASE' }, 'Sce\u0300ne 12', 'C\u00c8N', true],
    ['name', 'Scène', 'Scene', false],
  ]
  for (const [property, stored, given, matches] of cases) {
    // uploads-43
    test(`${JSON.stringify(property)}: ${given} ${matches ? 'finds' : 'does not find'} ${stored}`, async () => {
      await createClip(api, prId, { name: stored })
      const { syncReport } = await createClip(api, prId, meant({ name: given }, [property]))
      assert.equal(syncReport.mediaObjectResolve, matches ? 'MATCHED' : 'CREATED')
    })
  }

  // uploads-43
  test('"dotted names such as `customFields.my_custom_field`", in either shape of a value', async () => {
    const field = (values: unknown) => ({ customFields: { my_custom_field: values } })
    const clip = await createClip(api, prId, { name: 'one', ...field({ type: 'STRING', values: ['A001'] }) })
    for (const value of ['A001', { value: 'A001' }, { type: 'STRING', values: ['A001'] }]) {
      const found = await createClip(api, prId, meant(field(value), ['customFields.my_custom_field']))
      assert.equal(found.id, clip.id)
    }
    const other = await createClip(api, prId, meant(field('A002'), ['customFields.my_custom_field']))
    assert.notEqual(other.id, clip.id)
  })

  // uploads-42
  test('criteria are alternatives; the properties of one must all match; an absent one matches nothing', async () => {
    const a = await createClip(api, prId, { name: 'a', umid: 'u1', description: 'd' })
    const b = await createClip(api, prId, { name: 'b', umid: 'u2' })
    const find = async (request: MediaObjectRequest, ...criteria: Property[][]) =>
      (await createClip(api, prId, meant(request, ...criteria))).id
    assert.equal(await find({ name: 'a', umid: 'u1' }, ['name', 'umid']), a.id)
    assert.equal(await find({ name: 'none', umid: 'u2' }, ['description', 'name'], ['umid']), b.id)
    assert.ok(![a.id, b.id].includes(await find({ name: 'a2', umid: 'u9' }, ['name', 'umid'])))
    assert.ok(![a.id, b.id].includes(await find({ name: 'a3' }, ['description'])))
  })

  // uploads-44
  test('`failOnMultipleMatches` is a conflict that names the clips; else the oldest is meant', async () => {
    const first = await createClip(api, prId, { name: 'twin' })
    const second = await createClip(api, prId, { name: 'twin' })
    assert.equal((await createClip(api, prId, meant({ name: 'twin' }, ['name']))).id, first.id)
    const strict: MediaObjectRequest = {
      name: 'twin',
      description: 'never kept',
      resolveMethod: 'CRITERIA',
      synchronizeOptions: {
        clip: { options: { failOnMultipleMatches: true }, matchingCriteria: [{ properties: ['name'] }] },
      },
    }
    await assert.rejects(createClip(api, prId, strict), (error: unknown) => {
      assert.ok(error instanceof ServiceError)
      assert.equal(error.status, 409)
      assert.deepEqual(error.data, { mediaObjectIds: [first.id, second.id] })
      return true
    })
    const annotation = await api.annotations.getMediaObjectAnnotation({ prId, moId: first.id })
    assert.equal(annotation.description, undefined)
  })

  // uploads-41
  test('the other methods: by name, and by the hash of the file', async () => {
    const hash = 'a'.repeat(64)
    const clip = await createClip(api, prId, { name: 'one', fileName: '1.mov', size: 1, hash })
    assert.equal((await createClip(api, prId, { name: 'one', resolveMethod: 'NAME' })).id, clip.id)
    assert.equal((await createClip(api, prId, { hash: hash.toUpperCase(), resolveMethod: 'FINGERPRINT' })).id, clip.id)
    await assert.rejects(createClip(api, prId, { resolveMethod: 'FINGERPRINT_2' }), refusal(422, '/hash'))
  })

  // uploads-45
  test('what clips are not found by is refused with its place', async () => {
    for (const name of ['version', 'customFields', 'customFields.', '__proto__', 'a.b']) {
      await assert.rejects(createClip(api, prId, meant({ name: 'x' }, [name])), (error: unknown) => {
        assert.ok(error instanceof ServiceError)
        return error.status === 422 && error.message.includes('/matchingCriteria/0/properties')
      })
    }
    assert.equal(await countClips(), 0)
  })
})

describe('what is attached to the clip', () => {
  // uploads-12, uploads-47
  test('collections are attached by id or by title; one that is missing is made, once', async () => {
    const known = await api.collections.createCollection({ prId, body: { title: 'Known' } })
    const request: MediaObjectRequest = {
      ...meant({ name: 'one' }, ['name']),
      attachToEoId: known.id,
      collections: [{ title: 'Known' }, { title: 'New', objectType: 'Notebook' }],
    }
    const first = await createClip(api, prId, request)
    assert.deepEqual(
      first.syncReport.collectionResolve.map(({ resolved }) => resolved),
      ['MATCHED', 'MATCHED', 'CREATED'],
    )
    const again = await createClip(api, prId, request)
    assert.ok(again.syncReport.collectionResolve.every(({ resolved }) => resolved === 'MATCHED'))
    for (const { id } of again.syncReport.collectionResolve) {
      const { items } = await api.collections.listCollectionEntries({ prId, id })
      assert.deepEqual(
        items.map(entry => entry.id),
        [first.mediaObjectAnnotationId],
      )
    }
  })

  // uploads-47
  test('annotations are added once', async () => {
    const request = {
      ...meant({ name: 'one' }, ['name']),
      annotations: [
        { label: 'slate', start: 0, end: 25 },
        { description: 'too dark', funnel: 'ReviewComment', start: 7 },
      ],
    }
    const first = await createClip(api, prId, request)
    const again = await createClip(api, prId, request)
    assert.deepEqual(
      [first, again].map(answer => answer.syncReport.annotationResolve.map(({ resolved }) => resolved)),
      [
        ['CREATED', 'CREATED'],
        ['MATCHED', 'MATCHED'],
      ],
    )
    const comment = await api.annotations.getAnnotation({ prId, anId: again.syncReport.annotationResolve[1]!.id })
    assert.deepEqual([comment.funnel, comment.start, comment.end], ['ReviewComment', 7, 8])
  })

  // uploads-48
  test('"all or nothing per object, with the failure told in its place"', async () => {
    const [good, bad, unknown] = await createClips(api, prId, [
      { name: 'good', collections: [{ title: 'Kept' }] },
      { name: 'bad', collections: [{ title: 'Not kept' }], annotations: [{ start: 9, end: 2 }] },
      { name: 'unknown', collections: [{ id: 999_999_999 }] },
    ])
    assert.equal(good?.error, undefined)
    assert.equal(bad?.error?.code, 422)
    assert.match(bad?.error?.message ?? '', /^\/1\/annotations\/0\/start:/)
    assert.equal(unknown?.error?.code, 404)
    const { items } = await api.collections.listCollections({ prId })
    assert.deepEqual(
      items.map(collection => collection.title),
      ['Kept'],
    )
    assert.equal(await countClips(), 1)
  })
})

describe('the file of a clip that is there', () => {
  test('a placeholder gets an upload, which is found again while it is open, and never a second file', async () => {
    const bytes = makeBytes(1000)
    const placeholder = await createClip(api, prId, { name: 'one' })
    const request = meant({ name: 'one', fileName: 'folder/one.bin', size: bytes.length }, ['name'])
    const opened = await createClip(api, prId, request)
    assert.equal(opened.id, placeholder.id)
    assert.equal(opened.type, 'PENDING')
    const found = await createClip(api, prId, request)
    assert.deepEqual([found.uploadId, found.location], [opened.uploadId, opened.location])
    assert.equal((await putChunk(opened.location!, 0, bytes)).status, 204)
    await api.uploads.closeUpload({ prId, id: opened.id, body: { skipIngest: true } })
    await assert.rejects(createClip(api, prId, request), refusal(409, `${placeholder.id} has an original`))
    const { items } = await api.media.listInstances({ prId, id: placeholder.id })
    assert.deepEqual(
      items.map(instance => [instance.type, instance.fileName]),
      [['RAW', 'one.bin']],
    )
  })
})

describe('access', () => {
  // uploads-49
  test('to update needs LIBRARY_UPDATE_METADATA besides LIBRARY_UPLOAD, also where nothing matches', async () => {
    const { api: uploader } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPLOAD'] })
    await createClip(uploader, prId, { name: 'one' })
    for (const name of ['one', 'two']) {
      await assert.rejects(
        createClip(uploader, prId, meant({ name }, ['name'])),
        refusal(403, 'LIBRARY_UPDATE_METADATA'),
      )
    }
    await assert.rejects(
      createClip(uploader, prId, { name: 'two', collections: [{ title: 'mine' }] }),
      refusal(403, 'LIBRARY_UPDATE_METADATA'),
    )
    await assert.rejects(
      createClip(uploader, prId, { name: 'two', annotations: [{ label: 'x' }] }),
      refusal(403, 'LOG_EDIT'),
    )
    assert.equal(await countClips(), 1)
  })

  // uploads-51
  test('clips of another production are not matched', async () => {
    const elsewhere = (await kit.createProduction()).id
    const foreign = await createClip(kit.admin, elsewhere, { name: 'one', umid: 'u' })
    const made = await createClip(api, prId, meant({ name: 'one', umid: 'u' }, ['name'], ['umid']))
    assert.notEqual(made.id, foreign.id)
  })
})
