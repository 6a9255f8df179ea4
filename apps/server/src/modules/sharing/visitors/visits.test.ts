import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { IdentifyRequest, ShareObject } from '@rushes/contract'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { hourMs } from '../../authentication/index.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
before(async () => {
  kit = await startTestService({ RUSHES_TRUSTED_PROXIES: '127.0.0.0/8,::1' })
  scene = await createScene(kit)
  collectionId = (await scene.createCollection()).id
})
after(() => kit.stop())

describe('S4: login', () => {
  // sharing-19
  test('"the share token is sent as `Authorization: Bearer <share token>` or as query parameter `access_token`"', async () => {
    const { prId } = scene
    const share = await scene.createShare(collectionId)
    const address = `${kit.url}/api/production/${prId}/share/${share.id}/login`
    const post = (url: string, headers: Record<string, string>, body?: string) =>
      fetch(url, { method: 'POST', headers, ...(body === undefined ? {} : { body }) })
    const json = { 'content-type': 'application/json' }
    const first = await post(address, { ...json, authorization: `Bearer ${share.token}` }, '{}')
    assert.equal(first.status, 200)
    assert.equal((await post(`${address}?access_token=${share.token}`, json, '{}')).status, 200)
    assert.equal((await post(`${address}?access_token=${share.token}`, {})).status, 200, 'without a body')
    assert.equal((await post(address, json, '{}')).status, 401)
    assert.equal((await post(address, { ...json, authorization: 'Bearer nonsense' }, '{}')).status, 401)
    const { token } = (await first.json()) as { token: string }
    assert.equal((await fetch(`${kit.url}/production/${prId}/share/current?access_token=${token}`)).status, 200)
  })

  // sharing-19
  test('answers the SharedUser, flat and as `sharedUser`, and the session token as `token`', async () => {
    const { prId } = scene
    const share = await scene.createShare(collectionId)
    const answer = await kit.client(share.token!).sharing.loginToShare({ prId, id: share.id, body: {} })
    assert.deepEqual([answer.status, answer.needsSecondToken], [200, false])
    assert.ok(answer.message)
    for (const name of ['id', 'version', 'modifiedBy', 'username', 'email'] as const) {
      assert.ok(name in answer.sharedUser, name)
      assert.equal(answer[name], answer.sharedUser[name], name)
    }
    assert.equal(answer.id, share.sharedWithId)
    assert.notEqual(answer.token, share.token)
  })

  // sharing-20
  test('is of the share and the production whose token it is', async () => {
    const { prId } = scene
    const [share, other] = [await scene.createShare(collectionId), await scene.createShare(collectionId)]
    const elsewhere = await kit.createProduction()
    const api = kit.client(share.token!)
    await assert.rejects(api.sharing.loginToShare({ prId, id: other.id, body: {} }), { name: 'NotFoundError' })
    await assert.rejects(api.sharing.loginToShare({ prId, id: 999_999_999, body: {} }), { name: 'NotFoundError' })
    await assert.rejects(api.sharing.loginToShare({ prId: elsewhere.id, id: share.id, body: {} }), {
      name: 'NotFoundError',
    })
    await assert.rejects(scene.owner.sharing.loginToShare({ prId, id: share.id, body: {} }), {
      name: 'UnauthorizedError',
    })
    const visitor = await scene.visit(share)
    await assert.rejects(visitor.sharing.loginToShare({ prId, id: share.id, body: {} }), { name: 'UnauthorizedError' })
  })

  // sharing-21
  test('with a wrong password too often slows the address down with 429 and Retry-After, and nobody else', async t => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    const [share, other] = [
      await scene.createShare(collectionId, { password: 'swordfish' }),
      await scene.createShare(collectionId, { password: 'swordfish' }),
    ]
    const tryPassword = async (share: ShareObject, password: string, address: string) => {
      const response = await fetch(`${kit.url}/production/${scene.prId}/share/${share.id}/login`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${share.token}`,
          'content-type': 'application/json',
          'x-forwarded-for': address,
        },
        body: JSON.stringify({ password }),
      })
      await response.text()
      return [response.status, Number(response.headers.get('retry-after')) > 0]
    }
    /** Fails so often, each time after the wait before it. */
    const guess = async (share: ShareObject, count: number, address: string) => {
      for (let number = 1; number <= count; number++) {
        assert.deepEqual(await tryPassword(share, `wrong ${number}`, address), [401, false])
        if (number >= 10) kit.clock.advance(1000 * 2 ** (number - 10))
      }
      assert.deepEqual(await tryPassword(share, 'wrong', address), [401, false])
    }
    const [guesser, neighbour, visitor] = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1']
    // The sixteenth failure makes the address wait for 64 seconds.
    await guess(share, 15, guesser)
    assert.deepEqual(await tryPassword(share, 'swordfish', guesser), [429, true])
    assert.deepEqual(await tryPassword(share, 'swordfish', neighbour), [429, true], 'of the same network')
    assert.deepEqual(await tryPassword(share, 'swordfish', visitor), [200, false])
    assert.deepEqual(await tryPassword(other, 'swordfish', guesser), [200, false])
    kit.clock.advance(64_000)
    assert.deepEqual(await tryPassword(share, 'swordfish', guesser), [200, false])
    // "An address is slowed with 429 …, never locked below 30 failures in 15 minutes", whatever it tries.
    await guess(other, 15, guesser)
    kit.clock.advance(64_000)
    const third = await scene.createShare(collectionId, { password: 'swordfish' })
    for (const waitMs of [8000, 16_000, 32_000, 0]) {
      assert.deepEqual(await tryPassword(third, 'wrong', guesser), [401, false])
      kit.clock.advance(waitMs)
    }
    assert.deepEqual(await tryPassword(other, 'swordfish', guesser), [429, true])
    assert.deepEqual(await tryPassword(other, 'swordfish', visitor), [200, false])
    kit.clock.advance(15 * 60_000)
    assert.deepEqual(await tryPassword(share, 'swordfish', guesser), [200, false])
  })

  // sharing-21
  test('asking without a password is no failure', async () => {
    const share = await scene.createShare(collectionId, { password: 'swordfish' })
    for (let count = 0; count < 12; count++) await assert.rejects(scene.visit(share), { name: 'UnauthorizedError' })
    await scene.visit(share, 'swordfish')
  })
})

describe('time', () => {
  /** The test's own time: afterwards the clock stands as it stood. */
  const rewindAfter = (t: { after: (step: () => void) => void }) => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    return start
  }

  // sharing-10
  test('"after it the share token stops working; new sessions cannot be created, existing sessions stay valid"', async t => {
    const now = rewindAfter(t)
    const { prId, owner } = scene
    const clip = await scene.createClip(collectionId)
    const share = await scene.createShare(collectionId, { expires: now + 30 * 60_000 })
    const visitor = await scene.visit(share)
    kit.clock.advance(31 * 60_000)
    await assert.rejects(scene.visit(share), { name: 'ForbiddenError' })
    await assert.rejects(kit.client(share.token!).sharing.getCurrentShare({ prId }), { name: 'ForbiddenError' })
    assert.equal((await visitor.media.getMediaObject({ prId, id: clip.moId })).id, clip.moId)
    const identified = await visitor.sharing.identify({ prId, body: { username: 'late', email: 'late@example.org' } })
    await kit.client(identified.token).sharing.getCurrentShare({ prId })
    assert.equal((await owner.sharing.getShare({ prId, id: share.id })).id, share.id)
  })

  // limits-14, sharing-22
  test('"share session ends after 1 hour of inactivity"', async t => {
    rewindAfter(t)
    const { prId } = scene
    const share = await scene.createShare(collectionId)
    const [idle, active] = [await scene.visit(share), await scene.visit(share)]
    for (let quarter = 0; quarter < 8; quarter++) {
      kit.clock.advance(hourMs / 4)
      await active.sharing.getCurrentShare({ prId })
    }
    await assert.rejects(idle.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    kit.clock.advance(hourMs)
    await assert.rejects(active.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    await scene.visit(share)
  })
})

// sharing-24
test('the account of a share shows its visitors how it looks, with the token alone, and nobody else', async () => {
  const { prId } = scene
  const { accountId = 0 } = await kit.admin.productions.getProduction({ prId })
  const branding = { headerText: 'House of Films', headerBackgroundColor: '#123456' }
  await kit.admin.accounts.updateBranding({ accountId, body: branding })
  const share = await scene.createShare(collectionId, { password: 'secret' })
  const shown = { accountId, ...branding }
  assert.deepEqual(await kit.client(share.token!).sharing.getShareBranding({ prId }), shown)
  const visitor = await scene.visit(share, 'secret')
  assert.deepEqual(await visitor.sharing.getShareBranding({ prId }), shown)
  const elsewhere = await kit.createProduction()
  await assert.rejects(kit.client(share.token!).sharing.getShareBranding({ prId: elsewhere.id }), {
    name: 'NotFoundError',
  })
  for (const api of [kit.client(), scene.owner]) {
    await assert.rejects(api.sharing.getShareBranding({ prId }), { name: 'UnauthorizedError' })
  }
})

describe('S5: the current share', () => {
  // sharing-23
  test('is known to the share token and to a session of it, and to nobody else', async () => {
    const { prId, owner } = scene
    const clientProperties = { identifyUser: true, overviewVisible: false }
    const share = await scene.createShare(collectionId, { label: 'Demo', clientProperties })
    const { token: _token, ...expected } = share
    for (const api of [kit.client(share.token!), await scene.visit(share)]) {
      assert.deepEqual(await api.sharing.getCurrentShare({ prId }), expected)
    }
    await assert.rejects(owner.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    await assert.rejects(kit.client().sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    const elsewhere = await kit.createProduction()
    for (const api of [kit.client(share.token!), await scene.visit(share)]) {
      await assert.rejects(api.sharing.getCurrentShare({ prId: elsewhere.id }), { name: 'NotFoundError' })
    }
  })
})

describe('S6: identify', () => {
  const identify = async (share: Parameters<Scene['visit']>[0], body?: IdentifyRequest) =>
    (await scene.visit(share)).sharing.identify({ prId: scene.prId, ...(body ? { body } : {}) })
  const named = (name: string) => ({ username: name, email: `${name}@Example.org` })

  // sharing-26
  test('(a) by `username` and `email` creates a shared user of the production, or finds the one there is', async () => {
    const [share, other] = [await scene.createShare(collectionId), await scene.createShare(collectionId)]
    const first = await identify(share, named('ann'))
    assert.deepEqual([first.sharedUser.username, first.sharedUser.email], ['ann', 'ann@Example.org'])
    assert.equal(first.sharedUser.productionId, scene.prId)
    const again = await identify(other, { username: 'ann', email: 'ANN@example.org' })
    assert.equal(again.sharedUser.id, first.sharedUser.id)
    assert.notEqual(again.token, first.token)
    const both = await Promise.all(Array.from({ length: 6 }, () => identify(share, named('bob'))))
    assert.equal(new Set(both.map(answer => answer.sharedUser.id)).size, 1, 'also when several come at once')
    for (const body of [{ username: 'ann' }, { email: 'ann@example.org' }]) {
      await assert.rejects(identify(share, body), { name: 'BadRequestError' })
    }
    for (const body of [named(' '), { username: 'ann', email: 'nothing' }]) {
      await assert.rejects(identify(share, body), { name: 'ValidationError' })
    }
  })

  // sharing-27
  test('(b) "empty body, succeeds only if the token is already identified, otherwise 401"', async () => {
    const share = await scene.createShare(collectionId)
    await assert.rejects(identify(share), { name: 'UnauthorizedError' })
    await assert.rejects(identify(share, {}), { name: 'UnauthorizedError' })
    const { sharedUser, token } = await identify(share, named('cara'))
    const api = kit.client(token)
    for (const body of [undefined, {}]) {
      const answer = await api.sharing.identify({ prId: scene.prId, ...(body ? { body } : {}) })
      assert.equal(answer.sharedUser.id, sharedUser.id)
      await kit.client(answer.token).sharing.identify({ prId: scene.prId })
    }
  })

  // sharing-28
  test('(c) "`serviceAccessToken`, which always creates a new SharedUser, even for registered users, plus a new token"', async () => {
    const share = await scene.createShare(collectionId)
    const { user, api } = await kit.createUser()
    const serviceAccessToken = api.options.token!
    const [first, second] = [
      await identify(share, { serviceAccessToken }),
      await identify(share, { serviceAccessToken }),
    ]
    assert.equal(first.sharedUser.username, user.username)
    assert.notEqual(first.sharedUser.id, user.id)
    assert.notEqual(first.sharedUser.id, second.sharedUser.id)
    assert.notEqual(first.token, second.token)
    const visitor = await scene.visit(share)
    for (const wrong of ['nonsense', share.token!, visitor.options.token!]) {
      await assert.rejects(identify(share, { serviceAccessToken: wrong }), { name: 'UnauthorizedError' })
    }
  })

  // sharing-29
  test('(d) "`sharedUserId`, which adds that shared user to the share when not yet in it"', async () => {
    const { prId, owner } = scene
    const [share, other] = [await scene.createShare(collectionId), await scene.createShare(collectionId)]
    const { sharedUser } = await identify(share, named('dora'))
    const idsIn = async (id: number) => (await owner.sharing.listSharedUsers({ prId, id })).items.map(user => user.id)
    assert.deepEqual(await idsIn(other.id), [])
    const answer = await identify(other, { sharedUserId: sharedUser.id })
    assert.equal(answer.sharedUser.id, sharedUser.id)
    await identify(other, { sharedUserId: sharedUser.id })
    assert.deepEqual(await idsIn(other.id), [sharedUser.id])
    await assert.rejects(identify(share, { sharedUserId: 999_999_999 }), { name: 'NotFoundError' })
    await assert.rejects(identify(share, { sharedUserId: share.sharedWithId! }), { name: 'NotFoundError' })
    const elsewhere = await createScene(kit)
    const foreign = await elsewhere.createShare((await elsewhere.createCollection()).id)
    const visitor = await elsewhere.visit(foreign)
    await assert.rejects(visitor.sharing.identify({ prId: elsewhere.prId, body: { sharedUserId: sharedUser.id } }), {
      name: 'NotFoundError',
    })
  })

  // sharing-30
  test('needs a session, and "is not a security check": no name gives further rights', async () => {
    const { prId, owner } = scene
    const share = await scene.createShare(collectionId)
    const body = named('eve')
    await assert.rejects(kit.client(share.token!).sharing.identify({ prId, body }), { name: 'UnauthorizedError' })
    await assert.rejects(owner.sharing.identify({ prId, body }), { name: 'UnauthorizedError' })
    const { token } = await identify(share, { serviceAccessToken: kit.admin.options.token! })
    const api = kit.client(token)
    const refused = [
      () => api.productions.getProduction({ prId }),
      () => api.sharing.listShares({ prId }),
      () => api.sharing.getShare({ prId, id: share.id }),
      () => api.collections.deleteCollection({ prId, id: collectionId }),
      () => api.productions.listProductions(),
      () => api.accounts.createUser({ body: { username: 'x', email: 'x@example.org', password: 'long enough' } }),
    ]
    for (const call of refused) await assert.rejects(call(), { name: 'ForbiddenError' })
    assert.equal((await api.authentication.getCurrentUser()).type, 'SHARED')
  })
})

describe('S10 and S11: shared users', () => {
  // sharing-46
  test('are listed with pages and filters on the fields that the interface names', async () => {
    const { prId, owner } = scene
    const share = await scene.createShare(collectionId)
    for (const name of ['fay', 'gus', 'hal']) await scene.visitAs(share, name)
    const list = async (query: object) => {
      const page = await owner.sharing.listSharedUsers({ prId, id: share.id, query })
      return [page.items.map(user => user.username), page.total]
    }
    assert.deepEqual(await list({ limit: 2, offset: 1 }), [['gus', 'hal'], 3])
    assert.deepEqual(await list({ fq: ['username:g*'] }), [['gus'], 1])
    assert.deepEqual(await list({ fq: ['email:"fay@example.org"'] }), [['fay'], 1])
    assert.deepEqual(await list({ fq: [`shareId:${share.id}`] }), [['fay', 'gus', 'hal'], 3])
    assert.deepEqual(await list({ fq: ['shareId:1'] }), [[], 0])
    assert.deepEqual(await list({ fq: ['lastSeen:[1 TO *]'] }), [['fay', 'gus', 'hal'], 3])
    const [first] = (await owner.sharing.listSharedUsers({ prId, id: share.id })).items
    assert.deepEqual(await list({ fq: [`id:${first!.id}`] }), [['fay'], 1])
  })

  // sharing-47
  test('"adds an existing user or creates one by email"', async () => {
    const { prId, owner } = scene
    const share = await scene.createShare(collectionId, { users: ['ida@example.org'] })
    const add = (body: Parameters<typeof owner.sharing.addSharedUsers>[0]['body']) =>
      owner.sharing.addSharedUsers({ prId, id: share.id, ...(body ? { body } : {}) })
    const jon = await add([{ email: 'jon@example.org', firstName: 'Jon', lastName: 'Doe' }])
    assert.ok(!Array.isArray(jon))
    assert.deepEqual([jon.fullName, jon.email, jon.objectType], ['Jon Doe', 'jon@example.org', 'SharedUser'])
    const again = await add([{ id: jon.id }, { email: 'JON@example.org' }, { email: 'kim@example.org' }])
    assert.ok(Array.isArray(again))
    assert.deepEqual([again[0]!.id, again[1]!.id], [jon.id, jon.id])
    const { items } = await owner.sharing.listSharedUsers({ prId, id: share.id })
    assert.deepEqual(items.map(user => user.email).sort(), ['ida@example.org', 'jon@example.org', 'kim@example.org'])
    await assert.rejects(add([{}]), { name: 'BadRequestError' })
    await assert.rejects(add([{ email: 'nothing' }]), { name: 'ValidationError' })
    await assert.rejects(add([{ id: 999_999_999 }]), { name: 'NotFoundError' })
    await assert.rejects(scene.createShare(collectionId, { users: ['nobody'] }), { name: 'ValidationError' })
  })
})
