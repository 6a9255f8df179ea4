/** Addresses that need no header: when they end. And what belongs to who began it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { type Endpoint, productionRights, type User } from '@rushes/contract'
import { waitForWorkflow } from '../../../src/modules/workflows/index.ts'
import { createServiceContext } from '../../../src/platform/context.ts'
import { byExtent } from '../../extent.ts'
import { beginUpload, makeBytes, putChunk } from '../../scene/begin-upload.ts'
import { presetId } from '../../scene/subtitles.ts'
import { startTestService, type TestService } from '../../service.ts'
import { call, endpoints, type Ids, sample } from '../calls/calls.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { item } from '../checklist.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

interface Member {
  readonly user: User
  readonly api: Client
}

/** Every text of an answer, however deep. */
function* listTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* listTexts(part)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Pages and the links of shares are for everybody who has them. */
const publicPaths = /^\/(s|app|docs|openapi\.json|health)(\/|$)/

/** The addresses in the answers to a member that give or take something without a header. */
async function collectOpenAddresses({ api }: Member): Promise<string[]> {
  const { prId, moId } = estate
  const upload = await beginUpload(api, prId, 10)
  const place = { prId, moId, language: 'en', presetId }
  const exported = await api.subtitles.exportSubtitle({ ...place, body: {} })
  const ctx = createServiceContext(kit.service.platform, 'test')
  await waitForWorkflow(ctx, exported.workflowId, AbortSignal.timeout(20_000))
  const both: Ids[] = [
    { ...estate.ids, 'workflow/id': exported.workflowId, id: exported.workflowId },
    { ...estate.ids, 'mo/id': upload.id, moId: upload.id },
  ]
  const found = new Set<string>(listTexts([upload, exported]))
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    for (const ids of both) {
      const { text } = await call(kit.url, endpoint, { token: api.options.token, ids })
      for (const part of listTexts(parse(text))) found.add(part)
    }
  }
  const addresses = [...found].filter(text => text.startsWith(`${kit.url}/`) && !/\s/.test(text))
  const open: string[] = []
  for (const address of addresses) {
    if (!publicPaths.test(new URL(address).pathname) && (await ask(address)) < 300) open.push(address)
  }
  return open
}

/** With nothing but the address: it is read, or told what it takes. */
async function ask(address: string): Promise<number> {
  const isUpload = /^\/data\/\d+$/.test(new URL(address).pathname)
  if (isUpload) return (await putChunk(address, 0, makeBytes(1))).status
  const response = await fetch(address, { redirect: 'manual' })
  await response.body?.cancel()
  return response.status
}

describe(item(39), () => {
  const ends: [name: string, end: (member: Member) => Promise<unknown>][] = [
    ['removal', ({ user }) => kit.admin.productions.removeParticipant({ prId: estate.prId, userId: user.id })],
    ['disabling', ({ user }) => kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: true } })],
    ['a lock', ({ user }) => kit.admin.accounts.updateUserState({ id: user.id, body: { locked: true } })],
    ['logout', ({ api }) => api.authentication.logout()],
    ['logout everywhere', ({ api }) => api.authentication.logout({ body: { allSessions: true } })],
  ]
  for (const [name, end] of byExtent(ends.slice(0, 2), ends)) {
    // media-15
    test(`after ${name} none of all answers is open, nor once the login would have run out`, async () => {
      const member = await kit.createMember(estate.prId, { rights: [...productionRights] })
      const addresses = await collectOpenAddresses(member)
      const kinds = addresses.map(address => /^\/(data\/subtitle|data|media)\//.exec(new URL(address).pathname)?.[0])
      assert.deepEqual([...new Set(kinds)].toSorted(), ['/data/', '/data/subtitle/', '/media/'])
      await end(member)
      for (const laterMs of [0, 2 * 3_600_000]) {
        kit.clock.advance(laterMs)
        for (const address of addresses) assert.equal(await ask(address), 403, address)
        kit.clock.advance(-laterMs)
      }
    })
  }

  // media-15
  test('those made with an API token end with it', async () => {
    const { user, api } = await kit.createMember(estate.prId, { rights: [...productionRights] })
    const { id: tokenId, token } = await api.authentication.createAccessToken({ id: user.id, body: {} })
    const addresses = await collectOpenAddresses({ user, api: kit.client(token) })
    await api.authentication.logout()
    for (const address of addresses) assert.ok((await ask(address)) < 300, address)
    await kit.client(token).authentication.deleteAccessToken({ id: user.id, tokenId })
    for (const address of addresses) assert.equal(await ask(address), 403, address)
  })
})

