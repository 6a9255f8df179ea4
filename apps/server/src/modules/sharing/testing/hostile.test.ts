/** Visitors who ask for more than they were given: nothing of the rest of the production may be told, by any road. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type ShareObject, sharePermissions } from '@rushes/contract'
import { refusal } from '../../../../test/refusal.ts'
import { addFile } from '../../../../test/scene/add-file.ts'
import { beginUpload, makeBytes, putChunk } from '../../../../test/scene/begin-upload.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from './scene.ts'

let kit: TestService
let scene: Scene
let share: ShareObject
let visitor: Client
let inside: { root: number; collection: number; below: number; clip: number; moa: number }
/** A collection beside the shared one, which holds a clip of the share as well, and one of its own. */
let outside: { collection: number; clip: number; moa: number; comment: number }

before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  const { prId, owner } = scene
  const root = await scene.createCollection({ title: 'Vault' })
  const collection = await scene.createCollection({ parentId: root.id, title: 'Shared' })
  const below = await scene.createCollection({ objectType: 'Draft', parentId: collection.id })
  const other = await scene.createCollection({ title: 'Secret' })
  const clip = await scene.createClip(collection.id, 'Seen')
  const hidden = await scene.createClip(other.id, 'Hidden')
  await owner.collections.attachEntries({ prId, id: other.id, body: [{ mediaObjectId: clip.moId }] })
  const body = { funnel: 'ReviewComment', description: 'classified', start: 0, end: 1 }
  const comment = await owner.annotations.createClipAnnotation({ prId, moId: hidden.moId, type: 'comment', body })
  inside = { root: root.id, collection: collection.id, below: below.id, clip: clip.moId, moa: clip.moaId }
  outside = { collection: other.id, clip: hidden.moId, moa: hidden.moaId, comment: comment.id }
  share = await scene.createShare(collection.id, { permissions: [...sharePermissions] })
  visitor = await scene.visitAs(share, 'mallory')
})
after(() => kit.stop())

const places = ['attachedEditorialObjectId', 'clipOrSubclipHasAttachedEditorialObjectId'] as const

/** The searches that a visitor may make, by name. */
const searches = (query: object): [string, () => Promise<{ numFound: number; results: object[] }>][] => {
  const { prId } = scene
  return [
    ['listAnnotations', () => visitor.annotations.listAnnotations({ prId, query })],
    ['searchAnnotations', () => visitor.annotations.searchAnnotations({ prId, query })],
    ['listAnnotationsOfClip', () => visitor.annotations.listAnnotationsOfClip({ prId, moId: inside.clip, query })],
    ['searchAnnotationsOfClip', () => visitor.annotations.searchAnnotationsOfClip({ prId, moId: inside.clip, query })],
    ['searchShareAnnotations', () => visitor.sharing.searchShareAnnotations({ prId, id: share.id, query })],
    ['searchAttachedAnnotations', () => visitor.sharing.searchAttachedAnnotations({ prId, id: share.id, query })],
  ]
}

