/** Who is in a share, what they have seen, and how they are shown the door. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, followShareEvents } from '@rushes/client'
import { mostSeenClips, type ShareObject, sharePermissions } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  collectionId = (await scene.createCollection()).id
})
after(() => kit.stop())

const createShare = () => scene.createShare(collectionId, { permissions: [...sharePermissions] })

async function listSessions(share: ShareObject, query: { fq?: string[]; sort?: string; rows?: number } = {}) {
  return scene.owner.sharing.listShareSessions({ prId: scene.prId, id: share.id, query })
}

async function getOnly(share: ShareObject) {
  const { items } = await listSessions(share)
  assert.equal(items.length, 1)
  return items[0]!
}

const end = (share: ShareObject, sessionId: number) =>
  scene.owner.sharing.deleteShareSession({ prId: scene.prId, id: share.id, sessionId })

async function continueFrom(share: ShareObject, earlier: Client) {
  const body = { previousToken: earlier.options.token! }
  return kit.client(share.token!).sharing.loginToShare({ prId: scene.prId, id: share.id, body })
}

/** Makes the sessions of a share run out, which those of the team outlast. */
const letRunOut = ({ id }: ShareObject) =>
  kit.service.platform.database
    .updateTable('session')
    .set({ last_seen: kit.clock.now() - 61 * 60_000 })
    .where('share_id', '=', id)
    .execute()

const isIn = (api: Client) =>
  api.sharing.getCurrentShare({ prId: scene.prId }).then(
    () => true,
    error => (error.status === 401 ? false : Promise.reject(error)),
  )

