import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { createScene, type Scene } from '../testing/scene.ts'

let kit: TestService
let scene: Scene
let collectionId: number
before(async () => {
  kit = await startTestService()
  scene = await createScene(kit)
  collectionId = (await scene.createCollection({ title: 'Selects' })).id
})
after(() => kit.stop())

describe('S1: a new share', () => {
  // sharing-2
  test('"gives `VIEW` permission unless `permissions` says otherwise", also without a body', async () => {
    const { prId, owner } = scene
    const share = await owner.sharing.createShare({ prId, id: collectionId })
    assert.deepEqual(share.permissions, ['VIEW'])
    const more = await scene.createShare(collectionId, { permissions: ['DOWNLOAD', 'UPLOAD', 'DOWNLOAD'] })
    assert.deepEqual(new Set(more.permissions), new Set(['VIEW', 'DOWNLOAD', 'UPLOAD']))
    assert.equal(more.permissions?.length, 3, 'a set')
    await assert.rejects(scene.createShare(collectionId, { permissions: ['EVERYTHING' as never] }), {
      name: 'BadRequestError',
    })
  })

  // http-19, sharing-1, sharing-3
  test('is answered as the ShareObject, with its token, absent members left out', async () => {
    const clientProperties = { eo: { title: 'upload test' }, contents: {}, identifyUser: false, overviewVisible: true }
    const { prId, owner } = scene
    const share = await scene.createShare(collectionId, {
      label: 'Demo',
      clientProperties,
      callbackURL: 'https://x.example',
    })
    const { token, created, lastUpdated, modifiedBy, creatorId, sharedWithId, href, hrefs, ...rest } = share
    assert.ok(
      token && token.length > 20 && created && lastUpdated && modifiedBy && creatorId && sharedWithId && href && hrefs,
    )
    assert.deepEqual(rest, {
      id: share.id,
      version: 1,
      createdBy: 'REST',
      objectType: 'EditorialObjectShareObject',
      callbackURL: 'https://x.example',
      clientProperties,
      deleted: false,
      editorialObjectId: collectionId,
      label: 'Demo',
      passwordProtected: false,
      permissions: ['VIEW'],
      productionId: prId,
    })
    assert.deepEqual(await owner.sharing.getShare({ prId, id: share.id }), share, 'its token is shown again')
    const list = await owner.sharing.listShares({ prId, query: { fq: ['label:Demo'] } })
    assert.deepEqual([list.items, list.total], [[share], 1])
  })

  // sharing-3
  test('refuses clientProperties that cannot be given back as they came', async () => {
    const nested = JSON.parse('['.repeat(80) + ']'.repeat(80))
    await assert.rejects(scene.createShare(collectionId, { clientProperties: { nested } }), { name: 'ValidationError' })
  })

  // sharing-4, sharing-5
  test('keeps its password and its token to itself', async () => {
    const share = await scene.createShare(collectionId, { password: 'swordfish' })
    assert.equal(share.passwordProtected, true)
    assert.doesNotMatch(JSON.stringify(share), /swordfish|argon2|hash|sealed/i)
    const rows = JSON.stringify(await kit.service.platform.database.selectFrom('share').selectAll().execute())
    assert.ok(!rows.includes(share.token!))
    assert.ok(!JSON.stringify(await listEvents()).includes(share.token!))
  })

  // sharing-1
  test('is of a collection in the production', async () => {
    const elsewhere = await createScene(kit)
    const foreign = await elsewhere.createCollection()
    await assert.rejects(scene.createShare(foreign.id), { name: 'NotFoundError' })
    const share = await elsewhere.createShare(foreign.id)
    const { prId, owner } = scene
    const calls = [
      () => owner.sharing.getShare({ prId, id: share.id }),
      () => owner.sharing.updateShare({ prId, id: share.id, body: share }),
      () => owner.sharing.setSharePassword({ prId, id: share.id, body: 'x' }),
      () => owner.sharing.deleteShare({ prId, id: share.id }),
      () => owner.sharing.listSharedUsers({ prId, id: share.id }),
      () => owner.sharing.addSharedUsers({ prId, id: share.id, body: [{ email: 'a@example.org' }] }),
      () => owner.sharing.searchShareAnnotations({ prId, id: share.id }),
      () => owner.sharing.searchAttachedAnnotations({ prId, id: share.id }),
      () => owner.sharing.searchCreatedAnnotations({ prId, id: share.id }),
    ]
    for (const call of calls) await assert.rejects(call(), { name: 'NotFoundError' })
  })
})

