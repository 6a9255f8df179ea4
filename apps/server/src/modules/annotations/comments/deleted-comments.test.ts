import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { ClipAnnotationCreation, WorkflowMinWrapper } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
let eoId: number
let moId: number
/** Members who may comment, and nothing more. */
let alice: Client
let bob: Client
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  const body = { title: 'Selection', funnel: 'SelectionShare' }
  eoId = (await kit.admin.collections.createCollection({ prId, body })).id
  const member = async () => (await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })).api
  alice = await member()
  bob = await member()
})
beforeEach(async () => {
  moId = await createClip(kit, prId)
  await kit.admin.collections.attachEntries({ prId, id: eoId, body: [{ mediaObjectId: moId }] })
})
after(() => kit.stop())

async function say(api: Client, body: ClipAnnotationCreation = {}): Promise<number> {
  return (await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })).id
}

const reply = (api: Client, relatedToId: number, description = 'a reply') => say(api, { relatedToId, description })
const read = (anId: number, api = kit.admin) => api.annotations.getAnnotation({ prId, anId })
const remove = (api: Client, anId: number) => api.annotations.deleteAnnotation({ prId, anId })
const removeAll = (api: Client, ids: number[]) =>
  api.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } })
const gone = (anId: number) => assert.rejects(read(anId), refusal(404))

async function find(query: { q?: string; fq?: string[] }, api = kit.admin): Promise<unknown[]> {
  const { results } = await api.annotations.listAnnotationsOfClip({ prId, moId, query: { ...query, rows: 100 } })
  return results.map(({ id }) => id).toSorted()
}

/** Someone who came through a new share of the collection. */
async function visit(username: string): Promise<Client> {
  const share = await kit.admin.sharing.createShare({ prId, id: eoId, body: { permissions: ['VIEW', 'ANNOTATE'] } })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const body = { username, email: `${username}@example.org` }
  return kit.client((await kit.client(token).sharing.identify({ prId, body })).token)
}

describe('deleting a comment that has replies of others', () => {
  // review-20
  test('leaves it with its author, without what it said', async () => {
    const root = await say(alice, {
      description: 'unspeakable #{grade}',
      start: 7,
      tags: ['grade'],
      mentionIds: [5],
      spatial: 'xywh=percent:1,2,3,4',
      structuredDescription: { strokes: [{ color: 'red', width: 2, points: [[1, 2]] }] },
      customFields: { mood: 'bad' },
    })
    const answer = await reply(kit.admin, root)
    const before = await read(root)
    const deleted = await remove(alice, root)
    const after = await read(root)
    assert.deepEqual(deleted, after, 'the answer is what is left')
    assert.equal(typeof after.deleted, 'number')
    const { id, created, createdBy, creatorId, objectType, funnel, start, end, authorName } = before
    assert.ok(authorName)
    for (const [name, value] of Object.entries({ id, created, createdBy, creatorId, objectType, funnel, start, end })) {
      assert.equal(after[name as keyof typeof after], value, name)
    }
    assert.equal(after.authorName, authorName)
    assert.equal(after.version, before.version + 1)
    assert.deepEqual(
      [after.description, after.tags, after.mentionIds, after.spatial, after.structuredDescription, after.customFields],
      ['', [], [], undefined, {}, {}],
    )
    assert.equal((await read(answer)).relatedToId, root)
  })

  // review-21
  test('lists it still, but no words find it, nor is it counted', async () => {
    const root = await say(alice, { description: 'unspeakable', tags: ['grade'], start: 7 })
    const answer = await reply(kit.admin, root)
    await remove(alice, root)
    const comments = ['funnel:ReviewComment']
    assert.deepEqual(await find({ q: '*:*', fq: comments }), [root, answer])
    for (const q of ['unspeakable', 'description:unspeakable', 'tags:grade', 'grade', 'Interview']) {
      assert.ok(!(await find({ q, fq: comments })).includes(root), q)
    }
    assert.deepEqual(await find({ q: 'deleted:*' }), [root])
    const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query: { fq: [`id:${root}`] } })
    const { description, mediaObjectName, deleted, authorName } = results[0]!
    assert.deepEqual([description, mediaObjectName, typeof deleted], ['', 'Interview', 'number'])
    assert.ok(authorName)
    const query = { includeCommentCount: true }
    assert.equal((await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId, query })).commentCount, 1)
  })

  // review-19
  test('takes along those that the caller may delete', async () => {
    const root = await say(alice)
    const [own, others] = [await reply(alice, root), await reply(bob, root)]
    await remove(alice, root)
    await gone(own)
    await read(others)
    await remove(kit.admin, root)
    await gone(root)
    await gone(others)
  })

  // review-23
  test('ends with the last reply', async () => {
    const root = await say(alice)
    const [first, second] = [await reply(bob, root), await reply(kit.admin, root)]
    await remove(alice, root)
    await remove(bob, first)
    await read(root)
    await remove(kit.admin, second)
    await gone(root)
    assert.deepEqual(await find({ q: '*:*', fq: ['funnel:ReviewComment'] }), [])
  })

  // review-23
  test('ends with the last reply also when the last two go at once, or the comment and its reply', async () => {
    for (let round = 0; round < 5; round++) {
      const root = await say(alice)
      const [first, second] = [await reply(bob, root), await reply(kit.admin, root)]
      await Promise.all([remove(alice, root), remove(bob, first), remove(kit.admin, second)])
      await gone(root)
    }
  })

  test('is not undone by a reply that arrives meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const root = await say(alice)
      await reply(kit.admin, root)
      const late = () => reply(bob, root).catch(error => refusal(422)(error) && undefined)
      await Promise.all([remove(alice, root), late(), late()])
      await assert.rejects(reply(bob, root), refusal(422))
      assert.equal(typeof (await read(root)).deleted, 'number')
    }
  })

  // review-22
  test('is possible once: it cannot be changed, answered, resolved or put into a collection', async () => {
    const root = await say(alice)
    await reply(kit.admin, root)
    const { version } = await remove(alice, root)
    for (const path of ['/description', '/tags'] as const) {
      const body = [{ op: 'add' as const, path, value: path === '/tags' ? ['resolved'] : 'said again' }]
      await assert.rejects(alice.annotations.patchAnnotation({ prId, anId: root, body }), refusal(409))
      await assert.rejects(bob.annotations.patchAnnotation({ prId, anId: root, body }), refusal(403, 'REVIEW_EDIT_ALL'))
    }
    await assert.rejects(reply(bob, root), refusal(422))
    const entries = [{ annotationId: root }]
    await assert.rejects(kit.admin.collections.attachEntries({ prId, id: eoId, body: entries }), refusal(404))
    assert.equal((await remove(alice, root)).version, version, 'deleting it again changes nothing')
  })

  test('needs detachAssemble of one that hangs on a collection, and takes it off', async () => {
    const root = await say(alice)
    await reply(kit.admin, root)
    await kit.admin.collections.attachEntries({ prId, id: eoId, body: [{ annotationId: root }] })
    await assert.rejects(remove(alice, root), refusal(409))
    await alice.annotations.deleteAnnotation({ prId, anId: root, query: { detachAssemble: true } })
    assert.deepEqual(await find({ q: `attachedEditorialObjectId:${eoId}`, fq: [`id:${root}`] }), [])
  })

  // review-24
  test('is the same for visitors, one by one and in bulk', async () => {
    const guest = await visit('guest')
    const roots = [await say(guest, { description: 'by a guest' }), await say(guest), await say(guest)] as const
    const own = await reply(guest, roots[1])
    for (const root of roots.slice(0, 2)) await reply(kit.admin, root, 'by the team')
    await remove(guest, roots[0])
    assert.deepEqual(await removeAll(guest, [roots[2], roots[1]]), { ids: [roots[2], roots[1]] })
    await gone(own)
    await gone(roots[2])
    for (const root of roots.slice(0, 2)) {
      const left = await read(root, guest)
      assert.deepEqual([typeof left.deleted, left.description, left.authorName], ['number', '', 'guest'])
    }
    assert.equal((await find({ q: '*:*', fq: ['funnel:ReviewComment'] }, guest)).length, 4)
  })
})

