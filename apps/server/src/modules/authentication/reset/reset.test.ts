/** A forgotten password, from the request to the next login. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { User } from '@rushes/contract'
import { type MailReceiver, startMailReceiver } from '../../../../test/peers/mail-receiver.ts'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { enableFactor } from '../../../../test/scene/second-factor.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let kit: TestService
let post: MailReceiver
before(async () => {
  post = await startMailReceiver()
  kit = await startTestService({
    RUSHES_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    RUSHES_MAIL_FROM: 'Rushes <rushes@house.example>',
  })
})
after(async () => {
  await kit?.stop()
  await post?.stop()
})

/** Enough for the counts of requests to be over. */
const rest = () => kit.clock.advance(16 * 60_000)
const forget = (username: string) => kit.client().authentication.forgetPassword({ body: { username } })
const reset = (token: string, newPassword = 'another long secret') =>
  kit.client().authentication.resetPassword({ body: { token, newPassword } })
const login = (username: string, password: string) =>
  kit.client().authentication.login({ body: { username, password } })

/** The request without a client, which would wait and try again. */
const ask = (username: string) =>
  fetch(`${kit.url}/authentication/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
  })

/** A user, created by an administrator whose session is fresh: the tests move the clock. */
async function createUser(username: string): Promise<User> {
  const admin = kit.client((await login('admin', 'correct horse battery staple')).token)
  const body = { username, password: `password of ${username}`, email: `${username}@example.org` }
  return admin.accounts.createUser({ body })
}

/** The token of the latest mail to an address, once there are so many. */
async function readToken(email: string, count = 1): Promise<string> {
  const mail = (await post.waitFor(count, email)).at(-1)!
  return /\/app\/reset-password#token=(\S+)/.exec(mail.text)![1]!
}

async function listAudit(action: string, userId: number) {
  const admin = kit.client((await login('admin', 'correct horse battery staple')).token)
  return (await admin.authentication.readAudit({ query: { action, userId } })).items
}

describe('a forgotten password', () => {
  // authentication-24, authentication-25
  test('is replaced by the link of a mail, once; every session ends, an API token stays', async () => {
    const { user, api, password } = await kit.createUser('ada')
    const program = await api.authentication.createAccessToken({ id: user.id, body: { label: 'program' } })
    assert.equal(await forget('ADA@example.org'), undefined)
    const token = await readToken('ada@example.org')
    const [mail] = post.mails
    assert.match(mail!.text, /Someone asked for another password for ada\./)
    assert.match(mail!.text, /within one hour/)
    await login('ada', password)
    await assert.rejects(reset(token, 'short'), refusalAt('ValidationError', '/newPassword'))
    await assert.rejects(reset(token, 'ada@example.org'), refusalAt('ValidationError', '/newPassword'))
    await reset(token)
    await assert.rejects(api.authentication.getCurrentUser(), refusal(401))
    await kit.client(program.token).authentication.getCurrentUser()
    await assert.rejects(login('ada', password), refusal(401))
    await login('ada', 'another long secret')
    await assert.rejects(reset(token), refusal(404))
    const rows = await kit.service.platform.database.selectFrom('password_reset').selectAll().execute()
    assert.deepEqual(rows, [])
    assert.equal((await listAudit('password.forgot', user.id))[0]?.succeeded, true)
    assert.equal((await listAudit('password.reset', user.id))[0]?.succeeded, true)
  })

  // authentication-24
  test('answers the same for a user who does not exist, and sends nothing', async () => {
    rest()
    const before = post.mails.length
    const known = await ask('admin')
    const unknown = await ask('nobody@nowhere.example')
    assert.deepEqual([known.status, unknown.status], [204, 204])
    assert.equal(await unknown.text(), '')
    await post.waitFor(1, 'admin@localhost')
    assert.equal(post.mails.length, before + 1)
  })

  // errors-12, authentication-24
  test('is no secret of the table, and ends after an hour, with a newer link, a new password, another address', async () => {
    rest()
    const user = await createUser('ben')
    const password = 'password of ben'
    const api = kit.client(
      (await kit.client().authentication.login({ body: { username: 'ben', password, rememberMe: true } })).token,
    )
    await forget('ben')
    const first = await readToken('ben@example.org')
    const [row] = await kit.service.platform.database.selectFrom('password_reset').selectAll().execute()
    assert.ok(!JSON.stringify(row).includes(first))
    await forget('ben')
    const second = await readToken('ben@example.org', 2)
    await assert.rejects(reset(first), refusal(404))
    const change = { currentPassword: password, newPassword: 'chosen in the pages' }
    await api.authentication.changePassword({ id: user.id, body: change })
    await assert.rejects(reset(second), refusal(404))
    await forget('ben')
    const third = await readToken('ben@example.org', 3)
    await api.accounts.updateUser({ id: user.id, body: { version: user.version, email: 'ben2@example.org' } })
    await assert.rejects(reset(third), refusal(404))
    rest()
    await forget('ben')
    const fourth = await readToken('ben2@example.org')
    kit.clock.advance(61 * 60_000)
    await assert.rejects(reset(fourth), { name: 'GoneError' })
  })

  // authentication-25
  test('of two with the same link at once one sets the password', async () => {
    rest()
    const cat = await createUser('cat')
    await forget('cat')
    const token = await readToken(cat.email)
    const results = await Promise.allSettled([reset(token, 'the first of two'), reset(token, 'the second of two')])
    assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  })

  // authentication-25
  test('leaves the second factor as it was: it is asked for at the next login', async () => {
    rest()
    const user = await createUser('dan')
    const password = 'password of dan'
    const api = kit.client((await login('dan', password)).token)
    const { authenticator } = await enableFactor(kit, { user, password, api })
    await forget('dan')
    await reset(await readToken(user.email))
    const { token, needsSecondToken } = await login('dan', 'another long secret')
    assert.equal(needsSecondToken, true)
    await assert.rejects(kit.client(token).authentication.getCurrentUser(), refusal(401))
    await kit.client(token).authentication.validateSecondFactor({ body: { token: authenticator.next() } })
  })

  // authentication-26
  test('lets in who had locked themselves out by guessing', async () => {
    rest()
    const user = await createUser('eve')
    for (let guess = 0; guess < 10; guess++) await assert.rejects(login('eve', `wrong ${guess}`))
    await assert.rejects(login('eve', 'password of eve'), refusal(403))
    await forget('eve')
    await reset(await readToken(user.email))
    await login('eve', 'another long secret')
  })

  // authentication-26
  test('is refused for who has none, is disabled or is locked; who has none reads where to sign in', async () => {
    rest()
    const users = await Promise.all(['fay', 'gus', 'hal'].map(createUser))
    const [fay, gus, hal] = users.map(({ id }) => id)
    const admin = kit.client((await login('admin', 'correct horse battery staple')).token)
    await kit.service.platform.database
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', fay!)
      .execute()
    await admin.accounts.updateUserState({ id: gus!, body: { disabled: true } })
    await admin.accounts.updateUserState({ id: hal!, body: { locked: true } })
    for (const { username } of users) await forget(username)
    const [mail] = await post.waitFor(1, 'fay@example.org')
    assert.match(mail!.text, /fay has no password here: you sign in through your organization/)
    assert.doesNotMatch(mail!.text, /token=/)
    const reasons = await Promise.all([fay, gus, hal].map(async id => (await listAudit('password.forgot', id!))[0]))
    assert.deepEqual(
      reasons.map(record => [record?.succeeded, record?.detail?.reason]),
      [
        [false, 'the user has no password'],
        [false, 'the user is disabled'],
        [false, 'the user is locked'],
      ],
    )
    assert.ok(!post.mails.some(({ to }) => to.includes('gus@example.org') || to.includes('hal@example.org')))
    rest()
    const ivy = await createUser('ivy')
    await forget('ivy')
    const token = await readToken(ivy.email)
    await admin.accounts.updateUserState({ id: ivy.id, body: { disabled: true } })
    await assert.rejects(reset(token), refusal(404), 'disabled since')
  })

  // authentication-27
  test('cannot flood: three mails to a user, and 429 with Retry-After for a network', async () => {
    rest()
    const user = await createUser('jan')
    for (let count = 0; count < 5; count++) await forget('jan')
    assert.equal((await listAudit('password.forgot', user.id)).filter(({ succeeded }) => succeeded).length, 3)
    for (let count = 0; count < 5; count++) await forget(`nobody-${count}`)
    for (const username of ['jan', 'nobody']) {
      const answer = await ask(username)
      assert.equal(answer.status, 429)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
    }
    rest()
    await forget('nobody')
    assert.equal((await post.waitFor(3, user.email)).length, 3)
  })
})

// authentication-28
test('without a mail server there is no reset, and the ways to sign in say so', async () => {
  assert.equal((await kit.client().authentication.listMethods()).passwordReset, true)
  const plain = await startTestService()
  try {
    assert.equal((await plain.client().authentication.listMethods()).passwordReset, false)
    const { authentication } = plain.client()
    await assert.rejects(authentication.forgetPassword({ body: { username: 'admin' } }), refusal(404))
    await assert.rejects(authentication.resetPassword({ body: { token: 'rr_x', newPassword: 'x' } }), refusal(404))
  } finally {
    await plain.stop()
  }
})
