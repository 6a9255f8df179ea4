/** Every endpoint of the contract, called by every kind of caller: what the gate says is what the access data says. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@rushes/client'
import {
  accountRights,
  type Endpoint,
  type ProductionRight,
  productionRights,
  sharePermissions,
} from '@rushes/contract'
import { hourMs } from '../../../src/modules/authentication/index.ts'
import { byExtent } from '../../extent.ts'
import { createClips } from '../../scene/begin-upload.ts'
import { startTestService, type TestService } from '../../service.ts'
import { until } from '../../until.ts'
import { type Answer, call, endpoints, type Ids } from '../calls/calls.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import {
  ofFirstStage,
  ofNobody,
  ofShareToken,
  ofUser,
  ofVisitor,
  type UserTraits,
  type Verdict,
} from '../calls/expectations.ts'
import { item } from '../checklist.ts'
import { enableSecondFactor } from '../sign-in/second-factor.ts'

let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService()
  estate = await buildEstate(kit)
})
after(() => kit.stop())

/** A field that no change takes: what passes the gate is refused behind it, before anything is done. */
const unreadable = { 'if-match': '"' }

/** That a token is worth nothing. Other nodes hear of its end, or look again when what they know is a second old. */
async function assertNobody(token: string | undefined): Promise<void> {
  for (const baseUrl of kit.apiUrls.length > 1 ? kit.apiUrls : []) {
    const { authentication } = createClient({ baseUrl, ...(token && { token }) })
    const isRefused = () =>
      authentication.getCurrentUser().then(
        () => false,
        (error: Error) => error.name === 'UnauthorizedError',
      )
    await until(`the token is refused by ${baseUrl}`, isRefused)
  }
  assert.deepEqual(await findSurprises(token, nobody), [])
}

function judge({ method }: Endpoint, { status, error }: Answer): Verdict {
  if (method !== 'GET' && method !== 'HEAD' && status === 400) return 'passes'
  if (status === 401) return 'UnauthorizedError'
  if (status === 404 && error?.message.match(/^(Production|MediaObject|EditorialObject|Annotation|ShareObject) /)) {
    return 'NotFoundError'
  }
  const right = (error?.data as { right?: string } | null)?.right
  return status === 403 && right !== undefined ? `ForbiddenError ${right}` : 'passes'
}

/**
 * Any user may search entries; what they may see is narrowed by where they hold PRODUCTION_VIEW. The submission is a
 * draft, which those who did not begin it read with DELIVERY_MANAGE only. Figures are for those on the same machine, or with
 * DEVOPS behind a balancer.
 */
const decidedByUseCase = new Set(['searchEntries', 'getSubmission', 'getMetrics'])

/** Queries that ask for no more than the gate decides. Media in an archive need LIBRARY_DOWNLOAD, which its tests see to. */
const modestQueries: Readonly<Record<string, string>> = { exportProduction: 'media=none' }

/** Calls them all, and reports those where the gate says something else than is expected. */
async function findSurprises(
  token: string | undefined,
  expect: (endpoint: Endpoint) => Verdict,
  { ids = estate.ids, among = endpoints }: { ids?: Ids; among?: readonly Endpoint[] } = {},
): Promise<string[]> {
  const surprises: string[] = []
  const waiting = among.values()
  await Promise.all(Array.from({ length: 4 }, callOneByOne))
  return surprises

  async function callOneByOne(): Promise<void> {
    for (const endpoint of waiting) {
      const expected = expect(endpoint)
      const query = modestQueries[endpoint.id]
      const answer = await call(kit.url, endpoint, { token, ids, headers: unreadable, ...(query && { query }) })
      // The use case of a link looks at the link, and has no other caller.
      const isLeft = endpoint.access.who === 'bearer of the link' || decidedByUseCase.has(endpoint.id)
      const found = isLeft && answer.status >= 400 && expected === 'passes' ? 'passes' : judge(endpoint, answer)
      if (found !== expected) surprises.push(`${endpoint.id}: ${found} (${answer.status}), not ${expected}`)
    }
  }
}

const nobody = (endpoint: Endpoint) => ofNobody(endpoint.access)

describe('the gate', () => {
  // errors-4
  test('lets nobody in without a token, but where anyone may come', async () => {
    await assertNobody(undefined)
  })

  // errors-4
  test('takes a token that was never given for none', async () => {
    await assertNobody('rl_made-up')
  })
})

