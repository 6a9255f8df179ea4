/** What visitors claim about themselves is never proof: neither of what is theirs nor of what they may read. */

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import type { IdentifyRequest, ProductionRight, ShareObject } from '@rushes/contract'
import { refusal, refusalAt, refusedAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
let clip: number
let share: ShareObject
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  collectionId = (await scene.createCollection()).id
  clip = (await scene.createClip(collectionId)).moId
})
beforeEach(async () => {
  share = await scene.createShare(collectionId, { permissions: ['VIEW', 'REVIEW'] })
})
after(() => kit.stop())

const identify = (api: Client, body: IdentifyRequest) => api.sharing.identify({ prId: scene.prId, body })
const become = async (api: Client, body: IdentifyRequest) => kit.client((await identify(api, body)).token)
const claim = async (body: IdentifyRequest) => identify(await scene.visit(share), body)
const named = (name: string) => ({ username: name, email: `${name}@example.org` })

const writeComment = (api: Client) =>
  api.annotations.createClipAnnotation({
    prId: scene.prId,
    moId: clip,
    type: 'comment',
    body: { funnel: 'ReviewComment', start: 0, description: 'as written' },
  })
const edit = (api: Client, anId: number) =>
  api.annotations.patchAnnotation({
    prId: scene.prId,
    anId,
    body: [{ op: 'replace', path: '/description', value: 'forged words' }],
  })
const removeOne = (api: Client, anId: number) => api.annotations.deleteAnnotation({ prId: scene.prId, anId })
const removeMany = (api: Client, anId: number) =>
  api.annotations.deleteAnnotations({ prId: scene.prId, body: { actions: [{ action: 'DELETE', ids: [anId] }] } })

async function assertForeign(api: Client, anId: number): Promise<void> {
  for (const call of [edit, removeOne, removeMany]) {
    await assert.rejects(call(api, anId), refusal(403, 'REVIEW_EDIT_ALL'))
  }
}

async function assertOwn(api: Client, anId: number): Promise<void> {
  assert.equal((await edit(api, anId)).description, 'forged words')
}

/** Another session of the share that goes on with an earlier one. */
async function comeBack(earlier: Client): Promise<Client> {
  const body = { previousToken: earlier.options.token! }
  const { token } = await kit.client(share.token!).sharing.loginToShare({ prId: scene.prId, id: share.id, body })
  return kit.client(token)
}

