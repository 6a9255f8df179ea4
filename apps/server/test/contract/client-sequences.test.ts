/** What a client of the original service does, request by request, with nothing but HTTP. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClip } from '../../src/modules/annotations/testing/create-clip.ts'
import { templateGroup, toEvent, toProduct } from '../../src/modules/delivery/testing/planning.ts'
import { startReceiver } from '../peers/receiver.ts'
import { startTestService, type TestService } from '../service.ts'
import { until } from '../until.ts'

let kit: TestService
let prId: number
let moId: number
before(async () => {
  kit = await startTestService({ RUSHES_OUTBOUND_ALLOW: '127.0.0.1' })
  prId = (await kit.createProduction()).id
  moId = await createClip(kit, prId)
})
after(() => kit.stop())

type Json = Record<string, unknown>

/** Sends JSON below the base address of the original service; the token as a header, or in the query as old clients do. */
async function send(
  method: string,
  path: string,
  { token, body, inQuery = false }: { token?: string; body?: unknown; inQuery?: boolean } = {},
): Promise<{ status: number; headers: Headers; body: Json }> {
  const url = new URL(`${kit.url}/api${path}`)
  const headers: Record<string, string> = {}
  if (token !== undefined && inQuery) url.searchParams.set('access_token', token)
  else if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) }
}

async function expectOk(...request: Parameters<typeof send>): Promise<Json> {
  const { status, body } = await send(...request)
  assert.ok(status < 300, `${request[0]} ${request[1]}: ${status} ${JSON.stringify(body)}`)
  return body
}

const idsOf = (list: Json) => (list.results as Json[]).map(result => result.id)

