import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { productionRights } from '@rushes/contract'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

describe('a production', () => {
  // productions-2
  test('begins with its roles and categories, and who creates it is its Production Administrator', async () => {
    const { user, api } = await kit.createUser()
    await kit.admin.accounts.addAccountParticipant({
      id: kit.accountId,
      body: { userId: user.id, rights: ['ACCOUNT_CREATE_PRODUCTION'] },
    })
    const production = await api.productions.createProduction({ body: { accountId: kit.accountId, name: ' Dune ' } })
    assert.equal(production.name, 'Dune')
    assert.equal(production.version, 1)
    assert.equal(production.creatorId, user.id)
    assert.equal(production.createdBy, 'REST')
    assert.deepEqual(
      production.categories?.map(category => category.type),
      ['UNASSIGNED', 'DEFAULT_NOTEBOOK', 'DEFAULT_EPISODE', 'DEFAULT_STORY'],
    )
    assert.deepEqual(await api.productions.listPermissions({ prId: production.id }), [...productionRights])
    const { items } = await api.productions.listParticipants({ prId: production.id })
    assert.deepEqual(
      items.map(item => [item.id, item.roles, item.invitationState]),
      [[user.id, ['Production Administrator'], 'ACCEPTED']],
    )
  })

  // productions-1
  test('needs ACCOUNT_CREATE_PRODUCTION, an account that exists and a name', async () => {
    const { api } = await kit.createUser()
    const create = (body: object) => api.productions.createProduction({ body })
    await assert.rejects(create({ accountId: kit.accountId, name: 'x' }), {
      name: 'ForbiddenError',
      data: { right: 'ACCOUNT_CREATE_PRODUCTION' },
    })
    await assert.rejects(create({ accountId: 987654321, name: 'x' }), { name: 'NotFoundError' })
    const admin = (body: object) => kit.admin.productions.createProduction({ body })
    await assert.rejects(admin({ accountId: kit.accountId, name: ' ' }), { name: 'ValidationError' })
    await assert.rejects(admin({ accountId: kit.accountId }), { name: 'BadRequestError' })
  })

  // http-24, http-25, productions-6
  test('an update carrying a stale version is refused with 409 and the stored one', async () => {
    const { id, version } = await kit.createProduction()
    const update = (name: string) => kit.admin.productions.updateProduction({ prId: id, body: { version, name } })
    const settled = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => update(`name ${index}`)))
    assert.equal(settled.filter(result => result.status === 'fulfilled').length, 1)
    await assert.rejects(update('again'), { name: 'ConflictError', data: { version: version + 1 } })
  })

  // productions-7
  test('a patch changes what it names, and a failed test is a conflict', async () => {
    const { id } = await kit.createProduction('Before')
    const patched = await kit.admin.productions.patchProduction({
      prId: id,
      body: [
        { op: 'test', path: '/name', value: 'Before' },
        { op: 'add', path: '/description', value: 'About' },
        { op: 'replace', path: '/name', value: 'After' },
      ],
    })
    assert.deepEqual([patched.name, patched.description, patched.version], ['After', 'About', 2])
    const patch = (body: never[] | object[]) => kit.admin.productions.patchProduction({ prId: id, body: body as never })
    await assert.rejects(patch([{ op: 'test', path: '/name', value: 'Before' }]), { name: 'ConflictError' })
    await assert.rejects(patch([{ op: 'replace', path: '/accountId', value: 1 }]), { name: 'ValidationError' })
    await assert.rejects(patch([{ op: 'replace', path: '/name', value: 5 }]), { name: 'ValidationError' })
  })

  // errors-8, productions-9
  test('that is deleted is not found until it is restored', async () => {
    const { id } = await kit.createProduction()
    await kit.admin.productions.deleteProduction({ prId: id })
    await assert.rejects(kit.admin.productions.getProduction({ prId: id }), { name: 'NotFoundError' })
    const restored = await kit.admin.productions.restoreProduction({ prId: id })
    assert.equal(restored.deleted, undefined)
    await kit.admin.productions.getProduction({ prId: id })
  })

  // productions-10
  test('that is not deleted is answered as it is when it is restored', async () => {
    const before = await kit.createProduction()
    const restored = await kit.admin.productions.restoreProduction({ prId: before.id })
    assert.deepEqual([restored.version, restored.lastUpdated], [before.version, before.lastUpdated])
    const { version } = await kit.admin.productions.getProduction({ prId: before.id })
    assert.equal(version, before.version)
    const query = { type: ['Production.restore' as const] }
    assert.deepEqual(await kit.admin.events.listProductionEvents({ prId: before.id, query }), [])
  })

  // http-40, productions-4
  test('is listed for those who may enter, filtered, sorted and paged with the totals in the headers', async () => {
    const { user, api } = await kit.createUser()
    for (const name of ['List B', 'List A', 'List:C']) {
      const { id } = await kit.createProduction(name)
      await kit.admin.productions.addParticipant({ prId: id, body: { userId: user.id, roles: ['Production Member'] } })
    }
    const list = async (query: object) => {
      const page = await api.productions.listProductions({ query })
      return [page.items.map(item => item.name), page.offset, page.total]
    }
    assert.deepEqual(await list({}), [['List B', 'List A', 'List:C'], 0, 3])
    assert.deepEqual(await list({ sort: 'name ASC', limit: 1, offset: 1 }), [['List B'], 1, 3])
    assert.deepEqual(await list({ fq: ['name:List*'], sort: 'name desc', rows: 2 }), [['List:C', 'List B'], 0, 3])
    assert.deepEqual(await list({ fq: ['name:"List:C"'] }), [['List:C'], 0, 1])
    assert.deepEqual(await list({ fq: ['name:List\\:C'] }), [['List:C'], 0, 1])
    assert.deepEqual(await list({ fq: ['-name:("List B" "List A")'] }), [['List:C'], 0, 1])
    assert.deepEqual(await list({ fq: ['name:List*', 'type:OTHER'] }), [[], 0, 0])
  })
})