describe('earlier comments "belong to the session that wrote them"', () => {
  // sharing-32
  test('claiming the id, or name and address, of another visitor changes none of their comments', async () => {
    const victim = await scene.visitAs(share, 'victim')
    const comment = await writeComment(victim)
    const claims = [{ sharedUserId: comment.createdBySharedUserId! }, named('victim')]
    for (const body of claims) await assertForeign(kit.client((await claim(body)).token), comment.id)
    const claimant = kit.client((await claim(claims[0]!)).token)
    await assertOwn(claimant, (await writeComment(claimant)).id)
    await assertOwn(victim, comment.id)
  })

  // sharing-32
  test('"and to sessions that continue it": one that was opened with its token, under whatever name', async () => {
    const first = await scene.visitAs(share, 'first')
    const comment = await writeComment(first)
    const second = await become(first, named('second'))
    await assertOwn(second, comment.id)
    await assertOwn(await become(second, named('third')), comment.id)
  })

  // sharing-32
  test('and what was written before identification belongs to the same session', async () => {
    const nameless = await scene.visit(share)
    const [ann, bob] = [await become(nameless, named('ann')), await become(nameless, named('bob'))]
    await assertOwn(bob, (await writeComment(ann)).id)
  })

  // sharing-32
  test('"identified by `serviceAccessToken` of the same registered user", through whatever session', async () => {
    const [{ api: one }, { api: other }] = [await kit.createUser(), await kit.createUser()]
    const visitAs = async (user: Client) =>
      become(await scene.visit(share), { serviceAccessToken: user.options.token! })
    const comment = await writeComment(await visitAs(one))
    await assertForeign(await visitAs(other), comment.id)
    await assertForeign(kit.client((await claim({ sharedUserId: comment.createdBySharedUserId! })).token), comment.id)
    await assertOwn(await visitAs(one), comment.id)
  })

  // sharing-55
  test('not to that user once they are disabled, nor to an API token that may not comment', async () => {
    const { user, api } = await kit.createUser()
    const { token } = await api.authentication.createAccessToken({ id: user.id, body: {} })
    const identified = [
      await become(await scene.visit(share), { serviceAccessToken: api.options.token! }),
      await become(await scene.visit(share), { serviceAccessToken: token! }),
    ]
    const comments = await Promise.all(identified.map(writeComment))
    const setDisabled = (disabled: boolean) => kit.admin.accounts.updateUserState({ id: user.id, body: { disabled } })
    await setDisabled(true)
    for (const [at, visitor] of identified.entries()) {
      await assert.rejects(edit(visitor, comments[at]!.id), refusal(401))
      const later = await comeBack(visitor)
      await assert.rejects(later.sharing.identify({ prId: scene.prId }), refusal(401))
      await assertForeign(await become(later, named('late')), comments[at]!.id)
    }
    await assert.rejects(claim({ serviceAccessToken: token! }), refusal(401))
    await setDisabled(false)
    await assertOwn(identified[1]!, comments[0]!.id)
    await assertOwn(await comeBack(identified[0]!), comments[1]!.id)
  })

  // sharing-55
  test('and an API token is proof of its user where its rights hold REVIEW_EDIT', async () => {
    const { user, api } = await kit.createMember(scene.prId, { roles: ['Production Administrator'] })
    const visitWith = async (rights?: ProductionRight[]) => {
      const body = rights ? { rights } : {}
      const { token } = await api.authentication.createAccessToken({ id: user.id, body })
      return become(await scene.visit(share), { serviceAccessToken: token! })
    }
    const comment = await writeComment(await visitWith())
    await assertOwn(await visitWith(['REVIEW_EDIT']), comment.id)
    for (const rights of [[], ['LIBRARY_VIEW'], ['REVIEW_EDIT_ALL']] satisfies ProductionRight[][])
      await assert.rejects(visitWith(rights), refusal(403, 'REVIEW_EDIT'))
  })

  // sharing-25
  test('a login with the token of an earlier session continues it, "remembered hashed for 90 days"', async t => {
    const day = 24 * 60 * 60_000
    const eva = await scene.visitAs(share, 'eva')
    t.after(() => kit.clock.advance(-91 * day))
    const comment = await writeComment(eva)
    kit.clock.advance(89 * day)
    await assert.rejects(edit(eva, comment.id), refusal(401))
    const later = await comeBack(eva)
    await assertOwn(later, comment.id)
    assert.equal((await later.sharing.identify({ prId: scene.prId })).sharedUser.email, 'eva@example.org')
    kit.clock.advance(2 * day)
    const tooLate = await comeBack(eva)
    await assert.rejects(tooLate.sharing.identify({ prId: scene.prId }), refusal(401))
    await assertForeign(await become(tooLate, named('eva')), comment.id)
    await assertOwn(await comeBack(later), comment.id)
  })

  // sharing-25
  test('a token of another share, an unknown one, and that of a session that was left continue nothing', async () => {
    const gone = await scene.visitAs(share, 'gone')
    const comment = await writeComment(gone)
    await gone.authentication.logout({ body: {} })
    const elsewhere = await scene.visitAs(await scene.createShare(collectionId), 'elsewhere')
    for (const earlier of [gone, elsewhere, kit.client('nonsense'), scene.owner, kit.client(share.token!)]) {
      const visitor = await comeBack(earlier)
      await assert.rejects(visitor.sharing.identify({ prId: scene.prId }), refusal(401))
      await assertForeign(await become(visitor, named('gone')), comment.id)
    }
  })
})

