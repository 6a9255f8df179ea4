import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { EditorialObject } from '@rushes/contract'
import { refusal } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
let prId: number
let api: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  api = (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_UPDATE_METADATA'] })).api
})
after(() => kit.stop())

const create = (body: Partial<EditorialObject> = {}) => api.collections.createCollection({ prId, body })

async function makeClip(name = 'A clip') {
  const clip = await createClip(kit.admin, prId, { name })
  return { mediaObjectId: clip.mediaObjectId!, annotationId: clip.mediaObjectAnnotationId! }
}

describe('entries', () => {
  const attach = (id: number, body: { mediaObjectId?: number; annotationId?: number; position?: number }[]) =>
    api.collections.attachEntries({ prId, id, body })
  const order = async (id: number) =>
    (await api.collections.listCollectionEntries({ prId, id, query: { limit: 100 } })).items.map(entry => entry.id)

  // collections-19, collections-20
  test('a clip stands for its MediaObjectAnnotation; what is attached already is not attached again', async () => {
    const { id } = await create()
    const [a, b] = [await makeClip(), await makeClip()]
    const attached = await attach(id, [{ mediaObjectId: a.mediaObjectId }, { annotationId: b.annotationId }])
    assert.deepEqual(
      attached.map(entry => entry.id),
      [a.annotationId, b.annotationId],
    )
    await attach(id, [{ annotationId: a.annotationId }])
    assert.deepEqual(await order(id), [a.annotationId, b.annotationId])
    const read = await api.collections.getCollection({
      prId,
      id,
      query: { includeEntries: true, includeAnnotations: true, includeEdl: true },
    })
    assert.equal(read.entries?.length, 2)
    assert.equal(read.annotations?.[0]?.funnel, 'MediaObjectAnnotation')
    assert.deepEqual(
      read.edl?.entries.map(entry => entry.mediaObjectId),
      [a.mediaObjectId, b.mediaObjectId],
    )
  })

  // collections-19, collections-21
  test('a position says at which index; naming one moves what is attached', async () => {
    const { id } = await create()
    const clips = [await makeClip(), await makeClip(), await makeClip()]
    const [a, b, c] = clips.map(clip => clip.annotationId)
    await attach(id, [{ annotationId: a! }, { annotationId: b! }, { annotationId: c!, position: 0 }])
    assert.deepEqual(await order(id), [c, a, b])
    await attach(id, [{ annotationId: c!, position: 1 }])
    assert.deepEqual(await order(id), [a, c, b])
    await attach(id, [{ annotationId: a!, position: 1000 }])
    assert.deepEqual(await order(id), [c, b, a])
    const page = await api.collections.listCollectionEntries({ prId, id, query: { offset: 1, limit: 1 } })
    assert.deepEqual([page.items.map(entry => entry.id), page.total], [[b], 3])
  })

  // collections-24
  test('many at the same moment are all there, each once', async () => {
    const { id } = await create()
    const clips = await Promise.all(Array.from({ length: 8 }, () => makeClip()))
    await Promise.all(clips.map(clip => attach(id, [{ annotationId: clip.annotationId, position: 0 }])))
    assert.deepEqual((await order(id)).sort(), clips.map(clip => clip.annotationId).sort())
  })

  // collections-23
  test('detached leaves the annotation; what is not attached is 404', async () => {
    const { id } = await create()
    const clip = await makeClip()
    await attach(id, [{ mediaObjectId: clip.mediaObjectId }])
    const detach = () => api.collections.detachEntry({ prId, id, annotationId: clip.annotationId })
    await detach()
    await assert.rejects(detach(), { name: 'NotFoundError' })
    assert.deepEqual(await order(id), [])
    await kit.admin.media.getMediaObject({ prId, id: clip.mediaObjectId })
  })

  // collections-25
  test('many are detached with one call; what is not attached is passed over', async () => {
    const { id } = await create()
    const clips = [await makeClip(), await makeClip(), await makeClip()]
    const [a, b, c] = clips.map(clip => clip.annotationId)
    await attach(id, [{ annotationId: a! }, { annotationId: b! }])
    await api.collections.detachEntries({ prId, id, body: { annotationIds: [a!, c!, a!] } })
    assert.deepEqual(await order(id), [b])
    // An empty list is one of nothing, as it is where annotations are deleted, patched or attached.
    await api.collections.detachEntries({ prId, id, body: { annotationIds: [] } })
    assert.deepEqual(await attach(id, []), [])
    assert.deepEqual(await order(id), [b])
    await kit.admin.media.getMediaObject({ prId, id: clips[0]!.mediaObjectId })
    const many = Array.from({ length: 1001 }, (_, index) => index)
    const refused = api.collections.detachEntries({ prId, id, body: { annotationIds: many } })
    await assert.rejects(refused, { name: 'BadRequestError' })
    for (const annotationIds of [[b!], []]) {
      const gone = api.collections.detachEntries({ prId, id: 999_999_999, body: { annotationIds } })
      await assert.rejects(gone, { name: 'NotFoundError' })
    }
  })

  // collections-20, collections-22
  test('are of the production, and all or none are attached', async () => {
    const { id } = await create()
    const clip = await makeClip()
    const elsewhere = await kit.createProduction()
    const foreign = await createClip(kit.admin, elsewhere.id, { name: 'x' })
    await assert.rejects(
      attach(id, [{ mediaObjectId: clip.mediaObjectId }, { mediaObjectId: foreign.mediaObjectId! }]),
      breaks('/1/mediaObjectId'),
    )
    await assert.rejects(attach(id, [{}]), { name: 'BadRequestError' })
    await assert.rejects(attach(id, [{ mediaObjectId: clip.mediaObjectId, annotationId: clip.annotationId }]), {
      name: 'BadRequestError',
    })
    assert.deepEqual(await order(id), [])
  })
})