describe('the team', () => {
  // productions-12, productions-16, productions-20
  test('a change of rights holds from the next request', async () => {
    const { id } = await kit.createProduction()
    const { user, api } = await kit.createMember(id, { roles: ['Production Member'] })
    await api.productions.getProduction({ prId: id })
    await kit.admin.productions.updateParticipant({ prId: id, userId: user.id, body: { rights: [] } })
    await assert.rejects(api.productions.getProduction({ prId: id }), { name: 'ForbiddenError' })
    await kit.admin.productions.updateParticipant({ prId: id, userId: user.id, body: { rights: ['PRODUCTION_VIEW'] } })
    assert.deepEqual(await api.productions.listPermissions({ prId: id }), ['PRODUCTION_VIEW'])
    await kit.admin.productions.removeParticipant({ prId: id, userId: user.id })
    await assert.rejects(api.productions.listPermissions({ prId: id }), { name: 'ForbiddenError' })
  })

  // productions-17, productions-18
  test('someone added by an address that belongs to no user is PENDING; nobody is added twice', async () => {
    const { id } = await kit.createProduction()
    const add = (email: string) =>
      kit.admin.productions.addParticipant({ prId: id, body: { email, roles: ['Production Member'] } })
    assert.equal((await add('someone@example.org')).invitationState, 'PENDING')
    await assert.rejects(add('Someone@example.org'), { name: 'ConflictError' })
    await assert.rejects(add('no address'), { name: 'ValidationError' })
  })

  // productions-33
  test('roles are made, held, and kept while someone holds them', async () => {
    const { id } = await kit.createProduction()
    const role = await kit.admin.productions.createRole({
      prId: id,
      body: { name: 'Viewer', permissions: ['PRODUCTION_VIEW'] },
    })
    const { user, api } = await kit.createMember(id, { roles: ['Viewer'] })
    assert.deepEqual(await api.productions.listPermissions({ prId: id }), ['PRODUCTION_VIEW'])
    const roleId = { prId: id, id: role.id }
    await assert.rejects(kit.admin.productions.deleteRole(roleId), { name: 'ValidationError' })
    await kit.admin.productions.updateRole({
      ...roleId,
      body: { version: role.version, name: 'Viewer', permissions: [] },
    })
    await assert.rejects(api.productions.getProduction({ prId: id }), { name: 'ForbiddenError' })
    await kit.admin.productions.removeParticipant({ prId: id, userId: user.id })
    await kit.admin.productions.deleteRole(roleId)
    const other = await kit.createProduction()
    await assert.rejects(kit.admin.productions.updateRole({ prId: other.id, id: role.id, body: { version: 1 } }), {
      name: 'NotFoundError',
    })
  })
})

describe('settings', () => {
  // productions-35, productions-36
  test('carry the defaults unless noDefaults is given, key by key and all at once', async () => {
    const { id } = await kit.createProduction()
    const { productions } = kit.admin
    assert.deepEqual(await productions.getSettings({ prId: id, query: { noDefaults: true } }), {})
    assert.ok('reviewStatusConfig' in (await productions.getSettings({ prId: id })))
    await productions.updateSetting({ prId: id, key: 'headerText', body: 'Hello' })
    assert.equal(await productions.getSetting({ prId: id, key: 'headerText' }), 'Hello')
    await productions.updateSettings({ prId: id, body: { defaultLanguage: 'nl' } })
    assert.deepEqual(await productions.getSettings({ prId: id, query: { noDefaults: true } }), {
      defaultLanguage: 'nl',
    })
    await productions.deleteSetting({ prId: id, key: 'defaultLanguage' })
    assert.equal(await productions.getSetting({ prId: id, key: 'defaultLanguage' }), 'en')
    await assert.rejects(productions.getSetting({ prId: id, key: 'headerText' }), { name: 'NotFoundError' })
    await assert.rejects(productions.updateSetting({ prId: id, key: 'subtitlePresets', body: {} }), {
      name: 'ValidationError',
    })
  })

  // productions-36
  test('two who set different keys at once both succeed', async () => {
    const { id } = await kit.createProduction()
    const keys = Array.from({ length: 10 }, (_, index) => `key${index}`)
    await Promise.all(keys.map(key => kit.admin.productions.updateSetting({ prId: id, key, body: { key } })))
    const settings = await kit.admin.productions.getSettings({ prId: id, query: { noDefaults: true } })
    assert.deepEqual(Object.keys(settings).sort(), keys)
  })
})

// productions-41
test('categories of the users own are made, changed and deleted; those it began with stay', async () => {
  const { id, categories } = await kit.createProduction()
  const { productions } = kit.admin
  const made = await productions.createCategory({ prId: id, body: { name: 'Interviews' } })
  assert.deepEqual([made.type, made.index], ['USER_DEFINED', 4])
  const renamed = await productions.updateCategory({
    prId: id,
    id: made.id,
    body: { version: made.version, name: 'Talks' },
  })
  assert.equal(renamed.name, 'Talks')
  await productions.deleteCategory({ prId: id, id: made.id })
  await assert.rejects(productions.getCategory({ prId: id, id: made.id }), { name: 'NotFoundError' })
  await assert.rejects(productions.deleteCategory({ prId: id, id: categories![0]!.id }), { name: 'ValidationError' })
})
