import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ShareObject, ShareRecipient, ShareRecipientCreation } from '@rushes/contract'
import { refusal, refusalAt, refusedAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { applyRetention } from '../../../platform/background/retention/retention.ts'
import { createScene, type Scene } from '../testing/scene.ts'
import { insertVisit, retainedVisits } from '../visitors/visit-store.ts'
import { retainedVisitorSessions } from '../visitors/visitor-session-store.ts'

let kit: TestService
let scene: Scene
let prId: number
let collectionId: number
let clips: number[]
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  prId = scene.prId
  collectionId = (await scene.createCollection()).id
  clips = [(await scene.createClip(collectionId)).moId, (await scene.createClip(collectionId)).moId]
})
after(() => kit.stop())

const share = () => scene.createShare(collectionId, { permissions: ['VIEW', 'REVIEW'] })
const add = ({ id }: ShareObject, name: string, email?: string) =>
  scene.owner.sharing.createShareRecipient({ prId, id, body: { name, ...(email !== undefined && { email }) } })
const list = async ({ id }: ShareObject) => (await scene.owner.sharing.listShareRecipients({ prId, id })).items
const end = ({ id, shareId }: ShareRecipient) =>
  scene.owner.sharing.endShareRecipient({ prId, id: shareId, recipientId: id })

/** A session that somebody opens by a link. */
async function visit(
  shareId: number,
  token: string | undefined,
  body: { password?: string; previousToken?: string } = {},
) {
  const login = await kit.client(token!).sharing.loginToShare({ prId, id: shareId, body })
  return { api: kit.client(login.token), ...login }
}

// sharing-59, sharing-60
test('each recipient has a link of their own, and the owner learns what was seen through which', async () => {
  const made = await share()
  const marit = await add(made, ' Marit ', 'marit@example.org')
  const otto = await add(made, 'Otto')
  assert.deepEqual([marit.name, marit.email, marit.clips, marit.clipCount], ['Marit', 'marit@example.org', [], 0])
  assert.equal(new Set([made.token, marit.token, otto.token]).size, 3)
  const current = await kit.client(marit.token!).sharing.getCurrentShare({ prId })
  assert.deepEqual([current.id, current.token], [made.id, undefined])

  const [first, second] = [await visit(made.id, marit.token), await visit(made.id, marit.token)]
  const plain = await visit(made.id, made.token)
  await first.api.media.getMediaObject({ prId, id: clips[0]! })
  await second.api.media.getMediaObject({ prId, id: clips[0]! })
  const named = await first.api.sharing.identify({ prId, body: { username: 'M.', email: 'm@example.org' } })
  await kit.client(named.token).media.getMediaObject({ prId, id: clips[1]! })
  await plain.api.media.getMediaObject({ prId, id: clips[1]! })

  const [one, other] = await list(made)
  assert.deepEqual([one?.name, one?.clipCount, other?.name, other?.clipCount], ['Marit', 2, 'Otto', 0])
  assert.deepEqual(new Set(one?.clips.map(clip => clip.mediaObjectId)), new Set(clips))
  assert.ok(one?.lastOpened !== undefined && other?.lastOpened === undefined)
  assert.deepEqual([one.token, other?.token], [marit.token, otto.token])
  const sessions = (await scene.owner.sharing.listShareSessions({ prId, id: made.id })).items
  assert.deepEqual(sessions.map(({ recipientId }) => recipientId).toSorted(), [marit.id, marit.id, undefined])
  const { items } = await scene.owner.sharing.listShareRecipients({ prId, id: made.id, query: { fq: ['name:Otto'] } })
  assert.deepEqual(
    items.map(({ id }) => id),
    [otto.id],
  )
  const page = await scene.owner.sharing.listShareRecipients({
    prId,
    id: made.id,
    query: { limit: 1, sort: 'name desc' },
  })
  assert.deepEqual([page.total, page.items.map(({ name, clips }) => [name, clips])], [2, [['Otto', []]]])
  const next = { limit: 1, offset: 1, sort: 'name desc' }
  assert.deepEqual((await scene.owner.sharing.listShareRecipients({ prId, id: made.id, query: next })).items, [one])
  const { results } = await scene.owner.sharing.searchShareActivity({
    prId,
    id: made.id,
    query: { q: 'verb:Share.login' },
  })
  assert.equal(results.length, 3)
})

// sharing-59
test('the password and the end of the share hold for the links of recipients', async () => {
  const made = await share()
  const recipient = await add(made, 'Marit')
  const open = await visit(made.id, recipient.token)
  await scene.owner.sharing.setSharePassword({ prId, id: made.id, body: 'open sesame' })
  await assert.rejects(open.api.sharing.getCurrentShare({ prId }), refusal(401))
  await assert.rejects(visit(made.id, recipient.token), refusal(401))
  await visit(made.id, recipient.token, { password: 'open sesame' })
  const other = await share()
  await assert.rejects(visit(other.id, recipient.token), refusal(404))
  const { version } = await scene.owner.sharing.getShare({ prId, id: made.id })
  const expires = kit.clock.now()
  await scene.owner.sharing.updateShare({ prId, id: made.id, body: { version, expires } })
  await assert.rejects(visit(made.id, recipient.token, { password: 'open sesame' }), refusal(403))
  await scene.owner.sharing.deleteShare({ prId, id: made.id })
  await assert.rejects(visit(made.id, recipient.token), refusal(401))
})

