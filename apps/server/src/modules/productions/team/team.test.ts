/** Who is in a team, how they come into it, and what they may do there. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Participant } from '@rushes/contract'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { adminPassword, startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

const member = { roles: ['Production Member'] }

/** The participant with this address. */
async function find(prId: number, email: string): Promise<Participant | undefined> {
  const { items } = await kit.admin.productions.listParticipants({ prId, query: { limit: 100 } })
  return items.find(item => item.email.toLowerCase() === email.toLowerCase())
}

/** A manager of an account that is not the first. */
async function createHouse() {
  const manager = await kit.createUser()
  const account = await kit.admin.accounts.createAccount({ body: { humanName: 'House', ownerId: manager.user.id } })
  const production = await manager.api.productions.createProduction({ body: { accountId: account.id, name: 'Own' } })
  return { ...manager, accountId: account.id, prId: production.id }
}

describe('an invitation to an address that belongs to no user', () => {
  // productions-17, productions-23
  test('is PENDING, with the roles it will have, under an id of its own', async () => {
    const { id: prId } = await kit.createProduction()
    const body = {
      email: ' New.Person@Example.org ',
      roles: ['Production Member'],
      rights: ['LIBRARY_DELETE' as const],
    }
    const added = await kit.admin.productions.addParticipant({ prId, body })
    assert.deepEqual(
      [added.invitationState, added.type, added.email, added.roles],
      ['PENDING', 'UNREGISTERED', 'New.Person@Example.org', ['Production Member']],
    )
    assert.ok(added.rights?.includes('LIBRARY_DELETE') && added.rights.includes('PRODUCTION_VIEW'))
    const changed = await kit.admin.productions.updateParticipant({
      prId,
      userId: added.id,
      body: { rights: ['PRODUCTION_VIEW'] },
    })
    assert.deepEqual([changed.id, changed.rights, changed.invitationState], [added.id, ['PRODUCTION_VIEW'], 'PENDING'])
    await kit.admin.productions.removeParticipant({ prId, userId: added.id })
    assert.equal(await find(prId, 'new.person@example.org'), undefined)
    await assert.rejects(kit.admin.productions.removeParticipant({ prId, userId: added.id }), refusal(404))
  })

  // productions-26
  test('is accepted when its owner is registered by someone who vouches for the address', async () => {
    const { id: prId } = await kit.createProduction()
    await kit.admin.productions.addParticipant({ prId, body: { email: 'Vera@Example.org', ...member } })
    const user = await kit.admin.accounts.createUser({
      body: { username: 'vera', email: 'vera@example.ORG', password: 'a long password' },
    })
    assert.deepEqual(
      [(await find(prId, 'vera@example.org'))?.id, (await find(prId, 'vera@example.org'))?.invitationState],
      [user.id, 'ACCEPTED'],
    )
    const { token } = await kit
      .client()
      .authentication.login({ body: { username: 'vera', password: 'a long password' } })
    assert.equal((await kit.client(token).productions.getProduction({ prId })).invitationState, 'ACCEPTED')
  })

  // productions-26
  test('of another account is not accepted by a user whom some manager made up', async () => {
    const [house, other] = [await createHouse(), await createHouse()]
    const email = 'boss@elsewhere.example'
    await house.api.productions.addParticipant({ prId: house.prId, body: { email, ...member } })
    await other.api.productions.addParticipant({ prId: other.prId, body: { email, ...member } })
    const body = { username: 'not-the-boss', email, password: 'a long password', accountId: other.accountId }
    const made = await other.api.accounts.createUser({ body })
    assert.equal((await find(house.prId, email))?.invitationState, 'PENDING')
    assert.equal((await find(other.prId, email))?.id, made.id)
  })

  // productions-26
  test('is not accepted by a user who takes the address for their own', async () => {
    const { id: prId } = await kit.createProduction()
    await kit.admin.productions.addParticipant({ prId, body: { email: 'victim@example.org', ...member } })
    const { user, api } = await kit.createUser()
    await api.accounts
      .updateUser({ id: user.id, body: { version: user.version, email: 'victim@example.org' } })
      .catch(() => {})
    await assert.rejects(api.productions.getProduction({ prId }), refusal(403))
    assert.notEqual((await find(prId, 'victim@example.org'))?.invitationState, 'ACCEPTED')
  })

  // productions-24
  test('EXPIREs after two weeks, and can be renewed', async () => {
    const { id: prId } = await kit.createProduction()
    const add = () => kit.admin.productions.addParticipant({ prId, body: { email: 'late@example.org', ...member } })
    const first = await add()
    await assert.rejects(add(), refusal(409))
    await kit.service.platform.database
      .updateTable('production_participant')
      .set({ expires: kit.clock.now() })
      .where('id', '=', first.id)
      .execute()
    assert.equal((await find(prId, 'late@example.org'))?.invitationState, 'EXPIRED')
    await kit.admin.accounts.createUser({
      body: { username: 'late-one', email: 'other@example.org', password: 'a long password' },
    })
    const again = await add()
    assert.deepEqual([again.id, again.invitationState], [first.id, 'PENDING'])
  })
})

