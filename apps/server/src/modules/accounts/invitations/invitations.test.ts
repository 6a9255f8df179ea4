import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

/** An account, its owner, and who takes part in it. */
async function createHouse() {
  const owner = await kit.createUser()
  const { id } = await kit.admin.accounts.createAccount({ body: { humanName: 'House', ownerId: owner.user.id } })
  const { accounts } = owner.api
  return {
    id,
    owner,
    invite: (email: string) => accounts.addAccountParticipant({ id, body: { email, rights: ['ACCOUNT_VIEW'] } }),
    list: async () => (await accounts.listAccountParticipants({ id })).items,
    find: async (userId: number) =>
      (await accounts.listAccountParticipants({ id })).items.find(i => i.userId === userId),
  }
}
type House = Awaited<ReturnType<typeof createHouse>>

const register = (name: string, email: string, api = kit.admin, accountId?: number) =>
  api.accounts.createUser({
    body: { username: name, email, password: 'long enough', ...(accountId === undefined ? {} : { accountId }) },
  })

const emails = async (house: House) => (await house.list()).flatMap(({ email }) => email ?? [])

describe('an invitation to an account', () => {
  // accounts-7, accounts-19
  test('is PENDING for an address that belongs to no user, and tells its token once', async () => {
    const house = await createHouse()
    const invited = await house.invite('Ida@Example.org')
    assert.equal(invited.accountInvitationState, 'PENDING')
    assert.deepEqual([invited.email, invited.rights], ['Ida@Example.org', ['ACCOUNT_VIEW']])
    assert.match(invited.invitationToken!, /^ri_/)
    const listed = await house.find(invited.userId)
    assert.deepEqual([listed?.accountInvitationState, listed?.invitationToken], ['PENDING', undefined])
    await assert.rejects(house.invite('ida@example.org'), refusal(409))
    await assert.rejects(house.invite('no address'), refusalAt('ValidationError', '/email'))
    const rows = await kit.service.platform.database.selectFrom('account_invitation').selectAll().execute()
    assert.ok(!JSON.stringify(rows).includes(invited.invitationToken!))
  })

  // accounts-23, accounts-24
  test('is accepted with its token, by the user who is signed in; its link leads that user in again', async () => {
    const house = await createHouse()
    const { invitationToken: token } = await house.invite('jon@example.org')
    const { user, api } = await kit.createUser()
    await assert.rejects(api.accounts.acceptInvitation({ body: { token: 'ri_nothing' } }), refusal(404))
    const right = await api.accounts.acceptInvitation({ body: { token: token! } })
    assert.deepEqual(
      [right.id, right.userId, right.accountInvitationState, right.rights],
      [house.id, user.id, 'ACCEPTED', ['ACCOUNT_VIEW']],
    )
    await api.accounts.getAccount({ id: house.id })
    const again = await api.accounts.acceptInvitation({ body: { token: token! } })
    assert.deepEqual([again.id, again.userId], [house.id, user.id], 'a second click leads in')
    const other = await kit.createUser()
    await assert.rejects(other.api.accounts.acceptInvitation({ body: { token: token! } }), { name: 'GoneError' })
    await assert.rejects(kit.client().accounts.declineInvitation({ body: { token: token! } }), { name: 'GoneError' })
    assert.deepEqual(await emails(house), [])
    await house.owner.api.accounts.removeAccountParticipant({ id: house.id, userId: user.id })
    await assert.rejects(api.accounts.acceptInvitation({ body: { token: token! } }), refusal(404), 'removed since')
  })

  // accounts-23, accounts-25
  test('creates a user with its address, who gets its rights and nothing else', async () => {
    const house = await createHouse()
    const { invitationToken: token = '' } = await house.invite('Una@example.org')
    const find = async () => kit.client().accounts.findInvitation({ body: { token } })
    assert.deepEqual(await find(), {
      name: 'House',
      email: 'Una@example.org',
      state: 'PENDING',
      hasUser: false,
      mayRegister: true,
    })
    const body = { token, username: 'una', password: 'a fine long secret', lastName: 'Vos' }
    const user = await kit.client().accounts.registerByInvitation({ body })
    assert.deepEqual([user.email, user.lastName], ['Una@example.org', 'Vos'])
    assert.deepEqual((await house.find(user.id))?.rights, ['ACCOUNT_VIEW'])
    assert.deepEqual((await find()).state, 'ACCEPTED')
    await assert.rejects(
      kit.client().accounts.registerByInvitation({ body: { ...body, username: 'una2' } }),
      refusal(404),
    )
    const elsewhere = await createHouse()
    await elsewhere.invite('una@example.org')
    assert.deepEqual(await emails(elsewhere), ['una@example.org'], 'the address counts as claimed only')
  })

  // accounts-26
  test('is declined with its token, without a user', async () => {
    const house = await createHouse()
    const { invitationToken: token } = await house.invite('kim@example.org')
    await kit.client().accounts.declineInvitation({ body: { token: token! } })
    assert.deepEqual(await emails(house), [])
    await assert.rejects(kit.client().accounts.declineInvitation({ body: { token: token! } }), refusal(404))
  })

  // accounts-20, accounts-21
  test('becomes EXPIRED after two weeks, and can be renewed', async t => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    const house = await createHouse()
    const body = { username: house.owner.user.username, password: house.owner.password, rememberMe: true }
    const first = await house.invite('liv@example.org')
    kit.clock.advance(14 * 24 * 60 * 60_000)
    const { token } = await kit.client().authentication.login({ body })
    const api = kit.client(token)
    const { items } = await api.accounts.listAccountParticipants({ id: house.id })
    assert.equal(items.find(({ userId }) => userId === first.userId)?.accountInvitationState, 'EXPIRED')
    const answer = { body: { token: first.invitationToken! } }
    await assert.rejects(api.accounts.acceptInvitation(answer), { name: 'GoneError' })
    const again = await api.accounts.addAccountParticipant({ id: house.id, body: { email: 'liv@example.org' } })
    assert.equal(again.accountInvitationState, 'PENDING')
    await assert.rejects(api.accounts.acceptInvitation(answer), refusal(404))
  })

  // accounts-27
  test('is accepted by itself when SUPPORT makes the user', async () => {
    const house = await createHouse()
    await house.invite('mia@example.org')
    const { id } = await register('mia', 'mia@example.org')
    assert.equal((await house.find(id))?.accountInvitationState, 'ACCEPTED')
    assert.deepEqual(await emails(house), [])
  })

  // accounts-27
  test('is not taken by somebody who merely claims the address', async () => {
    const house = await createHouse()
    await house.invite('nan@example.org')
    const elsewhere = await createHouse()
    await register('nan', 'nan@example.org', elsewhere.owner.api, elsewhere.id)
    assert.deepEqual(await emails(house), ['nan@example.org'], 'made by the manager of another account')
    await house.invite('oli@example.org')
    const { user, api } = await kit.createUser()
    await api.accounts.updateUser({ id: user.id, body: { ...user, email: 'oli@example.org' } })
    assert.equal(await house.find(user.id), undefined)
    const claimed = await house.invite('OLI2@example.org')
    await kit.client().accounts.declineInvitation({ body: { token: claimed.invitationToken! } })
    const { version } = await api.accounts.getUser({ id: user.id })
    await api.accounts.updateUser({ id: user.id, body: { version, email: 'oli2@example.org' } })
    assert.equal((await house.invite('oli2@example.org')).accountInvitationState, 'PENDING', 'a claim is no user')
    await house.invite('pia@example.org')
    const own = await register('pia', 'pia@example.org', house.owner.api, house.id)
    assert.equal((await house.find(own.id))?.accountInvitationState, 'ACCEPTED', 'made by the manager who invited')
  })

  // accounts-28
  test('waits for a second factor where the account demands one', async () => {
    const house = await createHouse()
    const { version } = await kit.admin.accounts.getAccount({ id: house.id })
    const body = { version, humanName: 'House', twoFactorAuthenticationRequired: true }
    await kit.admin.accounts.updateAccount({ id: house.id, body })
    const request = { id: house.id, body: { email: 'quin@example.org' } }
    const { accountInvitationState } = await kit.admin.accounts.addAccountParticipant(request)
    assert.equal(accountInvitationState, 'PENDING_AWAITING_2FA')
  })

  // accounts-20
  test('can be changed and taken back under its own id', async () => {
    const house = await createHouse()
    const { userId } = await house.invite('rex@example.org')
    const { accounts } = house.owner.api
    const changed = await accounts.updateAccountParticipant({
      id: house.id,
      userId,
      body: { rights: ['ACCOUNT_MANAGE'] },
    })
    assert.deepEqual(changed.rights, ['ACCOUNT_VIEW', 'ACCOUNT_MANAGE'])
    const other = await createHouse()
    await assert.rejects(
      other.owner.api.accounts.removeAccountParticipant({ id: other.id, userId }),
      refusal(404),
      'an invitation of another account',
    )
    await accounts.removeAccountParticipant({ id: house.id, userId })
    assert.deepEqual(await emails(house), [])
  })
})

