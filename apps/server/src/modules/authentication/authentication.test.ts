import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { adminPassword, startTestService, type TestService } from '../../../test/service.ts'
import { hourMs } from './policy.ts'

let kit: TestService
before(async () => {
  kit = await startTestService()
})
after(() => kit.stop())

describe('login', () => {
  // authentication-1
  test('takes a JSON object or a form, a user name or an email address', async () => {
    const form = new URLSearchParams({
      username: 'admin@localhost',
      password: adminPassword,
      useCookies: 'false',
      junk: 'x',
    })
    const response = await fetch(`${kit.url}/api/authentication/login`, { method: 'POST', body: form })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('set-cookie'), null)
    const body = (await response.json()) as { token: string; status: number; needsSecondToken: boolean }
    assert.equal(body.needsSecondToken, false)
    assert.equal((await kit.client(body.token).authentication.getCurrentUser()).username, 'admin')
  })

  // errors-1, errors-4, authentication-4
  test('a failed login answers 401 with the error body, the same whether the user exists or not', async () => {
    const tryLogin = async (username: string) => {
      const response = await fetch(`${kit.url}/authentication/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: 'wrong password' }),
      })
      return { status: response.status, body: await response.json() }
    }
    const { user } = await kit.createUser()
    const wrong = await tryLogin(user.username)
    assert.equal(wrong.status, 401)
    assert.deepEqual(wrong, await tryLogin('nobody at all'))
    assert.deepEqual(Object.keys(wrong.body as object), ['type', 'code', 'errorNumber', 'message', 'data'])
    assert.deepEqual(wrong.body, {
      type: 'UnauthorizedError',
      code: 401,
      errorNumber: 4010,
      message: 'The user name or the password is wrong',
      data: null,
    })
  })

  // errors-7, authentication-5, accounts-6
  test('a locked user answers 403, a disabled one 401, and open sessions end', async () => {
    const { user, api, password } = await kit.createUser()
    const login = () => kit.client().authentication.login({ body: { username: user.username, password } })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: true } })
    await assert.rejects(login(), { name: 'AccountLockedError' })
    await assert.rejects(api.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { locked: false, disabled: true } })
    await assert.rejects(login(), { name: 'UnauthorizedError' })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: false } })
    await login()
  })

  // errors-7, authentication-6
  test('ten failures in a quarter of an hour lock the name with 403 and Retry-After, and the lock ends', async () => {
    const { user, password } = await kit.createUser()
    const login = (password: string) =>
      fetch(`${kit.url}/login`, { method: 'POST', body: new URLSearchParams({ username: user.username, password }) })
    for (let count = 0; count < 10; count++) assert.equal((await login('wrong password')).status, 401)
    const refused = await login(password)
    assert.equal(refused.status, 403)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    kit.clock.advance(15 * 60_000)
    assert.equal((await login(password)).status, 200)
  })
})

describe('a token', () => {
  // authentication-13
  test('is presented as header, query parameter or cookie', async () => {
    const { user, password } = await kit.createUser()
    const response = await fetch(`${kit.url}/authentication/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: user.username, password }),
    })
    const { token } = (await response.json()) as { token: string }
    const cookie = response.headers.get('set-cookie')!
    assert.match(cookie, /^MOJITO_SESSION_ID_V2=\S+; Path=\/; HttpOnly; SameSite=Lax/)
    const get = async (query: string, headers: Record<string, string>) =>
      (await fetch(`${kit.url}/authentication/user${query}`, { headers })).status
    assert.equal(await get('', { authorization: `Bearer ${token}` }), 200)
    assert.equal(await get(`?access_token=${token}`, {}), 200)
    assert.equal(await get('', { cookie: cookie.split(';')[0]! }), 200)
    assert.equal(await get('', {}), 401)
    assert.equal(
      await get('', { authorization: 'Bearer nonsense', cookie: cookie.split(';')[0]! }),
      401,
      'the header decides alone',
    )
  })

  // http-48
  test('in a cookie alone changes nothing from a page of another site', async () => {
    const { api } = await kit.createUser()
    const cookie = `MOJITO_SESSION_ID_V2=${api.options.token}`
    const logout = (headers: Record<string, string>) =>
      fetch(`${kit.url}/authentication/logout`, { method: 'POST', headers: { cookie, ...headers } })
    assert.equal((await logout({ origin: 'https://elsewhere.example' })).status, 403)
    assert.equal((await logout({})).status, 403)
    assert.equal((await logout({ origin: kit.url })).status, 200)
  })

  // limits-13
  test('is valid for 1 hour, or 1 week with rememberMe', async t => {
    const start = kit.clock.now()
    t.after(() => kit.clock.advance(start - kit.clock.now()))
    const { user, password } = await kit.createUser()
    const login = async (rememberMe: boolean) =>
      kit.client(
        (await kit.client().authentication.login({ body: { username: user.username, password, rememberMe } })).token,
      )
    const [short, long] = [await login(false), await login(true)]
    kit.clock.advance(hourMs - 60_000)
    await short.authentication.getCurrentUser()
    kit.clock.advance(120_000)
    await assert.rejects(short.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
    kit.clock.advance(6.9 * 24 * hourMs)
    await long.authentication.getCurrentUser()
    kit.clock.advance(24 * hourMs)
    await assert.rejects(long.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
  })

  // authentication-15, authentication-16
  test('ends with logout, and with allSessions every other one of the user too', async () => {
    const { user, password, api } = await kit.createUser()
    const login = async () =>
      kit.client((await kit.client().authentication.login({ body: { username: user.username, password } })).token)
    const [second, third] = [await login(), await login()]
    await second.authentication.logout()
    await assert.rejects(second.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
    assert.equal((await api.authentication.listSessions({ id: user.id })).total, 2)
    await third.authentication.logout({ body: { allSessions: true } })
    await assert.rejects(api.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
  })
})

// authentication-20
test('the session that asks is marked among those of the user', async () => {
  const { user, api, password } = await kit.createUser()
  await kit.client().authentication.login({ body: { username: user.username, password } })
  const { items } = await api.authentication.listSessions({ id: user.id })
  assert.equal(items.length, 2)
  const [own, ...further] = items.filter(({ current }) => current)
  assert.ok(own)
  assert.deepEqual(further, [])
  await api.authentication.deleteSession({ id: user.id, sessionId: own.id })
  await assert.rejects(api.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
})

// authentication-20
test('a session tells its owner from where and with which program it was opened', async () => {
  const { user, api, password } = await kit.createUser()
  const login = (userAgent: string) =>
    fetch(`${kit.url}/api/authentication/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ username: user.username, password }),
    })
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  for (const userAgent of [firefox, 'x'.repeat(4000)]) assert.equal((await login(userAgent)).status, 200)
  const { items } = await api.authentication.listSessions({ id: user.id })
  assert.deepEqual(
    items.map(({ userAgent }) => userAgent).filter(userAgent => userAgent !== undefined && userAgent !== 'node'),
    [firefox, 'x'.repeat(300)],
  )
  for (const { address } of items) assert.match(address ?? '', /^(?:::ffff:)?127\.0\.0\.1$|^::1$/)
})

// authentication-21
test('a password is changed with the current one, and every other session ends', async () => {
  const { user, password, api } = await kit.createUser()
  const other = kit.client(
    (await kit.client().authentication.login({ body: { username: user.username, password } })).token,
  )
  const change = (currentPassword: string, newPassword: string) =>
    api.authentication.changePassword({ id: user.id, body: { currentPassword, newPassword } })
  await assert.rejects(change('wrong', 'a new password'), { name: 'ValidationError' })
  await assert.rejects(change(password, 'short'), { name: 'ValidationError' })
  await change(password, 'a new password')
  await api.authentication.getCurrentUser()
  await assert.rejects(other.authentication.getCurrentUser(), { name: 'UnauthorizedError' })
  await kit.client().authentication.login({ body: { username: user.username, password: 'a new password' } })
})