describe(item(3), () => {
  const noRights: UserTraits = { isSelf: false, system: [], account: [], production: undefined }
  const expectUser =
    (traits: Partial<UserTraits>) =>
    ({ access }: Endpoint) =>
      ofUser(access, { ...noRights, ...traits })

  /** The endpoints where it matters whether a participant has the right. */
  const listDecided = (right: ProductionRight) => {
    const others = productionRights.filter(other => other !== right)
    const pairs = [
      [[], [right]],
      [others, productionRights],
    ]
    return endpoints.filter(endpoint =>
      pairs.some(pair => new Set(pair.map(production => expectUser({ production })(endpoint))).size > 1),
    )
  }

  // productions-14
  test('a user who is no participant of anything', async () => {
    const { api } = await kit.createUser()
    assert.deepEqual(await findSurprises(api.options.token, expectUser({})), [])
  })

  // accounts-4
  test('the user of the path', async () => {
    const { user, api } = await kit.createUser()
    const ids = { ...estate.ids, 'user/id': user.id }
    assert.deepEqual(await findSurprises(api.options.token, expectUser({ isSelf: true }), { ids }), [])
  })

  // productions-12, productions-13
  test('a participant with every right of the production', async () => {
    const { api } = await kit.createMember(estate.prId, { rights: [...productionRights] })
    assert.deepEqual(await findSurprises(api.options.token, expectUser({ production: productionRights })), [])
  })

  // productions-13
  test('a participant without any right', async () => {
    const { api } = await kit.createMember(estate.prId, { rights: [] })
    assert.deepEqual(await findSurprises(api.options.token, expectUser({ production: [] })), [])
  })

  for (const right of productionRights) {
    // errors-6, productions-13, sharing-5
    test(`a participant with ${right} alone, and one with every other right`, async () => {
      for (const rights of [[right], productionRights.filter(other => other !== right)]) {
        const { api } = await kit.createMember(estate.prId, { rights })
        const among = byExtent(listDecided(right), endpoints).filter(({ access }) => access.who === 'production')
        assert.deepEqual(await findSurprises(api.options.token, expectUser({ production: rights }), { among }), [])
      }
    })
  }

  for (const right of accountRights) {
    test(`a participant of the account with ${right}: every participant may view`, async () => {
      const { user, api } = await kit.createUser()
      await kit.admin.accounts.addAccountParticipant({
        id: kit.accountId,
        body: { userId: user.id, rights: [right] },
      })
      assert.deepEqual(await findSurprises(api.options.token, expectUser({ account: ['ACCOUNT_VIEW', right] })), [])
    })
  }

  test('a user of the service itself', async () => {
    const traits = { system: ['SUPPORT', 'DEVOPS'] as const, account: accountRights }
    assert.deepEqual(await findSurprises(kit.admin.options.token, expectUser(traits)), [])
  })

  // productions-14
  test('a user of the production before, in another one', async () => {
    const { id: prId } = await kit.createProduction()
    const token = estate.member.options.token
    assert.deepEqual(await findSurprises(token, expectUser({ isSelf: true }), { ids: { ...estate.ids, prId } }), [])
  })
})

describe(item(3, 'share visitors'), () => {
  const expectVisitor =
    (...rest: Parameters<typeof ofVisitor> extends [unknown, ...infer Rest] ? Rest : never) =>
    ({ access }: Endpoint) =>
      ofVisitor(access, ...rest)

  test('the token of a share, before there is a session', async () => {
    const share = await estate.share()
    const ids = { ...estate.ids, 'share/id': share.id }
    assert.deepEqual(
      await findSurprises(share.token, ({ access }) => ofShareToken(access, 'inside the share'), { ids }),
      [],
    )
    const { id: prId } = await kit.createProduction()
    assert.deepEqual(
      await findSurprises(share.token, ({ access }) => ofShareToken(access, 'in another production'), {
        ids: { ...ids, prId },
      }),
      [],
    )
  })

  for (const isIdentified of [false, true]) {
    const who = isIdentified ? 'an identified session' : 'a session'
    const open = async (share: { id: number; token: string }) => {
      const session = await estate.visit(share)
      return isIdentified ? estate.identify(session) : session
    }

    test(`${who} with every permission`, async () => {
      const share = await estate.share()
      const ids = { ...estate.ids, 'share/id': share.id }
      const session = await open(share)
      assert.deepEqual(await findSurprises(session, expectVisitor(sharePermissions, 'inside the share'), { ids }), [])
    })

    test(`${who}, outside its share`, async () => {
      const { member, prId } = estate
      const [clip] = await createClips(member, prId, { name: 'Outside' })
      const collection = await member.collections.createCollection({ prId, body: { title: 'Outside' } })
      const comment = await member.annotations.createClipAnnotation({
        prId,
        moId: clip!.mediaObjectId!,
        type: 'comment',
        body: { funnel: 'ReviewComment', start: 0, end: 1 },
      })
      const other = await member.sharing.createShare({ prId, id: collection.id, body: {} })
      const ids = {
        ...estate.ids,
        moId: clip!.mediaObjectId!,
        'mo/id': clip!.mediaObjectId!,
        'eo/id': collection.id,
        anId: comment.id,
        'share/id': other.id,
      }
      const session = await open(await estate.share())
      assert.deepEqual(await findSurprises(session, expectVisitor(sharePermissions, 'outside the share'), { ids }), [])
    })

    test(`${who}, in another production`, async () => {
      const { id: prId } = await kit.createProduction()
      const share = await estate.share()
      const session = await open(share)
      const ids = { ...estate.ids, prId, 'share/id': share.id }
      assert.deepEqual(
        await findSurprises(session, expectVisitor(sharePermissions, 'in another production'), { ids }),
        [],
      )
    })
  }

  for (const permission of sharePermissions) {
    // sharing-17
    test(`a session with ${permission} alone`, async () => {
      const share = await estate.share([permission])
      const ids = { ...estate.ids, 'share/id': share.id }
      const session = await estate.visit(share)
      // Nothing works without VIEW, which every share has.
      const permissions = ['VIEW' as const, permission]
      assert.deepEqual(await findSurprises(session, expectVisitor(permissions, 'inside the share'), { ids }), [])
    })
  }
})

