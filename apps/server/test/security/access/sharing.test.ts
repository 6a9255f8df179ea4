/** Shares: what visitors claim to be, and what those who share give away. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import {
  type IdentifyRequest,
  productionRights,
  ServiceError,
  type SharePermission,
  sharePermissions,
} from '@rushes/contract'
import { addFile } from '../../scene/add-file.ts'
import { startTestService, type TestService } from '../../service.ts'
import { call, endpoints, sample } from '../calls/calls.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { item } from '../checklist.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

const statusOf = (attempt: () => Promise<unknown>): Promise<number> =>
  attempt().then(
    () => 200,
    (error: unknown) => (error instanceof ServiceError ? error.status : Promise.reject(error)),
  )

describe(item(34, 'a visitor who claims to be another'), () => {
  const victim = { username: 'Vic', email: 'victim-address@example.org' }
  const names = { firstName: 'Victoria-first', lastName: 'Victoria-last' }
  const hash = createHash('md5').update(victim.email).digest('hex')
  const secrets = new RegExp(`${victim.email}|Victoria-|${hash}`)

  let share: { id: number; token: string }
  let commentId: number
  let sharedUserId: number
  before(async () => {
    const { prId, member, moId } = estate
    share = await estate.share()
    await member.sharing.addSharedUsers({ prId, id: share.id, body: { ...victim, ...names } })
    const api = kit.client((await identify(await estate.visit(share), victim)).token)
    const body = { funnel: 'ReviewComment', description: 'as the victim wrote it', start: 0, end: 1 }
    const comment = await api.annotations.createClipAnnotation({ prId, moId, type: 'comment', body })
    commentId = comment.id
    sharedUserId = comment.createdBySharedUserId!
  })

  const identify = (session: string, body: IdentifyRequest) =>
    kit.client(session).sharing.identify({ prId: estate.prId, body })

  /** All ways to claim to be the victim, from the same share and from another one of the production. */
  async function* impersonate(): AsyncGenerator<[how: string, token: string, answer: unknown]> {
    const other = await estate.share()
    for (const [where, entrance] of [
      ['in the share', share],
      ['in another share', other],
    ] as const) {
      for (const [how, body] of [
        ['the id', { sharedUserId }],
        ['the name and the address', victim],
        ['the address', { ...victim, username: 'Mallory' }],
        ['the name', { ...victim, email: 'mallory@example.org' }],
      ] as const) {
        const { token, sharedUser } = await identify(await estate.visit(entrance), body)
        yield [`${where}, by ${how}`, token, sharedUser]
      }
    }
  }

  // sharing-30
  test('changes and deletes none of their comments', async () => {
    const { prId, member } = estate
    const anId = commentId
    for await (const [how, token] of impersonate()) {
      const api = kit.client(token)
      const patch = [{ op: 'replace' as const, path: '/description', value: 'forged' }]
      const actions = [{ action: 'DELETE' as const, ids: [anId] }]
      for (const change of [
        () => api.annotations.patchAnnotation({ prId, anId, body: patch }),
        () => api.annotations.deleteAnnotations({ prId, body: { actions } }),
        () => api.annotations.deleteAnnotation({ prId, anId }),
      ]) {
        const status = await statusOf(change)
        assert.ok(status === 403 || status === 404, `${how}: ${status}`)
      }
    }
    const { description } = await member.annotations.getAnnotation({ prId, anId })
    assert.equal(description, 'as the victim wrote it')
  })

  // sharing-30
  test('finds neither their address nor their name, wherever they look', async () => {
    const leaks: string[] = []
    const claims = Array.fromAsync(impersonate(), claim => claim)
    for (const [how, token, answer] of (await claims).filter(([how]) => how.endsWith('the id'))) {
      if (secrets.test(JSON.stringify(answer))) leaks.push(`identify ${how}`)
      for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
        for (const query of ['', `q=*:*&rows=1000&fl=*&facet.field=authorName&hl=true&hl.fl=*`]) {
          const { text } = await call(kit.url, endpoint, { token, ids: { ...estate.ids, 'share/id': share.id }, query })
          if (secrets.test(text)) leaks.push(`${endpoint.id} ${how}`)
        }
      }
    }
    assert.deepEqual(leaks, [])
  })

  test('goes on with none of their uploads', async () => {
    const { prId } = estate
    const owner = await identify(await estate.visit(share), { username: 'Uploader', email: 'uploader@example.org' })
    const made = await kit.client(owner.token).uploads.createMediaObjects({
      prId,
      body: { name: 'theirs', fileName: 'theirs.bin', size: 10 },
    })
    assert.ok(!Array.isArray(made))
    const id = made.mediaObjectId!
    const claimed = await identify(await estate.visit(share), { sharedUserId: owner.sharedUser.id })
    const api = kit.client(claimed.token)
    for (const attempt of ['getUpload', 'closeUpload', 'cancelUpload'] as const) {
      assert.equal(await statusOf(() => api.uploads[attempt]({ prId, id })), 404, attempt)
    }
  })

  test('cannot count through ids', async () => {
    const session = await estate.visit(share)
    const statuses: number[] = []
    for (let guess = sharedUserId - 20; guess < sharedUserId + 40; guess++) {
      statuses.push(await statusOf(() => identify(session, { sharedUserId: guess })))
    }
    assert.ok(statuses.filter(status => status === 200 || status === 404).length <= 10, statuses.join(' '))
  })
})

