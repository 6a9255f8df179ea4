import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@rushes/client'
import type { AccessTokenCreation } from '@rushes/contract'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { enableSecondFactor } from '../../../../test/security/sign-in/second-factor.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** A user with every right in a production and on the account, and how they make tokens. */
async function createOwner() {
  const { user, api, password } = await kit.createUser()
  const prId = (await kit.createProduction()).id
  const roles = ['Production Administrator']
  await kit.admin.productions.addParticipant({ prId, body: { userId: user.id, roles } })
  const rights = ['ACCOUNT_MANAGE', 'ACCOUNT_CREATE_PRODUCTION'] as const
  await kit.admin.accounts.addAccountParticipant({ id: kit.accountId, body: { userId: user.id, rights: [...rights] } })
  const make = async (body: AccessTokenCreation = {}) => {
    const made = await api.authentication.createAccessToken({ id: user.id, body })
    return { ...made, api: kit.client(made.token) }
  }
  return { user, api, password, prId, make }
}

describe('an API token', () => {
  // authentication-48
  test('"creation answers `id`, `label`, `token`", which is shown once and kept as a hash', async () => {
    const { user, api, make } = await createOwner()
    const made = await make({ label: 'A program', rights: ['PRODUCTION_VIEW'] })
    assert.match(made.token!, /^ra_/)
    assert.equal(made.label, 'A program')
    const { items } = await api.authentication.listAccessTokens({ id: user.id })
    assert.deepEqual(
      items.map(({ id, label, rights, token }) => [id, label, rights, token]),
      [[made.id, 'A program', ['PRODUCTION_VIEW'], undefined]],
    )
    assert.equal((await api.authentication.listSessions({ id: user.id })).total, 1, 'it is no session')
    const rows = await kit.service.platform.database.selectFrom('session').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(made.token!))
  })

  // authentication-50
  test('without rights may do what its owner may, by then', async () => {
    const { user, prId, make } = await createOwner()
    const { api } = await make()
    await api.productions.getProduction({ prId })
    await kit.admin.productions.removeParticipant({ prId, userId: user.id })
    await assert.rejects(api.productions.getProduction({ prId }), refusal(403))
  })

  // authentication-50
  test('with rights may do those, and nothing else of what its owner may', async () => {
    const { prId, make } = await createOwner()
    const { api } = await make({ rights: ['PRODUCTION_VIEW'] })
    assert.equal((await api.productions.getProduction({ prId })).id, prId)
    assert.equal((await api.productions.listProductions()).total, 1)
    await assert.rejects(api.productions.updateSetting({ prId, key: 'a', body: 1 }), refusal(403, 'PRODUCTION_MANAGE'))
    await assert.rejects(api.collections.createCollection({ prId, body: { title: 'x' } }), refusal(403))
    await assert.rejects(api.accounts.getAccount({ id: kit.accountId }), refusal(403, 'ACCOUNT_VIEW'))
    const body = { accountId: kit.accountId, name: 'New' }
    await assert.rejects(api.productions.createProduction({ body }), refusal(403, 'ACCOUNT_CREATE_PRODUCTION'))

    const blind = await make({ rights: ['LOG_EDIT'] })
    await assert.rejects(blind.api.productions.getProduction({ prId }), refusal(403, 'PRODUCTION_VIEW'))
    await assert.rejects(blind.api.productions.listProductions(), refusal(403, 'PRODUCTION_VIEW'))
    const manager = await make({ rights: ['ACCOUNT_VIEW'] })
    await manager.api.accounts.getAccount({ id: kit.accountId })
    await assert.rejects(manager.api.accounts.updateAccountSettings({ id: kit.accountId, body: {} }), refusal(403))
  })

  // authentication-50
  test('keeps the system rights that it names, and no other', async () => {
    const { id } = await kit.admin.authentication.getCurrentUser()
    const make = async (rights: AccessTokenCreation['rights']) => {
      const made = await kit.admin.authentication.createAccessToken({
        id,
        body: rights === undefined ? {} : { rights },
      })
      return kit.client(made.token)
    }
    const plain = await make(['PRODUCTION_VIEW'])
    const { id: prId } = await kit.createProduction()
    await plain.productions.getProduction({ prId })
    await assert.rejects(plain.productions.updateSetting({ prId, key: 'a', body: 1 }), refusal(403))
    await assert.rejects(plain.accounts.searchUsers(), refusal(403, 'SUPPORT'))
    await (await make(['SUPPORT'])).accounts.searchUsers()
    // "`SUPPORT` opens every account and production with every right."
    await (await make(['SUPPORT'])).productions.updateSetting({ prId, key: 'a', body: 1 })
    await assert.rejects((await make(['SUPPORT'])).annotations.queryAnnotations({ prId }), refusal(403, 'DEVOPS'))
  })

  // authentication-50
  test('has no rights that its owner has nowhere', async () => {
    const { make } = await createOwner()
    const { user, api } = await kit.createUser()
    await assert.rejects(
      make({ rights: ['PRODUCTION_VIEW', 'SUPPORT'] }),
      refusalAt('ValidationError', '/rights', 'SUPPORT'),
    )
    await assert.rejects(
      api.authentication.createAccessToken({ id: user.id, body: { rights: ['LIBRARY_VIEW'] } }),
      refusalAt('ValidationError', '/rights', 'LIBRARY_VIEW'),
    )
    await assert.rejects(make({ rights: ['EVERYTHING' as 'SUPPORT'] }), refusal(400))
  })

  // authentication-51
  test('neither makes nor changes what opens the door', async () => {
    const { user, password, make } = await createOwner()
    const { api, id: tokenId } = await make()
    const { id } = user
    await api.accounts.getUser({ id })
    const uses = [
      () => api.authentication.listAccessTokens({ id }),
      () => api.authentication.listSessions({ id }),
      () => api.authentication.createAccessToken({ id, body: {} }),
      () =>
        api.authentication.changePassword({ id, body: { currentPassword: password, newPassword: 'a new password' } }),
      () => api.authentication.enableSecondFactor({ id, body: { password } }),
      () => api.authentication.disableSecondFactor({ id }),
      () => api.accounts.updateUser({ id, body: { ...user, email: 'other@example.org' } }),
      () => api.authentication.deleteSession({ id, sessionId: 1 }),
    ]
    for (const use of uses) await assert.rejects(use(), refusal(403, 'without an API token'))
    await api.authentication.deleteAccessToken({ id, tokenId })
    await assert.rejects(api.accounts.getUser({ id }), refusal(401), 'revoked by itself')
  })

  // authentication-51
  test('revokes no other token, whatever its rights', async () => {
    const { user, make } = await createOwner()
    const { id } = user
    const full = await make()
    for (const other of [await make(), await make({ rights: [] })]) {
      await assert.rejects(
        other.api.authentication.deleteAccessToken({ id, tokenId: full.id }),
        refusal(403, 'without an API token'),
      )
    }
    assert.equal((await full.api.authentication.getCurrentUser()).id, id)
  })

  // authentication-52
  test('"logout with an API token does not revoke it", and ends no session of its user', async () => {
    const { api: inPerson, user, make } = await createOwner()
    for (const { api } of [await make(), await make({ rights: ['PRODUCTION_VIEW'] })]) {
      assert.equal((await api.authentication.logout()).status, 200)
      await assert.rejects(
        api.authentication.logout({ body: { allSessions: true } }),
        refusal(403, 'without an API token'),
      )
      assert.equal((await api.authentication.getCurrentUser()).id, user.id)
    }
    assert.equal((await inPerson.authentication.getCurrentUser()).id, user.id)
  })

  // authentication-51
  test('changes no password, factor or session of others for SUPPORT either; a person does', async () => {
    const { id } = await kit.admin.authentication.getCurrentUser()
    const { token, id: tokenId } = (await kit.admin.authentication.createAccessToken({ id, body: {} }))!
    const program = createClient({ baseUrl: kit.url, token: token! })
    const other = await kit.createUser()
    await enableSecondFactor(other.api, other.user.id, other.password, kit.clock.now())
    const session = (await kit.admin.authentication.listSessions({ id: other.user.id })).items[0]!
    const ended = { id: other.user.id, sessionId: session.id }
    const isRefused = refusal(403, 'without an API token')
    await assert.rejects(program.authentication.listSessions({ id: other.user.id }), isRefused)
    await assert.rejects(program.authentication.deleteSession(ended), isRefused)
    await kit.admin.authentication.deleteSession(ended)
    await assert.rejects(program.authentication.enableSecondFactor({ id: other.user.id, body: {} }), isRefused)
    await assert.rejects(program.authentication.disableSecondFactor({ id: other.user.id }), isRefused)
    await kit.admin.authentication.disableSecondFactor({ id: other.user.id })
    const newPassword = { id: other.user.id, body: { newPassword: 'quite another one' } }
    await assert.rejects(program.authentication.changePassword(newPassword), isRefused)
    await kit.admin.authentication.changePassword(newPassword)
    // A password can be sent to an address, so that is one's own to change as well; a name is not.
    const { version } = await kit.admin.accounts.getUser({ id: other.user.id })
    const renamed = { id: other.user.id, body: { version, firstName: 'Other' } }
    const moved = { ...renamed, body: { ...renamed.body, email: 'mine@example.org' } }
    await assert.rejects(program.accounts.updateUser(moved), isRefused)
    assert.equal((await program.accounts.updateUser(renamed)).firstName, 'Other')
    await kit.admin.authentication.deleteAccessToken({ id, tokenId })
  })

  // authentication-49
  test('is the business of its owner alone', async () => {
    const { user } = await createOwner()
    const other = await kit.createUser()
    for (const api of [other.api, kit.admin]) {
      await assert.rejects(api.authentication.listAccessTokens({ id: user.id }), refusal(403))
      await assert.rejects(api.authentication.createAccessToken({ id: user.id, body: {} }), refusal(403))
    }
    const { id } = (await other.api.authentication.createAccessToken({ id: other.user.id, body: {} }))!
    const owner = await createOwner()
    await assert.rejects(
      owner.api.authentication.deleteAccessToken({ id: owner.user.id, tokenId: id }),
      refusal(404),
      'a token of somebody else',
    )
    const session = (await other.api.authentication.listSessions({ id: other.user.id })).items[0]!
    await assert.rejects(
      other.api.authentication.deleteAccessToken({ id: other.user.id, tokenId: session.id }),
      refusal(404),
      'a session is no API token',
    )
    await assert.rejects(
      other.api.authentication.deleteSession({ id: other.user.id, sessionId: id }),
      refusal(404),
      'an API token is no session',
    )
  })

  // authentication-49, authentication-53
  test('ends when it says so, when it is revoked, and when its owner may no longer sign in', async t => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    const { user, api, make } = await createOwner()
    await assert.rejects(make({ expires: kit.clock.now() }), refusalAt('ValidationError', '/expires'))
    const short = await make({ expires: kit.clock.now() + 60_000 })
    const long = await make()
    await short.api.accounts.getUser({ id: user.id })
    kit.clock.advance(60_000)
    await assert.rejects(short.api.accounts.getUser({ id: user.id }), refusal(401))
    await long.api.accounts.getUser({ id: user.id })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: true } })
    await assert.rejects(long.api.accounts.getUser({ id: user.id }), refusal(401))
    await kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: false } })
    await long.api.accounts.getUser({ id: user.id })
    await api.authentication.deleteAccessToken({ id: user.id, tokenId: long.id })
    await assert.rejects(long.api.accounts.getUser({ id: user.id }), refusal(401))
  })

  // authentication-53
  test('outlives logout everywhere and a new password, which end sessions', async () => {
    const { user, api, password, make } = await createOwner()
    const token = await make()
    await api.authentication.changePassword({
      id: user.id,
      body: { currentPassword: password, newPassword: 'quite another one' },
    })
    await api.authentication.logout({ body: { allSessions: true } })
    await assert.rejects(api.authentication.getCurrentUser(), refusal(401))
    assert.equal((await token.api.authentication.getCurrentUser()).id, user.id)
  })
})