describe('a search of a visitor', () => {
  // search-2
  test('shows the collections of the share alone for a clip, though it hangs on others', async () => {
    for (const query of [{ rows: 100 }, { rows: 100, isCompressed: true }, { rows: 100, fl: [...places] }]) {
      for (const [name, search] of searches(query)) {
        const { results, numFound } = await search()
        assert.equal(numFound, 1, name)
        assert.doesNotMatch(JSON.stringify(results), new RegExp(`\\b${outside.collection}\\b`), name)
      }
    }
    const { results } = await scene.owner.annotations.searchAnnotations({
      prId: scene.prId,
      query: { fq: [`mediaObjectId:${inside.clip}`] },
    })
    assert.ok(JSON.stringify(results).includes(String(outside.collection)), 'the team sees them all')
  })

  test('may filter by a collection of the share', async () => {
    const query = { fq: [`attachedEditorialObjectId:(${inside.collection} ${inside.below})`] }
    for (const [name, search] of searches(query)) assert.equal((await search()).numFound, 1, name)
  })

  const oracles = (field: string): [string, () => object][] => [
    ['a filter', () => ({ fq: [`${field}:${outside.collection}`] })],
    ['a negated filter', () => ({ fq: [`-${field}:${inside.collection}`, `${field}:[* TO *]`] })],
    ['a range', () => ({ fq: [`${field}:[1 TO 999999]`] })],
    ['a wildcard', () => ({ q: `${field}:*` })],
    ['a clause', () => ({ q: `Seen OR (Hidden AND ${field}:${outside.collection})` })],
    ['a default field', () => ({ q: String(outside.collection), df: field })],
    ['a facet', () => ({ 'facet.field': [field] })],
    ['a pivot', () => ({ 'facet.pivot': [`funnel,${field}`] })],
    ['a facet query', () => ({ 'facet.query': [`${field}:${outside.collection}`] })],
    [
      'a facet range',
      () => ({ 'facet.range': [field], 'facet.range.start': '0', 'facet.range.end': '9', 'facet.range.gap': '1' }),
    ],
    ['an order', () => ({ sort: `${field} desc` })],
    ['groups', () => ({ group: true, 'group.field': field })],
  ]
  for (const field of [...places, 'openMentionIds']) {
    for (const [what, toQuery] of oracles(field)) {
      // search-2
      test(`learns nothing of other collections and comments by ${what} of ${field}`, async () => {
        const query = toQuery()
        for (const [name, search] of searches(query)) {
          await assert.rejects(search(), refusal(400), `${name} ${JSON.stringify(query)}`)
        }
      })
    }
  }

  // search-2
  test('counts, orders, marks and groups documents of the share alone', async () => {
    const everything = {
      q: 'Seen Hidden classified Secret Vault *:*',
      rows: 100,
      hl: true,
      sort: 'mediaObjectName desc',
      'facet.field': ['mediaObjectName', 'mediaObjectId', 'funnel', 'creatorId'],
      'facet.pivot': ['mediaObjectName,funnel'],
      'facet.query': ['classified', `mediaObjectId:${outside.clip}`],
      'facet.mincount': 0,
    }
    const grouped = { q: '*:*', group: true, 'group.field': 'mediaObjectName' }
    for (const query of [everything, grouped]) {
      for (const [name, search] of searches(query)) {
        const { responseHeader: _question, facetQuery, ...list } = (await search()) as Record<string, unknown>
        assert.doesNotMatch(JSON.stringify(list), /Hidden|classified|Secret|Vault/, name)
        for (const count of Object.values(facetQuery ?? {})) assert.equal(count, 0, name)
      }
    }
  })

  // search-2, annotations-36
  test('does not show whom comments mention that may not be those of the share', async () => {
    const { owner, prId } = scene
    const { id } = await owner.authentication.getCurrentUser()
    const body = { funnel: 'ReviewComment', description: 'See', start: 0, end: 1, mentionIds: [id] }
    const at = { prId, moId: inside.clip, type: 'comment', query: { waitForIndex: true } } as const
    await owner.annotations.createClipAnnotation({ ...at, body })
    const query = { fq: [`mediaObjectId:${inside.clip}`, 'objectType:MediaObjectAnnotation'] }
    const [seen] = (await owner.annotations.listAnnotations({ prId, query })).results
    assert.deepEqual(seen?.openMentionIds, [id])
    for (const [name, search] of searches(query)) {
      const { results } = await search()
      assert.doesNotMatch(JSON.stringify(results), /openMentionIds/, name)
    }
  })
})