describe('S2: changing a share', () => {
  const update = (id: number, body: { version: number } & Record<string, unknown>) =>
    scene.owner.sharing.updateShare({ prId: scene.prId, id, body })

  // sharing-6
  test('replaces it at the version it names; "409 version mismatch"', async () => {
    const share = await scene.createShare(collectionId, {
      label: 'one',
      description: 'text',
      expires: 4_000_000_000_000,
    })
    const changed = await update(share.id, { ...share, label: 'two' })
    assert.deepEqual([changed.label, changed.expires, changed.version], ['two', 4_000_000_000_000, 2])
    await assert.rejects(update(share.id, { ...share }), { name: 'ConflictError', data: { version: 2 } })
    const { expires: _expires, ...without } = changed
    assert.ok(!('expires' in (await update(share.id, without))))
  })

  // http-26, sharing-6
  test('of twenty at once with the same version one counts', async () => {
    const share = await scene.createShare(collectionId)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => update(share.id, { version: 1, label: String(index) })),
    )
    assert.equal(outcomes.filter(outcome => outcome.status === 'fulfilled').length, 1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.equal(outcome.reason.type, 'ConflictError')
    }
  })

  // sharing-6
  test('changes nothing that the service keeps', async () => {
    const other = await scene.createCollection()
    const share = await scene.createShare(collectionId)
    const kept = ['id', 'token', 'editorialObjectId', 'productionId', 'creatorId', 'sharedWithId', 'created'] as const
    const changed = await update(share.id, {
      ...share,
      id: 1,
      token: 'mine',
      editorialObjectId: other.id,
      productionId: 1,
      creatorId: 1,
      sharedWithId: 1,
      created: 1,
      deleted: true,
    })
    for (const name of kept) assert.equal(changed[name], share[name], name)
    assert.equal(changed.deleted, false)
  })

  // sharing-6
  test('"Cannot set the password"', async () => {
    const share = await scene.createShare(collectionId)
    await assert.rejects(update(share.id, { ...share, password: 'swordfish' }), { name: 'BadRequestError' })
  })
})

