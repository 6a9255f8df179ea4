/** Whose things are reached. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { accountRights, type Endpoint, productionRights, ServiceError } from '@rushes/contract'
import { createClips } from '../../scene/begin-upload.ts'
import { startTestService, type TestService } from '../../service.ts'
import { call, endpoints, sample, toPath } from '../calls/calls.ts'
import { buildEstate, type Estate, secretText } from '../calls/estate.ts'
import { item } from '../checklist.ts'

let kit: TestService
let ours: Estate
let theirs: Estate
before(async () => {
  kit = await startTestService()
  ours = await buildEstate(kit)
  const { id } = await kit.admin.accounts.createAccount({ body: { humanName: 'Elsewhere' } })
  theirs = await buildEstate(kit, id)
})
after(() => kit.stop())

/** Every event of their production: it grows when anything in it changes. */
async function countChanges(): Promise<number> {
  const { count } = await kit.service.platform.database
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('production_id', '=', theirs.prId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe(item(1), () => {
  const isOfProduction = (endpoint: Endpoint) => endpoint.path.startsWith('/production/{prId}/')
  const isOfAccount = ({ path }: Endpoint) => /^\/account\/\{(?:id|accountId)\}\//.test(path)

  /** The endpoints whose path names an object: those whose address differs between the two. */
  const listNaming = (isMeant: (endpoint: Endpoint) => boolean, ids: Estate['ids']) =>
    endpoints.filter(endpoint => isMeant(endpoint) && toPath(endpoint, ids) !== toPath(endpoint, ours.ids))

  // errors-8, productions-15
  test('through our production, by a member with every right', async () => {
    const ids = { ...theirs.ids, prId: ours.prId }
    const before = await countChanges()
    const reached: string[] = []
    const naming = listNaming(isOfProduction, ids)
    for (const endpoint of naming) {
      const { status } = await call(kit.url, endpoint, { token: ours.member.options.token, ids, body: sample })
      // A share is entered with its own token alone.
      if (status === 401 && endpoint.access.who === 'share token') continue
      if (status !== 404 && status !== 403) reached.push(`${endpoint.id}: ${status}`)
    }
    assert.ok(naming.length > 60, `only ${naming.length} endpoints name an object`)
    assert.deepEqual(reached, [])
    assert.equal(await countChanges(), before)
  })

  // errors-8
  test('through our account, by someone who may do everything there', async () => {
    const ids = { ...theirs.ids, accountId: kit.accountId, 'account/id': kit.accountId }
    const reached: string[] = []
    const naming = listNaming(isOfAccount, ids)
    for (const endpoint of naming) {
      const { status } = await call(kit.url, endpoint, { token: kit.admin.options.token, ids, body: sample })
      if (status !== 404) reached.push(`${endpoint.id}: ${status}`)
    }
    assert.ok(naming.length > 15, `only ${naming.length} endpoints name an object`)
    assert.deepEqual(reached, [])
  })

  // errors-8, productions-15
  test('in their production itself', async () => {
    const before = await countChanges()
    const reached: string[] = []
    for (const endpoint of endpoints.filter(isOfProduction)) {
      if (endpoint.access.who === 'bearer of the link') continue
      const { status } = await call(kit.url, endpoint, {
        token: ours.member.options.token,
        ids: theirs.ids,
        body: sample,
      })
      if (status < 401 || status > 404) reached.push(`${endpoint.id}: ${status}`)
    }
    assert.deepEqual(reached, [])
    assert.equal(await countChanges(), before)
  })

  // productions-15
  test('named in a body', async () => {
    const { prId, collectionId, moId, member } = ours
    const { collections, annotations, delivery } = member
    const before = await countChanges()
    const theirComment = Number(theirs.ids.anId)
    const other = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Another request' } })
    const attempts: Record<string, () => Promise<unknown>> = {
      'as an entry of a collection': () =>
        collections.attachEntries({ prId, id: collectionId, body: [{ annotationId: theirs.moaId }] }),
      'as the parent of a collection': () =>
        collections.createCollection({ prId, body: { title: 'x', parentId: theirs.collectionId } }),
      'as the category of a collection': () =>
        collections.createCollection({ prId, body: { title: 'x', categoryId: Number(theirs.ids['category/id']) } }),
      'as the collection of a clip': () => createClips(member, prId, { name: 'x', attachToEoId: theirs.collectionId }),
      'as what a comment answers': () =>
        annotations.createClipAnnotation({
          prId,
          moId,
          type: 'comment',
          body: { funnel: 'ReviewComment', start: 0, end: 1, relatedToId: theirComment },
        }),
      'as what is deleted in bulk': () =>
        annotations.deleteAnnotations({ prId, body: { actions: [{ action: 'DELETE', ids: [theirComment] }] } }),
      'as the request of a submission': () =>
        delivery.createSubmission({ prId, body: { deliveryRequestId: Number(theirs.ids['delivery_request/id']) } }),
      'as a clip of a submission': () =>
        delivery.createSubmission({
          prId,
          body: {
            deliveryRequestId: other.id,
            attachedAnnotations: [{ mediaObjectId: theirs.moId }],
          },
        }),
    }
    for (const [how, attempt] of Object.entries(attempts)) {
      const status = await statusOf(attempt)
      assert.ok(status === 404 || status === 422 || status === 403, `${how}: ${status}`)
    }
    assert.equal(await countChanges(), before)
  })
})

async function statusOf(attempt: () => Promise<unknown>): Promise<number> {
  try {
    await attempt()
    return 200
  } catch (error) {
    if (error instanceof ServiceError) return error.status
    throw error
  }
}

describe(item(2), () => {
  const marker = 'kept-from-visitors'
  const queries = [
    '',
    'q=*:*&rows=1000&facet.field=description&facet.field=tags&facet.field=name&facet.limit=-1&facet.mincount=0',
    `q=${marker}&hl=true&hl.fl=*&facet.pivot=funnel,description`,
    `q=*:*&fq=description:${marker}*&sort=description+asc`,
    `limit=1000&fq=name:${marker}`,
  ]

  // sharing-37
  test('whatever a visitor may get, in whichever way', async () => {
    const { member, prId } = ours
    const title = `${marker} title`
    const [clip] = await createClips(member, prId, { name: marker, tags: [marker] })
    const collection = await member.collections.createCollection({ prId, body: { title } })
    const body = { funnel: 'ReviewComment' as const, description: marker, start: 0, end: 1 }
    const comment = await member.annotations.createClipAnnotation({
      prId,
      moId: clip!.mediaObjectId!,
      type: 'comment',
      body,
    })
    const share = await ours.share()
    const session = await ours.identify(await ours.visit(share))
    const inside = { ...ours.ids, 'share/id': share.id }
    const outside = {
      ...inside,
      moId: clip!.mediaObjectId!,
      'mo/id': clip!.mediaObjectId!,
      'eo/id': collection.id,
      anId: comment.id,
    }
    const seen = await call(kit.url, find('listAnnotations'), { token: session, ids: inside })
    assert.match(seen.text, new RegExp(secretText), 'a visitor sees what is inside')
    const leaks: string[] = []
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      for (const ids of [inside, outside]) {
        for (const query of queries) {
          const { text } = await call(kit.url, endpoint, { token: session, ids, query })
          if (withoutQuestion(text).includes(marker)) leaks.push(endpoint.id)
        }
      }
    }
    assert.deepEqual([...new Set(leaks)], [])
  })
})

/** Search results say what was asked for. */
function withoutQuestion(text: string): string {
  if (!text.startsWith('{"')) return text
  const { responseHeader, facetQuery, ...told } = JSON.parse(text) as Record<string, unknown>
  assert.ok(Object.values(facetQuery ?? {}).every(count => count === 0))
  return responseHeader === undefined ? text : JSON.stringify(told)
}

function find(id: string): Endpoint {
  return endpoints.find(endpoint => endpoint.id === id)!
}

describe(item(4), () => {
  test('to someone with every right of the account and the production', async () => {
    const guarded = endpoints.filter(({ access }) => access.who === 'system')
    const paths = guarded.map(({ path }) => path)
    for (const path of [
      '/an',
      '/activity',
      '/admin/user',
      '/admin/subscription',
      '/admin/performance/search',
      '/flow/debug/search',
      '/production/{prId}/an/query',
      '/production/{prId}/mo/{moId}/an/query',
      '/user/{id}/state',
      '/account',
    ]) {
      assert.ok(paths.includes(path), path)
    }
    const { user, api } = await kit.createMember(ours.prId, { rights: [...productionRights] })
    await kit.admin.accounts.addAccountParticipant({
      id: kit.accountId,
      body: { userId: user.id, rights: [...accountRights] },
    })
    for (const endpoint of guarded) {
      const { status } = await call(kit.url, endpoint, { token: api.options.token, ids: ours.ids, body: sample })
      assert.equal(status, 403, endpoint.id)
    }
  })
})

describe(item(5), () => {
  const create = (api: Client) =>
    api.annotations.createClipAnnotation({
      prId: ours.prId,
      moId: ours.moId,
      type: 'comment',
      body: { funnel: 'ReviewComment', description: 'too dark', start: 0, end: 1 },
    })
  const changes = (api: Client, anId: number): [string, () => Promise<unknown>][] => {
    const { prId } = ours
    const bulk = { actions: [{ action: 'DELETE' as const, ids: [anId] }] }
    return [
      [
        'PATCH',
        () =>
          api.annotations.patchAnnotation({
            prId,
            anId,
            body: [{ op: 'add', path: '/description', value: 'changed' }],
          }),
      ],
      ['bulk', () => api.annotations.deleteAnnotations({ prId, body: bulk })],
      ['DELETE', () => api.annotations.deleteAnnotation({ prId, anId })],
    ]
  }

  test('not those of others', async () => {
    const { api: author } = await kit.createMember(ours.prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
    const { api: other } = await kit.createMember(ours.prId, { rights: ['PRODUCTION_VIEW', 'REVIEW_EDIT'] })
    const comment = await create(author)
    for (const [how, change] of changes(other, comment.id)) assert.equal(await statusOf(change), 403, how)
    const kept = await author.annotations.getAnnotation({ prId: ours.prId, anId: comment.id })
    assert.equal(kept.description, 'too dark')
    const [patch, bulk] = changes(author, comment.id)
    await patch![1]()
    await bulk![1]()
  })

  test('a visitor not those of another visitor', async () => {
    const share = await ours.share()
    const [ann, bob] = [
      kit.client(await ours.identify(await ours.visit(share), 'Ann')),
      kit.client(await ours.identify(await ours.visit(share), 'Bob')),
    ]
    const comment = await create(ann)
    for (const [how, change] of changes(bob, comment.id)) assert.equal(await statusOf(change), 403, how)
  })
})

describe(item(34), () => {
  test('not those of a user of that name or address', async () => {
    const share = await ours.share(['VIEW'])
    const session = await ours.visit(share)
    const { email, username } = await kit.admin.authentication.getCurrentUser()
    const { prId } = ours
    const { token, sharedUser } = await kit.client(session).sharing.identify({ prId, body: { email, username } })
    const visitor = kit.client(token)
    const me = await visitor.authentication.getCurrentUser()
    assert.deepEqual([me.type, me.roles], ['SHARED', undefined])
    assert.equal(me.id, sharedUser.id)
    assert.equal(await statusOf(() => visitor.accounts.searchUsers()), 403)
    assert.equal(await statusOf(() => visitor.productions.getProduction({ prId })), 403)
    assert.equal(await statusOf(() => create(visitor)), 403)
  })

  test('nor are members of the body taken that would be rights', async () => {
    const session = await ours.visit(await ours.share(['VIEW']))
    for (const extra of [{ roles: ['SUPPORT'] }, { permissions: ['REVIEW'] }, { type: 'REGISTERED' }]) {
      const { status } = await call(kit.url, find('identify'), {
        token: session,
        ids: ours.ids,
        body: { username: 'Ann', email: 'ann@example.org', ...extra },
      })
      assert.equal(status, 400, JSON.stringify(extra))
    }
  })

  const create = (api: Client) =>
    api.annotations.createClipAnnotation({
      prId: ours.prId,
      moId: ours.moId,
      type: 'comment',
      body: { funnel: 'ReviewComment', start: 0, end: 1 },
    })
})