// sharing-30
describe('a claim reads nothing of whom it names', () => {
  const secrets = ['victim@example.org', 'Vic', 'Timson', 'Vic Timson']

  async function addVictim(): Promise<number> {
    const body = { ...named('victim'), firstName: 'Vic', lastName: 'Timson' }
    const added = await scene.owner.sharing.addSharedUsers({ prId: scene.prId, id: share.id, body })
    assert.ok(!Array.isArray(added))
    return added.id
  }

  // sharing-29
  test('by `sharedUserId`: "`email` is present and empty, `username` is the name shown on comments"', async () => {
    const id = await addVictim()
    const { sharedUser, token } = await claim({ sharedUserId: id })
    const api = kit.client(token)
    const seen = [
      sharedUser,
      (await api.sharing.identify({ prId: scene.prId })).sharedUser,
      await api.authentication.getCurrentUser(),
    ]
    for (const one of seen) {
      assert.deepEqual([one.id, one.username, one.email], [id, 'victim', ''])
      for (const name of ['firstName', 'lastName', 'fullName', 'emailHash']) assert.ok(!(name in one), name)
    }
    const comment = await writeComment(api)
    assert.equal(comment.authorName, 'victim')
    const everything = [
      ...seen,
      comment,
      await api.sharing.getCurrentShare({ prId: scene.prId }),
      await api.annotations.listAnnotations({ prId: scene.prId, query: { rows: 100 } }),
    ]
    for (const secret of secrets) assert.doesNotMatch(JSON.stringify(everything), new RegExp(secret), secret)
    await assert.rejects(claim({ sharedUserId: 999_999_999 }), refusal(404))
  })

  test('by an address: what the caller sent, and no more', async () => {
    const id = await addVictim()
    const { sharedUser, token } = await claim({ username: 'Mallory', email: 'VICTIM@example.org' })
    const api = kit.client(token)
    const seen = [
      sharedUser,
      (await api.sharing.identify({ prId: scene.prId })).sharedUser,
      await api.authentication.getCurrentUser(),
    ]
    for (const one of seen) {
      assert.deepEqual([one.id, one.username, one.email], [id, 'Mallory', 'VICTIM@example.org'])
      assert.doesNotMatch(JSON.stringify(one), /Timson|"victim"/)
    }
    assert.equal((await writeComment(api)).authorName, 'Mallory')
    assert.deepEqual(
      (await scene.owner.sharing.listSharedUsers({ prId: scene.prId, id: share.id })).items[0]?.username,
      'victim',
    )
  })

  // sharing-33
  test('"a person’s own continued session sees everything of itself"', async () => {
    const { user, api: registered } = await kit.createUser()
    const names = { version: user.version, email: user.email, firstName: 'Rita', lastName: 'Reg' }
    await registered.accounts.updateUser({ id: user.id, body: names })
    const rita = await become(await scene.visit(share), { serviceAccessToken: registered.options.token! })
    const olga = await scene.visitAs(share, 'olga')
    for (const [api, email, fullName] of [
      [rita, user.email, 'Rita Reg'],
      [await comeBack(rita), user.email, 'Rita Reg'],
      [olga, 'olga@example.org', 'olga'],
      [await comeBack(olga), 'olga@example.org', 'olga'],
    ] as const) {
      const own = (await api.sharing.identify({ prId: scene.prId })).sharedUser
      const shown = await api.authentication.getCurrentUser()
      for (const one of [own, shown]) assert.deepEqual([one.email, one.fullName], [email, fullName])
      assert.ok(own.emailHash)
      const byId = await identify(api, { sharedUserId: own.id })
      assert.equal(byId.sharedUser.email, email, 'also by its own id')
    }
  })

  test('nobody’s address is shown as the name of who has given no other', async () => {
    const { prId, owner } = scene
    const invited = await owner.sharing.addSharedUsers({ prId, id: share.id, body: { email: 'noname@example.org' } })
    assert.ok(!Array.isArray(invited))
    const { sharedUser, token } = await claim({ sharedUserId: invited.id })
    assert.deepEqual([sharedUser.username, sharedUser.email], ['noname', ''])
    const api = kit.client(token)
    assert.equal((await writeComment(api)).authorName, 'noname')
    const file = await api.review.exportComments({ prId, moId: clip, query: { format: 'csv' } })
    assert.doesNotMatch(await file.text(), /noname@example/)
  })
})

describe('a name alone', () => {
  // sharing-58
  test('identifies where the share asks for no address: two of one name are two, one who says it again is one', async () => {
    const { prId, owner } = scene
    share = await scene.createShare(collectionId, { permissions: ['REVIEW'], clientProperties: { askEmail: false } })
    const visits = [await scene.visit(share), await scene.visit(share)]
    const annas = []
    for (const api of visits) annas.push(await identify(api, { username: ' Anna ', email: ' ' }))
    const [one, other] = annas
    assert.notEqual(one!.sharedUser.id, other!.sharedUser.id)
    const { username, fullName, email, emailHash } = one!.sharedUser
    assert.deepEqual([username, fullName, email, emailHash], ['Anna', 'Anna', '', undefined])
    const api = kit.client(one!.token)
    const comment = await writeComment(api)
    assert.deepEqual([comment.authorName, comment.createdBySharedUserId], ['Anna', one!.sharedUser.id])
    await assertForeign(kit.client(other!.token), comment.id)
    // Whose answer was lost, and who comes back, says it once more.
    for (const again of [visits[0]!, api, await comeBack(api)]) {
      const { sharedUser, token } = await identify(again, { username: 'Anna' })
      assert.equal(sharedUser.id, one!.sharedUser.id)
      await assertOwn(kit.client(token), comment.id)
    }
    const claimed = await identify(await scene.visit(share), { sharedUserId: one!.sharedUser.id })
    assert.equal(claimed.sharedUser.username, 'Anna')
    assert.equal(claimed.sharedUser.created, undefined)
    await assertForeign(kit.client(claimed.token), comment.id)
    await identify(api, { username: 'Bea' })
    const { items } = await owner.sharing.listSharedUsers({ prId, id: share.id })
    assert.deepEqual(items.map(visitor => [visitor.username, visitor.email]).toSorted(), [
      ['Anna', ''],
      ['Anna', ''],
      ['Bea', ''],
    ])
    const cleo = await Promise.all(Array.from({ length: 4 }, () => identify(visits[0]!, { username: 'Cleo' })))
    assert.equal(new Set(cleo.map(answer => answer.sharedUser.id)).size, 1, 'also when said several times at once')
    const long = String.fromCodePoint(...Array.from({ length: 1000 }, (_, at) => 0x4e00 + ((at * 7919) % 20_000)))
    assert.equal((await identify(visits[1]!, { username: long })).sharedUser.username, long)
    // An address is none the less taken where it is given.
    const ada = await identify(await scene.visit(share), named('ada'))
    assert.equal((await identify(await scene.visit(share), named('ada'))).sharedUser.id, ada.sharedUser.id)
  })

  // sharing-58
  test('does not where the share says nothing of it, or something else, from the next request on', async () => {
    const visitor = await scene.visit(share)
    const set = async (clientProperties: Record<string, unknown>) => {
      const { version } = await scene.owner.sharing.getShare({ prId: scene.prId, id: share.id })
      await scene.owner.sharing.updateShare({ prId: scene.prId, id: share.id, body: { version, clientProperties } })
    }
    for (const properties of [{}, { askEmail: true }, { askEmail: null }, { askEmail: 'false' }]) {
      await set(properties)
      await assert.rejects(
        identify(visitor, { username: 'Anna' }),
        refusalAt('BadRequestError', '/email'),
        JSON.stringify(properties),
      )
    }
    await set({ askEmail: false })
    await assert.rejects(identify(visitor, { username: ' ' }), refusedAt('/username'))
    await assert.rejects(identify(visitor, { username: 'Anna', email: 'no address' }), refusedAt('/email'))
    assert.equal((await identify(visitor, { username: 'Anna' })).sharedUser.username, 'Anna')
  })
})

