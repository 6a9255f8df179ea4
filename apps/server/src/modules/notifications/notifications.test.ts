/** What people are notified about, who sees it, and what becomes of it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip, uploadFile } from '@rushes/client'
import type { Notification, NotificationKind, ProductionRight } from '@rushes/contract'
import { type MailReceiver, startMailReceiver } from '../../../test/peers/mail-receiver.ts'
import { refusal } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { until } from '../../../test/until.ts'
import { applyRetention } from '../../platform/background/retention/retention.ts'
import { createServiceContext } from '../../platform/context.ts'
import { sendDigests } from './mail/digest.ts'
import { retainedNotifications } from './store.ts'

let kit: TestService
let post: MailReceiver
let prId: number
before(async () => {
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'rushes@house.example',
  })
  prId = (await kit.createProduction('Dailies')).id
})
after(async () => {
  await kit.stop()
  await post.stop()
})

interface Person {
  readonly id: number
  readonly email: string
  readonly api: Client
  list(query?: {
    limit?: number
    cursor?: string
    unread?: boolean
  }): ReturnType<Client['notifications']['listNotifications']>
  /** Waits until the user has been notified of a kind so many times; returns that line. */
  waitFor(kind: NotificationKind, count?: number): Promise<Notification>
}

const team: readonly ProductionRight[] = [
  'PRODUCTION_VIEW',
  'LIBRARY_SHARE',
  'LIBRARY_UPDATE_METADATA',
  'LIBRARY_UPLOAD',
  'REVIEW_EDIT',
  'REVIEW_STATUS_EDIT',
]

async function join(rights: readonly ProductionRight[] = team, productionId = prId): Promise<Person> {
  const { user, api } = await kit.createMember(productionId, { rights: [...rights] })
  const { id, email } = user
  const list: Person['list'] = (query = {}) => api.notifications.listNotifications({ id, query })
  return {
    id,
    email,
    api,
    list,
    async waitFor(kind, count = 1) {
      let found: Notification | undefined
      await until(`${kind} is there`, async () => {
        const { notifications } = await list({ limit: 100, unread: true })
        found = notifications.find(line => line.kind === kind && line.count === count)
        return found !== undefined
      })
      return found!
    },
  }
}

const kindsOf = async (person: Person) => (await person.list({ limit: 100 })).notifications.map(({ kind }) => kind)

const makeClip = async (person: Person, name = 'A001', attachToEoId?: number) =>
  (await createClip(person.api, prId, { name, ...(attachToEoId === undefined ? {} : { attachToEoId }) })).mediaObjectId!

const comment = (person: Pick<Person, 'api'>, moId: number, body: object = {}) =>
  person.api.annotations.createClipAnnotation({
    prId,
    moId,
    type: 'comment',
    body: { funnel: 'ReviewComment', description: 'hi #{cut}', start: 7, end: 8, ...body },
  })

const patch = (person: Person, anId: number, path: string, value: unknown) =>
  person.api.annotations.patchAnnotation({ prId, anId, body: [{ op: 'add', path, value }] })