describe('the open sessions of a share', () => {
  // sharing-52
  test('say who came, since when, and what they saw, without addresses', async () => {
    const { prId } = scene
    const share = await createShare()
    const [first, second] = [await scene.createClip(collectionId), await scene.createClip(collectionId)]
    const original = await addFile(kit, prId, first.moId, makeBytes(4), { type: 'RAW' })
    const began = kit.clock.now()
    const ann = await scene.visitAs(share, 'ann')
    await ann.media.getMediaObject({ prId, id: first.moId })
    kit.clock.advance(10 * 60_000)
    const link = await ann.media.getDownloadLink({ prId, id: first.moId, moiId: original.id })
    assert.equal((await fetch(await link.text())).status, 200)
    kit.clock.advance(1000)
    await ann.annotations.getMediaObjectAnnotation({ prId, moId: second.moId })
    await scene.visit(share)
    const { items, total } = await listSessions(share, { sort: 'created asc' })
    const [session, stranger] = items
    assert.ok(session && stranger)
    assert.equal(total, 2)
    assert.ok(session.created >= began && session.created < began + 10 * 60_000)
    assert.ok(session.lastSeen >= began + 10 * 60_000 && session.lastSeen <= kit.clock.now())
    assert.equal(session.expires, session.lastSeen + 60 * 60_000)
    assert.deepEqual([session.username, session.proven, session.clipCount], ['ann', false, 2])
    assert.deepEqual(
      session.clips.map(clip => [clip.mediaObjectId, Object.keys(clip).sort()]),
      [
        [second.moId, ['mediaObjectId', 'viewed']],
        [first.moId, ['downloaded', 'mediaObjectId', 'viewed']],
      ],
    )
    assert.deepEqual(Object.keys(stranger).sort(), [
      'clipCount',
      'clips',
      'created',
      'expires',
      'id',
      'lastSeen',
      'proven',
    ])
    assert.deepEqual([stranger.clips, stranger.clipCount], [[], 0])
    assert.ok(!JSON.stringify(items).includes('@'))
  })

  // sharing-52
  test('show the name that stands on comments, and who proved to be a user', async () => {
    const { prId, owner } = scene
    const share = await createShare()
    await owner.sharing.addSharedUsers({ prId, id: share.id, body: { username: 'Vic', email: 'vic@example.org' } })
    const claim = await scene.visit(share)
    const body = { username: 'Mallory', email: 'vic@example.org' }
    const { token } = await claim.sharing.identify({ prId, body })
    const { moId } = await scene.createClip(collectionId)
    const comment = { funnel: 'ReviewComment', description: 'x', start: 0, end: 1 }
    const call = { prId, moId, type: 'comment', body: comment } as const
    const written = await kit.client(token).annotations.createClipAnnotation(call)
    assert.equal((await getOnly(share)).username, written.authorName)
    const { user, api } = await kit.createUser()
    const serviceAccessToken = api.options.token!
    await (await scene.visit(share)).sharing.identify({ prId, body: { serviceAccessToken } })
    const { items } = await listSessions(share, { fq: ['proven:true'] })
    assert.deepEqual(
      items.map(({ username }) => username),
      [user.username],
    )
  })

  // sharing-52
  test('are listed in pages, with a hundred clips of each', async () => {
    const share = await createShare()
    const names = ['one', 'two', 'three']
    for (const name of names) await scene.visitAs(share, name)
    const { items, total } = await listSessions(share, { rows: 2, sort: 'username asc' })
    assert.deepEqual([items.map(({ username }) => username), total], [['one', 'three'], 3])
    const { database } = kit.service.platform
    const created = kit.clock.now()
    const visits = Array.from({ length: mostSeenClips + 5 }, (_, at) => ({
      session_id: items[0]!.id,
      verb: 'Share.view',
      media_object_id: 1_000_000 + at,
      share_id: share.id,
      created: created + at,
    }))
    await database.insertInto('share_visit').values(visits).execute()
    const [session] = (await listSessions(share, { fq: ['username:one'] })).items
    assert.equal(session?.clipCount, mostSeenClips + 5)
    assert.equal(session.clips.length, mostSeenClips)
    assert.equal(session.clips[0]?.mediaObjectId, 1_000_000 + mostSeenClips + 4)
  })

  // sharing-53
  test('are one for a visitor who says who they are, and comes back with an earlier token', async () => {
    const share = await createShare()
    const { moId } = await scene.createClip(collectionId)
    const before = await scene.visit(share)
    await before.media.getMediaObject({ prId: scene.prId, id: moId })
    const { created, id } = await getOnly(share)
    const body = { username: 'bob', email: 'bob@example.org' }
    kit.clock.advance(60_000)
    const { token } = await before.sharing.identify({ prId: scene.prId, body })
    await continueFrom(share, kit.client(token))
    const session = await getOnly(share)
    assert.deepEqual([session.username, session.created, session.clipCount], ['bob', created, 1])
    assert.notEqual(session.id, id)
  })

  // sharing-52
  test('are listed no longer once they have run out, or their visitor has logged out', async () => {
    const share = await createShare()
    await (await scene.visit(share)).authentication.logout()
    assert.deepEqual((await listSessions(share)).items, [])
    await scene.visit(share)
    await letRunOut(share)
    assert.deepEqual((await listSessions(share)).items, [])
  })
})