describe('by its id nothing is reported', () => {
  test('of what stands above the shared collection', async () => {
    const query = { includeParent: true, includeCategoryName: true }
    const read = await visitor.collections.getCollection({ prId: scene.prId, id: inside.collection, query })
    assert.ok(!('parent' in read) && !('parentId' in read))
    const below = await visitor.collections.getCollection({ prId: scene.prId, id: inside.below, query })
    assert.equal(below.parentId, inside.collection)
  })

  // errors-9
  test('of what exists: outside the share and nowhere are answered alike', async () => {
    const { prId } = scene
    const nowhere = 987_654_321
    const pairs = (id: number): [string, () => Promise<unknown>][] => [
      ['clip', () => visitor.media.getMediaObject({ prId, id })],
      ['moa', () => visitor.annotations.getMediaObjectAnnotation({ prId, moId: id })],
      ['instances', () => visitor.media.listInstances({ prId, id })],
      ['collection', () => visitor.collections.getCollection({ prId, id })],
      ['entries', () => visitor.collections.listCollectionEntries({ prId, id })],
      ['annotation', () => visitor.annotations.getAnnotation({ prId, anId: id })],
      ['share', () => visitor.sharing.searchShareAnnotations({ prId, id })],
      ['upload', () => visitor.uploads.getUpload({ prId, id })],
    ]
    const tell = async (call: () => Promise<unknown>, id: number) => {
      const error = await call().then(
        () => assert.fail('was answered'),
        (error: { status: number; message: string; data: unknown }) => error,
      )
      return JSON.stringify([error.status, error.message, error.data]).replaceAll(String(id), 'ID')
    }
    const hidden = [
      outside.clip,
      outside.clip,
      outside.clip,
      outside.collection,
      outside.collection,
      outside.comment,
      share.id + 1,
      outside.clip,
    ]
    for (const [index, [name, absent]] of pairs(nowhere).entries()) {
      const [, present] = pairs(hidden[index]!)[index]!
      assert.equal(await tell(present, hidden[index]!), await tell(absent, nowhere), name)
    }
  })

  test('of files of other clips, under the address of a clip of the share', async () => {
    const { prId } = scene
    const file = await addFile(kit, prId, outside.clip, new TextEncoder().encode('secret'))
    for (const id of [inside.clip, outside.clip]) {
      await assert.rejects(visitor.media.getInstance({ prId, id, moiId: file.id }), refusal(404))
      await assert.rejects(visitor.media.getDownloadLink({ prId, id, moiId: file.id }), refusal(404))
    }
    const own = await addFile(kit, prId, inside.clip, new TextEncoder().encode('seen'))
    const link = await (await visitor.media.getDownloadLink({ prId, id: inside.clip, moiId: own.id })).text()
    const forged = link.replace(`/media/${own.id}/`, `/media/${file.id}/`)
    assert.notEqual(forged, link)
    assert.equal((await fetch(forged)).status, 403)
  })
})

describe('the rest of the production is closed', () => {
  // sharing-42
  test('its events, its activity, its workflows, its team, its settings', async () => {
    const { prId } = scene
    const paths = [
      'event',
      'event/stream',
      'activity',
      'workflow',
      'participants',
      'role',
      'permissions',
      'settings',
      'category',
      'cfd',
      'share',
      `share/${share.id}`,
      `share/${share.id}/activity`,
      `share/${share.id}/shareduser`,
      'eo',
      'eo/search',
      'mo/search',
      'tsa/search',
      'file',
      'delivery_request',
    ]
    for (const path of paths) {
      const headers = { authorization: `Bearer ${visitor.options.token}` }
      const answer = await fetch(`${kit.url}/production/${prId}/${path}`, { headers })
      assert.equal(answer.status, 403, path)
      assert.doesNotMatch(await answer.text(), /Hidden|Secret|Vault|classified/)
    }
    for (const path of ['/production', '/an', '/activity', '/admin/user', `/account/${kit.accountId}`]) {
      const answer = await fetch(kit.url + path, { headers: { authorization: `Bearer ${visitor.options.token}` } })
      assert.equal(answer.status, 403, path)
    }
  })

  // workflows-10
  test('the progress of workflows that another visitor or the team has started', async () => {
    const { prId } = scene
    const ofTeam = await beginUpload(kit.admin, prId, 10, { attachToEoId: inside.collection })
    const other = await scene.visitAs(await scene.createShare(inside.collection, { permissions: ['UPLOAD'] }), 'other')
    const ofOther = await beginUpload(other, prId, 10)
    for (const { workflowId } of [ofTeam, ofOther]) {
      const address = `${kit.url}/production/${prId}/workflow/${workflowId}/progress`
      const answer = await fetch(address, {
        headers: { authorization: `Bearer ${visitor.options.token}` },
        signal: AbortSignal.timeout(10_000),
      })
      assert.equal(answer.status, 404)
      await answer.arrayBuffer()
    }
  })
})