describe('comments', () => {
  // notifications-7, notifications-8, notifications-11, notifications-13
  test('notify whom they mention, their thread and who uploaded the clip, each person once, and never their author', async () => {
    const [ann, bob, cas] = [await join(), await join(), await join()]
    const moId = await makeClip(ann)
    const root = await comment(bob, moId, { mentionIds: [ann.id, cas.id] })
    const line = await ann.waitFor('MENTION')
    assert.deepEqual(
      [
        line.mediaObjectId,
        line.mediaObjectName,
        line.annotationId,
        line.frame,
        line.text,
        line.actorId,
        line.productionName,
      ],
      [moId, 'A001', root.id, 7, 'hi #cut', bob.id, 'Dailies'],
    )
    await cas.waitFor('MENTION')
    await comment(cas, moId, { relatedToId: root.id })
    assert.equal((await bob.waitFor('REPLY')).actorId, cas.id)
    await comment(bob, moId, { relatedToId: root.id })
    await cas.waitFor('REPLY')
    const gathered = await ann.waitFor('COMMENT', 2)
    assert.equal(gathered.actorId, bob.id, 'the newest of both')
    assert.deepEqual(await kindsOf(ann), ['COMMENT', 'MENTION', 'TEAM_ADDED'])
    assert.deepEqual(await kindsOf(bob), ['REPLY', 'TEAM_ADDED'])
    await assert.rejects(bob.api.notifications.listNotifications({ id: ann.id }), refusal(403))
    await assert.rejects(kit.admin.notifications.listNotifications({ id: ann.id }), refusal(403))
  })

  // notifications-8, notifications-9, events-22
  test('that are resolved notify their author, a review status who uploaded the clip', async () => {
    const [ann, bob] = [await join(), await join([...team, 'REVIEW_EDIT_ALL'])]
    const moId = await makeClip(ann, 'B001')
    const { id } = await comment(ann, moId)
    await patch(bob, id, '/tags', ['resolved'])
    assert.equal((await ann.waitFor('RESOLVED')).annotationId, id)
    await patch(bob, id, '/description', 'changed')
    await patch(bob, id, '/mentionIds', [bob.id])
    assert.equal((await bob.waitFor('MENTION')).annotationId, id)
    const set = (value: string) =>
      bob.api.annotations.patchMediaObjectAnnotation({
        prId,
        moId,
        body: [{ op: 'add', path: '/reviewStatus', value }],
      })
    await set('APPROVED')
    const line = await ann.waitFor('REVIEW_STATUS')
    assert.deepEqual([line.detail, line.actorId], ['APPROVED', bob.id])
    await bob.api.annotations.patchMediaObjectAnnotation({
      prId,
      moId,
      body: [{ op: 'add', path: '/description', value: 'of something else' }],
    })
    await set('NOT_APPROVED')
    assert.equal((await ann.waitFor('REVIEW_STATUS', 2)).detail, 'NOT_APPROVED')
    const events = await kit.admin.events.listProductionEvents({ prId, query: { limit: 10_000 } })
    const extended = events.flatMap(event => (event.target?.id === moId && event.extended ? [event.extended] : []))
    assert.deepEqual(extended, [
      { resolved: true },
      { mentionIds: [bob.id] },
      { reviewStatus: 'APPROVED', formerReviewStatus: null },
      { reviewStatus: 'NOT_APPROVED', formerReviewStatus: 'APPROVED' },
    ])
  })
})

// notifications-9, notifications-10
test('work, shares, deliveries and teams notify whom they concern', async () => {
  const [ann, manager] = [await join(), await join([...team, 'DELIVERY_MANAGE'])]
  assert.equal((await ann.waitFor('TEAM_ADDED')).productionName, 'Dailies')
  const send = (fileName: string, bytes: Buffer<ArrayBuffer>) =>
    uploadFile(ann.api, { prId, fileName, source: new Blob([bytes]) })
  const sound = await send('sound.wav', toWave())
  assert.equal((await ann.waitFor('CLIP_READY')).mediaObjectId, sound.id)
  const broken = await send(
    'list.m3u8',
    Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n#EXT-X-ENDLIST\n'),
  )
  assert.equal((await ann.waitFor('WORK_FAILED')).mediaObjectId, broken.id)

  const collection = await ann.api.collections.createCollection({ prId, body: { title: 'Cut' } })
  const moId = await makeClip(manager, 'C001', collection.id)
  const share = await ann.api.sharing.createShare({
    prId,
    id: collection.id,
    body: { label: 'For VRT', permissions: ['REVIEW', 'REVIEW_STATUS_EDIT'] },
  })
  const visit = () => kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
  await visit()
  const { token } = await visit()
  const visitor = await kit
    .client(token)
    .sharing.identify({ prId, body: { username: 'Vera', email: 'vera@vrt.example' } })
  assert.deepEqual((await ann.waitFor('SHARE_OPENED')).shareLabel, 'For VRT')
  await comment({ api: kit.client(visitor.token) }, moId)
  assert.equal((await ann.waitFor('COMMENT')).actorName, 'Vera', 'who shared it')
  assert.equal((await manager.waitFor('COMMENT')).actorName, 'Vera', 'who uploaded it')
  const decide = { prId, moId, body: [{ op: 'add' as const, path: '/reviewStatus', value: 'APPROVED' }] }
  await kit.client(visitor.token).annotations.patchMediaObjectAnnotation(decide)
  for (const person of [ann, manager]) {
    const line = await person.waitFor('REVIEW_STATUS')
    assert.deepEqual([line.actorName, line.detail, line.mediaObjectId], ['Vera', 'APPROVED', moId])
  }

  const request = await kit.admin.delivery.createDeliveryRequest({
    prId,
    body: { label: 'Promo', description: 'Promo', deliveryRequestType: 'promo', clientProperties: {} },
  })
  const begun = await ann.api.delivery.createSubmission({
    prId,
    body: { deliveryRequestId: request.id, submissionComments: 'here' },
  })
  await ann.api.delivery.submitSubmission({ prId, id: begun.id })
  const waiting = await manager.waitFor('DELIVERY')
  assert.deepEqual([waiting.detail, waiting.submissionId], ['AwaitingReview', begun.id])
  const { version } = await manager.api.delivery.getSubmission({ prId, id: begun.id })
  await manager.api.delivery.updateSubmission({ prId, id: begun.id, body: { version, reviewStatus: 'Accepted' } })
  const accepted = await ann.waitFor('DELIVERY')
  assert.deepEqual([accepted.detail, accepted.deliveryRequestId], ['Accepted', request.id])
  assert.equal((await ann.list()).notifications.filter(({ kind }) => kind === 'SHARE_OPENED').length, 1)
})