for (const password of [undefined, 'open sesame']) {
  // authentication-32, sharing-38
  test(`sequence 3, review by an outsider${password === undefined ? '' : ', with a password'}`, async () => {
    const token = kit.admin.options.token!
    const production = `/production/${prId}`
    const moa = await expectOk('GET', `${production}/mo/${moId}/moa`, { token })

    // "create SelectionShare or pick Draft -> `POST eo/{id}/share` -> send link containing share token"
    const selection = { objectType: 'Notebook', funnel: 'SelectionShare', title: 'For the client' }
    const eo = await expectOk('POST', `${production}/eo`, { token, body: selection })
    await expectOk('POST', `${production}/eo/${eo.id}/entry`, { token, body: [{ annotationId: moa.id }] })
    const share = await expectOk('POST', `${production}/eo/${eo.id}/share`, {
      token,
      body: {
        label: 'Demo of a share',
        permissions: ['VIEW', 'ANNOTATE'],
        clientProperties: { identifyUser: true, overviewVisible: true },
        ...(password === undefined ? {} : { password }),
      },
    })
    assert.equal(typeof share.token, 'string')
    const shareToken = String(share.token)

    // "visitor `POST share/{id}/login` with share token ({} or {password}) -> session token"
    const login = `${production}/share/${share.id}/login`
    const given = password === undefined ? {} : { password }
    if (password !== undefined) assert.ok((await send('POST', login, { token: shareToken, body: {} })).status >= 400)
    const session = String((await expectOk('POST', login, { token: shareToken, body: given })).token)

    // "`GET share/current` (label, permissions, clientProperties, editorialObjectId)"
    const current = await expectOk('GET', `${production}/share/current`, { token: session, inQuery: true })
    assert.equal(current.label, 'Demo of a share')
    assert.deepEqual((current.permissions as string[]).toSorted(), ['ANNOTATE', 'VIEW'])
    assert.deepEqual(current.clientProperties, { identifyUser: true, overviewVisible: true })
    assert.equal(current.editorialObjectId, eo.id)

    // "Calls such as creating a ReviewComment require an identified token and are otherwise refused"
    const comment = {
      objectType: 'ClipAnnotation',
      funnel: 'ReviewComment',
      description: 'Too dark',
      start: 12,
      end: 13,
    }
    const clipRoute = `${production}/mo/${moId}/clip`
    assert.equal((await send('POST', clipRoute, { token: session, body: comment })).status, 403)

    // "if `identifyUser`, `POST share/current/identify {username,email}` -> new token"
    const identified = await expectOk('POST', `${production}/share/current/identify`, {
      token: session,
      body: { username: 'Karel', email: 'karel@example.org' },
    })
    const visitor = String(identified.token)
    const sharedUserId = (identified.sharedUser as Json).id

    // "`GET eo/{editorialObjectId}?includeAnnotations=true` or `share/{id}/attachedannotations`"
    const shown = await expectOk('GET', `${production}/eo/${current.editorialObjectId}?includeAnnotations=true`, {
      token: visitor,
    })
    assert.equal(shown.title, 'For the client')
    assert.ok(JSON.stringify(shown).includes(`"mediaObjectId":${moId}`), 'the clip is in it')
    const attached = await expectOk('GET', `${production}/share/${share.id}/attachedannotations`, { token: visitor })
    assert.deepEqual(idsOf(attached), [moa.id])

    // "`POST mo/{moId}/clip` ReviewComment (start, end=start+1)"
    const created = await send('POST', clipRoute, { token: visitor, body: comment })
    assert.equal(created.status, 201)
    const { id } = created.body
    assert.deepEqual([created.body.start, created.body.end, created.body.funnel], [12, 13, 'ReviewComment'])
    const inShare = await expectOk('GET', `${production}/share/${share.id}/createdannotations`, { token: visitor })
    assert.deepEqual(idsOf(inShare), [id])
    // A visitor deletes by the bulk route, not by a workflow.
    const bulk = { actions: [{ action: 'DELETE', ids: [id] }] }
    assert.equal((await send('POST', `${production}/an/bulk_workflow`, { token: visitor, body: bulk })).status, 403)

    // "producer sees `createdBySharedUserId`"
    const seen = await expectOk('GET', `${production}/an/${id}`, { token })
    assert.equal(seen.createdBySharedUserId, sharedUserId)
    assert.equal(seen.createdByShareId, share.id)

    // "may set `/reviewStatus`": "One review status per clip, shared by everyone"
    const status = [{ op: 'add', path: '/reviewStatus', value: 'APPROVED' }]
    assert.equal((await send('PATCH', `${production}/mo/${moId}/moa`, { token: visitor, body: status })).status, 403)
    await expectOk('PATCH', `${production}/an/${moa.id}`, { token, body: status })
    const reviewed = await expectOk('GET', `${production}/mo/${moId}/moa`, { token: visitor, inQuery: true })
    assert.equal(reviewed.reviewStatus, 'APPROVED')
  })
}

