/** Comments and their threads as "Review" describes them, clause by clause. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { JsonPatch } from '@rushes/contract'
import { refusedAt } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { createClip, say, visit } from './testing/scene.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

const patch = (anId: number, body: JsonPatch, api: Client = kit.admin) =>
  api.annotations.patchAnnotation({ prId, anId, body })
const remove = (ids: number[], api: Client = kit.admin) =>
  api.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } })
const reviewer = () => kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })

describe('what a comment holds', () => {
  // review-8, review-9
  test('is kept byte for byte: text with tags and mentions, dot and box locations', async () => {
    const body = {
      description: '  @{3,karel2000}\r\n#{tag with spaces} \u{1f3ac} e\u0301 "<b>" \\n ',
      mentionIds: [27],
      tags: ['Tag with spaces', 'tag with spaces', ' é'],
      spatial: 'xywh=percent:12.50,07.0,0,0',
      uiLocation: '{"x": 1.0,  "y":2}',
      start: 3,
    }
    const made = await say(kit.admin, prId, moId, body)
    const read = await kit.admin.annotations.getAnnotation({ prId, anId: made.id })
    const query = { fq: [`id:${made.id}`] }
    const { results } = await kit.admin.annotations.listAnnotationsOfClip({ prId, moId, query })
    assert.deepEqual([results[0]?.spatial, results[0]?.uiLocation], [body.spatial, body.uiLocation])
    for (const comment of [made, read]) {
      const { description, mentionIds, tags, spatial, uiLocation } = comment
      assert.deepEqual({ description, mentionIds, tags, spatial, uiLocation, start: comment.start }, body)
    }
  })

  // review-8
  test('can be changed: a mention is never reconciled with mentionIds', async () => {
    const { id } = await say(kit.admin, prId, moId, { description: '@{3,karel2000}', mentionIds: [27] })
    const changed = await patch(id, [{ op: 'replace', path: '/description', value: 'nobody' }])
    assert.deepEqual([changed.description, changed.mentionIds], ['nobody', [27]])
    const emptied = await patch(id, [{ op: 'replace', path: '/mentionIds', value: [] }])
    assert.deepEqual([emptied.description, emptied.mentionIds], ['nobody', []])
  })

  // review-6
  test('always ends at start + 1, whatever a patch says of its end', async () => {
    const { id } = await say(kit.admin, prId, moId, { start: 10, end: 500 })
    const { start, end } = await patch(id, [{ op: 'replace', path: '/end', value: 400 }])
    assert.deepEqual([start, end], [10, 11])
  })

  // review-6
  test('needs no frame: without one it stands on the first', async () => {
    const unpinned = await say(kit.admin, prId, moId, { description: 'all of it', ignoreTimecode: true })
    assert.deepEqual([unpinned.start, unpinned.end, unpinned.ignoreTimecode], [0, 1, true])
    const picture = await createClip(kit, prId, { sampleRate: null })
    const onPicture = await say(kit.admin, prId, picture, { description: 'crop', uiLocation: '10,10,20,20' })
    assert.deepEqual([onPicture.start, onPicture.end], [0, 1])
    const document = await createClip(kit, prId, { sampleRate: null, type: 'DOCUMENT' })
    assert.equal((await say(kit.admin, prId, document, { description: 'page 2' })).start, 0)
  })
})

describe('a thread', () => {
  // review-10
  test('is one level deep: a reply to a reply is refused, and a reply cannot be moved', async () => {
    const root = await say(kit.admin, prId, moId, { start: 1 })
    const other = await say(kit.admin, prId, moId, { start: 1 })
    const reply = await say(kit.admin, prId, moId, { start: 1, relatedToId: root.id })
    const elsewhere = await say(kit.admin, prId, await createClip(kit, prId), {})
    await assert.rejects(say(kit.admin, prId, moId, { relatedToId: reply.id }), refusedAt('/relatedToId'))
    for (const value of [reply.id, other.id, elsewhere.id, root.id, 987_654_321]) {
      for (const id of [root.id, reply.id]) {
        const body: JsonPatch = [{ op: 'add', path: '/relatedToId', value }]
        await assert.rejects(patch(id, body), refusedAt('/relatedToId'))
      }
    }
    await assert.rejects(patch(reply.id, [{ op: 'remove', path: '/relatedToId' }]), refusedAt('/relatedToId'))
    assert.equal((await kit.admin.annotations.getAnnotation({ prId, anId: reply.id })).relatedToId, root.id)
  })

  test('is grouped by threadGroupId_s_nm_d, and by relatedToId', async () => {
    const clip = await createClip(kit, prId)
    const [one, two] = [await say(kit.admin, prId, clip, { start: 1 }), await say(kit.admin, prId, clip, { start: 2 })]
    for (const start of [1, 900]) await say(kit.admin, prId, clip, { start, relatedToId: one.id })
    const list = await kit.admin.annotations.searchAnnotations({
      prId,
      query: {
        fq: [`mediaObjectId:${clip}`, 'funnel:ReviewComment'],
        'facet.field': ['threadGroupId_s_nm_d', 'relatedToId'],
        rows: 0,
      },
    })
    assert.equal(list.numFound, 4)
    const [threads, replies] = list.facetFields.map(({ values }) =>
      Object.fromEntries(values.filter(({ count }) => count > 0).map(({ name, count }) => [name, count])),
    )
    assert.deepEqual(threads, { [one.id]: 3, [two.id]: 1 })
    assert.deepEqual(replies, { [one.id]: 2 })
  })

  // review-11
  test('moves by its comment alone: replies keep the frame that they were said on', async () => {
    const root = await say(kit.admin, prId, moId, { start: 1 })
    const reply = await say(kit.admin, prId, moId, { start: 1, relatedToId: root.id })
    assert.deepEqual((await patch(root.id, [{ op: 'replace', path: '/start', value: 50 }])).end, 51)
    assert.equal((await kit.admin.annotations.getAnnotation({ prId, anId: reply.id })).start, 1)
  })

  // review-19
  test('goes with its comment where the caller may delete it, and the answer names what was asked for', async () => {
    const [{ api: author }, { api: other }] = [await reviewer(), await reviewer()]
    const root = await say(author, prId, moId, { start: 1 })
    const replies = [
      await say(author, prId, moId, { relatedToId: root.id }),
      await say(other, prId, moId, { relatedToId: root.id }),
    ]
    await assert.rejects(remove([root.id], other), { name: 'ForbiddenError', data: { right: 'REVIEW_EDIT_ALL' } })
    assert.deepEqual((await remove([root.id], author)).ids, [root.id])
    const exists = ({ id }: { id: number }) =>
      kit.admin.annotations.getAnnotation({ prId, anId: id }).then(
        () => true,
        () => false,
      )
    assert.deepEqual(await Promise.all([root, ...replies].map(exists)), [true, false, true])
    await assert.rejects(say(other, prId, moId, { relatedToId: root.id }), refusedAt('/relatedToId'))
  })
})

describe('rights', () => {
  // review-12
  test('edit or delete a comment: REVIEW_EDIT_ALL, or REVIEW_EDIT when creatorId equals the caller’s user id', async () => {
    const [{ api: author, user }, { api: other }] = [await reviewer(), await reviewer()]
    const { api: lead } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT_ALL'] })
    const made = await say(author, prId, moId, { start: 1 })
    assert.equal(made.creatorId, user.id)
    const edit: JsonPatch = [{ op: 'add', path: '/description', value: 'edited' }]
    await assert.rejects(patch(made.id, edit, other), { name: 'ForbiddenError', data: { right: 'REVIEW_EDIT_ALL' } })
    await patch(made.id, edit, author)
    await patch(made.id, edit, lead)
    await remove([made.id], lead)
  })

  // sharing-34
  test('a visitor says who they are first, and is then known by createdByShareId and createdBySharedUserId', async () => {
    const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Shared' } })
    await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
    await assert.rejects(say(await visit(kit, prId, id, ['VIEW', 'REVIEW']), prId, moId, {}), {
      name: 'ForbiddenError',
      data: { right: 'to be identified' },
    })
    const ann = await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'ann')
    const made = await say(ann, prId, moId, { start: 1, description: 'from outside' })
    const [current, users] = [
      await ann.sharing.getCurrentShare({ prId }),
      await kit.admin.sharing.listSharedUsers({ prId, id: Number(made.createdByShareId) }),
    ]
    assert.equal(made.createdByShareId, current.id)
    assert.deepEqual(
      users.items.map(user => [user.id, user.username]),
      [[made.createdBySharedUserId, 'ann']],
    )
    assert.equal(made.creatorId, undefined)
    await patch(made.id, [{ op: 'add', path: '/description', value: 'still from outside' }], ann)
    await assert.rejects(remove([(await say(kit.admin, prId, moId, {})).id], ann), { name: 'ForbiddenError' })
    assert.deepEqual((await remove([made.id], ann)).ids, [made.id])
  })

  test('a visitor learns nothing of a thread that began in another share, not even of new replies in it', async () => {
    const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Shared twice' } })
    const clip = await createClip(kit, prId)
    await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId: clip }] })
    const [ann, bob] = [
      await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'ann'),
      await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'bob'),
    ]
    const root = await say(ann, prId, clip, { description: 'from ann' })
    const answer = await say(kit.admin, prId, clip, { description: 'to ann alone', relatedToId: root.id })
    const query = { fq: ['funnel:ReviewComment'], includeCommentCount: true }
    const seenBy = async (api: Client) => {
      const { results } = await api.annotations.listAnnotationsOfClip({ prId, moId: clip, query })
      const { commentCount } = await api.annotations.getMediaObjectAnnotation({ prId, moId: clip, query })
      const file = await (await api.review.exportComments({ prId, moId: clip, query: {} })).text()
      return [results.length, commentCount, file.split('\r\n').length - 2]
    }
    assert.deepEqual(
      [await seenBy(kit.admin), await seenBy(ann), await seenBy(bob)],
      [
        [2, 2, 2],
        [2, 2, 2],
        [0, 0, 0],
      ],
    )
    assert.equal((await ann.annotations.getAnnotation({ prId, anId: answer.id })).description, 'to ann alone')
    await assert.rejects(bob.annotations.getAnnotation({ prId, anId: answer.id }), { name: 'NotFoundError' })
  })
})