// notifications-12
test('what somebody may no longer see, or what is gone, is neither listed nor counted', async () => {
  const own = await kit.createProduction('Closed')
  const ann = await join()
  const rights = (list: readonly ProductionRight[]) =>
    kit.admin.productions.updateParticipant({ prId, userId: ann.id, body: { rights: [...list] } })
  await kit.admin.productions.addParticipant({ prId: own.id, body: { userId: ann.id, rights: ['PRODUCTION_VIEW'] } })
  await ann.waitFor('TEAM_ADDED')
  const bob = await join()
  const moId = await makeClip(bob, 'D001')
  const { id } = await comment(bob, moId, { mentionIds: [ann.id] })
  await ann.waitFor('MENTION')
  const collection = await ann.api.collections.createCollection({ prId, body: { title: 'Cut' } })
  const share = await ann.api.sharing.createShare({ prId, id: collection.id, body: {} })
  await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
  await ann.waitFor('SHARE_OPENED')
  const see = async () => {
    const { unread, notifications } = await ann.list()
    assert.equal(unread, notifications.length)
    return notifications.map(({ kind }) => kind)
  }
  assert.deepEqual(await see(), ['SHARE_OPENED', 'MENTION', 'TEAM_ADDED', 'TEAM_ADDED'])
  await rights(team.filter(right => right !== 'LIBRARY_SHARE'))
  assert.deepEqual(await see(), ['MENTION', 'TEAM_ADDED', 'TEAM_ADDED'])
  await rights(['LIBRARY_UPLOAD'])
  assert.deepEqual(await see(), ['TEAM_ADDED'])
  await kit.admin.productions.deleteProduction({ prId: own.id })
  assert.deepEqual(await see(), [])
  await rights(team)
  await bob.api.annotations.deleteAnnotation({ prId, anId: id })
  assert.deepEqual(await see(), ['SHARE_OPENED', 'TEAM_ADDED'])
  const { token } = await ann.api.authentication.createAccessToken({
    id: ann.id,
    body: { label: 'narrow', rights: ['PRODUCTION_VIEW'] },
  })
  const narrow = await kit.client(token).notifications.listNotifications({ id: ann.id })
  assert.deepEqual(
    narrow.notifications.map(({ kind }) => kind),
    ['TEAM_ADDED'],
  )
})

// notifications-7, notifications-14
test('they are listed in parts, and marked as read one by one, up to one, or all', async () => {
  const [ann, bob] = [await join(), await join()]
  const clips = [await makeClip(bob, 'E001'), await makeClip(bob, 'E002'), await makeClip(bob, 'E003')]
  for (const [index, moId] of clips.entries()) {
    await comment(bob, moId, { mentionIds: [ann.id] })
    await until(`clip ${index} is there`, async () => (await ann.list()).notifications[0]?.mediaObjectId === moId)
  }
  await comment(bob, clips[1]!, { mentionIds: [ann.id] })
  const second = await ann.waitFor('MENTION', 2)
  const names: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const part = await ann.list({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })
    assert.equal(part.unread, 4)
    names.push(...part.notifications.map(line => line.mediaObjectName ?? line.kind))
    cursor = part.nextCursor
    if (cursor === undefined) break
  }
  assert.deepEqual(names, ['E002', 'E003', 'E001', 'TEAM_ADDED'])
  assert.deepEqual(await ann.list({ limit: 0 }), { unread: 4, notifications: [] })
  await assert.rejects(ann.list({ cursor: 'x' }), refusal(400, '/cursor'))

  const read = (body: object) => ann.api.notifications.readNotifications({ id: ann.id, body })
  assert.deepEqual(await read({ ids: [second.id] }), { unread: 3 })
  await comment(bob, clips[1]!, { mentionIds: [ann.id] })
  await until('another line begins', async () => (await ann.list({ limit: 0 })).unread === 4)
  const [, third] = (await ann.list({ unread: true })).notifications
  assert.deepEqual(await read({ upTo: third!.id }), { unread: 1 })
  assert.deepEqual(await read({}), { unread: 0 })
  const all = (await ann.list()).notifications
  assert.deepEqual(
    all.map(({ count, read }) => [count, read !== undefined]),
    [
      [1, true],
      [2, true],
      [1, true],
      [1, true],
      [1, true],
    ],
  )
  await assert.rejects(bob.api.notifications.readNotifications({ id: ann.id, body: {} }), refusal(403))
})