// accounts-22
test('an invitation is sent once more, expired or not: the link in the new mail is the one that counts', async t => {
  const start = kit.clock.now()
  t.after(() => kit.clock.advance(start - kit.clock.now()))
  const house = await createHouse()
  const first = await house.invite('ona@example.org')
  kit.clock.advance(15 * 24 * 3_600_000)
  const { username } = house.owner.user
  const login = { body: { username, password: house.owner.password } }
  const api = kit.client((await kit.client().authentication.login(login)).token)
  const again = await api.accounts.resendAccountInvitation({ id: house.id, userId: first.userId })
  assert.deepEqual(
    [again.userId, again.email, again.accountInvitationState, again.rights],
    [first.userId, 'ona@example.org', 'PENDING', ['ACCOUNT_VIEW']],
  )
  kit.clock.advance(start - kit.clock.now())
  const guest = await kit.createUser()
  const accept = (token = '') => guest.api.accounts.acceptInvitation({ body: { token } })
  await assert.rejects(accept(first.invitationToken), refusal(404))
  await accept(again.invitationToken)
  const resend = house.owner.api.accounts.resendAccountInvitation
  await assert.rejects(resend({ id: house.id, userId: first.userId }), refusal(404))
  await assert.rejects(guest.api.accounts.resendAccountInvitation({ id: house.id, userId: 1 }), refusal(403))
})