// productions-25
// productions-44
test('without mail a link that was shown to somebody who may create no users is for users', async () => {
  const house = await createHouse()
  const { prId } = house
  const member = await kit.createUser()
  const grants = { userId: member.user.id, roles: ['Production Administrator'] }
  await house.api.productions.addParticipant({ prId, body: grants })
  const open = kit.client().productions
  const find = async (token: string) => (await open.findProductionInvitation({ body: { token } })).mayRegister
  const register = (token: string, username: string) =>
    open.registerByProductionInvitation({ body: { token, username, password: 'a fine long secret' } })

  const body = { email: 'boss@example.org', rights: ['PRODUCTION_VIEW' as const] }
  const { id: userId, invitationToken: token = '' } = await member.api.productions.addParticipant({ prId, body })
  assert.equal(await find(token), false)
  await assert.rejects(register(token, 'boss'), refusal(403))
  const again = (await member.api.productions.resendProductionInvitation({ prId, userId })).invitationToken!
  await assert.rejects(register(again, 'boss'), refusal(403))
  const managers = (await house.api.productions.resendProductionInvitation({ prId, userId })).invitationToken!
  assert.equal(await find(managers), true)
  assert.equal((await register(managers, 'boss')).email, body.email)

  const other = await member.api.productions.addParticipant({ prId, body: { ...body, email: 'x@example.org' } })
  const guest = await kit.createUser()
  await guest.api.productions.acceptProductionInvitation({ body: { token: other.invitationToken! } })
  assert.equal((await guest.api.productions.getProduction({ prId })).id, prId)
})

test('an invitation is sent once more under the same id, also when it has EXPIRED; a member is not invited', async t => {
  const start = kit.clock.now()
  t.after(() => kit.clock.advance(start - kit.clock.now()))
  const { id: prId } = await kit.createProduction()
  const { id: userId } = await kit.admin.productions.addParticipant({
    prId,
    body: { email: 'ono@example.org', ...member },
  })
  kit.clock.advance(15 * 24 * 3_600_000)
  const login = { body: { username: 'admin', password: adminPassword } }
  const { productions } = kit.client((await kit.client().authentication.login(login)).token)
  const [before] = (await productions.listParticipants({ prId, query: { fq: ['email:ono@example.org'] } })).items
  assert.equal(before?.invitationState, 'EXPIRED')
  const again = await productions.resendProductionInvitation({ prId, userId })
  assert.deepEqual([again.id, again.invitationState, again.roles], [userId, 'PENDING', member.roles])
  kit.clock.advance(start - kit.clock.now())
  const { user } = await kit.createMember(prId, member)
  await assert.rejects(
    productions.resendProductionInvitation({ prId, userId: user.id }),
    refusalAt('ValidationError', '/userId'),
  )
  await assert.rejects(productions.resendProductionInvitation({ prId, userId: 999_999_999 }), refusal(404))
})

