import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Client } from '@rushes/client'
import { refusal } from '../../../test/refusal.ts'
import { enableFactor } from '../../../test/scene/second-factor.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const demand = async (id: number, twoFactorAuthenticationRequired: boolean) => {
  const { version } = await kit.admin.accounts.getAccount({ id })
  await kit.admin.accounts.updateAccount({ id, body: { version, twoFactorAuthenticationRequired } })
}
const stateOf = async (api: Client, userId: number, accountId: number) => {
  const { items } = await api.accounts.listAccountRights({ id: userId })
  return items.find(({ id }) => id === accountId)?.accountInvitationState
}

describe('an account with `twoFactorAuthenticationRequired`', () => {
  // authentication-39
  test('opens to its members only once they have a second factor, from the next request', async () => {
    const owner = await kit.createUser()
    const person = await kit.createUser()
    const { id: accountId } = await kit.admin.accounts.createAccount({ body: { ownerId: owner.user.id } })
    const invitation = { userId: person.user.id, rights: ['ACCOUNT_VIEW' as const] }
    await owner.api.accounts.addAccountParticipant({ id: accountId, body: invitation })
    const { id: prId } = await owner.api.productions.createProduction({ body: { accountId, name: 'Guarded' } })
    const roles = ['Production Member']
    await owner.api.productions.addParticipant({ prId, body: { userId: person.user.id, roles } })
    await person.api.productions.getProduction({ prId })
    await person.api.annotations.searchAnnotationsOfAccount({ aId: accountId, query: { q: '*' } })

    await demand(accountId, true)
    const missing = { name: 'ForbiddenError', data: { right: 'a second factor', accountId } }
    for (const use of [
      () => person.api.accounts.getAccount({ id: accountId }),
      () => person.api.productions.getProduction({ prId }),
      () => person.api.productions.listPermissions({ prId }),
      () => person.api.collections.listCollections({ prId }),
      () => owner.api.accounts.updateAccountSettings({ id: accountId, body: {} }),
      () => owner.api.productions.createProduction({ body: { accountId, name: 'Another' } }),
    ]) {
      await assert.rejects(use(), missing)
    }
    assert.equal((await person.api.productions.listProductions()).total, 0)
    assert.equal(await stateOf(person.api, person.user.id, accountId), 'ACCEPTED_AWAITING_2FA')
    await kit.admin.productions.getProduction({ prId })
    const stranger = await kit.createUser()
    await assert.rejects(stranger.api.productions.getProduction({ prId }), refusal(403, 'PRODUCTION_VIEW'))

    const { authenticator } = await enableFactor(kit, person)
    await person.api.productions.getProduction({ prId })
    await person.api.accounts.getAccount({ id: accountId })
    assert.equal((await person.api.productions.listProductions()).total, 1)
    assert.equal(await stateOf(person.api, person.user.id, accountId), 'ACCEPTED')

    const body = { password: person.password, token: authenticator.next() }
    await person.api.authentication.disableSecondFactor({ id: person.user.id, body })
    await assert.rejects(person.api.productions.getProduction({ prId }), missing)
    await demand(accountId, false)
    await person.api.productions.getProduction({ prId })
  })

  // authentication-39
  test('leaves everything open that is needed to enable one', async () => {
    const { user, password, api } = await kit.createUser()
    const { id: accountId } = await kit.admin.accounts.createAccount({
      body: { ownerId: user.id, twoFactorAuthenticationRequired: true },
    })
    await api.authentication.getCurrentUser()
    await api.accounts.getUser({ id: user.id })
    assert.equal(await stateOf(api, user.id, accountId), 'ACCEPTED_AWAITING_2FA')
    await api.authentication.listSessions({ id: user.id })
    await assert.rejects(api.accounts.getAccount({ id: accountId }), refusal(403, 'second factor'))
    await enableFactor(kit, { user, password, api })
    await api.accounts.getAccount({ id: accountId })
  })
})
