import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

describe('a user', () => {
  // accounts-1
  test('is created by SUPPORT, or by ACCOUNT_MANAGE on the account, and by nobody else', async () => {
    const { user: manager, api } = await kit.createUser()
    const create = (username: string) =>
      api.accounts.createUser({
        body: {
          username,
          email: `${username}@example.org`,
          password: 'long enough',
          accountId: kit.accountId,
          rights: ['ACCOUNT_VIEW'],
        },
      })
    await assert.rejects(create('first-try'), { name: 'ForbiddenError', data: { right: 'ACCOUNT_MANAGE' } })
    await kit.admin.accounts.addAccountParticipant({
      id: kit.accountId,
      body: { userId: manager.id, rights: ['ACCOUNT_MANAGE'] },
    })
    const made = await create('second-try')
    const rights = await kit.admin.accounts.listAccountRights({ id: made.id })
    assert.deepEqual(
      rights.items.map(item => [item.id, item.rights]),
      [[kit.accountId, ['ACCOUNT_VIEW']]],
    )
    await assert.rejects(
      api.accounts.createUser({ body: { username: 'third', email: 'third@example.org', password: 'long enough' } }),
      { name: 'ForbiddenError', data: { right: 'SUPPORT' } },
    )
  })

  // accounts-2
  test('has a name and an address of their own, whatever the case', async () => {
    const create = (username: string, email: string, password = 'long enough') =>
      kit.admin.accounts.createUser({ body: { username, email, password } })
    await create('Ada', 'ada@example.org')
    await assert.rejects(create('ADA', 'other@example.org'), { name: 'ConflictError' })
    await assert.rejects(create('other', 'Ada@Example.org'), { name: 'ConflictError' })
    await create('Ren\u00e9', 'rene@example.org')
    await assert.rejects(create('Rene\u0301', 'other@example.org'), { name: 'ConflictError' })
    await assert.rejects(create(' ', 'x@example.org'), { name: 'ValidationError' })
    await assert.rejects(create('a@b', 'x@example.org'), { name: 'ValidationError' })
    await assert.rejects(create('xx', 'no address'), { name: 'ValidationError' })
    await assert.rejects(create('xx', 'x@example.org', 'short'), { name: 'ValidationError' })
  })

  // accounts-4
  test('shows no secret, and the names that clients read', async () => {
    const { user, api } = await kit.createUser()
    const text = JSON.stringify([user, await api.authentication.getCurrentUser()])
    assert.doesNotMatch(text, /passwordHash|argon|password_/i)
    assert.equal(user.fullName, user.username)
    assert.equal(user.type, 'REGISTERED')
    assert.match(user.emailHash!, /^[0-9a-f]{32}$/)
  })

  // accounts-5
  test('changes what they tell about themselves; system rights cannot be given that way', async () => {
    const { user, api } = await kit.createUser()
    const body = { ...user, firstName: 'Grace', lastName: 'Hopper', roles: ['SUPPORT'] }
    const changed = await api.accounts.updateUser({ id: user.id, body })
    assert.deepEqual([changed.fullName, changed.version, changed.roles], ['Grace Hopper', user.version + 1, []])
    await assert.rejects(api.accounts.updateUser({ id: user.id, body }), { name: 'ConflictError' })
    const other = await kit.createUser()
    await assert.rejects(api.accounts.getUser({ id: other.user.id }), { name: 'ForbiddenError' })
    await assert.rejects(kit.admin.accounts.getUser({ id: 123456789 }), { name: 'NotFoundError' })
  })
})

describe('an account', () => {
  // accounts-10
  test('is created by SUPPORT; its owner has all its rights', async () => {
    const { user, api } = await kit.createUser()
    const account = await kit.admin.accounts.createAccount({ body: { humanName: 'House', ownerId: user.id } })
    const [right] = (await api.accounts.listAccountRights({ id: user.id })).items
    assert.deepEqual(right?.rights, ['ACCOUNT_VIEW', 'ACCOUNT_MANAGE', 'ACCOUNT_CREATE_PRODUCTION'])
    assert.deepEqual(
      [right?.humanName, right?.ownerUsername, right?.twoFactorAuthenticationRequired],
      ['House', user.username, false],
    )
    const changed = await api.accounts.updateAccount({
      id: account.id,
      body: { version: account.version, humanName: 'Home' },
    })
    assert.equal(changed.humanName, 'Home')
    await assert.rejects(api.accounts.updateAccount({ id: account.id, body: { version: account.version } }), {
      name: 'ConflictError',
    })
    await assert.rejects(api.accounts.createAccount({ body: {} }), { name: 'ForbiddenError' })
  })

  // accounts-11
  test('is seen by those who take part in it, and changed by those who manage it', async () => {
    const { user, api } = await kit.createUser()
    const id = kit.accountId
    await assert.rejects(api.accounts.getAccount({ id }), { name: 'ForbiddenError', data: { right: 'ACCOUNT_VIEW' } })
    const add = () => kit.admin.accounts.addAccountParticipant({ id, body: { email: user.email, rights: [] } })
    assert.deepEqual((await add()).rights, [])
    await assert.rejects(add(), { name: 'ConflictError' })
    await kit.admin.accounts.updateAccountParticipant({ id, userId: user.id, body: { rights: ['ACCOUNT_VIEW'] } })
    assert.equal((await api.accounts.getAccount({ id })).humanName, 'Rushes')
    await assert.rejects(api.accounts.updateAccountSettings({ id, body: {} }), { data: { right: 'ACCOUNT_MANAGE' } })
    const { items } = await kit.admin.accounts.listAccountParticipants({ id })
    assert.ok(items.some(item => item.userId === user.id))
    await kit.admin.accounts.removeAccountParticipant({ id, userId: user.id })
    await assert.rejects(api.accounts.getAccount({ id }), { name: 'ForbiddenError' })
    await assert.rejects(kit.admin.accounts.getAccount({ id: 987654321 }), { name: 'NotFoundError' })
  })

  // accounts-14, accounts-15
  test('keeps settings key by key, and a branding', async () => {
    const id = kit.accountId
    const { accounts } = kit.admin
    await Promise.all(['a', 'b', 'c'].map(key => accounts.updateAccountSetting({ id, key, body: [key] })))
    assert.deepEqual(await accounts.getAccountSettings({ id }), { a: ['a'], b: ['b'], c: ['c'] })
    assert.deepEqual(await accounts.getAccountSetting({ id, key: 'b' }), ['b'])
    await assert.rejects(accounts.getAccountSetting({ id, key: 'toString' }), { name: 'NotFoundError' })
    await accounts.updateBranding({ accountId: id, body: { headerText: 'Welcome' } })
    assert.deepEqual(await accounts.getBranding({ accountId: id }), { accountId: id, headerText: 'Welcome' })
  })
})