describe(item(40), () => {
  const credentials = /^\/user\/\{id\}\/(session|accesstoken|password|enable2fa|disable2fa|recoverycodes)/
  const isOfCredentials = ({ path, access }: Endpoint) => credentials.test(path) && access.who === 'self'

  for (const rights of [undefined, []]) {
    // media-15
    test(`not with ${rights ? 'none of its' : 'all'} rights`, async () => {
      const { user, api } = await kit.createMember(estate.prId, { rights: [...productionRights] })
      const { id } = user
      const other = await api.authentication.createAccessToken({ id, body: {} })
      const { id: sessionId } = (await api.authentication.listSessions({ id })).items[0]!
      const ids = { ...estate.ids, 'user/id': id, 'accesstoken/tokenId': other.id, 'session/sessionId': sessionId }
      const { token } = await api.authentication.createAccessToken({ id, body: rights ? { rights } : {} })
      const guarded = endpoints.filter(isOfCredentials)
      assert.ok(guarded.length >= 9, `only ${guarded.length} endpoints of credentials`)
      for (const endpoint of guarded) {
        const { status } = await call(kit.url, endpoint, { token, ids, body: sample })
        assert.equal(status, 403, endpoint.id)
      }
      const program = kit.client(token)
      await program.authentication.logout()
      await assert.rejects(program.authentication.logout({ body: { allSessions: true } }), { name: 'ForbiddenError' })
      for (const valid of [api, kit.client(other.token), program]) await valid.authentication.getCurrentUser()
    })
  }
})

describe(item(41), () => {
  /** What passes the shapes. */
  const bodies: Readonly<Record<string, unknown>> = {
    updateSubmission: { version: 1, submissionComments: 'x' },
    patchSubmission: [{ op: 'add', path: '/submissionComments', value: 'x' }],
  }

  test('a member with the same rights, but to delete and to manage, reaches none of another one', async () => {
    const { prId } = estate
    const rights = productionRights.filter(right => right !== 'LIBRARY_DELETE' && right !== 'DELIVERY_MANAGE')
    const [{ api: owner }, { api: other }] = [
      await kit.createMember(prId, { rights }),
      await kit.createMember(prId, { rights }),
    ]
    const upload = await beginUpload(owner, prId, 10)
    const request = await kit.admin.delivery.createDeliveryRequest({ prId, body: { label: 'Of one' } })
    const draft = await owner.delivery.createSubmission({ prId, body: { deliveryRequestId: request.id } })
    const ids = { ...estate.ids, 'mo/id': upload.id, 'delivery_request_submission/id': draft.id }
    const isMeant = ({ path }: Endpoint) =>
      /\/mo\/\{id\}\/(upload|close|cancel)$/.test(path) || /\/delivery_request_submission\/\{id\}/.test(path)
    const guarded = endpoints.filter(isMeant)
    assert.equal(guarded.length, 9)
    for (const endpoint of guarded) {
      const { status } = await call(kit.url, endpoint, {
        token: other.options.token,
        ids,
        body: bodies[endpoint.id],
      })
      assert.equal(status, 403, endpoint.id)
    }
    assert.equal((await owner.uploads.getUpload({ prId, id: upload.id })).size, 10)
    assert.equal((await owner.delivery.getSubmission({ prId, id: draft.id })).version, draft.version)
  })
})
