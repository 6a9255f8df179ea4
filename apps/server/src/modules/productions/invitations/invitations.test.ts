/** The link in the mail of an invitation, for everyone who may hold it. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type MailReceiver, startMailReceiver } from '../../../../test/peers/mail-receiver.ts'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { until } from '../../../../test/until.ts'

let kit: TestService
let post: MailReceiver
let prId: number
before(async () => {
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@house.example>',
  })
  prId = (await kit.createProduction('Dailies')).id
})
after(async () => {
  await kit?.stop()
  await post?.stop()
})

const list = async () => (await kit.admin.productions.listParticipants({ prId })).items
const find = (token: string) => kit.client().productions.findProductionInvitation({ body: { token } })
const accept = (token: string, api = kit.client()) => api.productions.acceptProductionInvitation({ body: { token } })
const register = (token: string, username: string, password = 'a fine long secret') =>
  kit.client().productions.registerByProductionInvitation({ body: { token, username, password, firstName: 'Ida' } })

/** Invites an address with little; the token of its mail. */
async function invite(email: string): Promise<string> {
  await kit.admin.productions.addParticipant({ prId, body: { email, rights: ['PRODUCTION_VIEW'] } })
  const [mail] = await post.waitFor(1, email)
  return /token=(\S+)/.exec(mail!.text)![1]!
}

const setAllowed = (body: boolean) =>
  kit.admin.accounts.updateAccountSetting({ id: kit.accountId, key: 'invitedMayRegister', body })

// productions-24
test('an invitation says until when it can be accepted; a member has none', async () => {
  await invite('until@example.org')
  const people = await list()
  const invited = people.find(person => person.email === 'until@example.org')
  const days = ((invited?.invitationExpires ?? 0) - kit.clock.now()) / 86_400_000
  assert.ok(days > 13.9 && days <= 14, `${days} days`)
  assert.deepEqual(
    people.filter(({ type }) => type === 'REGISTERED').map(({ invitationExpires }) => invitationExpires),
    [undefined],
  )
})