describe('uploads', () => {
  test('go into collections of the share alone', async () => {
    const { prId } = scene
    const create = (body: object) => visitor.uploads.createMediaObjects({ prId, body: { name: 'x', ...body } })
    await assert.rejects(create({ attachToEoId: outside.collection }), refusal(404))
    await assert.rejects(create({ attachToEoId: inside.root }), refusal(404))
    for (const collections of [[{ id: outside.collection }], [{ title: 'Secret' }]]) {
      const made = create({ collections })
      await assert.rejects(made, (error: { status: number }) => error.status >= 400 && error.status < 500)
    }
    await create({ attachToEoId: inside.below })
  })

  test('of one visitor cannot be read, closed or cancelled by another, nor filled without its location', async () => {
    const { prId } = scene
    const bytes = makeBytes(10)
    const begun = await beginUpload(visitor, prId, bytes.length)
    const id = begun.mediaObjectId!
    const thief = await scene.visitAs(share, 'thief')
    await assert.rejects(thief.uploads.getUpload({ prId, id }), refusal(404))
    await assert.rejects(thief.uploads.closeUpload({ prId, id, body: {} }), refusal(404))
    await assert.rejects(thief.uploads.cancelUpload({ prId, id }), refusal(404))
    const bare = begun.location.replace(/[?].*/, '?x=1')
    assert.ok((await putChunk(bare, 0, bytes)).status >= 400)
    const withOwnToken = `${bare}&access_token=${thief.options.token}`
    assert.ok((await putChunk(withOwnToken, 0, bytes)).status >= 400)
    assert.equal((await visitor.uploads.getUpload({ prId, id })).received.length, 0)
  })
})

// sharing-35
test('what a visitor makes says through which share and by whom, whatever the body says', async () => {
  const { prId } = scene
  const { sharedUser } = await visitor.sharing.identify({ prId })
  const made = [share.id, sharedUser.id]
  const body = { funnel: 'ReviewComment', description: 'x', start: 0, end: 1 }
  const comment = await visitor.annotations.createClipAnnotation({ prId, moId: inside.clip, type: 'comment', body })
  assert.deepEqual([comment.createdByShareId, comment.createdBySharedUserId], made)
  assert.ok(!('creatorId' in comment))
  const { mediaObjectId: id } = await beginUpload(visitor, prId, 5)
  const clip = await visitor.media.getMediaObject({ prId, id: id! })
  assert.deepEqual([clip.createdByShareId, clip.createdBySharedUserId], made)
  const moa = await visitor.annotations.getMediaObjectAnnotation({ prId, moId: id! })
  assert.deepEqual([moa.createdByShareId, moa.createdBySharedUserId], made)
  const forged = { ...body, createdByShareId: 1, createdBySharedUserId: 1, creatorId: 1 }
  const call = { prId, moId: inside.clip, type: 'comment' as const }
  const again = await visitor.annotations.createClipAnnotation({ ...call, body: forged })
  assert.deepEqual([again.createdByShareId, again.createdBySharedUserId, again.creatorId], [...made, undefined])
})