describe('the end of a session', () => {
  // sharing-54
  test('shuts out all that its visitor holds at once, and nobody else', async () => {
    const { prId } = scene
    const share = await createShare()
    const { moId } = await scene.createClip(collectionId)
    const original = await addFile(kit, prId, moId, makeBytes(4), { type: 'RAW' })
    const earlier = await scene.visit(share)
    const body = { username: 'eve', email: 'eve@example.org' }
    const eve = kit.client((await earlier.sharing.identify({ prId, body })).token)
    const neighbour = await scene.visitAs(share, 'neighbour')
    const link = await (await eve.media.getDownloadLink({ prId, id: moId, moiId: original.id })).text()
    const { location } = await beginUpload(eve, prId, 10)
    const begun = Promise.withResolvers<void>()
    const events = followShareEvents(eve, { prId, id: share.id, onBegin: () => begun.resolve() })
    const ended = (async () => {
      for await (const _ of events);
    })()
    await Promise.race([begun.promise, ended])
    assert.equal((await fetch(link)).status, 200)
    const [session] = (await listSessions(share, { fq: ['username:eve'] })).items
    await end(share, session!.id)
    assert.deepEqual([await isIn(eve), await isIn(earlier), await isIn(neighbour)], [false, false, true])
    assert.equal((await fetch(link)).status, 403)
    assert.equal((await putChunk(location, 0, makeBytes(10))).status, 403)
    await assert.rejects(ended, refusal(401))
    assert.deepEqual(
      (await listSessions(share)).items.map(({ username }) => username),
      ['neighbour'],
    )
    for (const api of [eve, earlier]) assert.equal((await continueFrom(share, api)).continued, undefined)
    await assert.rejects(end(share, session!.id), refusal(404))
  })

  // sharing-54
  test('counts as well where the visitor has gone on or stayed away meanwhile', async () => {
    const { prId } = scene
    const share = await createShare()
    const before = await scene.visit(share)
    const { id } = await getOnly(share)
    const body = { username: 'quick', email: 'quick@example.org' }
    const after = kit.client((await before.sharing.identify({ prId, body })).token)
    await end(share, id)
    assert.deepEqual([await isIn(before), await isIn(after)], [false, false])
    const idle = await scene.visit(share)
    const { id: idleId } = await getOnly(share)
    await letRunOut(share)
    await end(share, idleId)
    assert.equal((await continueFrom(share, idle)).continued, undefined)
  })

  // sharing-54, sharing-52
  test('is for those who may share, and for sessions of the share', async () => {
    const { prId, owner } = scene
    const [share, other] = [await createShare(), await createShare()]
    const visitor = await scene.visit(share)
    const { id: sessionId } = await getOnly(share)
    await assert.rejects(end(other, sessionId), refusal(404))
    const signedIn = await kit.service.platform.database
      .selectFrom('session')
      .select('id')
      .where('kind', '=', 'login')
      .executeTakeFirstOrThrow()
    await assert.rejects(end(share, signedIn.id), refusal(404))
    const { id: elsewhere } = await kit.createProduction()
    for (const place of [
      { prId, id: 999_999_999 },
      { prId: elsewhere, id: share.id },
    ]) {
      await assert.rejects(kit.admin.sharing.listShareSessions(place), refusal(404))
      await assert.rejects(kit.admin.sharing.deleteShareSession({ ...place, sessionId }), refusal(404))
    }
    const { api: viewer } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    for (const api of [viewer, visitor]) {
      await assert.rejects(api.sharing.listShareSessions({ prId, id: share.id }), refusal(403, 'LIBRARY_SHARE'))
      const call = { prId, id: share.id, sessionId }
      await assert.rejects(api.sharing.deleteShareSession(call), refusal(403, 'LIBRARY_SHARE'))
    }
    assert.ok(await isIn(visitor))
    assert.equal((await owner.sharing.listShareSessions({ prId, id: other.id })).total, 0)
  })

  // sharing-11, sharing-51
  test('is an event of the share, and in the audit', async () => {
    const { prId, owner } = scene
    const share = await createShare()
    await scene.visitAs(share, 'gone')
    const { id: sessionId, sharedUserId } = await getOnly(share)
    await end(share, sessionId)
    const query = { fq: ['verb:Share.endSession'] }
    const { results } = await owner.sharing.searchShareActivity({ prId, id: share.id, query })
    assert.deepEqual(
      results.map(event => [event['target.id'], event.shareId]),
      [[sharedUserId, share.id]],
    )
    const { items } = await kit.admin.authentication.readAudit({
      query: { shareId: share.id, action: 'session.delete' },
    })
    assert.deepEqual(
      items.map(({ succeeded, detail }) => [succeeded, detail]),
      [[true, { sessionId }]],
    )
  })
})