describe('a comment for the team only', () => {
  // Answers repeat what was asked for: what is looked for is none of it.
  const words = /unspoken/
  const queries = [
    '',
    'q=*:*&rows=1000&fl=*&hl=true&hl.fl=*&includeCommentCount=true&includeEntries=true&includeAnnotations=true&includeEdl=true',
    'q=team-secret&facet=true&facet.field=description&facet.field=securityClasses&facet.field=id&facet.mincount=1&rows=0',
    'q=*:*&group=true&group.field=description&facet.pivot=funnel,description&facet.query=team-secret',
    'q=securityClasses:INTERNAL&rows=1000&sort=description asc&includeInternal=true',
  ]
  const opened = endpoints.filter(
    ({ access, method }) => access.who === 'production' && access.share && method === 'GET',
  )

  /** What every address answers to the holder of a token that shares open it to: by the address and the query. */
  async function listAnswers(token: string, shareId: number): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const endpoint of opened) {
      const { enum: formats = ['srt'] } = (endpoint.params.format ?? {}) as { enum?: string[] }
      for (const format of endpoint.params.format ? formats : ['']) {
        for (const query of queries) {
          const ids = { ...estate.ids, 'share/id': shareId, format }
          const { text } = await call(kit.url, endpoint, { token, ids, query })
          answers.set([endpoint.id, format, query].join(' '), text)
        }
      }
    }
    return answers
  }

  const toCounts = (text: string) => text.match(/"(?:numFound|commentCount|count|ngroups|total|matches)":\d+/g) ?? []

  // sharing-56
  test('is not there for a visitor at any address: neither its words, nor its id, nor a count of it', async () => {
    const { prId, member, moId, collectionId } = estate
    const share = await estate.share()
    const visitor = await estate.identify(await estate.visit(share), 'Listener')
    const before = await listAnswers(visitor, share.id)

    const query = { waitForIndex: true }
    const at = { prId, moId, type: 'comment', query } as const
    const body = {
      funnel: 'ReviewComment',
      start: 0,
      end: 1,
      description: 'team-secret unspoken',
      tags: ['unspoken-tag'],
    }
    const root = await member.annotations.createClipAnnotation({
      ...at,
      body: { ...body, securityClasses: ['INTERNAL'] },
    })
    const reply = await member.annotations.createClipAnnotation({ ...at, body: { ...body, relatedToId: root.id } })
    await member.collections.attachEntries({ prId, id: collectionId, body: [{ annotationId: root.id }] })
    const ids = new RegExp(`"(?:id|annotationId|relatedToId)":(?:${root.id}|${reply.id})\\b`)

    const after = await listAnswers(visitor, share.id)
    const leaks = [...after].filter(([, text]) => words.test(text) || ids.test(text))
    assert.deepEqual(leaks, [])
    for (const [name, text] of after) assert.deepEqual(toCounts(text), toCounts(before.get(name)!), name)

    const toTeam = await listAnswers(member.options.token!, share.id)
    const telling = [...toTeam].filter(([, text]) => words.test(text)).map(([name]) => name.split(' ')[0])
    for (const id of ['listAnnotations', 'listAnnotationsOfClip', 'listCollectionEntries', 'exportComments']) {
      assert.ok(telling.includes(id), `${id} shows the team`)
    }
    assert.notDeepEqual(
      toCounts(toTeam.get(`getMediaObjectAnnotation  ${queries[1]}`)!),
      toCounts(after.get(`getMediaObjectAnnotation  ${queries[1]}`)!),
    )
  })
})

