/** What the owner of a share learns of it: who opened, viewed, commented and downloaded. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClip } from '@rushes/client'
import { refusal } from '../../../test/refusal.ts'
import { addFile } from '../../../test/scene/add-file.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createScene, type Scene } from './testing/scene.ts'

let kit: TestService
let scene: Scene
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
})
after(() => kit.stop())

/** The activity of a share, oldest first: the verb, who, and which clip. */
async function readActivity(id: number, fq: string[] = []) {
  const query = { rows: 100, sort: 'id asc', fq }
  const { results } = await scene.owner.sharing.searchShareActivity({ prId: scene.prId, id, query })
  return results.map(item => {
    const { verb, actor, mediaObjectId } = item as {
      verb: string
      actor: { username?: string }
      mediaObjectId?: number
    }
    return [verb, actor.username, mediaObjectId].filter(part => part !== undefined).join(' ')
  })
}

async function createShared() {
  const collection = await scene.createCollection()
  const clip = await scene.createClip(collection.id)
  const permissions = ['REVIEW', 'DOWNLOAD', 'UPLOAD'] as const
  const share = await scene.createShare(collection.id, { permissions: [...permissions] })
  return { share, clip }
}

describe('the activity of a share', () => {
  // sharing-49
  test('tells who opened it, viewed, played and downloaded a clip, commented and uploaded', async () => {
    const { prId } = scene
    const { share, clip } = await createShared()
    const { moId } = clip
    const original = await addFile(kit, prId, moId, new TextEncoder().encode('original'), { type: 'RAW' })
    const proxy = await addFile(kit, prId, moId, new TextEncoder().encode('proxy'))
    const thumb = await addFile(kit, prId, moId, new TextEncoder().encode('thumb'), { type: 'THUMB' })
    const ann = await scene.visitAs(share, 'ann')
    await ann.media.getMediaObject({ prId, id: moId })
    await ann.annotations.getMediaObjectAnnotation({ prId, moId })
    for (const { id } of [thumb, proxy, original]) {
      const link = await (await ann.media.getDownloadLink({ prId, id: moId, moiId: id })).text()
      assert.equal((await fetch(link, { method: 'HEAD' })).status, 200)
      for (const range of ['bytes=0-1', 'bytes=2-3'])
        assert.equal((await fetch(link, { headers: { range } })).status, 206)
    }
    const body = { funnel: 'ReviewComment', description: 'good', start: 0, end: 1 }
    await ann.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    const { mediaObjectId } = await createClip(ann, prId, { name: 'mine' })
    assert.deepEqual(await readActivity(share.id), [
      `Share.create ${(await scene.owner.authentication.getCurrentUser()).username}`,
      'Share.login',
      'Share.identify',
      `Share.view ann ${moId}`,
      `Share.play ann ${moId}`,
      `Share.download ann ${moId}`,
      `Annotation.create ann ${moId}`,
      ...(await readActivity(share.id, [`mediaObjectId:${mediaObjectId}`])),
    ])
    assert.match((await readActivity(share.id, [`mediaObjectId:${mediaObjectId}`])).join(), /ann/)
  })

  // sharing-49
  test('reports each visit once, and visitors who do not say who they are', async () => {
    const { prId } = scene
    const { share, clip } = await createShared()
    const [one, two] = [await scene.visit(share), await scene.visit(share)]
    for (const api of [one, two, one]) await api.media.getMediaObject({ prId, id: clip.moId })
    await Promise.all(Array.from({ length: 6 }, () => two.media.getMediaObject({ prId, id: clip.moId })))
    assert.equal((await readActivity(share.id, ['verb:Share.view'])).length, 2)
  })

  // sharing-49
  test('reports passwords that were wrong, and is searched and counted like any activity', async () => {
    const { prId, owner } = scene
    const { share } = await createShared()
    await owner.sharing.setSharePassword({ prId, id: share.id, body: 'swordfish' })
    await assert.rejects(scene.visit(share, 'guess'), refusal(401))
    await scene.visit(share, 'swordfish')
    const query = { rows: 0, 'facet.field': ['verb'], 'facet.mincount': 1, fq: ['verb:Share.login*'] }
    const { numFound, facetFields } = await owner.sharing.searchShareActivity({ prId, id: share.id, query })
    assert.equal(numFound, 2)
    assert.deepEqual(
      facetFields?.[0]?.values.map(({ name, count }) => [name, count]),
      [
        ['Share.login', 1],
        ['Share.loginFailed', 1],
      ],
    )
    const text = JSON.stringify(await owner.sharing.searchShareActivity({ prId, id: share.id, query: { rows: 100 } }))
    assert.ok(!/swordfish|guess/.test(text))
  })

  // sharing-49
  test('is that of the share alone, for those who may share', async () => {
    const { prId, owner } = scene
    const [{ share }, { share: other }] = [await createShared(), await createShared()]
    await scene.visitAs(other, 'elsewhere')
    assert.deepEqual((await readActivity(share.id)).length, 1)
    const visitor = await scene.visit(share)
    const read = (api: typeof owner) => api.sharing.searchShareActivity({ prId, id: share.id })
    await assert.rejects(read(visitor), refusal(403, 'LIBRARY_SHARE'))
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await assert.rejects(read(viewer), refusal(403, 'LIBRARY_SHARE'))
    await assert.rejects(owner.sharing.searchShareActivity({ prId, id: 999_999 }), refusal(404))
  })
})

// sharing-50
test('`lastSeen` of a shared user follows their visits, to the minute', async () => {
  const { prId, owner } = scene
  const { share, clip } = await createShared()
  const guest = await scene.visitAs(share, 'seen')
  const lastSeen = async () => (await owner.sharing.listSharedUsers({ prId, id: share.id })).items[0]!.lastSeen!
  const first = await lastSeen()
  kit.clock.advance(30 * 60_000)
  await guest.media.getMediaObject({ prId, id: clip.moId })
  assert.ok((await lastSeen()) >= first + 30 * 60_000)
  assert.ok((await lastSeen()) <= kit.clock.now())
})

// sharing-51
test('the audit shows who shared what, with which permissions', async () => {
  const { prId, owner } = scene
  const { share } = await createShared()
  await owner.sharing.updateShare({ prId, id: share.id, body: { ...share, permissions: ['VIEW'] } })
  await scene.visitAs(share, 'audited')
  await owner.sharing.deleteShare({ prId, id: share.id })
  const rows = await kit.service.platform.database
    .selectFrom('audit')
    .selectAll()
    .where('share_id', '=', share.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(row => row.action),
    ['share.create', 'share.change', 'login.share', 'share.identify', 'share.delete'],
  )
  assert.deepEqual(rows[0]!.detail.permissions, share.permissions)
})