describe(item(10, 'and the way out'), () => {
  // authentication-34
  test('the token of a login that waits for its second factor', async () => {
    const { user, password, api } = await kit.createUser()
    await enableSecondFactor(api, user.id, password, kit.clock.now())
    const body = { username: user.username, password }
    const { token, needsSecondToken } = await kit.client().authentication.login({ body })
    assert.ok(needsSecondToken)
    assert.deepEqual(await findSurprises(token, ({ access }) => ofFirstStage(access)), [])
  })
})

describe(item(3, 'API tokens'), () => {
  // authentication-50
  test('hold the rights they were made with, as far as their user has them', async () => {
    const { user, api } = await kit.createMember(estate.prId, { rights: ['PRODUCTION_VIEW', 'LOG_EDIT'] })
    const rights = ['PRODUCTION_VIEW', 'PRODUCTION_MANAGE'] as const
    const { token } = await api.authentication.createAccessToken({ id: user.id, body: { rights: ['PRODUCTION_VIEW'] } })
    const traits: UserTraits = {
      isSelf: true,
      system: [],
      account: [],
      production: ['PRODUCTION_VIEW'],
      tokenRights: ['PRODUCTION_VIEW'],
    }
    const ids = { ...estate.ids, 'user/id': user.id }
    assert.deepEqual(await findSurprises(token, ({ access }) => ofUser(access, traits), { ids }), [])
    await assert.rejects(api.authentication.createAccessToken({ id: user.id, body: { rights: [...rights] } }), {
      name: 'ValidationError',
    })
  })

  // authentication-51
  test('of SUPPORT act for the user of nobody else where passwords, second factors and sessions are changed', async () => {
    const { id } = await kit.admin.authentication.getCurrentUser()
    const { token } = await kit.admin.authentication.createAccessToken({ id, body: {} })
    const traits: UserTraits = {
      isSelf: false,
      system: ['SUPPORT', 'DEVOPS'],
      account: accountRights,
      production: productionRights,
      tokenRights: productionRights,
    }
    assert.deepEqual(await findSurprises(token, ({ access }) => ofUser(access, traits)), [])
  })

  test('are nothing once they are revoked', async () => {
    const { user, api } = await kit.createUser()
    const { id: tokenId, token = '' } = await api.authentication.createAccessToken({ id: user.id, body: {} })
    assert.equal((await kit.client(token).authentication.getCurrentUser()).id, user.id)
    await api.authentication.deleteAccessToken({ id: user.id, tokenId })
    await assertNobody(token)
  })
})

describe('the gate takes for nobody', () => {
  // authentication-17
  test('who has signed out', async () => {
    const { api } = await kit.createUser()
    await api.authentication.logout()
    await assertNobody(api.options.token)
  })

  for (const state of ['locked', 'disabled'] as const) {
    // authentication-5
    test(`a user who is ${state}`, async () => {
      const { user, api } = await kit.createUser()
      await kit.admin.accounts.updateUserState({ id: user.id, body: { [state]: true } })
      await assertNobody(api.options.token)
    })
  }

  test('a visitor whose share was deleted, and its token', async () => {
    const share = await estate.share()
    const session = await estate.visit(share)
    const identified = await estate.identify(session)
    await estate.member.sharing.deleteShare({ prId: estate.prId, id: share.id })
    for (const token of [share.token, session, identified]) await assertNobody(token)
  })

  test('a visitor whose share got another password', async () => {
    const share = await estate.share()
    const session = await estate.visit(share)
    await estate.member.sharing.setSharePassword({ prId: estate.prId, id: share.id, body: 'another password' })
    await assertNobody(session)
  })

  // sharing-54
  test('a visitor whose session the team has ended', async () => {
    const { prId, member } = estate
    const share = await estate.share()
    const session = await estate.visit(share)
    const identified = await estate.identify(session)
    const { items } = await member.sharing.listShareSessions({ prId, id: share.id })
    assert.equal(items.length, 1)
    await member.sharing.deleteShareSession({ prId, id: share.id, sessionId: items[0]!.id })
    for (const token of [session, identified]) await assertNobody(token)
  })

  test('a user or a visitor after an hour', async () => {
    const { api } = await kit.createUser()
    const session = await estate.visit(await estate.share())
    kit.clock.advance(hourMs)
    for (const token of [api.options.token, session]) await assertNobody(token)
  })
})