describe('deleting comments in bulk', () => {
  // annotations-21
  test('answers the ids that were asked for, each once, in their order', async () => {
    const root = await say(kit.admin)
    const replies = [await reply(alice, root), await reply(bob, root)]
    const other = await say(kit.admin)
    assert.deepEqual(await removeAll(kit.admin, [other, root, other]), { ids: [other, root] })
    for (const id of replies) await gone(id)
  })

  test('as a workflow reports on the ids that were asked for', async () => {
    const root = await say(alice)
    const [own, others] = [await reply(alice, root), await reply(kit.admin, root)]
    const body = { actions: [{ action: 'DELETE' as const, ids: [root, others] }] }
    const { workflowId } = await alice.annotations.startBulkWorkflow({ prId, body })
    const response = await kit.admin.workflows.followWorkflow({ prId, alias: 'workflow', id: workflowId })
    const report: WorkflowMinWrapper = JSON.parse(await response.text())
    assert.deepEqual(
      report.taskReports[0]?.results?.map(({ id, status }) => [id, status]),
      [
        [root, 'Completed'],
        [others, 'Error'],
      ],
    )
    await gone(own)
    assert.equal(typeof (await read(root)).deleted, 'number')
    await removeAll(kit.admin, [others, root])
    await gone(root)
  })
})

describe('a comment that is deleted and has replies', () => {
  // review-21
  test('is not exported: its first reply takes its place', async () => {
    const root = await say(alice, { description: 'unspeakable', start: 7 })
    const answers = [await reply(kit.admin, root, 'first answer'), await reply(bob, root, 'second answer')]
    await remove(alice, root)
    const response = await kit.admin.review.exportComments({ prId, moId, query: { format: 'csv' } })
    const text = await response.text()
    assert.match(text, /first answer/)
    assert.match(text, /second answer/)
    assert.equal(text.trim().split('\n').length, 1 + answers.length, text)
  })

  test('goes with its clip', async () => {
    const root = await say(alice)
    await reply(kit.admin, root)
    await remove(alice, root)
    await kit.admin.media.deleteMediaObject({ prId, id: moId })
    await gone(root)
  })
})
