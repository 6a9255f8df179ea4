import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { hash } from '@node-rs/argon2'
import type { Client } from '@rushes/client'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'
import { setPasswordHash } from '../../accounts/index.ts'

let kit: TestService
before(async () => {
  kit = await startTestService({ RUSHES_REDIRECT_ALLOW: 'https://pages.example', RUSHES_TRUSTED_PROXIES: '127.0.0.1' })
})
after(() => kit.stop())
// The session of the first user lasts an hour.
afterEach(() => kit.clock.advance(Date.now() - kit.clock.now()))

/** A login from an address, as a proxy tells it. */
const login = (username: string, password: string, address = '192.0.2.1', more: Record<string, string> = {}) =>
  fetch(`${kit.url}/authentication/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': address },
    body: new URLSearchParams({ username, password, ...more }),
  })

describe('guessing a password', () => {
  // authentication-9
  test('of a burst of wrong ones no more than ten are tried', async () => {
    const { user, password } = await kit.createUser()
    const burst = await Promise.all(
      Array.from({ length: 60 }, () => login(user.username, 'wrong password', '192.0.2.10')),
    )
    const statuses = burst.map(({ status }) => status)
    assert.equal(statuses.filter(status => status === 401).length, 10, statuses.join(' '))
    assert.ok(statuses.every(status => status === 401 || status === 403))
    assert.equal((await login(user.username, password, '192.0.2.11')).status, 403)
  })

  test('a burst of right ones opens as many sessions', async () => {
    const { user, password } = await kit.createUser()
    const burst = await Promise.all(Array.from({ length: 24 }, () => login(user.username, password, '192.0.2.12')))
    assert.deepEqual([...new Set(burst.map(({ status }) => status))], [200])
  })

  // authentication-7
  test('counts the name and the address of a user together, and a name that nobody has alike', async () => {
    const { user } = await kit.createUser()
    for (let count = 0; count < 5; count++) {
      assert.equal((await login(user.username.toUpperCase(), 'wrong password', '192.0.2.13')).status, 401)
      assert.equal((await login(user.email, 'wrong password', '192.0.2.14')).status, 401)
    }
    const known = await login(user.email, 'wrong password', '192.0.2.15')
    for (let count = 0; count < 10; count++) await login('nobody in particular', 'wrong password', '192.0.2.16')
    const unknown = await login('nobody in particular', 'wrong password', '192.0.2.15')
    assert.deepEqual([known.status, unknown.status], [403, 403])
    const body = async (response: Response) => {
      const { data, ...rest } = (await response.json()) as { data: { retryAfterSeconds: number } }
      assert.ok(data.retryAfterSeconds > 800)
      return rest
    }
    assert.deepEqual(await body(known), await body(unknown))
  })

  // authentication-6, accounts-6
  test('locks for twice as long each time, and SUPPORT releases', async () => {
    const { user, password } = await kit.createUser()
    const lock = async () => {
      for (let count = 0; count < 10; count++) await login(user.username, 'wrong password', `192.0.2.${20 + count}`)
      const refused = await login(user.username, password, '192.0.2.40')
      assert.equal(refused.status, 403)
      return Number(refused.headers.get('retry-after')) / 60
    }
    assert.equal(Math.ceil(await lock()), 15)
    kit.clock.advance(15 * 60_000)
    assert.equal(Math.ceil(await lock()), 30)
    kit.clock.advance(30 * 60_000)
    assert.equal(Math.ceil(await lock()), 60)
    const admin = await freshAdmin()
    await admin.accounts.updateUserState({ id: user.id, body: { locked: false } })
    assert.equal((await login(user.username, password, '192.0.2.40')).status, 200)
    assert.equal(Math.ceil(await lock()), 15, 'a success ends the count of locks')
    const told = (await admin.authentication.readAudit({ query: { userId: user.id, limit: 200 } })).items
    assert.equal(told.filter(({ action }) => action === 'lock').length, 4)
    assert.equal(told.filter(({ action }) => action === 'unlock').length, 1)
    await admin.accounts.updateUserState({ id: user.id, body: { locked: false } })
  })

  // errors-19, authentication-8
  test('"an address is slowed with 429 and `Retry-After`, never locked below 30 failures in 15 minutes"', async () => {
    const { user, password } = await kit.createUser()
    const address = '198.51.100.7'
    for (let count = 0; count < 30; count++) {
      assert.equal((await login(`somebody ${count}`, 'wrong password', address)).status, 401)
    }
    const slowed = await login(user.username, password, address)
    assert.deepEqual([slowed.status, slowed.headers.get('retry-after')], [429, '1'])
    assert.equal((await login(user.username, password, '198.51.100.8')).status, 200, 'another address')
    kit.clock.advance(1000)
    assert.equal((await login(user.username, password, address)).status, 200)
    assert.equal((await login('somebody else', 'wrong password', address)).status, 401)
    assert.equal((await login(user.username, password, address)).headers.get('retry-after'), '2')
    kit.clock.advance(15 * 60_000)
    for (let count = 0; count < 29; count++) await login(`somebody ${count}`, 'wrong password', address)
    assert.equal((await login(user.username, password, address)).status, 200, 'counted from zero')
  })

  // authentication-21
  test('the current password of a signed-in user is guarded in the same way', async () => {
    const { user, password, api } = await kit.createUser()
    const change = (currentPassword: string) =>
      api.authentication.changePassword({ id: user.id, body: { currentPassword, newPassword: 'another password' } })
    for (let count = 0; count < 10; count++) {
      await assert.rejects(change('wrong password'), refusalAt('ValidationError', '/currentPassword'))
    }
    await assert.rejects(change(password), { name: 'AccountLockedError' })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: false } })
    await change(password)
  })
})

/** The first user again, where the clock has run past their session. */
async function freshAdmin(): Promise<Client> {
  const { token } = await kit.client().authentication.login({
    body: { username: 'admin', password: 'correct horse battery staple' },
  })
  return kit.client(token)
}

describe('a password', () => {
  // authentication-22
  test('is one text however it is composed (NFKC), and may be long', async () => {
    const { user, api, password } = await kit.createUser()
    const composed = 'pa\u00dfw\u00f6rter \u212b \ufb01n'
    await api.authentication.changePassword({
      id: user.id,
      body: { currentPassword: password, newPassword: composed },
    })
    assert.equal((await login(user.username, composed.normalize('NFKD'))).status, 200)
    const long = 'long '.repeat(150)
    await api.authentication.changePassword({ id: user.id, body: { currentPassword: composed, newPassword: long } })
    assert.equal((await login(user.username, long)).status, 200)
    assert.equal((await login(user.username, `${long}x`)).status, 401)
  })

  // authentication-22
  test('must not be among those that everybody tries, nor the name', async () => {
    const { user, api, password } = await kit.createUser()
    const change = (newPassword: string) =>
      api.authentication.changePassword({ id: user.id, body: { currentPassword: password, newPassword } })
    for (const common of ['password', 'PASSWORD1', '12345678', 'iloveyou', 'Qwerty123', 'dragon2024', user.username]) {
      await assert.rejects(change(common), refusalAt('ValidationError', '/newPassword'), common)
    }
    const body = { username: 'newcomer', email: 'newcomer@example.org', password: 'sunshine1' }
    await assert.rejects(kit.admin.accounts.createUser({ body }), refusalAt('ValidationError', '/password'))
  })

  // authentication-23
  test('is hashed again at a login once hashes have other parameters, which the tests have', async () => {
    const { user, password } = await kit.createUser()
    const { database } = kit.service.platform
    const readHash = async () =>
      (await database.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow())
        .password_hash
    const current = await readHash()
    assert.equal((await login(user.username, password)).status, 200)
    assert.equal(await readHash(), current)
    await setPasswordHash(database, user.id, await hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 }))
    assert.equal((await login(user.username, 'wrong password')).status, 401)
    assert.match((await readHash())!, /m=16,t=1/)
    assert.equal((await login(user.username, password)).status, 200)
    assert.match((await readHash())!, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    assert.equal((await login(user.username, password)).status, 200)
  })

  test('that was changed at the same moment opens nothing', async () => {
    const { user, password, api } = await kit.createUser()
    const logins = Array.from({ length: 12 }, () => login(user.username, password))
    await api.authentication.changePassword({
      id: user.id,
      body: { currentPassword: password, newPassword: 'a new password' },
    })
    const answers = await Promise.all(logins)
    for (const answer of answers.filter(({ status }) => status === 200)) {
      const { token } = (await answer.json()) as { token: string }
      await assert.rejects(kit.client(token).authentication.getCurrentUser(), refusal(401))
    }
  })
})

describe('a redirect after a login', () => {
  // authentication-10
  test('goes to pages of this service and of the allowed origins, with the cookie and without the token', async () => {
    const { user, password } = await kit.createUser()
    const places = ['/app/library?x=1', `${kit.url}/app`, 'https://pages.example/welcome']
    for (const redirectIfOk of places) {
      const answer = await login(user.username, password, undefined, { redirectIfOk })
      assert.equal(answer.status, 303)
      assert.equal(answer.headers.get('location'), new URL(redirectIfOk, kit.url).href)
      const cookie = answer.headers.get('set-cookie')!
      assert.match(cookie, /^MOJITO_SESSION_ID_V2=rl_/)
      assert.ok(!answer.headers.get('location')!.includes(/=(rl_[^;]+)/.exec(cookie)![1]!))
    }
    const more = { redirectIfOk: '/ok', redirectIfFailed: '/failed' }
    assert.equal((await login(user.username, 'wrong', undefined, more)).headers.get('location'), `${kit.url}/failed`)
    const both = { redirectIfOk: '/ok', redirectIfPassword: '/by-password' }
    assert.equal(
      (await login(user.username, password, undefined, both)).headers.get('location'),
      `${kit.url}/by-password`,
    )
  })

  // authentication-10
  test('goes nowhere else, and then nobody is signed in', async () => {
    const { user, password, api } = await kit.createUser()
    const before = (await api.authentication.listSessions({ id: user.id })).total
    for (const place of [
      'https://evil.example/',
      '//evil.example/',
      '/\\evil.example/',
      '\\\\evil.example',
      'https:evil.example',
      'https:/evil.example',
      'https://pages.example.evil.example/',
      'https://pages.example@evil.example/',
      'https://user:pass@pages.example/',
      'http://pages.example/',
      'javascript:alert(1)',
      'data:text/html,x',
      '/\t/evil.example',
      ' https://pages.example/',
      'https://pages.example/\r\nset-cookie: a=b',
      'relative',
    ]) {
      for (const name of ['redirectIfOk', 'redirectIfFailed', 'redirectIfPassword', 'redirectIfSAML']) {
        const answer = await login(user.username, password, undefined, { [name]: place })
        assert.equal(answer.status, 422, `${name}: ${place}`)
        assert.equal(answer.headers.get('set-cookie'), null)
      }
    }
    assert.equal((await api.authentication.listSessions({ id: user.id })).total, before)
    await assert.rejects(
      api.authentication.logout({ body: { redirectIfOk: 'https://evil.example' } }),
      refusalAt('ValidationError', '/redirectIfOk'),
    )
    await api.authentication.getCurrentUser()
  })
})

describe('older ways to log in', () => {
  // authentication-3
  test('the aliases of the original service', async () => {
    const { user, password } = await kit.createUser()
    const legacy = await fetch(`${kit.url}/api/j_spring_security_check`, {
      method: 'POST',
      body: new URLSearchParams({
        j_username: user.username,
        j_password: password,
        _spring_security_remember_me: 'on',
      }),
    })
    const { token } = (await legacy.json()) as { token: string }
    const answer = await fetch(`${kit.url}/api/authentication/user`, {
      headers: { authorization: `BasicToken ${token}` },
    })
    assert.equal(((await answer.json()) as { username: string }).username, user.username)
    const sessions = await kit.client(token).authentication.listSessions({ id: user.id })
    const { created, expires } = sessions.items.at(-1)!
    assert.equal(expires - created, 7 * 24 * 60 * 60_000)
    assert.equal((await login('', password)).status, 401)
    assert.equal((await fetch(`${kit.url}/api/login`, { method: 'POST', body: new URLSearchParams() })).status, 400)
  })
})

describe('the audit', () => {
  // authentication-55
  test('holds every login, refusal and logout with the address, and neither passwords nor unknown names', async () => {
    const { user, password } = await kit.createUser()
    const { token } = (await (await login(user.username, password, '203.0.113.5')).json()) as { token: string }
    await login(user.username, 'my secret attempt', '203.0.113.6')
    await login('my-secret-typed-as-name', 'x', '203.0.113.7')
    await kit.client(token).authentication.logout()
    const { admin } = kit
    const own = (await admin.authentication.readAudit({ query: { userId: user.id, limit: 1000 } })).items
    assert.deepEqual(
      own.slice(0, 3).map(({ action, succeeded, address }) => [action, succeeded, address]),
      [
        ['logout', true, '127.0.0.1'],
        ['login', false, '203.0.113.6'],
        ['login', true, '203.0.113.5'],
      ],
    )
    const all = (await admin.authentication.readAudit({ query: { action: 'login', limit: 1000 } })).items
    assert.ok(all.some(({ address, userId }) => address === '203.0.113.7' && userId === undefined))
    const text = JSON.stringify(all)
    for (const secret of [password, 'my secret attempt', 'my-secret-typed-as-name', token]) {
      assert.ok(!text.includes(secret), secret)
    }
  })

  test('keeps one refusal of a locked name a minute, however many there are', async () => {
    const { user } = await kit.createUser()
    for (let count = 0; count < 10; count++) await login(user.username, 'wrong password', `203.0.113.${50 + count}`)
    for (let count = 0; count < 20; count++) await login(user.username, 'wrong password', `203.0.113.${80 + count}`)
    const { admin } = kit
    const { items } = await admin.authentication.readAudit({ query: { userId: user.id, limit: 1000 } })
    assert.equal(items.filter(({ detail }) => detail.reason === 'locked').length, 1)
  })

  // authentication-54
  test('is read by SUPPORT, page by page, the latest first, by what it is about', async () => {
    const { user, api } = await kit.createUser()
    await assert.rejects(api.authentication.readAudit(), refusal(403, 'SUPPORT'))
    const { admin } = kit
    const first = await admin.authentication.readAudit({ query: { limit: 2 } })
    const second = await admin.authentication.readAudit({ query: { limit: 2, offset: 2 } })
    assert.ok(first.total > 4)
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    )
    const { created } = first.items[0]!
    const since = await admin.authentication.readAudit({ query: { since: created, limit: 10_000 } })
    assert.ok(since.items.length > 0 && since.items.every(item => item.created >= created))
    const until = await admin.authentication.readAudit({ query: { until: created, limit: 10_000 } })
    assert.ok(until.items.every(item => item.created < created))
    assert.equal((await admin.authentication.readAudit({ query: { userId: user.id, action: 'nothing' } })).total, 0)
  })

  // authentication-56
  test('is only added to', async () => {
    const { database } = kit.service.platform
    await assert.rejects(database.deleteFrom('audit').execute(), /only added to/)
    await assert.rejects(database.updateTable('audit').set({ succeeded: true }).execute(), /only added to/)
  })
})