describe(item(3, 'through a share of one’s own'), () => {
  /** The calls that are refused to the holder of a token, of those that shares open. */
  async function listRefused(token: string, shareId: number, originalId: number): Promise<Set<string>> {
    const refused = new Set<string>()
    const opened = endpoints.filter(({ access }) => access.who === 'production' && access.share)
    for (const endpoint of opened) {
      const ids = { ...estate.ids, 'share/id': shareId, 'moi/moiId': originalId }
      const { status } = await call(kit.url, endpoint, { token, ids, body: sample })
      if (status === 403) refused.add(endpoint.id)
    }
    return refused
  }

  test('nobody does what they may not do themselves', async () => {
    const { prId, moId, collectionId } = estate
    const { id: originalId } = await addFile(kit, prId, moId, Buffer.from('an original'), { type: 'RAW' })
    const { api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LIBRARY_SHARE'] })
    const refused = await listRefused(api.options.token!, estate.ids['share/id'] as number, originalId)
    for (const id of ['createClipAnnotation', 'createMediaObjects', 'getDownloadLink', 'patchMediaObjectAnnotation']) {
      assert.ok(refused.has(id), `${id} is refused to a member who may view and share`)
    }
    const granted: SharePermission[] = []
    for (const permission of sharePermissions) {
      const widths = [() => grant(api, [permission]), () => widen(api, permission)]
      for (const width of widths) {
        const share = await width().catch(error => (error instanceof ServiceError ? undefined : Promise.reject(error)))
        if (!share) continue
        granted.push(permission)
        const session = await estate.identify(await estate.visit(share), `by-${permission}`)
        const still = await listRefused(session, share.id, originalId)
        assert.deepEqual([...refused.difference(still)], [], `through ${permission}`)
      }
    }
    assert.deepEqual([...new Set(granted)], ['VIEW', 'DOWNLOAD_PROXY'])

    async function grant(client: Client, permissions: SharePermission[]) {
      const made = await client.sharing.createShare({ prId, id: collectionId, body: { permissions } })
      return { id: made.id, token: made.token! }
    }
    async function widen(client: Client, permission: SharePermission) {
      const { id } = await grant(client, ['VIEW'])
      const share = await client.sharing.getShare({ prId, id })
      await client.sharing.updateShare({ prId, id, body: { ...share, permissions: ['VIEW', permission] } })
      return { id, token: share.token! }
    }
  })
})

describe('an original', () => {
  const content = 'nobody-sees-this-without-the-right'

  /** The answers that hold the bytes of the original, and the addresses in answers that give them. */
  async function listShowing(token: string, originalId: number): Promise<string[]> {
    const ids = { ...estate.ids, 'moi/moiId': originalId }
    const showing: string[] = []
    const addresses = new Set<string>()
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const { text } = await call(kit.url, endpoint, { token, ids })
      if (text.includes(content)) showing.push(endpoint.id)
      for (const [address] of text.matchAll(/https?:\/\/[^\s"<>]+/g))
        if (address.startsWith(kit.url)) addresses.add(address)
    }
    for (const address of addresses) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }]) {
        const answer = await fetch(address, { headers, redirect: 'manual' })
        if ((await answer.text()).includes(content)) showing.push(new URL(address).pathname)
      }
    }
    return showing
  }

  // media-13
  test('is shown to nobody who may not download it, whatever else they may and whatever they ask for', async () => {
    const { prId, moId, member } = estate
    const { id: originalId } = await addFile(kit, prId, moId, Buffer.from(content), { type: 'RAW' })
    const rights = productionRights.filter(right => right !== 'LIBRARY_DOWNLOAD')
    const { api } = await kit.createMember(prId, { rights })
    assert.deepEqual(await listShowing(api.options.token!, originalId), [])
    const share = await estate.share(sharePermissions.filter(permission => permission !== 'DOWNLOAD'))
    const visitor = await estate.identify(await estate.visit(share), 'without-originals')
    assert.deepEqual(await listShowing(visitor, originalId), [])
    // With the right the same walk finds it.
    assert.notDeepEqual(await listShowing(member.options.token!, originalId), [])
  })
})
