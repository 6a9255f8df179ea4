/** Comments with the security class INTERNAL: the visitors of no share know of them. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, followShareEvents } from '@rushes/client'
import type { ClipAnnotationCreation, Event, ShareObject } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { within } from '../../../../test/until.ts'
import { createScene, type Scene } from './scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
let moId: number
let share: ShareObject
let guest: Client
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  collectionId = (await scene.createCollection({ title: 'For review' })).id
  moId = (await scene.createClip(collectionId, 'Seen')).moId
  share = await scene.createShare(collectionId, { permissions: ['VIEW', 'ANNOTATE'] })
  guest = await scene.visitAs(share, 'guest')
})
after(() => kit.stop())

const internal = ['INTERNAL']
const query = { waitForIndex: true }

function say(api: Client, description: string, more: Partial<ClipAnnotationCreation> = {}) {
  const body = { funnel: 'ReviewComment', description, start: 1, end: 2, ...more }
  return api.annotations.createClipAnnotation({ prId: scene.prId, moId, type: 'comment', body, query })
}

function setClasses(api: Client, anId: number, value: string[]) {
  const body = [{ op: 'add' as const, path: '/securityClasses', value }]
  return api.annotations.patchAnnotation({ prId: scene.prId, anId, body, query })
}

const read = (api: Client, anId: number) => api.annotations.getAnnotation({ prId: scene.prId, anId })

async function listSeen(api: Client): Promise<number[]> {
  const { results } = await api.annotations.listAnnotationsOfClip({ prId: scene.prId, moId, query: { rows: 1000 } })
  return results.map(({ id }) => Number(id))
}

describe('a thread for the team only', () => {
  // sharing-56, sharing-57
  test('is closed to visitors with every answer to it, which are marked as it is', async () => {
    const root = await say(scene.owner, 'Too dark', { securityClasses: internal })
    const reply = await say(scene.owner, 'I know', { relatedToId: root.id })
    assert.deepEqual(reply.securityClasses, internal)
    for (const { id } of [root, reply]) {
      await assert.rejects(read(guest, id), refusal(404))
      await assert.rejects(setClasses(guest, id, []), refusal(404))
      await assert.rejects(guest.annotations.deleteAnnotation({ prId: scene.prId, anId: id }), refusal(404))
      const body = { actions: [{ action: 'DELETE' as const, ids: [id] }] }
      await assert.rejects(guest.annotations.deleteAnnotations({ prId: scene.prId, body }), refusal(404))
      await assert.rejects(say(guest, 'What?', { relatedToId: id }), refusal(422))
    }
    const [seen, all] = [await listSeen(guest), await listSeen(scene.owner)]
    assert.deepEqual([seen.includes(root.id), seen.includes(reply.id)], [false, false])
    assert.deepEqual([all.includes(root.id), all.includes(reply.id)], [true, true])
    const found = await scene.owner.annotations.listAnnotations({
      prId: scene.prId,
      query: { fq: ['securityClasses:INTERNAL', `mediaObjectId:${moId}`] },
    })
    assert.deepEqual(found.results.map(({ id }) => Number(id)).toSorted(), [root.id, reply.id].toSorted())
  })

  // sharing-57
  test('is opened and closed as a whole, with what it was called beside', async () => {
    const root = await say(scene.owner, 'Too loud', { securityClasses: ['secret'] })
    const reply = await say(scene.owner, 'Yes', { relatedToId: root.id })
    await read(guest, root.id)
    await setClasses(scene.owner, root.id, ['secret', 'INTERNAL'])
    for (const { id } of [root, reply]) await assert.rejects(read(guest, id), refusal(404))
    assert.deepEqual((await read(scene.owner, reply.id)).securityClasses, internal)
    assert.ok(!(await listSeen(guest)).includes(reply.id))
    await setClasses(scene.owner, root.id, ['secret'])
    assert.deepEqual((await read(guest, root.id)).securityClasses, ['secret'])
    assert.deepEqual((await read(guest, reply.id)).securityClasses, [])
    assert.ok((await listSeen(guest)).includes(reply.id))
  })

  // sharing-57
  test('has no answer for others, and none of a visitor', async () => {
    const open = await say(scene.owner, 'For all')
    const closed = await say(scene.owner, 'For us', { securityClasses: internal })
    await assert.rejects(say(scene.owner, 'Psst', { relatedToId: open.id, securityClasses: internal }), refusal(422))
    const [first, second] = [
      await say(scene.owner, 'Here', { relatedToId: open.id }),
      await say(scene.owner, 'There', { relatedToId: closed.id }),
    ]
    await assert.rejects(setClasses(scene.owner, first.id, internal), refusal(422))
    await assert.rejects(setClasses(scene.owner, second.id, []), refusal(422))
    const answered = await say(scene.owner, 'Asked')
    await say(guest, 'An answer', { relatedToId: answered.id })
    await assert.rejects(setClasses(scene.owner, answered.id, internal), refusal(422))
    const own = await say(guest, 'By a visitor', { securityClasses: internal })
    assert.deepEqual(own.securityClasses, [])
    await assert.rejects(setClasses(kit.admin, own.id, internal), refusal(422))
  })

  // sharing-57
  test('takes no answer for others that was on its way while it was closed', async () => {
    const root = await say(scene.owner, 'Open, then closed')
    const answers = await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, at) => say(scene.owner, `Answer ${at}`, { relatedToId: root.id })),
      setClasses(scene.owner, root.id, internal),
    ])
    assert.equal(answers.at(-1)?.status, 'fulfilled')
    for (const answer of answers.slice(0, -1)) {
      if (answer.status === 'rejected') assert.equal(answer.reason.status, 409)
      else await assert.rejects(read(guest, (answer.value as { id: number }).id), refusal(404))
    }
  })

  // sharing-56
  test('stays closed where its first comment was deleted and the answers of others are left', async () => {
    const root = await say(scene.owner, 'To go', { securityClasses: internal })
    const reply = await say(kit.admin, 'To stay', { relatedToId: root.id })
    await scene.owner.annotations.deleteAnnotation({ prId: scene.prId, anId: root.id, query })
    assert.equal(typeof (await read(scene.owner, root.id)).deleted, 'number')
    for (const { id } of [root, reply]) await assert.rejects(read(guest, id), refusal(404))
    assert.ok(!(await listSeen(guest)).includes(root.id))
  })

  // sharing-56, sharing-44
  test('is not told as an event; one that is closed is gone, and one that is opened is news', async () => {
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    const { signal } = leaving
    const events = followShareEvents(guest, { prId: scene.prId, id: share.id, signal, onBegin: () => begun.resolve() })
    const first = events.next()
    await Promise.race([begun.promise, first])
    const known = await say(scene.owner, 'Was open')
    const secret = await say(scene.owner, 'Never told', { securityClasses: internal })
    await setClasses(scene.owner, known.id, internal)
    await kit.admin.annotations.deleteAnnotation({ prId: scene.prId, anId: secret.id })
    await setClasses(scene.owner, known.id, [])
    const last = await say(scene.owner, 'For all again')
    const told: Event[] = []
    let next: ReturnType<typeof events.next> = first
    for (;;) {
      const { value } = await within('the stream sends an event', next)
      assert.ok(value, 'the stream has ended')
      told.push(value)
      if (value.object?.id === last.id) break
      next = events.next()
    }
    leaving.abort()
    assert.ok(!told.some(({ object }) => object?.id === secret.id))
    const ofKnown = told.filter(({ object }) => object?.id === known.id).map(({ verb }) => verb)
    assert.equal(ofKnown.at(-1), 'Annotation.update')
    assert.doesNotMatch(JSON.stringify(told), /INTERNAL|Never told/)
  })
})
