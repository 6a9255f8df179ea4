import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { SharePermission } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createClip } from '../testing/create-clip.ts'

let kit: TestService
let prId: number
/** In the shared collection. */
let inside: number
let outside: number
let eoId: number
before(async () => {
  kit = await startTestService()
  prId = (await kit.createProduction()).id
  inside = await createClip(kit, prId)
  outside = await createClip(kit, prId)
  const body = { title: 'Selection', funnel: 'SelectionShare' }
  eoId = (await kit.admin.collections.createCollection({ prId, body })).id
  await kit.admin.collections.attachEntries({ prId, id: eoId, body: [{ mediaObjectId: inside }] })
})
after(() => kit.stop())

/** Someone who came through a new share of the collection; identified under a name, or nameless. */
async function visit(permissions: SharePermission[], username?: string): Promise<Client> {
  const share = await kit.admin.sharing.createShare({ prId, id: eoId, body: { permissions } })
  const { token } = await kit.client(share.token).sharing.loginToShare({ prId, id: share.id, body: {} })
  const nameless = kit.client(token)
  if (username === undefined) return nameless
  const body = { username, email: `${username}@example.org` }
  return kit.client((await nameless.sharing.identify({ prId, body })).token)
}

const comment = (api: Client, moId = inside, body: object = { start: 3 }) =>
  api.annotations.createClipAnnotation({ prId, moId, type: 'clip', body: { funnel: 'ReviewComment', ...body } })

describe('a share visitor', () => {
  // sharing-35
  test('comments once identified; the comment carries the share and the visitor', async () => {
    await assert.rejects(comment(await visit(['VIEW', 'ANNOTATE'])), { name: 'ForbiddenError' })
    await assert.rejects(comment(await visit(['VIEW'], 'ann')), { name: 'ForbiddenError' })
    const bob = await visit(['VIEW', 'ANNOTATE'], 'bob')
    const made = await comment(bob)
    assert.equal(typeof made.createdByShareId, 'number')
    assert.equal(typeof made.createdBySharedUserId, 'number')
    assert.equal(made.creatorId, undefined)
    assert.equal(made.authorName, 'bob')
    const reply = await comment(bob, inside, { start: 3, relatedToId: made.id })
    assert.equal(reply.relatedToId, made.id)
  })

  // sharing-45
  test('makes no subclip', async () => {
    const bob = await visit(['VIEW', 'ANNOTATE', 'REVIEW'], 'bob')
    await assert.rejects(bob.annotations.createClipAnnotation({ prId, moId: inside, type: 'clip', body: {} }), {
      name: 'ForbiddenError',
    })
  })

  // sharing-32
  test('edits and deletes their own comments, nobody else’s', async () => {
    const bob = await visit(['VIEW', 'REVIEW'], 'bob')
    const team = await comment(kit.admin)
    const own = await comment(bob)
    const body = [{ op: 'add' as const, path: '/description', value: 'edited' }]
    const bulk = (api: Client, ids: number[]) =>
      api.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids }] } })
    assert.equal((await bob.annotations.patchAnnotation({ prId, anId: own.id, body })).description, 'edited')
    await assert.rejects(bob.annotations.patchAnnotation({ prId, anId: team.id, body }), { name: 'ForbiddenError' })
    await assert.rejects(bulk(bob, [team.id]), { name: 'ForbiddenError' })
    await assert.rejects(bulk(bob, [own.id, team.id]), { name: 'ForbiddenError' })
    assert.deepEqual(await bulk(bob, [own.id]), { ids: [own.id] })
  })

  // sharing-45
  test('sets the review status with REVIEW_STATUS_EDIT, and nothing else of the clip', async () => {
    const body = [{ op: 'add' as const, path: '/reviewStatus', value: 'APPROVED' }]
    const patch = (api: Client, moId: number) => api.annotations.patchMediaObjectAnnotation({ prId, moId, body })
    const chief = await visit(['VIEW', 'REVIEW_STATUS_EDIT'])
    assert.equal((await patch(chief, inside)).reviewStatus, 'APPROVED')
    await assert.rejects(patch(await visit(['VIEW', 'REVIEW'], 'bob'), inside), { name: 'ForbiddenError' })
    await assert.rejects(
      chief.annotations.patchMediaObjectAnnotation({
        prId,
        moId: inside,
        body: [{ op: 'add', path: '/description', value: 'x' }],
      }),
      { name: 'ForbiddenError' },
    )
    await assert.rejects(patch(chief, outside), { name: 'NotFoundError' })
  })

  test('sees the collection of the share and nothing beside it', async () => {
    const bob = await visit(['VIEW', 'REVIEW'], 'bob')
    const hidden = await comment(kit.admin, outside)
    const { id } = await comment(bob)
    const list = await bob.annotations.listAnnotations({ prId, query: { rows: 1000 } })
    assert.ok(list.results.some(result => result.id === id))
    assert.ok(list.results.every(result => result.mediaObjectId === inside))
    assert.equal((await bob.annotations.listAnnotations({ prId, query: { fq: [`id:${hidden.id}`] } })).numFound, 0)
    const facets = await bob.annotations.listAnnotations({ prId, query: { 'facet.field': ['funnel'], rows: 0 } })
    const counted = facets.facetFields[0]?.values.reduce((sum, value) => sum + value.count, 0)
    assert.equal(counted, list.numFound)
    await bob.annotations.getMediaObjectAnnotation({ prId, moId: inside })
    for (const attempt of [
      () => bob.annotations.getMediaObjectAnnotation({ prId, moId: outside }),
      () => bob.annotations.listAnnotationsOfClip({ prId, moId: outside }),
      () => bob.annotations.getAnnotation({ prId, anId: hidden.id }),
      () => bob.annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids: [hidden.id] }] } }),
      () => comment(bob, outside),
    ]) {
      await assert.rejects(attempt(), { name: 'NotFoundError' })
    }
  })

  // sharing-40
  test('does not see what was said through another share', async () => {
    const [ann, bob] = [await visit(['VIEW', 'REVIEW'], 'ann'), await visit(['VIEW', 'REVIEW'], 'bob')]
    const { id } = await comment(ann)
    const query = { fq: [`id:${id}`] }
    assert.equal((await ann.annotations.listAnnotations({ prId, query })).numFound, 1)
    assert.equal((await bob.annotations.listAnnotations({ prId, query })).numFound, 0)
    assert.equal((await bob.annotations.listAnnotationsOfClip({ prId, moId: inside, query })).numFound, 0)
    await assert.rejects(bob.annotations.getAnnotation({ prId, anId: id }), { name: 'NotFoundError' })
    await assert.rejects(comment(bob, inside, { relatedToId: id }), { name: 'ValidationError' })
    assert.equal((await kit.admin.annotations.listAnnotations({ prId, query })).numFound, 1)
  })
})