describe('S3: the password of a share', () => {
  const put = (id: number, body?: string, type?: string) =>
    fetch(`${kit.url}/production/${scene.prId}/share/${id}/password`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${scene.owner.options.token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    })
  const login = async (share: { id: number; token?: string }, body: object = {}) => {
    const response = await fetch(`${kit.url}/production/${scene.prId}/share/${share.id}/login`, {
      method: 'POST',
      headers: { authorization: `Bearer ${share.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await response.arrayBuffer()
    return response.status
  }

  // sharing-7
  test('is set after PUT with `passwordProtected` true, and cleared after PUT with false ("Moves that are shown")', async () => {
    const share = await scene.createShare(collectionId)
    const { prId, owner } = scene
    const locked = await owner.sharing.updateShare({ prId, id: share.id, body: { ...share, passwordProtected: true } })
    assert.equal(await login(share), 401, 'nobody can sign in before a password is set')
    assert.equal(await login(share, { password: '' }), 401)
    const set = await owner.sharing.setSharePassword({ prId, id: share.id, body: 'secret' })
    assert.deepEqual([set.passwordProtected, set.version], [true, locked.version + 1])
    assert.equal(await login(share), 401, '"login must send `password`"')
    assert.equal(await login(share, { password: 'Secret' }), 401)
    assert.equal(await login(share, { password: 'secret' }), 200)
    await owner.sharing.updateShare({ prId, id: share.id, body: { ...set, passwordProtected: false } })
    const cleared = await owner.sharing.setSharePassword({ prId, id: share.id, body: '' })
    assert.equal(cleared.passwordProtected, false)
    assert.equal(await login(share), 200, '"login accepts an empty object"')
  })

  // sharing-7
  test('is a raw text, as JSON or as plain text; "empty string clears", nothing at all is refused', async () => {
    const share = await scene.createShare(collectionId)
    assert.equal((await put(share.id, '"one"', 'application/json')).status, 200)
    assert.equal(await login(share, { password: 'one' }), 200)
    assert.equal((await put(share.id, 'two "quoted"', 'text/plain; charset=utf-8')).status, 200)
    assert.equal(await login(share, { password: 'two "quoted"' }), 200)
    assert.equal((await put(share.id, undefined)).status, 400)
    assert.equal((await put(share.id, '', 'application/json')).status, 400)
    assert.equal((await put(share.id, 'null', 'application/json')).status, 400)
    assert.equal((await put(share.id, '5', 'application/json')).status, 400)
    assert.equal((await put(share.id, '{"password":"x"}', 'application/json')).status, 400)
    assert.equal(await login(share), 401, 'a refused call clears nothing')
    assert.equal((await put(share.id, '', 'text/plain')).status, 200)
    assert.equal(await login(share), 200)
  })

  // sharing-8
  test('when it is changed, ends the sessions of this share only; when it is cleared, ends none', async () => {
    const { prId, owner } = scene
    const [share, other] = [await scene.createShare(collectionId), await scene.createShare(collectionId)]
    const [visitor, neighbour] = [await scene.visit(share), await scene.visit(other)]
    await owner.sharing.setSharePassword({ prId, id: share.id, body: 'new' })
    await assert.rejects(visitor.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    const again = await scene.visit(share, 'new')
    await owner.sharing.setSharePassword({ prId, id: share.id, body: '' })
    await again.sharing.getCurrentShare({ prId })
    await neighbour.sharing.getCurrentShare({ prId })
  })
})

// sharing-8
test('a login or an identification that crosses a new password leaves no session behind', async () => {
  const { prId, owner } = scene
  for (let round = 0; round < 5; round++) {
    const share = await scene.createShare(collectionId, { password: 'old' })
    const visitor = await scene.visit(share, 'old')
    const body = { username: 'quick', email: 'quick@example.org' }
    const [change, ...openings] = await Promise.allSettled([
      owner.sharing.setSharePassword({ prId, id: share.id, body: 'new' }),
      scene.visit(share, 'old'),
      visitor.sharing.identify({ prId, body }).then(({ token }) => kit.client(token)),
      scene.visit(share, 'old'),
    ])
    assert.equal(change.status, 'fulfilled')
    for (const opened of openings) {
      if (opened.status === 'rejected') assert.equal(opened.reason.type, 'UnauthorizedError')
      else await assert.rejects(opened.value.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    }
  }
})

describe('the end of a share', () => {
  // sharing-9
  test('by DELETE stops its token and its sessions at once', async () => {
    const { prId, owner } = scene
    const share = await scene.createShare(collectionId)
    const visitor = await scene.visit(share)
    const ended = await owner.sharing.deleteShare({ prId, id: share.id })
    assert.equal(ended.deleted, true)
    assert.ok(ended.deletedTimestamp)
    await assert.rejects(visitor.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    await assert.rejects(visitor.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
    await assert.rejects(scene.visit(share), { name: 'UnauthorizedError' })
    await assert.rejects(owner.sharing.getShare({ prId, id: share.id }), { name: 'NotFoundError' })
    await assert.rejects(owner.sharing.deleteShare({ prId, id: share.id }), { name: 'NotFoundError' })
  })

  // sharing-9
  test('comes with the end of its collection, or of one above it', async () => {
    const { prId, owner } = scene
    const notebook = await scene.createCollection()
    const draft = await scene.createCollection({ objectType: 'Draft', parentId: notebook.id })
    const share = await scene.createShare(draft.id)
    const visitor = await scene.visit(share)
    await owner.collections.deleteCollection({ prId, id: notebook.id })
    await assert.rejects(visitor.sharing.getCurrentShare({ prId }), { name: 'UnauthorizedError' })
    await assert.rejects(owner.sharing.getShare({ prId, id: share.id }), { name: 'NotFoundError' })
  })
})

// sharing-11
test('what happens to a share is reported in events that name it', async () => {
  const { prId, owner } = scene
  const share = await scene.createShare(collectionId)
  await owner.sharing.updateShare({ prId, id: share.id, body: share })
  const visitor = await scene.visitAs(share, 'told')
  assert.ok(visitor)
  await owner.sharing.setSharePassword({ prId, id: share.id, body: 'x' })
  await owner.sharing.deleteShare({ prId, id: share.id })
  const events = await listEvents()
  assert.deepEqual(
    events.filter(event => event.shareId === share.id).map(event => event.verb),
    ['create', 'update', 'login', 'identify', 'setPassword', 'delete'].map(verb => `Share.${verb}`),
  )
})

/** From the table itself: readers of the log wait for every transaction of the database server that is still open. */
async function listEvents() {
  const rows = await kit.service.platform.database.selectFrom('event').select('body').orderBy('id').execute()
  return rows.map(row => row.body)
}