describe('a participant', () => {
  // productions-18
  test('is added by `userId` or by the address of a user, accepted at once, and once', async () => {
    const { id: prId } = await kit.createProduction()
    const [one, two] = [await kit.createUser(), await kit.createUser()]
    const byId = await kit.admin.productions.addParticipant({ prId, body: { userId: one.user.id, ...member } })
    const email = two.user.email.toUpperCase()
    const byEmail = await kit.admin.productions.addParticipant({ prId, body: { email, ...member } })
    assert.deepEqual([byId.id, byEmail.id], [one.user.id, two.user.id])
    assert.deepEqual([byId.invitationState, byEmail.invitationState], ['ACCEPTED', 'ACCEPTED'])
    for (const body of [{ userId: one.user.id }, { email: two.user.email }]) {
      await assert.rejects(kit.admin.productions.addParticipant({ prId, body: { ...body, ...member } }), refusal(409))
    }
    const both = await Promise.allSettled(
      Array.from({ length: 5 }, async () =>
        kit.admin.productions.addParticipant({ prId, body: { email: 'race@example.org', ...member } }),
      ),
    )
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // productions-19
  test('"`rights` alone gives exactly these rights", and what is wrong is reported with its path', async () => {
    const { id: prId } = await kit.createProduction()
    const { user, api } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW', 'LOG_EDIT'] })
    assert.deepEqual(await api.productions.listPermissions({ prId }), ['PRODUCTION_VIEW', 'LOG_EDIT'])
    const change = (body: object) => kit.admin.productions.updateParticipant({ prId, userId: user.id, body })
    await assert.rejects(change({ roles: ['Nobody'] }), refusalAt('ValidationError', '/roles'))
    await assert.rejects(change({}), refusalAt('ValidationError', '/roles'))
    await assert.rejects(change({ rights: ['EVERYTHING'] }), refusal(400))
    await assert.rejects(change({ rights: ['SUPPORT'] }), refusal(400))
    const add = (body: object) => kit.admin.productions.addParticipant({ prId, body: { ...member, ...body } })
    await assert.rejects(add({ userId: 987_654_321 }), refusal(404))
    await assert.rejects(add({}), refusalAt('ValidationError', '/userId'))
    await assert.rejects(add({ email: 'a@b.c, d@e.f' }), refusalAt('ValidationError', '/email'))
    assert.deepEqual(await api.productions.listPermissions({ prId }), ['PRODUCTION_VIEW', 'LOG_EDIT'])
  })

  // productions-22
  test('awaits a second factor where the account asks for one', async () => {
    const house = await createHouse()
    const { user } = await kit.createUser()
    const { prId } = house
    await house.api.productions.addParticipant({ prId, body: { userId: user.id, ...member } })
    await house.api.productions.addParticipant({ prId, body: { email: 'waits@example.org', ...member } })
    const account = await house.api.accounts.getAccount({ id: house.accountId })
    const body = { version: account.version, twoFactorAuthenticationRequired: true }
    await kit.admin.accounts.updateAccount({ id: house.accountId, body })
    assert.equal((await find(prId, user.email))?.invitationState, 'ACCEPTED_AWAITING_2FA')
    assert.equal((await find(prId, 'waits@example.org'))?.invitationState, 'PENDING_AWAITING_2FA')
  })

  // productions-20, productions-21
  test('every change of the team is published and is in the audit', async () => {
    const { id: prId } = await kit.createProduction()
    const { user } = await kit.createMember(prId, { rights: ['PRODUCTION_VIEW'] })
    await kit.admin.productions.updateParticipant({ prId, userId: user.id, body: member })
    await kit.admin.productions.removeParticipant({ prId, userId: user.id })
    const { database } = kit.service.platform
    const events = await database
      .selectFrom('event')
      .select(['type', 'body'])
      .where('production_id', '=', prId)
      .orderBy('id')
      .execute()
    const ofTeam = events.filter(({ type }) => type.startsWith('Team.'))
    assert.deepEqual(
      ofTeam.map(({ type }) => type),
      ['Team.add', 'Team.add', 'Team.remove'],
    )
    const audit = await database
      .selectFrom('audit')
      .selectAll()
      .where('production_id', '=', prId)
      .orderBy('id')
      .execute()
    const changes = audit.filter(({ user_id }) => user_id === user.id)
    assert.deepEqual(
      changes.map(({ action }) => action),
      ['rights.change', 'rights.change', 'rights.change'],
    )
    assert.deepEqual(changes[0]!.detail.rights, ['PRODUCTION_VIEW'])
  })
})

describe('a role', () => {
  // productions-34
  test('has a name of its own; what an update leaves out stays', async () => {
    const { id: prId } = await kit.createProduction()
    const { productions } = kit.admin
    const role = await productions.createRole({ prId, body: { name: 'Viewer', permissions: ['PRODUCTION_VIEW'] } })
    await assert.rejects(productions.createRole({ prId, body: { name: 'Viewer' } }), refusal(409))
    const update = (body: object) =>
      productions.updateRole({ prId, id: role.id, body: { version: role.version, ...body } })
    await assert.rejects(update({ name: 'Production Member' }), refusal(409))
    await assert.rejects(update({ name: ' ' }), refusalAt('ValidationError', '/name'))
    const renamed = await update({ name: 'Reader' })
    assert.deepEqual([renamed.name, renamed.permissions], ['Reader', ['PRODUCTION_VIEW']])
    await assert.rejects(update({ name: 'Stale' }), refusal(409))
  })
})