// collections-17
test('a deleted collection takes its children with it and leaves its entries', async () => {
  const notebook = await create()
  const draft = await create({ objectType: 'Draft', parentId: notebook.id })
  const clip = await makeClip()
  await api.collections.attachEntries({ prId, id: draft.id, body: [{ mediaObjectId: clip.mediaObjectId }] })
  assert.equal((await api.collections.deleteCollection({ prId, id: notebook.id })).id, notebook.id)
  for (const id of [notebook.id, draft.id]) {
    await assert.rejects(api.collections.getCollection({ prId, id }), { name: 'NotFoundError' })
  }
  await assert.rejects(api.collections.deleteCollection({ prId, id: notebook.id }), { name: 'NotFoundError' })
  const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId: clip.mediaObjectId })
  await kit.admin.annotations.deleteAnnotation({ prId, anId: moa.id, query: {} })
})

/** Whether an error is a broken rule at this path. */
function breaks(path: string) {
  return (error: { type?: string; data?: { path: string }[] }) =>
    error.type === 'ValidationError' && error.data?.[0]?.path === path
}

describe('versions', () => {
  const makeClips = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => makeClip()))).map(({ mediaObjectId }) => mediaObjectId)
  const add = (id: number, ...mediaObjectIds: number[]) =>
    api.collections.addVersions({ prId, id, body: { mediaObjectIds } })
  const listStacks = async () =>
    (await api.collections.listCollections({ prId, query: { limit: 1000 } })).items
      .filter(({ funnel }) => funnel === 'VersionStack')
      .map(({ id }) => id)

  // collections-26
  test('a clip and its versions are in one collection, oldest first, however often one is added', async () => {
    const [clip, second, third] = (await makeClips(3)) as [number, number, number]
    const { versionStackId, mediaObjectIds } = await add(clip, second)
    assert.deepEqual(mediaObjectIds, [clip, second])
    assert.deepEqual(await add(second, third, clip), { versionStackId, mediaObjectIds: [clip, second, third] })
    const stack = await api.collections.getCollection({ prId, id: versionStackId, query: { includeEntries: true } })
    assert.deepEqual([stack.title, stack.entries?.map(entry => entry.mediaObjectId)], ['A clip', [clip, second, third]])
  })

  // collections-26
  test('first versions of a clip that several people add at once are in one collection', async () => {
    for (let round = 0; round < 5; round++) {
      const before = await listStacks()
      const [clip, ...added] = (await makeClips(6)) as [number, ...number[]]
      const answers = await Promise.all(added.map(id => add(clip, id)))
      const [stackId, ...others] = (await listStacks()).filter(id => !before.includes(id))
      assert.deepEqual(others, [])
      assert.ok(answers.every(({ versionStackId }) => versionStackId === stackId))
      const { items } = await api.collections.listCollectionEntries({ prId, id: stackId!, query: { limit: 100 } })
      const ids = items.map(entry => entry.mediaObjectId)
      assert.equal(ids[0], clip)
      assert.deepEqual(ids.slice(1).toSorted(), added.toSorted())
    }
  })

  // collections-26
  test('a version of another clip is a conflict, an unknown clip is refused, and nothing is created then', async () => {
    const [clip, other, ofOther, single] = (await makeClips(4)) as [number, number, number, number]
    await add(other, ofOther)
    const before = await listStacks()
    await assert.rejects(add(clip, single, ofOther), refusal(409))
    await assert.rejects(add(clip, single, clip), refusal(422))
    await assert.rejects(add(clip, single, 1), refusal(422))
    await assert.rejects(add(1, single), refusal(404))
    await assert.rejects(add(clip), refusal(400))
    assert.deepEqual(await listStacks(), before)
  })
})
