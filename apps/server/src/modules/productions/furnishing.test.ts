/** What a production begins with and is made of: templates, settings, quotas, categories, its place in lists. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClip } from '@rushes/client'
import { refusal, refusalAt } from '../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

describe('a production in the list', () => {
  // productions-4
  test('tells whose it is, who made it and how the caller stands to it', async () => {
    const { user, api } = await kit.createUser()
    const body = { userId: user.id, rights: ['ACCOUNT_CREATE_PRODUCTION' as const] }
    await kit.admin.accounts.addAccountParticipant({ id: kit.accountId, body })
    const { id } = await api.productions.createProduction({ body: { accountId: kit.accountId, name: 'Mine' } })
    const [listed] = (await api.productions.listProductions()).items
    const read = await api.productions.getProduction({ prId: id })
    for (const production of [listed!, read]) {
      assert.deepEqual(
        [production.accountName, production.creatorName, production.invitationState, production.categories?.length],
        ['Rushes', user.username, 'ACCEPTED', 4],
      )
      assert.equal(production.accountUserId, (await kit.admin.authentication.getCurrentUser()).id)
    }
    const asSupport = await kit.admin.productions.getProduction({ prId: id })
    assert.ok(!('invitationState' in asSupport), 'SUPPORT is not in the team')
    const found = await kit.admin.productions.listProductions({ query: { fq: [`creatorName:${user.username}`] } })
    assert.deepEqual(
      found.items.map(item => item.id),
      [id],
    )
  })

  // productions-5
  test('shows its settings where they are asked for', async () => {
    const { id: prId } = await kit.createProduction()
    await kit.admin.productions.updateSetting({ prId, key: 'headerText', body: 'Hi' })
    const plain = await kit.admin.productions.getProduction({ prId })
    assert.ok(!('settings' in plain))
    const { settings } = await kit.admin.productions.getProduction({ prId, query: { includeSettings: true } })
    assert.equal(settings?.headerText, 'Hi')
    assert.ok(settings && 'reviewStatusConfig' in settings)
    const query = { includeSettings: true, fq: [`id:${prId}`] }
    const [listed] = (await kit.admin.productions.listProductions({ query })).items
    assert.equal(listed?.settings?.headerText, 'Hi')
  })

  // productions-8
  test('is archived, filtered by it, and restored after a deletion as it was', async () => {
    const { id: prId, version } = await kit.createProduction('Old one')
    await kit.admin.productions.updateProduction({ prId, body: { version, activeStatus: 'Archived', deliveryDate: 5 } })
    const list = async (fq: string[]) => (await kit.admin.productions.listProductions({ query: { fq } })).total
    assert.equal(await list(['activeStatus:Archived', 'name:"Old one"']), 1)
    await kit.admin.productions.deleteProduction({ prId })
    assert.equal(await list(['name:"Old one"']), 0)
    await assert.rejects(kit.admin.productions.listParticipants({ prId }), refusal(404))
    const restored = await kit.admin.productions.restoreProduction({ prId })
    assert.deepEqual([restored.activeStatus, restored.deliveryDate, restored.name], ['Archived', 5, 'Old one'])
    assert.equal(await list(['name:"Old one"']), 1)
    const { api: stranger } = await kit.createUser()
    await assert.rejects(stranger.productions.restoreProduction({ prId }), refusal(403))
  })
})

describe('templates of the account', () => {
  const templates = [
    {
      name: 'tpl_1',
      label: 'Fiction',
      isDefault: true,
      settings: { headerBackgroundColor: 'deeppink', defaultLanguage: 'nl' },
    },
    { name: 'tpl_2', label: 'Factual', settings: { headerBackgroundColor: 'blue' } },
  ]

  // productions-3
  test('are "applied only at creation": the default one, or the one that is named; given settings count first', async () => {
    const account = await kit.admin.accounts.createAccount({ body: { humanName: 'Templates' } })
    const put = (body: unknown) =>
      kit.admin.accounts.updateAccountSetting({ id: account.id, key: 'productionSettingsTemplates', body })
    const create = async (more: object = {}) => {
      const body = { accountId: account.id, name: 'x', ...more }
      const { id: prId } = await kit.admin.productions.createProduction({ body })
      const query = { noDefaults: true }
      return { prId, settings: await kit.admin.productions.getSettings({ prId, query }) }
    }
    assert.deepEqual((await create()).settings, {})
    await put(templates)
    const first = await create()
    assert.deepEqual(first.settings, templates[0]!.settings)
    assert.deepEqual((await create({ settingsTemplate: 'tpl_2' })).settings, templates[1]!.settings)
    assert.deepEqual((await create({ settings: { defaultLanguage: 'fr' } })).settings, {
      headerBackgroundColor: 'deeppink',
      defaultLanguage: 'fr',
    })
    await assert.rejects(create({ settingsTemplate: 'none' }), refusalAt('ValidationError', '/settingsTemplate'))
    await put([{ ...templates[0], settings: { headerBackgroundColor: 'green' } }])
    const query = { noDefaults: true }
    assert.deepEqual(await kit.admin.productions.getSettings({ prId: first.prId, query }), first.settings)
  })
})

describe('settings that the service reads', () => {
  const wrong: [key: string, value: unknown, path: string][] = [
    ['quota', { maxBytes: -1 }, '/quota/maxBytes'],
    ['quota', { maxBytes: '5' }, '/quota/maxBytes'],
    ['quota', { maxMediaObjects: 1.5 }, '/quota/maxMediaObjects'],
    ['quota', [], '/quota'],
    ['reviewStatusConfig', { possibleValues: 'APPROVED' }, '/reviewStatusConfig/possibleValues'],
    ['reviewStatusConfig', { possibleValues: [{ label: 'x' }] }, '/reviewStatusConfig/possibleValues/0/id'],
    [
      'reviewStatusConfig',
      { possibleValues: ['A', { id: 'B', kind: 'x' }] },
      '/reviewStatusConfig/possibleValues/1/kind',
    ],
    ['libraryGroupings', {}, '/libraryGroupings'],
    ['libraryGroupings', [{ label: 'By type' }], '/libraryGroupings/0/fields'],
    ['libraryGroupings', [{ label: 'By type', fields: [5] }], '/libraryGroupings/0/fields'],
    ['defaultLanguage', 5, '/defaultLanguage'],
    ['defaultLanguage', '', '/defaultLanguage'],
    ['defaultLanguage', 'Dutch', '/defaultLanguage'],
    ['defaultLanguage', 'nl;1', '/defaultLanguage'],
    ['defaultLanguage', 'xyzzy', '/defaultLanguage'],
    ['ingest', 'none', '/ingest'],
  ]
  for (const [key, value, path] of wrong) {
    // productions-37
    test(`are refused as ${key} = ${JSON.stringify(value)}, one by one, all at once and at creation`, async () => {
      const { id: prId } = await kit.createProduction()
      const { productions } = kit.admin
      await assert.rejects(productions.updateSetting({ prId, key, body: value }), refusalAt('ValidationError', path))
      const body = { fine: 1, [key]: value }
      await assert.rejects(productions.updateSettings({ prId, body }), refusalAt('ValidationError', path))
      const creation = { accountId: kit.accountId, name: 'x', settings: body }
      await assert.rejects(
        productions.createProduction({ body: creation }),
        refusalAt('ValidationError', `/settings${path}`),
      )
      assert.deepEqual(await productions.getSettings({ prId, query: { noDefaults: true } }), {}, 'nothing is half done')
    })
  }

  // productions-38
  test('all others are the clients’ own, whatever they are called', async () => {
    const { id: prId } = await kit.createProduction()
    for (const key of ['edgeDriveTypes', 'constructor', 'toString', 'a b/c']) {
      await kit.admin.productions.updateSetting({ prId, key, body: { shared: [null, 1, 'x'] } })
      assert.deepEqual(await kit.admin.productions.getSetting({ prId, key }), { shared: [null, 1, 'x'] })
    }
    await assert.rejects(kit.admin.productions.getSetting({ prId, key: 'valueOf' }), refusal(404))
  })

  // productions-36, accounts-14
  test('null is a value of one, and no body is none', async () => {
    const { id: prId } = await kit.createProduction()
    const { productions, accounts } = kit.admin
    for (const body of [null, 0, false, '']) {
      assert.equal(await productions.updateSetting({ prId, key: 'mine', body }), body)
      assert.deepEqual(await productions.getSettings({ prId, query: { noDefaults: true } }), { mine: body })
      assert.equal(await accounts.updateAccountSetting({ id: kit.accountId, key: 'mine', body }), body)
      assert.equal(await accounts.getAccountSetting({ id: kit.accountId, key: 'mine' }), body)
    }
    await assert.rejects(productions.updateSetting({ prId, key: 'quota', body: null }), refusal(422))
    await assert.rejects(productions.updateSetting({ prId, key: 'mine', body: undefined }), refusal(400))
    await assert.rejects(productions.updateSettings({ prId, body: null as never }), refusal(400))
  })
})

// errors-5, productions-39
test('"402 quota exceeded" counts clips and bytes, and holds from the next request', async () => {
  const { id: prId } = await kit.createProduction()
  const create = (name: string, more: object = {}) => createClip(kit.admin, prId, { name, ...more })
  await create('one')
  await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxMediaObjects: 2, maxBytes: 100 } })
  await create('two')
  await assert.rejects(create('three'), refusal(402))
  await kit.admin.productions.updateSetting({ prId, key: 'quota', body: { maxBytes: 100 } })
  await create('three')
  await assert.rejects(create('four', { fileName: 'four.mov', size: 101 }), refusal(402))
  await create('four', { fileName: 'four.mov', size: 100 })
  await kit.admin.productions.deleteSetting({ prId, key: 'quota' })
  await create('five', { fileName: 'five.mov', size: 101 })
})

describe('categories', () => {
  // productions-41, productions-43
  test('name roles of the production, by name, by id or as the role; a role that goes is no longer named', async () => {
    const { id: prId } = await kit.createProduction()
    const { productions } = kit.admin
    const [one, two, three] = await Promise.all(
      ['Grip', 'Sound', 'Light'].map(name => productions.createRole({ prId, body: { name, permissions: [] } })),
    )
    const body = { name: 'Crew', roles: ['Grip', two!.id, three!, 'Grip'] }
    const made = await productions.createCategory({ prId, body })
    const names = (category: { roles?: unknown[] }) =>
      category.roles?.map(role => (role as { name: string }).name).sort()
    assert.deepEqual(names(made), ['Grip', 'Light', 'Sound'])
    const read = await productions.getCategory({ prId, id: made.id })
    assert.deepEqual(read.roles, made.roles)
    const back = await productions.updateCategory({ prId, id: made.id, body: { ...read, version: read.version } })
    assert.deepEqual(names(back), ['Grip', 'Light', 'Sound'], 'as it was read')
    await productions.deleteRole({ prId, id: one!.id })
    assert.deepEqual(names(await productions.getCategory({ prId, id: made.id })), ['Light', 'Sound'])
    const inProduction = (await productions.getProduction({ prId })).categories?.find(({ id }) => id === made.id)
    assert.deepEqual(names(inProduction!), ['Light', 'Sound'])
    const { id: elsewhere } = await kit.createProduction()
    const [foreign] = (await productions.listRoles({ prId: elsewhere })).items
    for (const roles of [[foreign!.id], ['Nobody'], [foreign!], [5.5], [null], [{}]]) {
      const wrong = productions.createCategory({ prId, body: { name: 'x', roles } })
      await assert.rejects(wrong, refusalAt('ValidationError', '/roles/0'))
    }
  })

  // productions-42
  test('that hold a collection are not deleted', async () => {
    const { id: prId } = await kit.createProduction()
    const { productions, collections } = kit.admin
    const made = await productions.createCategory({ prId, body: { name: 'Full' } })
    const collection = await collections.createCollection({ prId, body: { title: 'x', categoryId: made.id } })
    await assert.rejects(productions.deleteCategory({ prId, id: made.id }), refusalAt('ValidationError', '/id'))
    assert.equal((await productions.getCategory({ prId, id: made.id })).name, 'Full')
    await collections.deleteCollection({ prId, id: collection.id })
    await productions.deleteCategory({ prId, id: made.id })
  })
})
