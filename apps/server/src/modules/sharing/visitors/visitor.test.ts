/** What a visitor reaches and what not: in the share with its permissions, and nothing beside it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Client, createClip } from '@rushes/client'
import { contract, type Endpoint, type ShareObject, type SharePermission, sharePermissions } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
/** Shared with every permission: a Notebook with a Draft below, a clip in each. */
let share: ShareObject
let visitor: Client
let inside: { collection: number; below: number; clip: number; clipBelow: number; moa: number }
let otherProduction: number
/** Of the same production, but in another collection. */
let outside: { collection: number; clip: number; moa: number; share: number }

before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  otherProduction = (await kit.createProduction()).id
  const above = await scene.createCollection({ title: 'Above' })
  const notebook = await scene.createCollection({ parentId: above.id, title: 'Shared' })
  const draft = await scene.createCollection({ objectType: 'Draft', parentId: notebook.id })
  const other = await scene.createCollection({ title: 'Secret' })
  const [clip, clipBelow] = [await scene.createClip(notebook.id, 'Seen'), await scene.createClip(draft.id, 'Seen too')]
  const hidden = await scene.createClip(other.id, 'Hidden')
  await scene.createClip(undefined, 'Hidden as well')
  await scene.createClip(above.id, 'Hidden above')
  inside = { collection: notebook.id, below: draft.id, clip: clip.moId, clipBelow: clipBelow.moId, moa: clip.moaId }
  const otherShare = await scene.createShare(other.id)
  outside = { collection: other.id, clip: hidden.moId, moa: hidden.moaId, share: otherShare.id }
  share = await scene.createShare(notebook.id, { permissions: [...sharePermissions] })
  visitor = await scene.visitAs(share, 'vera')
})
after(() => kit.stop())

const endpoints = Object.values(contract).flatMap((module): Endpoint[] => Object.values(module))
const inProduction = endpoints.filter(({ path }) => path.startsWith('/production/{prId}'))

/** Calls an endpoint with the given ids in its path; gives the status and the body. */
async function call(endpoint: Endpoint, token: string, ids: Record<string, number>) {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const words = (endpoint.params[name] as { enum?: string[] }).enum
    return String(ids[name] ?? words?.[0] ?? 1)
  })
  const response = await fetch(kit.url + path, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.status, text: await response.text() }
}

/** The id for `{id}` in a path, by the resource in the path. */
function idFor({ path, access }: Endpoint, of: { collection: number; clip: number; moa: number; share: number }) {
  const scope = access.who === 'production' ? access.share?.scope : undefined
  const id = { clip: of.clip, collection: of.collection, annotation: of.moa, share: of.share, list: of.clip }
  const bare = path.includes('/eo/') ? of.collection : path.includes('/share/') ? of.share : of.clip
  return { id: scope === undefined ? bare : id[scope], moId: of.clip, anId: of.moa, annotationId: of.moa }
}

describe('what lies outside the share does not exist for its visitor', () => {
  const shared = inProduction.filter(({ access }) => access.who === 'production' && access.share)
  for (const endpoint of shared.filter(({ access }) => access.who === 'production' && access.share?.scope !== 'list')) {
    // errors-9, sharing-36
    test(`${endpoint.id} answers 404`, async () => {
      const { status, text } = await call(endpoint, visitor.options.token!, {
        prId: scene.prId,
        ...idFor(endpoint, outside),
      })
      assert.equal(status, 404)
      assert.ok(!/Hidden|Secret/.test(text))
    })
  }

  const guarded = inProduction.filter(({ access }) => access.who !== 'anyone' && access.who !== 'bearer of the link')
  for (const endpoint of guarded) {
    // errors-9
    test(`${endpoint.id} answers 404 in another production`, async () => {
      const prId = otherProduction
      const answer = await call(endpoint, visitor.options.token!, { prId, ...idFor(endpoint, outside) })
      assert.equal(answer.status, endpoint.access.who === 'system' || endpoint.access.who === 'user' ? 403 : 404)
    })
  }
})