describe('identification by id "is rate-limited like a password and audited"', () => {
  const post = (token: string, body: object) =>
    fetch(`${kit.url}/production/${scene.prId}/share/current/identify`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  // sharing-48, sharing-51
  test('the audit and the list of visitors say how somebody was identified', async () => {
    const { prId, owner } = scene
    const { api: registered } = await kit.createUser()
    const proven = await claim({ serviceAccessToken: registered.options.token! })
    const claimed = await claim(named('claimed'))
    await claim({ sharedUserId: claimed.sharedUser.id })
    await assert.rejects(claim({ sharedUserId: 999_999_999 }), refusal(404))
    const query = { action: 'share.identify', shareId: share.id }
    const { items } = await kit.admin.authentication.readAudit({ query })
    assert.deepEqual(
      items.map(({ succeeded, detail }) => [succeeded, detail?.how]),
      [
        [false, 'sharedUserId'],
        [true, 'sharedUserId'],
        [true, 'email'],
        [true, 'serviceAccessToken'],
      ],
    )
    assert.ok(items.every(({ address }) => address !== undefined))
    const visitors = (await owner.sharing.listSharedUsers({ prId, id: share.id })).items
    assert.deepEqual(
      visitors.map(({ id, proven }) => [id, proven]),
      [
        [proven.sharedUser.id, true],
        [claimed.sharedUser.id, false],
      ],
    )
  })

  // sharing-31
  test('a session is locked after ten attempts with 403, an address slowed with 429; both with Retry-After', async t => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    // Attempts of the tests before are forgotten.
    kit.clock.advance(16 * 60_000)
    const { createdBySharedUserId: sharedUserId } = await writeComment(await scene.visitAs(share, 'victim'))
    const attempt = async (visitor: Client, id = sharedUserId) => {
      const response = await post(visitor.options.token!, { sharedUserId: id })
      await response.text()
      return [response.status, Number(response.headers.get('retry-after')) > 0]
    }
    const [one, two, three] = [await scene.visit(share), await scene.visit(share), await scene.visit(share)]
    for (let count = 0; count < 10; count++) assert.deepEqual(await attempt(one, 999_999_900 + count), [404, false])
    assert.deepEqual(await attempt(one), [403, true])
    assert.deepEqual(await attempt(await become(one, named('runaway'))), [403, true], 'under whatever name')
    for (let count = 0; count < 10; count++) assert.deepEqual(await attempt(two), [200, false])
    for (let count = 0; count < 10; count++) assert.deepEqual(await attempt(three), [200, false])
    // Six more, each after the wait before it: now the address waits for more than a minute.
    const four = await scene.visit(share)
    for (let count = 0; count < 6; count++) {
      kit.clock.advance(1000 * 2 ** count)
      assert.deepEqual(await attempt(four), [200, false])
    }
    assert.deepEqual(await attempt(await scene.visit(share)), [429, true])
    await identify(await scene.visit(share), named('by-name'))
    await kit.createUser()
    kit.clock.advance(15 * 60_000)
    assert.deepEqual(await attempt(one), [200, false])
  })
})
