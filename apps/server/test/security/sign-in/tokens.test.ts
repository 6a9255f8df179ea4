/** Tokens: how long they last, how they are sent, and where they must not go. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { hourMs } from '../../../src/modules/authentication/index.ts'
import { sessionCookie } from '../../../src/platform/http/index.ts'
import { adminPassword, startTestService, type TestService } from '../../service.ts'
import { findFreePort } from '../../service-process.ts'
import { buildEstate, type Estate } from '../calls/estate.ts'
import { item } from '../checklist.ts'
import { captureLog } from '../log-capture.ts'

const allowedOrigin = 'https://review.example'
const { log, lines } = captureLog()
let kit: TestService
let estate: Estate
before(async () => {
  kit = await startTestService({ RUSHES_CORS_ORIGINS: allowedOrigin }, log)
  estate = await buildEstate(kit)
})
after(() => kit.stop())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(kit.url + path, { method, headers, redirect: 'manual' })
const statusOf = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await ask(path, headers, method)).status
const isKnown = async (token: string) => (await statusOf('/authentication/user', bearer(token))) === 200
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const inCookie = (token: string) => ({ cookie: `${sessionCookie}=${token}` })

async function signIn(rememberMe = false): Promise<{ id: number; token: string; again(): Promise<string> }> {
  const { user, password } = await kit.createUser()
  const again = async () =>
    (await kit.client().authentication.login({ body: { username: user.username, password, rememberMe } })).token
  return { id: user.id, token: await again(), again }
}

describe(item(9), () => {
  // authentication-16, authentication-17
  test('logout', async () => {
    const { token, again } = await signIn()
    const other = await again()
    assert.equal(await statusOf('/authentication/logout', bearer(token), 'POST'), 200)
    assert.deepEqual([await isKnown(token), await isKnown(other)], [false, true])
  })

  // authentication-16
  test('allSessions', async () => {
    const { token, again } = await signIn()
    const others = [await again(), await again()]
    await kit.client(token).authentication.logout({ body: { allSessions: true } })
    for (const ended of [token, ...others]) assert.equal(await isKnown(ended), false)
  })
})

describe(item(14), () => {
  // authentication-14
  test('the header before the query, the query before the cookie', async () => {
    const [one, two] = [await signIn(), await signIn()]
    const who = async (query: string, headers: Record<string, string>) => {
      const response = await ask(`/authentication/user${query}`, headers)
      return response.status === 200 ? ((await response.json()) as { id: number }).id : response.status
    }
    const query = (token: string) => `?access_token=${token}`
    assert.equal(await who(query(two.token), { ...bearer(one.token), ...inCookie(two.token) }), one.id)
    assert.equal(await who(query(one.token), inCookie(two.token)), one.id)
    assert.equal(await who('', inCookie(one.token)), one.id)
    assert.equal(await who(query(one.token), { ...bearer('made-up'), ...inCookie(one.token) }), 401)
    assert.equal(await who(query('made-up'), inCookie(one.token)), 401)
  })

  // authentication-19
  test('no line of the log has a token, a password or a signature', async () => {
    const { token, again } = await signIn()
    const share = await estate.share()
    const session = await estate.visit(share)
    await estate.identify(session)
    await ask(`/authentication/user?access_token=${token}`)
    await ask(`/production/${estate.prId}?access_token=${token}&q=%zz`)
    await ask(`/nothing?access_token=${token}`)
    await ask(`/nothing/${token}`)
    await ask(`/s/${share.token}`)
    await ask(`/production/%zz/${token}`)
    await ask(`/authentication/user`, inCookie(token))
    await ask(`/production/${estate.prId}/share/current?access_token=${share.token}`)
    const link = `/production/${estate.prId}/mo/${estate.moId}/moi/${estate.ids['moi/moiId']}/downloadLink`
    const address = await (await ask(link, bearer(estate.member.options.token!))).text()
    await (await fetch(address)).text()
    const wrong = { username: 'admin', password: 'a wrong password' }
    await kit
      .client()
      .authentication.login({ body: wrong })
      .catch(() => undefined)
    const { signature } = Object.fromEntries(new URL(address).searchParams)
    assert.ok(signature)
    const secrets = [token, await again(), share.token, session, adminPassword, wrong.password, signature]
    assert.ok(
      lines.some(line => line.includes('/authentication/user')),
      'requests are logged',
    )
    for (const secret of secrets) {
      assert.deepEqual(
        lines.filter(line => line.includes(secret)),
        [],
      )
    }
  })
})

describe(item(15), () => {
  const form = async (headers: Record<string, string>) => {
    const { user, password } = await kit.createUser()
    return fetch(`${kit.url}/authentication/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: user.username, password }),
      headers,
    })
  }

  // authentication-18
  test('it is for this service alone, and no script reads it', async () => {
    const cookie = (await form({})).headers.get('set-cookie')
    assert.match(cookie!, /^MOJITO_SESSION_ID_V2=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3(?:600|59\d)$/)
  })

  // authentication-18
  test('only over https where the service is reached by https', async () => {
    const secure = await startTestService({
      RUSHES_PORT: String(await findFreePort()),
      RUSHES_PUBLIC_URL: 'https://media.example.org',
    })
    try {
      const { headers } = await fetch(`${secure.url}/authentication/login`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'admin', password: adminPassword }),
      })
      assert.match(headers.get('set-cookie')!, /; Secure$/)
      assert.match(headers.get('strict-transport-security')!, /^max-age=\d{8}/)
    } finally {
      await secure.stop()
    }
  })

  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: allowedOrigin },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
  ]
  for (const headers of foreign) {
    // http-48
    test(`a change with nothing but the cookie and ${JSON.stringify(headers)} is refused`, async () => {
      const { token } = await signIn()
      const sent = { ...inCookie(token), ...headers }
      assert.equal(await statusOf('/authentication/logout', sent, 'POST'), 403)
      assert.equal(await statusOf(`/production/${estate.prId}`, sent, 'DELETE'), 403)
      assert.equal(await statusOf('/authentication/user', sent), 200, 'reading is not changing')
      assert.ok(await isKnown(token))
    })
  }

  // http-48
  test('a change from our own pages is made', async () => {
    for (const headers of [{ origin: kit.url }, { 'sec-fetch-site': 'same-origin', origin: kit.url }]) {
      const { token } = await signIn()
      assert.equal(await statusOf('/authentication/logout', { ...inCookie(token), ...headers }, 'POST'), 200)
    }
  })

  // http-48
  test('a token in the header needs no origin: no browser adds it on its own', async () => {
    const { token } = await signIn()
    const headers = { ...bearer(token), origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    assert.equal(await statusOf('/authentication/logout', headers, 'POST'), 200)
  })

  // authentication-12
  test('a form of another site signs nobody in', async () => {
    for (const headers of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await form(headers)
      assert.deepEqual([response.status, response.headers.get('set-cookie')], [403, null])
    }
    for (const headers of [{ origin: kit.url }, { origin: allowedOrigin }]) {
      assert.equal((await form(headers)).status, 200)
    }
  })
})

describe(item(16), () => {
  const preflight = (origin: string, path = '/production/1/eo') =>
    ask(
      path,
      { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
      'OPTIONS',
    )

  // http-46
  test('another origin is told nothing', async () => {
    const { token } = await signIn()
    for (const origin of [
      'https://elsewhere.example',
      'null',
      `${allowedOrigin}.evil.example`,
      'http://review.example',
    ]) {
      for (const response of [
        await ask('/authentication/user', { origin, ...bearer(token) }),
        await ask('/authentication/user', { origin }),
        await preflight(origin),
      ]) {
        const told = [...response.headers.keys()].filter(name => name.startsWith('access-control-'))
        assert.deepEqual(told, [], origin)
        assert.equal(response.headers.get('vary'), 'Origin')
      }
    }
  })

  // http-47
  test('an origin of the settings may send and read, without cookies', async () => {
    const { token } = await signIn()
    const response = await ask('/production', { origin: allowedOrigin, ...bearer(token) })
    assert.equal(response.headers.get('access-control-allow-origin'), allowedOrigin)
    assert.equal(response.headers.get('access-control-allow-credentials'), null)
    const exposed = response.headers.get('access-control-expose-headers')!
    for (const name of ['x-pagination-total-results', 'x-pagination-offset', 'etag', 'x-upload-received']) {
      assert.ok(exposed.includes(name), name)
    }
    const asked = await preflight(allowedOrigin)
    assert.equal(asked.status, 204)
    assert.deepEqual(asked.headers.get('access-control-allow-methods')!.split(', ').sort(), [
      'GET',
      'HEAD',
      'OPTIONS',
      'POST',
    ])
    assert.match(asked.headers.get('access-control-allow-headers')!, /authorization.*content-type.*if-match/)
    // A refusal can be read as well.
    const refused = await ask('/production', { origin: allowedOrigin })
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, allowedOrigin])
  })

  // http-46
  test('unless something is set, no origin at all', async () => {
    const plain = await startTestService()
    try {
      const { headers } = await fetch(`${plain.url}/health/live`, { headers: { origin: allowedOrigin } })
      assert.equal(headers.get('access-control-allow-origin'), null)
    } finally {
      await plain.stop()
    }
  })
})

describe(item(8), () => {
  const minuteMs = 60_000

  // limits-13
  test('that of a login after an hour, a week with rememberMe, however much it is used', async () => {
    const [short, long] = [(await signIn()).token, (await signIn(true)).token]
    kit.clock.advance(hourMs - minuteMs)
    assert.deepEqual([await isKnown(short), await isKnown(long)], [true, true])
    kit.clock.advance(minuteMs)
    assert.deepEqual([await isKnown(short), await isKnown(long)], [false, true])
    kit.clock.advance(7 * 24 * hourMs - hourMs - minuteMs)
    assert.equal(await isKnown(long), true)
    kit.clock.advance(minuteMs)
    assert.equal(await isKnown(long), false)
  })

  // limits-14
  test('that of a visit after an hour of silence', async () => {
    const { token } = await kit.client().authentication.login({ body: { username: 'admin', password: adminPassword } })
    const body = { title: 'To visit' }
    const admin = kit.client(token)
    const { id } = await admin.collections.createCollection({ prId: estate.prId, body })
    const share = await admin.sharing.createShare({ prId: estate.prId, id, body: {} })
    const [used, silent] = [
      await estate.visit({ id: share.id, token: share.token! }),
      await estate.visit({ id: share.id, token: share.token! }),
    ]
    for (let count = 0; count < 3; count++) {
      kit.clock.advance(hourMs - 2 * minuteMs)
      assert.equal(await isKnown(used), true)
    }
    assert.equal(await isKnown(silent), false)
    kit.clock.advance(hourMs)
    assert.equal(await isKnown(used), false)
  })
})