describe('what is not opened by a permission is refused with 403', () => {
  const closed = endpoints.filter(
    ({ access }) =>
      !['anyone', 'bearer of the link', 'any token', 'share token'].includes(access.who) &&
      !(access.who === 'production' && access.share),
  )
  for (const endpoint of closed) {
    test(`${endpoint.id}`, async () => {
      const ids = { prId: scene.prId, ...idFor(endpoint, { ...inside, share: share.id }) }
      assert.equal((await call(endpoint, visitor.options.token!, ids)).status, 403)
    })
  }
})

describe('an endpoint that needs a permission', () => {
  const byPermission = Map.groupBy(
    inProduction.filter(({ access }) => access.who === 'production' && access.share),
    ({ access }) => (access.who === 'production' ? (access.share?.anyOf.join(' ') ?? '') : ''),
  )
  for (const [wanted, guarded] of byPermission) {
    const needed = wanted.split(' ') as SharePermission[]
    if (needed.includes('VIEW')) continue
    // errors-6, sharing-17
    test(`${wanted} is refused without it, its name told: ${guarded.map(({ id }) => id).join(', ')}`, async () => {
      const without = sharePermissions.filter(permission => !needed.includes(permission))
      const weak = await scene.createShare(inside.collection, { permissions: without })
      const token = (await scene.visitAs(weak, 'weak')).options.token!
      for (const endpoint of guarded) {
        const ids = { prId: scene.prId, ...idFor(endpoint, { ...inside, share: weak.id }) }
        const { status, text } = await call(endpoint, token, ids)
        assert.equal(status, 403, endpoint.id)
        assert.deepEqual(JSON.parse(text).data, { right: needed.join(' or ') }, endpoint.id)
      }
    })
  }
})

describe('a visitor reads', () => {
  // collections-12, sharing-36
  test('the shared collection and those below, with their entries ("Reading the collection inside a share")', async () => {
    const { prId } = scene
    const all = {
      includeEntries: true,
      includeEdl: true,
      includeAnnotations: true,
      includeChildren: true,
      includeParent: true,
    }
    const read = await visitor.collections.getCollection({ prId, id: inside.collection, query: all })
    assert.deepEqual(
      [read.entries, read.annotations, read.edl?.entries].map(list => list?.map(entry => entry.mediaObjectId)),
      [[inside.clip], [inside.clip], [inside.clip]],
    )
    assert.deepEqual(
      read.children?.map(child => child.id),
      [inside.below],
    )
    assert.ok(!('parent' in read), 'what stands above is no part of the share')
    const below = await visitor.collections.getCollection({ prId, id: inside.below, query: all })
    assert.equal(below.parent?.id, inside.collection)
    assert.equal((await visitor.collections.listCollectionEntries({ prId, id: inside.below })).total, 1)
  })

  // sharing-37
  test('the clips of the share, one by one and in lists whose counts include no others', async () => {
    const { prId } = scene
    for (const id of [inside.clip, inside.clipBelow]) {
      assert.equal((await visitor.media.getMediaObject({ prId, id })).id, id)
      assert.equal((await visitor.annotations.getMediaObjectAnnotation({ prId, moId: id })).mediaObjectId, id)
    }
    const clips = [inside.clip, inside.clipBelow]
    for (const query of [{}, { sort: 'name asc' }, { fq: ['name:*'] }, { limit: 100 }]) {
      const page = await visitor.media.listMediaObjects({ prId, query })
      assert.deepEqual([page.items.map(item => item.id), page.total], [clips, 2])
    }
    assert.equal((await visitor.media.listMediaObjects({ prId, query: { fq: ['name:Hidden'] } })).total, 0)
  })

  // sharing-37, sharing-38
  test('search results, facets and pivots of the share alone', async () => {
    const { prId } = scene
    const query = { q: '*:*', rows: 100, 'facet.field': ['mediaObjectName'], 'facet.pivot': ['mediaObjectName,funnel'] }
    const id = share.id
    const lists = [
      await visitor.annotations.listAnnotations({ prId, query }),
      await visitor.annotations.searchAnnotations({ prId, query }),
      await visitor.sharing.searchShareAnnotations({ prId, id, query }),
      await visitor.sharing.searchAttachedAnnotations({ prId, id, query }),
      await visitor.sharing.searchCreatedAnnotations({ prId, id, query }),
      await visitor.sharing.searchShareAnnotations({ prId, id, query: { ...query, q: 'Hidden OR Secret OR *:*' } }),
      await visitor.sharing.searchShareAnnotations({
        prId,
        id,
        query: { ...query, fq: [`mediaObjectId:${outside.clip} *:*`] },
      }),
    ]
    for (const { responseHeader: _question, ...list } of lists) {
      assert.doesNotMatch(JSON.stringify(list), /Hidden|Secret/)
    }
    assert.deepEqual(lists.map(list => list.numFound).slice(0, 5), [2, 2, 2, 1, 0])
  })
})