// sharing-61, sharing-62
test('a link that is ended opens nothing any more, nor does what was opened by it; the others go on', async () => {
  const made = await share()
  const [marit, otto] = [await add(made, 'Marit'), await add(made, 'Otto')]
  const ended = await visit(made.id, marit.token)
  await ended.api.media.getMediaObject({ prId, id: clips[0]! })
  const named = await ended.api.sharing.identify({ prId, body: { username: 'M.', email: 'm@example.org' } })
  const kept = [await visit(made.id, otto.token), await visit(made.id, made.token)]
  const again = await visit(made.id, marit.token, { previousToken: ended.token })
  assert.equal(again.continued, true)
  const answer = await end(marit)
  assert.deepEqual([answer.ended !== undefined, answer.token, answer.clipCount], [true, undefined, 1])
  for (const api of [ended.api, again.api, kit.client(named.token)]) {
    await assert.rejects(api.sharing.getCurrentShare({ prId }), refusal(401))
  }
  await assert.rejects(visit(made.id, marit.token), refusal(401))
  await assert.rejects(kit.client(marit.token!).sharing.getCurrentShare({ prId }), refusal(401))
  for (const { api } of kept) await api.sharing.getCurrentShare({ prId })
  for (const token of [otto.token, made.token]) {
    const later = await visit(made.id, token, { previousToken: named.token })
    assert.equal(later.continued, undefined)
  }
  const [listed] = await list(made)
  assert.deepEqual([listed?.name, listed?.ended !== undefined, listed?.clipCount], ['Marit', true, 1])
  await assert.rejects(end(marit), refusal(404))
  const foreign = await share()
  await assert.rejects(end({ ...otto, shareId: foreign.id }), refusal(404))
  await visit(made.id, otto.token)
})

// sharing-59
test('a name is needed, an address has to be one, and nobody gives more than they may', async () => {
  const made = await scene.createShare(collectionId, { permissions: ['VIEW', 'DOWNLOAD'] })
  await assert.rejects(add(made, ' '), refusedAt('/name'))
  await assert.rejects(add(made, 'Marit', 'nowhere'), refusedAt('/email'))
  await assert.rejects(add({ ...made, id: 999_999 }, 'Marit'), refusalAt('NotFoundError'))
  const mailed = (body: ShareRecipientCreation) =>
    scene.owner.sharing.createShareRecipient({ prId, id: made.id, body: { ...body, sendMail: true } })
  await assert.rejects(mailed({ name: 'Marit' }), refusedAt('/email'))
  await assert.rejects(mailed({ name: 'Marit', email: 'marit@example.org' }), refusedAt('/sendMail', 'sends no mail'))
  const recipient = await add(made, 'Marit', '')
  assert.equal(recipient.email, undefined)
  const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE'] })
  const body = { name: 'Otto' }
  await assert.rejects(api.sharing.createShareRecipient({ prId, id: made.id, body }), refusal(403, 'LIBRARY_DOWNLOAD'))
  const { items } = await api.sharing.listShareRecipients({ prId, id: made.id })
  assert.deepEqual(
    items.map(({ name, token }) => [name, token]),
    [['Marit', undefined]],
  )
})

// sharing-60
test('what a recipient has seen is known after a logout, unlike what others have seen', async () => {
  const { platform } = kit.service
  const made = await share()
  const marit = await add(made, 'Marit')
  for (const token of [marit.token, made.token]) {
    const { api } = await visit(made.id, token)
    await api.media.getMediaObject({ prId, id: clips[0]! })
    const [session] = (await scene.owner.sharing.listShareSessions({ prId, id: made.id })).items
    await api.authentication.logout({ body: {} })
    if (token !== marit.token) continue
    // Of a request that was under way meanwhile.
    const late = { verb: 'Share.play', media_object_id: clips[0]!, share_id: made.id, created: kit.clock.now() }
    await insertVisit(platform.database, { session_id: session!.id, ...late })
  }
  kit.clock.advance(1)
  await applyRetention(platform, [retainedVisitorSessions, retainedVisits])
  const [listed] = await list(made)
  assert.deepEqual([listed?.clipCount, listed?.clips.map(clip => clip.mediaObjectId)], [1, [clips[0]]])
  const kept = await platform.database
    .selectFrom('share_visit')
    .select('recipient_id')
    .where('share_id', '=', made.id)
    .where('verb', '=', 'Share.view')
    .execute()
  assert.deepEqual(kept, [{ recipient_id: marit.id }])
})

// sharing-59
test('events name a recipient by id alone: not everybody who reads them may share', async () => {
  const made = await share()
  const marit = await add(made, 'Marit Unnamed')
  const visitor = await visit(made.id, marit.token)
  const named = await visitor.api.sharing.identify({ prId, body: { username: 'M.', email: 'm@example.org' } })
  await kit.client(named.token).media.getMediaObject({ prId, id: clips[0]! })
  await end(marit)
  const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
  await assert.rejects(api.sharing.listShareRecipients({ prId, id: made.id }), refusal(403))
  const events = await api.events.listProductionEvents({ prId, query: { limit: 1000 } })
  const ofShare = events.filter(event => 'shareId' in event && event.shareId === made.id)
  const target = { objectType: 'ShareRecipient', id: marit.id }
  assert.deepEqual(
    ofShare.map(event => [event.verb, event.target]),
    [
      ['Share.create', undefined],
      ['Share.addRecipient', target],
      ['Share.login', target],
      ['Share.identify', { objectType: 'SharedUser', id: named.sharedUser.id, username: 'M.' }],
      ['Share.view', { objectType: 'MediaObject', id: clips[0] }],
      ['Share.endRecipient', target],
    ],
  )
  // What a visitor does names whose link they came by.
  const extended = { recipientId: marit.id }
  assert.deepEqual(
    ofShare.map(event => event.extended),
    [undefined, undefined, undefined, extended, extended, undefined],
  )
  assert.doesNotMatch(JSON.stringify(events), /Unnamed/)
})