describe('the link of an invitation', () => {
  // productions-27, productions-30
  test('leads in who had a user made as the mail says: the invitation is ACCEPTED, the link works', async () => {
    const token = await invite('eva@example.org')
    const body = { username: 'eva', email: 'eva@example.org', password: 'long enough' }
    const { id } = await kit.admin.accounts.createUser({ body })
    assert.deepEqual(await find(token), { name: 'Dailies', state: 'ACCEPTED', hasUser: true, mayRegister: false })
    const api = kit.client((await kit.client().authentication.login({ body })).token)
    for (let click = 0; click < 2; click++) assert.equal((await accept(token, api)).id, prId)
    assert.equal((await list()).filter(person => person.id === id).length, 1)
    const other = await kit.createUser()
    await assert.rejects(accept(token, other.api), { name: 'GoneError' })
    await assert.rejects(register(token, 'second'), refusal(404))
    await kit.admin.productions.removeParticipant({ prId, userId: id })
    await assert.rejects(accept(token, api), refusal(404), 'who was removed does not come back by the link')
  })

  // productions-30
  test('can be used by another user of the same person, who is a member already or not', async () => {
    const token = await invite('other@example.org')
    const { user, api } = await kit.createUser()
    assert.equal((await find(token)).email, 'other@example.org')
    await accept(token, api)
    const second = await invite('third@example.org')
    await accept(second, api)
    await accept(second, api)
    assert.equal((await list()).filter(person => person.id === user.id).length, 1)
    await assert.rejects(accept(token, api), refusal(404), 'the latest link counts')
  })

  // productions-28
  test('creates a user with the address of the mail, and no more rights than it was for', async () => {
    const token = await invite('Ida@example.org')
    assert.deepEqual(await find(token), {
      name: 'Dailies',
      email: 'Ida@example.org',
      state: 'PENDING',
      hasUser: false,
      mayRegister: true,
    })
    await assert.rejects(register(token, 'ida', 'short'), refusalAt('ValidationError', '/password'))
    await assert.rejects(register(token, 'a@b'), refusalAt('ValidationError', '/username'))
    await assert.rejects(register(token, 'admin'), refusal(409))
    await assert.rejects(register('ri_nothing', 'ida'), refusal(404))
    const user = await register(token, 'ida')
    assert.deepEqual([user.username, user.email, user.firstName], ['ida', 'Ida@example.org', 'Ida'])
    const login = { username: 'ida@example.org', password: 'a fine long secret' }
    const api = kit.client((await kit.client().authentication.login({ body: login })).token)
    const [production, ...others] = (await api.productions.listProductions({})).items
    assert.deepEqual([production?.id, others], [prId, []])
    assert.deepEqual((await list()).find(person => person.id === user.id)?.rights, ['PRODUCTION_VIEW'])
    assert.deepEqual((await api.accounts.listAccountRights({ id: user.id })).items, [])
    assert.equal((await accept(token, api)).id, prId)
    await assert.rejects(register(token, 'ida2'), refusal(404))
  })

  // productions-28
  test('of two registrations at once one creates the user', async () => {
    const token = await invite('twice@example.org')
    const results = await Promise.allSettled([register(token, 'twice-1'), register(token, 'twice-2')])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  // productions-29
  test('proves no address to others: a user created by it is not taken for its owner elsewhere', async () => {
    const token = await invite('claim@example.org')
    const elsewhere = await kit.createProduction('Elsewhere')
    const body = { email: 'claim@example.org', rights: ['PRODUCTION_MANAGE' as const] }
    await kit.admin.productions.addParticipant({ prId: elsewhere.id, body })
    const { id } = await register(token, 'claim')
    const { items } = await kit.admin.productions.listParticipants({ prId: elsewhere.id })
    assert.equal(items.find(person => person.email === 'claim@example.org')?.invitationState, 'PENDING')
    assert.ok(!items.some(person => person.id === id))
  })

  // errors-12, productions-27
  test('says who has a user already, and that it has expired', async () => {
    const { user } = await kit.createUser('claimer')
    await kit.client((await signIn(user.username)).token).accounts.updateUser({
      id: user.id,
      body: { version: user.version, email: 'has@example.org' },
    })
    const token = await invite('has@example.org')
    assert.deepEqual([(await find(token)).hasUser, (await find(token)).mayRegister], [true, false])
    await assert.rejects(register(token, 'another'), refusal(409))
    kit.clock.advance(15 * 24 * 3_600_000)
    try {
      assert.deepEqual([(await find(token)).state, (await find(token)).mayRegister], ['EXPIRED', false])
      await assert.rejects(register(token, 'late'), { name: 'GoneError' })
    } finally {
      kit.clock.advance(-15 * 24 * 3_600_000)
    }
    await assert.rejects(find('ri_nothing'), refusal(404))
  })

  // productions-44
  test('is known to the mail alone where the one who invites may create no users', async () => {
    const { id: prId } = await kit.createProduction('Elsewhere')
    const { api } = await kit.createMember(prId, { roles: ['Production Administrator'] })
    const body = { email: 'boss@example.org', rights: ['PRODUCTION_VIEW' as const] }
    const invited = await api.productions.addParticipant({ prId, body })
    const again = await api.productions.resendProductionInvitation({ prId, userId: invited.id })
    assert.deepEqual([invited.invitationToken, again.invitationToken], [undefined, undefined])
    const mails = await post.waitFor(2, body.email)
    const token = /token=(\S+)/.exec(mails.at(-1)!.text)![1]!
    assert.equal((await find(token)).mayRegister, true)
    assert.equal((await register(token, 'boss')).email, body.email)
    const manager = { email: 'other-boss@example.org', rights: ['PRODUCTION_VIEW' as const] }
    assert.match((await kit.admin.productions.addParticipant({ prId, body: manager })).invitationToken!, /^ri_/)
  })

  // productions-28
  test('creates no user where the account does not allow it (`invitedMayRegister`)', async () => {
    await setAllowed(false)
    try {
      const token = await invite('shut@example.org')
      assert.equal((await find(token)).mayRegister, false)
      await assert.rejects(register(token, 'shut'), refusal(403))
    } finally {
      await setAllowed(true)
    }
    const body = 'yes' as unknown as boolean
    await assert.rejects(setAllowed(body), refusalAt('ValidationError', '/invitedMayRegister'))
  })
})

const signIn = (username: string) =>
  kit.client().authentication.login({ body: { username, password: `password of ${username}` } })

describe('an invitation whose mail is refused for good', () => {
  const readFailure = async (email: string) => (await list()).find(person => person.email === email)?.invitationFailure

  // productions-32
  test('is shown in the team with the reason, in the events and in the audit, until it is sent again', async () => {
    post.answer = { ...post.answer, recipient: '550 no such mailbox' }
    const email = 'reject@example.org'
    const body = { email, rights: ['PRODUCTION_VIEW' as const] }
    const { id } = await kit.admin.productions.addParticipant({ prId, body })
    await until('the mail is refused', async () => (await readFailure(email)) !== undefined)
    assert.match((await readFailure(email))!, /550 no such mailbox/)
    const events = await kit.admin.events.listProductionEvents({ prId })
    assert.match(JSON.stringify(events), /Invitation\.fail/)
    const audit = await kit.admin.authentication.readAudit({ query: { action: 'invitation.fail' } })
    assert.deepEqual([audit.items[0]?.productionId, audit.items[0]?.detail?.invitationId], [prId, id])
    post.answer = { recipient: '250 ok', data: '250 queued' }
    const again = await kit.admin.productions.resendProductionInvitation({ prId, userId: id })
    assert.equal(again.invitationFailure, undefined)
  })

  // accounts-23, productions-32
  test('of an account likewise', async () => {
    post.answer = { ...post.answer, recipient: '550 no such mailbox' }
    const id = kit.accountId
    await kit.admin.accounts.addAccountParticipant({ id, body: { email: 'reject2@example.org' } })
    const read = async () =>
      (await kit.admin.accounts.listAccountParticipants({ id })).items.find(({ email }) => email !== undefined)
    await until('the mail is refused', async () => (await read())?.invitationFailure !== undefined)
    assert.match((await read())!.invitationFailure!, /550 no such mailbox/)
    const audit = await kit.admin.authentication.readAudit({ query: { action: 'invitation.fail' } })
    assert.equal(audit.items[0]?.accountId, id)
    post.answer = { recipient: '250 ok', data: '250 queued' }
  })

  // accounts-3
  test('an address with brackets or a name is no email address', async () => {
    for (const email of ['<x@corp.example>', 'X <x@corp.example>', 'x@corp.example, y@corp.example']) {
      const body = { email, rights: ['PRODUCTION_VIEW' as const] }
      await assert.rejects(
        kit.admin.productions.addParticipant({ prId, body }),
        refusalAt('ValidationError', '/email'),
        email,
      )
      await assert.rejects(
        kit.admin.accounts.addAccountParticipant({ id: kit.accountId, body: { email } }),
        refusalAt('ValidationError', '/email'),
      )
      const user = { username: 'x', email, password: 'a fine long secret' }
      await assert.rejects(kit.admin.accounts.createUser({ body: user }), refusalAt('ValidationError', '/email'))
    }
  })
})