// accounts-17, accounts-18
test('an account lists its participants with their names and addresses', async () => {
  const house = await createHouse()
  const { user } = await kit.createUser()
  const body = { userId: user.id, rights: ['ACCOUNT_VIEW' as const] }
  await house.owner.api.accounts.addAccountParticipant({ id: house.id, body })
  const listed = (await house.find(user.id))?.user
  assert.deepEqual(
    [listed?.username, listed?.fullName, listed?.email],
    [user.username, user.username, `${user.username}@example.org`],
  )
})

describe('who manages an account', () => {
  // accounts-13
  test('neither takes it over nor changes its subscription', async () => {
    const house = await createHouse()
    const { user, api } = await kit.createUser()
    const rights = ['ACCOUNT_MANAGE' as const]
    await house.owner.api.accounts.addAccountParticipant({ id: house.id, body: { userId: user.id, rights } })
    const account = await api.accounts.getAccount({ id: house.id })
    const update = (more: object, by = api) =>
      by.accounts.updateAccount({ id: house.id, body: { ...account, ...more } })
    await assert.rejects(update({ ownerId: user.id }), refusal(403, 'owner'))
    await assert.rejects(update({ subscriptionStatus: 'trialing' }), refusal(403, 'SUPPORT'))
    await assert.rejects(update({ subscriptionStatus: 'trialing' }, house.owner.api), refusal(403, 'SUPPORT'))
    const sent = await update({ humanName: 'Home' })
    assert.deepEqual([sent.displayName, sent.subscriptionStatus], ['Home', 'active'])
    const canceled = await kit.admin.accounts.updateAccount({
      id: house.id,
      body: { ...sent, subscriptionStatus: 'canceled' },
    })
    assert.equal(canceled.subscriptionStatus, 'canceled')
    const listed = (await api.accounts.listAccountRights({ id: user.id })).items.find(({ id }) => id === house.id)
    assert.equal(listed?.subscriptionStatus, 'canceled', '"Clients are told to hide" it: they are sent it')
  })

  // accounts-12
  test('"the first non-empty value of the account\'s human name, account name, owner username"', async () => {
    const { user, api } = await kit.createUser()
    const { id } = await kit.admin.accounts.createAccount({ body: { ownerId: user.id } })
    const show = async (names: { humanName?: string; name?: string }) => {
      const { version } = await api.accounts.getAccount({ id })
      return (await api.accounts.updateAccount({ id, body: { version, ...names } })).displayName
    }
    assert.equal(await show({ humanName: 'A house', name: 'a-house' }), 'A house')
    assert.equal(await show({ humanName: '', name: 'a-house' }), 'a-house')
    assert.equal(await show({}), user.username)
  })

  // accounts-15
  test('sets nothing that a page could not show safely', async () => {
    const { id, owner } = await createHouse()
    const { accounts } = owner.api
    for (const [key, wrong] of [
      ['headerLogoUrl', 'javascript:alert(1)'],
      ['headerText', 7],
      ['headerBackgroundColor', 'red; background: url(x)'],
      ['productionSettingsTemplates', {}],
      ['productionSettingsTemplates', [{ name: 'a' }, { name: 'a' }]],
      [
        'productionSettingsTemplates',
        [
          { name: 'a', isDefault: true },
          { name: 'b', isDefault: true },
        ],
      ],
      ['productionSettingsTemplates', [{ name: 'a', settings: [] }]],
      ['deliveryWorkspaceBootstrapWebhookUrl', 'file:///etc/passwd'],
    ] as const) {
      const refused = refusalAt('ValidationError', `/${key}`)
      await assert.rejects(accounts.updateAccountSetting({ id, key, body: wrong }), refused)
      await assert.rejects(accounts.updateAccountSettings({ id, body: { [key]: wrong } }), refused)
    }
    await accounts.updateAccountSetting({ id, key: 'edgeAnything', body: { free: true } })
    for (const [name, wrong] of [
      ['helpCenterLink', 'javascript:alert(1)'],
      ['privacyStatementLink', '//evil.example'],
      ['headerLogoUrl', 'data:image/svg+xml,<svg onload=alert(1)>'],
      ['defaultMailSupportEmail', 'nobody'],
      ['customCssVars', '--a: url(https://evil.example/?leak)'],
      ['customCssVars', '--a: 1} </style><script>'],
    ] as const) {
      await assert.rejects(
        accounts.updateBranding({ accountId: id, body: { [name]: wrong } }),
        refusalAt('ValidationError', `/${name}`),
      )
    }
    const branding = {
      helpCenterLink: 'https://help.example',
      customCssVars: '--main: #123; --font: "Some Sans"',
      headerBackgroundColor: 'deeppink',
    }
    await accounts.updateBranding({ accountId: id, body: branding })
    assert.deepEqual(await accounts.getBranding({ accountId: id }), { accountId: id, ...branding })
  })
})

// accounts-30
test('every change of rights is in the audit', async () => {
  const { id, owner } = await createHouse()
  const { user } = await kit.createUser()
  const { accounts } = owner.api
  await accounts.addAccountParticipant({ id, body: { userId: user.id } })
  await accounts.updateAccountParticipant({ id, userId: user.id, body: { rights: ['ACCOUNT_MANAGE'] } })
  await accounts.removeAccountParticipant({ id, userId: user.id })
  const { items } = await kit.admin.authentication.readAudit({ query: { accountId: id, action: 'rights.change' } })
  assert.deepEqual(
    items.map(({ userId, detail, actor }) => [userId, detail.rights, actor.id]),
    [
      [user.id, [], owner.user.id],
      [user.id, ['ACCOUNT_VIEW', 'ACCOUNT_MANAGE'], owner.user.id],
      [user.id, ['ACCOUNT_VIEW'], owner.user.id],
    ],
  )
})