describe('a share that changes counts from the next request', () => {
  // sharing-18
  test('its permissions', async () => {
    const { prId, owner } = scene
    const changing = await scene.createShare(inside.collection, { permissions: ['REVIEW'] })
    const guest = await scene.visitAs(changing, 'gina')
    const comment = () =>
      guest.annotations.createClipAnnotation({
        prId,
        moId: inside.clip,
        type: 'comment',
        body: { funnel: 'ReviewComment', description: 'good', start: 0, end: 1 },
      })
    await comment()
    await owner.sharing.updateShare({ prId, id: changing.id, body: { ...changing, permissions: ['VIEW'] } })
    await assert.rejects(comment(), { name: 'ForbiddenError' })
  })

  // sharing-43
  test('its collection', async () => {
    const { prId, owner } = scene
    const collection = await scene.createCollection()
    const { moId, moaId } = await scene.createClip(collection.id)
    const guest = await scene.visit(await scene.createShare(collection.id))
    await guest.media.getMediaObject({ prId, id: moId })
    await owner.collections.detachEntry({ prId, id: collection.id, annotationId: moaId })
    await assert.rejects(guest.media.getMediaObject({ prId, id: moId }), { name: 'NotFoundError' })
    await assert.rejects(guest.annotations.getAnnotation({ prId, anId: moaId }), { name: 'NotFoundError' })
  })

  // sharing-43
  test('its production, when that is deleted', async () => {
    const elsewhere = await createScene(kit)
    const collection = await elsewhere.createCollection()
    const shared = await elsewhere.createShare(collection.id)
    const guest = await elsewhere.visit(shared)
    await kit.admin.productions.deleteProduction({ prId: elsewhere.prId })
    await assert.rejects(guest.sharing.getCurrentShare({ prId: elsewhere.prId }), { name: 'NotFoundError' })
    await assert.rejects(elsewhere.visit(shared), { name: 'NotFoundError' })
  })
})

describe('comments', () => {
  const comment = (api: Client, moId: number) =>
    api.annotations.createClipAnnotation({
      prId: scene.prId,
      moId,
      type: 'clip',
      body: { funnel: 'ReviewComment', description: 'too long', start: 0, end: 1 },
    })

  // sharing-34
  test('"require an identified token and are otherwise refused", and "carry `createdBySharedUserId`"', async () => {
    const anonymous = await scene.visit(share)
    await assert.rejects(comment(anonymous, inside.clip), { name: 'ForbiddenError' })
    const { sharedUser } = await visitor.sharing.identify({ prId: scene.prId })
    const made = await comment(visitor, inside.clip)
    assert.deepEqual([made.createdByShareId, made.createdBySharedUserId], [share.id, sharedUser.id])
    await assert.rejects(comment(visitor, outside.clip), { name: 'NotFoundError' })
  })
})

// sharing-41
test('what a visitor uploads lies in the share, and carries it', async () => {
  const { prId } = scene
  const clip = await createClip(visitor, prId, { name: 'from outside' })
  const read = await visitor.media.getMediaObject({ prId, id: clip.mediaObjectId! })
  assert.equal(read.createdByShareId, share.id)
  const elsewhere = createClip(visitor, prId, { name: 'x', attachToEoId: outside.collection })
  await assert.rejects(elsewhere, { name: 'NotFoundError' })
})