// delivery-1
test('sequence 5, delivery bootstrap', async () => {
  const token = kit.admin.options.token!
  const receiver = await startReceiver()
  try {
    // "configure template group + account setting"
    const account = `/account/${kit.accountId}`
    const configure = (name: string, body: unknown) => expectOk('PUT', `${account}/settings/${name}`, { token, body })
    await configure('deliveryRequestTemplateGroups', [templateGroup])
    await configure('deliveryWorkspaceBootstrapWebhookUrl', receiver.url)
    const { user, api: supplier } = await kit.createUser()

    // "`POST /account/{id}/event [Activity, verb Product.update]` -> 200 with ids"
    const event = toEvent(toProduct('S5'), { supplierEmail: user.email, volumeAccessHandle: 'vault' })
    const posted = await send('POST', `${account}/event`, { token, body: [event] })
    assert.equal(posted.status, 200)
    const told = (posted.body as unknown as Json[])[0]!
    assert.equal(typeof told.id, 'string')
    assert.deepEqual([told.type, told.verb, told.object], [event.type, event.verb, event.object])

    // "webhook POST": "exactly one of the success list and the error list is filled"
    const [message] = await receiver.waitFor(1)
    const notice = JSON.parse(message!.text) as Json
    assert.deepEqual(Object.keys(notice), ['objects'])
    const objects = notice.objects as Json[]
    assert.deepEqual(
      objects.map(({ objectType, funnel, title }) => [objectType, funnel, title]),
      [
        ['Notebook', 'Delivery.Series', 'The Harbour'],
        ['Notebook', 'Delivery.Season', 'The Harbour, season 2'],
        ['Draft', 'Delivery.Episode', 'Low tide'],
        ['Draft', 'Delivery.Episode', 'High tide'],
      ],
    )
    for (const name of ['href', 'hrefs', 'customFields', 'productionId'])
      assert.ok(objects.every(object => name in object))

    // "workflow creates Production(DELIVERY) + Notebook + Drafts + requests"
    const production = `/production/${objects[0]!.productionId}`
    const { type, name } = await expectOk('GET', production, { token })
    assert.deepEqual([type, name], ['DELIVERY', 'The Harbour, season 2'])
    assert.deepEqual(await expectOk('GET', `${production}/eo/${objects[2]!.id}`, { token }), objects[2])

    // "supplier lists `delivery_request`, submits"
    const own = { token: supplier.options.token! }
    const listed = await send('GET', `${production}/delivery_request`, own)
    assert.equal(listed.headers.get('x-pagination-total-results'), '3')
    const promo = (listed.body as unknown as Json[]).find(request => request.editorialObjectId === objects[2]!.id)
    assert.deepEqual(
      [promo?.label, promo?.volumeAccessHandle, promo?.formFieldValues],
      ['Promo', 'vault', { externalManifestationId: 'M-1' }],
    )
    const submissions = `${production}/delivery_request_submission`
    const draft = await expectOk('POST', submissions, { ...own, body: { deliveryRequestId: promo!.id } })
    assert.deepEqual(draft.formFieldValues, { externalManifestationId: 'M-1' })
    await expectOk('POST', `${submissions}/${draft.id}/submit`, own)
    await until(
      'the submission awaits its review',
      async () => (await expectOk('GET', `${submissions}/${draft.id}`, own)).submissionStatus === 'AwaitingReview',
    )
  } finally {
    await receiver.stop()
  }
})

test('sequence 6, metadata edit', async () => {
  const token = kit.admin.options.token!
  const clip = `/production/${prId}/mo/${moId}`

  // "`GET moa`"
  const moa = await expectOk('GET', `${clip}/moa`, { token, inQuery: true })
  assert.deepEqual([moa.customFields, moa.clipMetadata], [{}, {}])

  // "PATCH ops (`add`, guarded by `test` when concurrency matters)"
  const patched = await expectOk('PATCH', `${clip}/moa`, {
    token,
    body: [
      { op: 'add', path: '/clipMetadata/flipHorizontal', value: true },
      { op: 'add', path: '/description', value: 'my description' },
      { op: 'add', path: '/customFields/scene', value: { type: 'STRING', values: ['12A'] } },
    ],
  })
  assert.equal(patched.version, Number(moa.version) + 1)
  const guarded = (expected: string) => [
    { op: 'test', path: '/description', value: expected },
    { op: 'add', path: '/description', value: 'a better description' },
  ]
  const late = await send('PATCH', `${clip}/moa`, { token, body: guarded('what was there before') })
  assert.deepEqual([late.status, late.body.type], [409, 'ConflictError'])
  await expectOk('PATCH', `${clip}/moa`, { token, body: guarded('my description') })

  // "re-search after a few seconds"
  const query = new URLSearchParams({ q: 'better', fq: 'funnel:MediaObjectAnnotation', rows: '5' })
  const found = await send('GET', `/production/${prId}/an?${query}`, { token })
  assert.equal(found.headers.get('x-pagination-total-results'), '1')
  assert.deepEqual(idsOf(found.body), [moa.id])
})