// notifications-11
test('what another system posts notifies nobody', async () => {
  const [ann, bob] = [await join(), await join()]
  const object = { objectType: 'User', id: ann.id }
  await kit.admin.events.postAccountEvents({
    id: kit.accountId,
    body: [{ type: 'Team.add', productionId: prId, object, actor: { objectType: 'User', id: bob.id } }],
  })
  const moId = await makeClip(bob, 'G001')
  await comment(bob, moId, { mentionIds: [ann.id] })
  await ann.waitFor('MENTION')
  assert.deepEqual(await kindsOf(ann), ['MENTION', 'TEAM_ADDED'])
})

// notifications-15, notifications-16, notifications-17
test('each kind is off, on the pages, in a mail of the day or in a mail at once, as the person chooses', async () => {
  const [ann, bob] = [await join(), await join([...team, 'REVIEW_EDIT_ALL'])]
  const choose = (kind: NotificationKind, channel: 'OFF' | 'IN_APP' | 'DAILY' | 'AT_ONCE') =>
    ann.api.notifications.setNotificationPreference({ id: ann.id, kind, body: { channel } })
  const before = await ann.api.notifications.getNotificationPreferences({ id: ann.id })
  assert.equal(before.mail, true)
  assert.deepEqual(
    before.preferences.filter(({ channel }) => channel !== 'IN_APP'),
    [{ kind: 'MENTION', channel: 'AT_ONCE' }],
  )
  await choose('MENTION', 'DAILY')
  await choose('RESOLVED', 'OFF')
  assert.deepEqual(await choose('COMMENT', 'AT_ONCE'), { kind: 'COMMENT', channel: 'AT_ONCE' })
  await assert.rejects(choose('LATER' as NotificationKind, 'OFF'), refusal(404))
  const moId = await makeClip(ann, 'F001')
  const other = await makeClip(ann, 'F002')
  const { id } = await comment(ann, moId)
  await patch(bob, id, '/tags', ['resolved'])
  await comment(bob, moId)
  // The first is the invitation.
  const [, mail] = await post.waitFor(2, ann.email)
  assert.match(mail!.subject, /commented on “F001”$/)
  assert.ok(mail!.text.includes(`${kit.url}/app/production/${prId}/clip/${moId}?comment=`))
  assert.ok(mail!.text.includes('> hi #cut') && mail!.text.includes(`${kit.url}/app/account?tab=notifications`))
  await comment(bob, moId, { mentionIds: [ann.id] })
  await comment(bob, moId, { mentionIds: [ann.id] })
  await comment(bob, other, { mentionIds: [ann.id] })
  await ann.waitFor('MENTION', 2)
  const readEarlier = await ann.waitFor('MENTION', 1)
  assert.equal(readEarlier.mediaObjectId, other)
  await ann.api.notifications.readNotifications({ id: ann.id, body: { ids: [readEarlier.id] } })
  assert.ok(!(await kindsOf(ann)).includes('RESOLVED'))
  kit.clock.advance(25 * 3_600_000)
  await runDigests()
  const [, , digest] = await post.waitFor(3, ann.email)
  assert.equal(digest!.subject, 'You are mentioned in 2 comments on “F001”')
  assert.ok(!digest!.text.includes('F002'))
  assert.match(digest!.html, /Choose what you get/)
  await runDigests()
  assert.equal(post.mails.filter(({ to }) => to.includes(ann.email)).length, 3)

  kit.clock.advance(60 * 86_400_000)
  await applyRetention(kit.service.platform, [retainedNotifications])
  assert.deepEqual(await kit.service.platform.database.selectFrom('notification').select('id').execute(), [])
})

/** The service that sends the mails of the day, as its next turn does it. */
async function runDigests(): Promise<void> {
  await sendDigests(createServiceContext(kit.service.platform, 'test'), new AbortController().signal)
}

/** A tenth of a second of silence. */
function toWave(): Buffer<ArrayBuffer> {
  const samples = 4_800
  const wave = Buffer.alloc(44 + samples * 2)
  wave.write('RIFF', 0)
  wave.writeUInt32LE(36 + samples * 2, 4)
  wave.write('WAVEfmt ', 8)
  wave.writeUInt32LE(16, 16)
  wave.writeUInt16LE(1, 20)
  wave.writeUInt16LE(1, 22)
  wave.writeUInt32LE(48_000, 24)
  wave.writeUInt32LE(96_000, 28)
  wave.writeUInt16LE(2, 32)
  wave.writeUInt16LE(16, 34)
  wave.write('data', 36)
  wave.writeUInt32LE(samples * 2, 40)
  return wave
}
