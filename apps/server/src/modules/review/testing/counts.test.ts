import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Client } from '@rushes/client'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip, say, visit } from './scene.ts'

let kit: TestService
let prId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
})
after(() => kit.stop())

async function countOf(moId: number, api: Client = kit.admin) {
  const query = { includeCommentCount: true }
  return (await api.annotations.getMediaObjectAnnotation({ prId, moId, query })).commentCount
}

// review-25
test('a clip tells its comments, replies among them, when it is asked', async () => {
  const moId = await createClip(kit, prId)
  assert.equal(await countOf(moId), 0)
  const root = await say(kit.admin, prId, moId, { start: 1 })
  await Promise.all(Array.from({ length: 20 }, () => say(kit.admin, prId, moId, { relatedToId: root.id })))
  await say(kit.admin, prId, moId, { start: 2 })
  await kit.admin.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: {} })
  assert.equal(await countOf(moId), 22, 'those that many write at once all count, a subclip does not')
  await kit.admin.annotations.deleteAnnotation({ prId, anId: root.id })
  assert.equal(await countOf(moId), 1, 'a comment goes with its replies')
  const moa = await kit.admin.annotations.getMediaObjectAnnotation({ prId, moId })
  assert.equal('commentCount' in moa, false, 'what was not asked for costs nothing')
})

// review-26
test('the count is no member of the annotation: it cannot be patched, and a patch does not show it', async () => {
  const moId = await createClip(kit, prId)
  await assert.rejects(
    kit.admin.annotations.patchMediaObjectAnnotation({
      prId,
      moId,
      body: [{ op: 'add', path: '/commentCount', value: 5 }],
    }),
    { name: 'ValidationError' },
  )
})

// review-26
test('a visitor’s count leaves out what was said through another share', async () => {
  const moId = await createClip(kit, prId)
  const { id } = await kit.admin.collections.createCollection({ prId, body: { title: 'Shared' } })
  await kit.admin.collections.attachEntries({ prId, id, body: [{ mediaObjectId: moId }] })
  const [ann, bob] = [
    await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'ann'),
    await visit(kit, prId, id, ['VIEW', 'REVIEW'], 'bob'),
  ]
  await say(kit.admin, prId, moId, {})
  await say(ann, prId, moId, {})
  await say(ann, prId, moId, {})
  assert.deepEqual([await countOf(moId), await countOf(moId, ann), await countOf(moId, bob)], [3, 3, 1])
})

// review-25
test('the comments of many clips are counted by a facet, in one request', async () => {
  const clips = [await createClip(kit, prId), await createClip(kit, prId)]
  for (const moId of [clips[0]!, clips[1]!, clips[1]!]) await say(kit.admin, prId, moId, {})
  const { facetFields } = await kit.admin.annotations.listAnnotations({
    prId,
    query: {
      fq: ['funnel:ReviewComment', `mediaObjectId:(${clips.join(' ')})`],
      'facet.field': ['mediaObjectId'],
      rows: 0,
    },
  })
  const counted = facetFields[0]?.values
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => [Number(name), count])
  assert.deepEqual(
    counted?.sort(([a], [b]) => a! - b!),
    [
      [clips[0], 1],
      [clips[1], 2],
    ],
  )
})
