/** `callbackURL`: the events of a share, posted to an address of its owner. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Receiver, startReceiver } from '../../../../test/peers/receiver.ts'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let receiver: Receiver
let collectionId: number
before(async () => {
  receiver = await startReceiver()
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  scene = await createScene(kit)
  collectionId = (await scene.createCollection()).id
})
after(async () => {
  await kit.stop()
  await receiver.stop()
})

const ofShare = (id: number) => (message: { event: object }) =>
  'shareId' in message.event && message.event.shareId === id

// sharing-12
test('each event of the share is posted, as GET event shows it, and those of others are not', async () => {
  const { moId } = await scene.createClip(collectionId)
  const share = await scene.createShare(collectionId, { callbackURL: receiver.url, permissions: ['REVIEW'] })
  const other = await scene.createShare(collectionId)
  await scene.visitAs(other, 'elsewhere')
  const ann = await scene.visitAs(share, 'ann')
  const body = { funnel: 'ReviewComment', description: 'done', start: 0, end: 1 }
  const comment = await ann.annotations.createClipAnnotation({ prId: scene.prId, moId, type: 'comment', body })
  const calls = await receiver.waitFor(4, ofShare(share.id))
  const verbs = calls.map(({ event }) => event.verb).sort()
  assert.deepEqual(verbs, ['Annotation.create', 'Share.create', 'Share.identify', 'Share.login'])
  const told = calls.find(({ event }) => event.verb === 'Annotation.create')!
  assert.equal(told.event.object?.id, comment.id)
  assert.match(String(told.headers['webhook-id']), /^share_\d+$/)
  assert.doesNotMatch(JSON.stringify(calls.map(({ text }) => text)), new RegExp(share.token!))
  assert.equal(receiver.received.filter(ofShare(other.id)).length, 0)
})

// sharing-12
test('a call that is not taken is made again; 410 ends it', async () => {
  const statuses = [500, 204]
  receiver.answer = response => response.writeHead(statuses.shift() ?? 204).end()
  const share = await scene.createShare(collectionId, { callbackURL: receiver.url })
  await receiver.waitFor(1, ofShare(share.id))
  // Again and again: when the first has arrived, it may not yet be noted that it was not taken.
  const passing = setInterval(() => {
    kit.clock.advance(2 * 60_000)
    kit.service.platform.signals.emit('outbox')
  }, 200)
  const [first, second] = await receiver.waitFor(2, ofShare(share.id)).finally(() => clearInterval(passing))
  assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
  receiver.answer = response => response.writeHead(410).end()
  const { prId, owner } = scene
  await owner.sharing.updateShare({ prId, id: share.id, body: share })
  await receiver.waitFor(3, ofShare(share.id))
  receiver.answer = response => response.writeHead(204).end()
})

// sharing-12
test('must be an address with http or https; an update leaves it, the empty text takes it away', async () => {
  for (const callbackURL of ['javascript:alert(1)', 'file:///etc/passwd', 'nothing', 'https://user:pw@x.example/']) {
    await assert.rejects(scene.createShare(collectionId, { callbackURL }), refusal(422, '/callbackURL'))
  }
  const { prId, owner } = scene
  const share = await scene.createShare(collectionId, { callbackURL: 'https://x.example/done' })
  assert.equal(share.callbackURL, 'https://x.example/done')
  const { callbackURL: _left, ...without } = share
  const kept = await owner.sharing.updateShare({ prId, id: share.id, body: without })
  assert.equal(kept.callbackURL, 'https://x.example/done')
  const visitor = await scene.visit(share)
  assert.ok(!('callbackURL' in (await visitor.sharing.getCurrentShare({ prId }))), 'no business of a visitor')
  const cleared = await owner.sharing.updateShare({ prId, id: share.id, body: { ...kept, callbackURL: '' } })
  assert.ok(!('callbackURL' in cleared))
})
