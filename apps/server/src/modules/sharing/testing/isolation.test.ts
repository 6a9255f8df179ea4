/** Two shares of one collection: what visitors say stays in their share, what they give is the collection's. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import type { SharePermission } from '@rushes/contract'
import { createClip as createClipWithRate } from '../../../../test/scene/subtitles.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from './scene.ts'

let kit: TestService
let scene: Scene
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
})
after(() => kit.stop())

const comment = (api: Client, moId: number) =>
  api.annotations.createClipAnnotation({
    prId: scene.prId,
    moId,
    type: 'clip',
    body: { funnel: 'ReviewComment', description: 'too long', start: 0, end: 1 },
  })

// sharing-40
test('comments of one share are not seen through another one of the same collection, those of the team are', async () => {
  const { prId, owner } = scene
  const collection = await scene.createCollection()
  const { moId } = await scene.createClip(collection.id)
  const permissions: SharePermission[] = ['REVIEW']
  const [one, two] = [
    await scene.createShare(collection.id, { permissions }),
    await scene.createShare(collection.id, { permissions }),
  ]
  const [ann, bob] = [await scene.visitAs(one, 'ann'), await scene.visitAs(two, 'bob')]
  const [fromAnn, fromBob, fromTeam] = [await comment(ann, moId), await comment(bob, moId), await comment(owner, moId)]
  const query = { fq: ['funnel:ReviewComment'], sort: 'id asc' }
  const idsOf = (list: { results: { id?: unknown }[]; numFound: number }) => {
    assert.equal(list.numFound, list.results.length)
    return list.results.map(result => result.id)
  }
  const listed = async (api: Client, id: number) => idsOf(await api.sharing.searchShareAnnotations({ prId, id, query }))
  const created = async (api: Client, id: number) =>
    idsOf(await api.sharing.searchCreatedAnnotations({ prId, id, query }))
  assert.deepEqual(await listed(ann, one.id), [fromAnn.id, fromTeam.id])
  assert.deepEqual(await listed(bob, two.id), [fromBob.id, fromTeam.id])
  assert.deepEqual(await created(ann, one.id), [fromAnn.id])
  assert.deepEqual(await created(owner, one.id), [fromAnn.id])
  assert.deepEqual(await created(owner, two.id), [fromBob.id])
  await assert.rejects(ann.sharing.searchCreatedAnnotations({ prId, id: two.id }), { name: 'NotFoundError' })
  await assert.rejects(ann.sharing.searchShareAnnotations({ prId, id: two.id }), { name: 'NotFoundError' })
  await assert.rejects(ann.annotations.getAnnotation({ prId, anId: fromBob.id }), { name: 'NotFoundError' })
  assert.equal((await ann.annotations.getAnnotation({ prId, anId: fromTeam.id })).id, fromTeam.id)
  await owner.collections.attachEntries({
    prId,
    id: collection.id,
    body: [fromAnn, fromBob].map(({ id }) => ({ annotationId: id })),
  })
  const { items, total } = await ann.collections.listCollectionEntries({ prId, id: collection.id })
  assert.deepEqual([items.map(entry => entry.funnel), total], [['MediaObjectAnnotation', 'ReviewComment'], 2])
  assert.equal((await owner.collections.listCollectionEntries({ prId, id: collection.id })).total, 3)
})

// annotations-38
test('the lists of a share have files, with the cues of what the lists find', async () => {
  const { prId, owner } = scene
  const { id } = await scene.createCollection()
  const moId = await createClipWithRate(kit, prId, { num: 25, den: 1 })
  const clip = await owner.annotations.getMediaObjectAnnotation({ prId, moId })
  await owner.collections.attachEntries({ prId, id, body: [{ annotationId: clip.id }] })
  const share = await scene.createShare(id, { permissions: ['REVIEW'] })
  const ann = await scene.visitAs(share, 'ann')
  const said = await comment(ann, moId)
  await owner.collections.attachEntries({ prId, id, body: [{ annotationId: said.id }] })
  const request = { prId, id: share.id, query: { fq: ['funnel:ReviewComment'] } }
  for (const [list, asFile] of [
    [ann.sharing.searchShareAnnotations, ann.sharing.searchShareAnnotationsAsFile],
    [ann.sharing.searchAttachedAnnotations, ann.sharing.searchAttachedAnnotationsAsFile],
    [ann.sharing.searchCreatedAnnotations, ann.sharing.searchCreatedAnnotationsAsFile],
  ] as const) {
    assert.equal((await list(request)).numFound, 1)
    const file = await asFile({ ...request, format: 'srt' })
    assert.equal(await file.text(), '1\n00:00:00,000 --> 00:00:00,040\ntoo long\n', file.url)
  }
})

// sharing-41
test('what visitors upload is part of the collection, and seen through its other shares', async () => {
  const { prId } = scene
  const collection = await scene.createCollection()
  const giving = await scene.createShare(collection.id, { permissions: ['UPLOAD'] })
  const seeing = await scene.createShare(collection.id)
  const giver = await scene.visit(giving)
  const { mediaObjectId, mediaObjectAnnotationId } = await createClip(giver, prId, { name: 'from outside' })
  const reviewer = await scene.visit(seeing)
  assert.equal((await reviewer.media.listMediaObjects({ prId })).items[0]?.id, mediaObjectId)
  assert.equal((await reviewer.sharing.searchShareAnnotations({ prId, id: seeing.id })).numFound, 1)
  assert.equal((await reviewer.collections.listCollectionEntries({ prId, id: collection.id })).total, 1)
  await reviewer.annotations.getAnnotation({ prId, anId: mediaObjectAnnotationId! })
})
