import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { JWTPayload } from 'jose'
import { type IdentityProvider, startIdentityProvider } from '../../../../test/peers/identity/identity-provider.ts'
import { refusal, refusalAt } from '../../../../test/refusal.ts'
import { enableFactor } from '../../../../test/scene/second-factor.ts'
import { get, readSetCookie, type SignOnOptions, signOnAt } from '../../../../test/scene/sign-on.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let provider: IdentityProvider
let kit: TestService
before(async () => {
  provider = await startIdentityProvider(() => kit.clock.now())
  kit = await startTestService(toEnvironment({ RUSHES_OIDC_MATCH: 'email', RUSHES_OIDC_CREATE: 'example.org' }))
})
after(async () => {
  await kit?.stop()
  await provider.stop()
})
afterEach(() => provider.straighten())

function toEnvironment(more: Record<string, string>): Record<string, string> {
  return {
    RUSHES_OIDC_ISSUER: provider.issuer,
    RUSHES_OIDC_CLIENT_ID: provider.clientId,
    RUSHES_OIDC_CLIENT_SECRET: provider.clientSecret,
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
    ...more,
  }
}

const signOn = (
  person: JWTPayload,
  { service = kit, ...options }: SignOnOptions & { service?: Pick<TestService, 'url'> } = {},
) => signOnAt(provider, service.url, person, options)

/** The user who is signed in after a sign-on. */
async function becomeUser(person: JWTPayload) {
  const { token, answer } = await signOn(person)
  assert.ok(token, await answer.text())
  return kit.client(token).authentication.getCurrentUser()
}

const ada = { sub: 'ada-1', email: 'ada@example.org', email_verified: true, preferred_username: 'ada' }
// authentication-41, authentication-42, authentication-43, authentication-44, authentication-45
describe('a sign-on at an identity provider', () => {
  test('makes a user at the first time, and knows them by the subject from then on', async () => {
    const person = { ...ada, given_name: 'Ada', family_name: 'Lovelace' }
    const user = await becomeUser(person)
    assert.deepEqual(
      [user.username, user.email, user.fullName, user.identityProvider, user.nameId],
      ['ada', 'ada@example.org', 'Ada Lovelace', provider.issuer, 'ada-1'],
    )
    const again = await becomeUser({ sub: 'ada-1', email: 'elsewhere@other.example', preferred_username: 'mallory' })
    assert.equal(again.id, user.id)
    await assert.rejects(
      kit.client().authentication.login({ body: { username: 'ada', password: 'no such password' } }),
      refusal(401),
    )
  })

  test('of two at the same time for the first time makes one user', async () => {
    const person = { sub: 'twin', email: 'twin@example.org', email_verified: true }
    const [first, second] = await Promise.all([becomeUser(person), becomeUser(person)])
    assert.equal(first.id, second.id)
  })

  test('sets the cookie and goes to an allowed page, without the token in the address', async () => {
    const { answer, token, location } = await signOn(ada, { query: '?redirectIfOk=/app/library&rememberMe=true' })
    assert.equal(answer.status, 303)
    assert.equal(location, `${kit.url}/app/library`)
    assert.ok(answer.headers.getSetCookie().some(cookie => /HttpOnly; SameSite=Lax; Max-Age=604[78]\d\d/.test(cookie)))
    assert.equal((await signOn(ada)).location, `${kit.url}/`)
    assert.ok(token)
    for (const place of ['https://evil.example', '//evil.example', 'javascript:alert(1)']) {
      for (const name of ['redirectIfOk', 'redirectIfFailed']) {
        const query = new URLSearchParams({ [name]: place })
        assert.equal((await get(`${kit.url}/authentication/oidc/login?${query}`)).status, 422)
      }
    }
  })

  test('takes keys of each kind, and new ones when the provider changes them', async () => {
    for (const algorithm of ['RS256', 'PS256', 'ES256'] as const) {
      await provider.changeKey(algorithm)
      kit.clock.advance(61_000)
      assert.equal((await becomeUser(ada)).username, 'ada')
    }
    const asked = provider.calls.get('/keys')
    await becomeUser(ada)
    assert.equal(provider.calls.get('/keys'), asked, 'known keys are not fetched again')
  })

  test('joins a user of the same address only where both sides vouch for it', async () => {
    const { user } = await kit.createUser('grace')
    const unverified = { sub: 'grace-1', email: user.email, email_verified: false }
    assert.equal((await signOn(unverified)).answer.status, 403)
    assert.equal((await becomeUser({ ...unverified, email_verified: true })).id, user.id)
    const second = { sub: 'grace-2', email: user.email, email_verified: true }
    assert.equal((await signOn(second)).answer.status, 403, 'they are somebody else already')

    const claimer = await kit.createUser('claimer')
    const body = { ...claimer.user, email: 'victim@example.org' }
    await claimer.api.accounts.updateUser({ id: claimer.user.id, body })
    const victim = { sub: 'victim', email: 'victim@example.org', email_verified: true }
    assert.equal((await signOn(victim)).answer.status, 403, 'an address that its user merely claims')
  })

  test('makes no user for other domains, without an address, or with one that is not verified', async () => {
    for (const person of [
      { sub: 'other', email: 'other@example.com', email_verified: true },
      { sub: 'sub', email: 'x@sub.example.org', email_verified: true },
      { sub: 'none' },
      { sub: 'unverified', email: 'unverified@example.org' },
      { sub: 'odd', email: ['odd@example.org'], email_verified: true },
    ]) {
      const { answer, token } = await signOn(person as JWTPayload)
      assert.deepEqual([answer.status, token], [403, undefined], person.sub)
    }
  })

  test('finds another name when the proposed one is taken, and accepts invitations to the address', async () => {
    await kit.createUser('henry')
    const { id } = await kit.admin.accounts.createAccount({ body: { humanName: 'House' } })
    await kit.admin.accounts.addAccountParticipant({ id, body: { email: 'henry2@example.org' } })
    const person = { sub: 'henry-2', email: 'henry2@example.org', email_verified: true, preferred_username: 'henry' }
    const user = await becomeUser(person)
    assert.match(user.username, /^henry-[0-9a-f]{6}$/)
    const rights = await kit.admin.accounts.listAccountRights({ id: user.id })
    assert.deepEqual(
      rights.items.map(right => [right.id, right.accountInvitationState]),
      [[id, 'ACCEPTED']],
    )
  })

  test('lets in nobody who is disabled or locked', async () => {
    const user = await becomeUser({ sub: 'ivy', email: 'ivy@example.org', email_verified: true })
    await kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: true } })
    assert.equal((await signOn({ sub: 'ivy' })).answer.status, 401)
    await kit.admin.accounts.updateUserState({ id: user.id, body: { disabled: false, locked: true } })
    assert.equal((await signOn({ sub: 'ivy' })).answer.status, 403)
  })

  test('asks for the second factor of the user as well', async () => {
    const person = await kit.createUser('jo')
    const { authenticator } = await enableFactor(kit, person)
    const claims = { sub: 'jo', email: person.user.email, email_verified: true }
    const { token, location } = await signOn(claims)
    assert.equal(location, `${kit.url}/?needsSecondToken=true`)
    const stage = kit.client(token)
    await assert.rejects(stage.authentication.getCurrentUser(), refusal(401))
    const body = { token: authenticator.next() }
    const { token: whole } = await stage.authentication.validateSecondFactor({ body })
    assert.equal((await kit.client(whole).authentication.getCurrentUser()).id, person.user.id)
  })

  test('lets who has no password enable a second factor right after signing on', async () => {
    const { token } = await signOn({ sub: 'kay', email: 'kay@example.org', email_verified: true })
    const api = kit.client(token)
    const { id } = await api.authentication.getCurrentUser()
    kit.clock.advance(11 * 60_000)
    await assert.rejects(
      api.authentication.enableSecondFactor({ id, body: {} }),
      refusalAt('ValidationError', '/password', 'sign on again'),
    )
    const fresh = kit.client((await signOn({ sub: 'kay' })).token)
    assert.ok((await fresh.authentication.enableSecondFactor({ id, body: {} })).key)
  })

  test('ends at the provider as well, when a page is named to go to', async () => {
    const { token } = await signOn(ada)
    const logout = (from: string) =>
      fetch(`${kit.url}/authentication/logout`, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: `Bearer ${from}` },
        body: new URLSearchParams({ redirectIfOk: '/bye' }),
      })
    const location = new URL((await logout(token!)).headers.get('location')!)
    assert.equal(location.origin + location.pathname, `${provider.issuer}/logout`)
    assert.equal(location.searchParams.get('post_logout_redirect_uri'), `${kit.url}/bye`)
    assert.equal((await logout(token!)).status, 401)
    const { api } = await kit.createUser()
    assert.equal((await logout(api.options.token!)).headers.get('location'), `${kit.url}/bye`)
  })
})

/** Base64url of JSON. */
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
// authentication-46, authentication-47
describe('what is not to be believed', () => {
  // What was refused was refused for what was wrong with it: the same person gets in when nothing is.
  afterEach(async () => {
    provider.straighten()
    kit.clock.advance(61_000)
    await provider.changeKey('ES256')
    await becomeUser(ada)
  })

  const bentClaims: [name: string, bend: (claims: JWTPayload) => JWTPayload][] = [
    ['another nonce', claims => ({ ...claims, nonce: 'another' })],
    ['no nonce', ({ nonce, ...claims }) => claims],
    ['another audience', claims => ({ ...claims, aud: 'another-client' })],
    ['several audiences without azp', claims => ({ ...claims, aud: [String(claims.aud), 'another'] })],
    ['an azp that is somebody else', claims => ({ ...claims, azp: 'another-client' })],
    ['another issuer', claims => ({ ...claims, iss: 'https://evil.example' })],
    ['an end in the past', claims => ({ ...claims, exp: Number(claims.iat) - 120, iat: Number(claims.iat) - 300 })],
    ['no end', ({ exp, ...claims }) => claims],
    ['no subject', ({ sub, ...claims }) => claims],
    ['a beginning in the future', claims => ({ ...claims, nbf: Number(claims.iat) + 600 })],
  ]
  for (const [name, bend] of bentClaims) {
    test(`a token with ${name}`, async () => {
      provider.bendClaims = bend
      const { answer, token } = await signOn(ada)
      assert.deepEqual([answer.status, token], [401, undefined])
    })
  }

  test('a token without a signature (alg none)', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      provider.bendToken = token => `${encode({ alg })}.${token.split('.')[1]}.`
      assert.equal((await signOn(ada)).answer.status, 401)
    }
    // Also where the provider claims to sign so.
    provider.bendMetadata = metadata => ({ ...metadata, id_token_signing_alg_values_supported: ['none', 'HS256'] })
    kit.clock.advance(61 * 60_000)
    provider.bendToken = token => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`
    assert.equal((await signOn(ada)).answer.status, 401)
    provider.straighten()
    kit.clock.advance(61 * 60_000)
  })

  test('userinfo of another person, of nobody, or that vouches for no address', async () => {
    const email = 'info@example.org'
    for (const [info, status] of [
      [{ sub: 'ada-1', email, email_verified: true }, 401],
      [[], 401],
      [{ sub: 'info', email }, 403],
      [{ sub: 'info', email_verified: true }, 403],
      [{ sub: 'info', email, email_verified: true }, 303],
    ] as const) {
      provider.userInfo = info as Record<string, unknown>
      kit.clock.advance(61 * 60_000)
      const { answer } = await signOn({ sub: 'info', email_verified: true })
      assert.equal(answer.status, status, JSON.stringify(info))
    }
    provider.userInfo = undefined
    kit.clock.advance(61 * 60_000)
  })

  test('a token signed with the public key as a shared secret (algorithm confusion)', async () => {
    await provider.changeKey('RS256')
    kit.clock.advance(61_000)
    await signOn(ada)
    const { createHmac } = await import('node:crypto')
    const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: { kid: string }[] }
    provider.bendToken = token => {
      const text = `${encode({ alg: 'HS256', kid: keys[0]!.kid })}.${token.split('.')[1]}`
      return `${text}.${createHmac('sha256', JSON.stringify(keys[0])).update(text).digest('base64url')}`
    }
    assert.equal((await signOn(ada)).answer.status, 401)
  })

  test('a token of a key that the provider does not publish, under a known name or another', async () => {
    const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: { kid: string }[] }
    kit.clock.advance(61_000)
    await provider.changeKey('RS256', { isPublished: false, kid: keys[0]!.kid })
    assert.equal((await signOn(ada)).answer.status, 401)
    const before = provider.calls.get('/keys') ?? 0
    await provider.changeKey('RS256', { isPublished: false })
    for (let count = 0; count < 5; count++) assert.equal((await signOn(ada)).answer.status, 401)
    assert.ok((provider.calls.get('/keys') ?? 0) - before <= 1, 'the provider is not flooded with questions')
  })

  test('a token that was changed, cut, or is none', async () => {
    for (const bend of [
      (token: string) => token.replace(/\.[^.]+\./, `.${encode({ sub: 'ada-1' })}.`),
      (token: string) => token.slice(0, -8),
      () => 'no token',
      () => '',
    ]) {
      provider.bendToken = bend
      assert.equal((await signOn(ada)).answer.status, 401)
    }
  })

  test('an answer to a sign-on that this browser has not begun (state)', async () => {
    const other = await get(`${kit.url}/authentication/oidc/login`)
    const foreign = readSetCookie(other, 'RUSHES_SIGN_ON')!
    for (const cookie of [foreign, '', 'RUSHES_SIGN_ON=nonsense', 'RUSHES_SIGN_ON=']) {
      const { answer, token } = await signOn(ada, { cookie })
      assert.deepEqual([answer.status, token], [401, undefined])
    }
    for (const query of ['', '?code=x', '?code=x&state=', '?state=x&code=y']) {
      assert.equal((await get(`${kit.url}/authentication/oidc/callback${query}`, foreign)).status, 401)
    }
  })

  test('an answer of another provider than the one that was asked (mix-up)', async () => {
    for (const bend of [
      (answer: URLSearchParams) => answer.set('iss', 'https://evil.example'),
      (answer: URLSearchParams) => answer.delete('iss'),
    ]) {
      provider.bendAnswer = bend
      assert.equal((await signOn(ada)).answer.status, 401)
    }
  })

  test('the same answer twice', async () => {
    const { back, kept } = await signOn(ada)
    const again = await get(back, kept)
    assert.deepEqual([again.status, readSetCookie(again, 'MOJITO_SESSION_ID_V2')], [401, undefined])
  })

  test('an answer that comes after ten minutes', async () => {
    provider.person = ada
    const begun = await get(`${kit.url}/authentication/oidc/login`)
    const back = (await get(begun.headers.get('location')!)).headers.get('location')!
    kit.clock.advance(10 * 60_000)
    assert.equal((await get(back, readSetCookie(begun, 'RUSHES_SIGN_ON')!)).status, 401)
  })

  test('a refusal goes to the allowed page that was named for it, with the kind of error and no more', async () => {
    provider.bendAnswer = answer => {
      answer.delete('code')
      answer.set('error', 'access_denied')
      answer.set('error_description', '<script>alert(1)</script>')
    }
    const { location, token } = await signOn(ada, { query: '?redirectIfFailed=/app/sign-in' })
    assert.deepEqual(
      [location, token],
      [`${kit.url}/app/sign-in?error=UnauthorizedError&reason=providerRefused`, undefined],
    )
    const { items } = await (await freshAdmin()).authentication.readAudit({ query: { action: 'login.singleSignOn' } })
    assert.deepEqual([items[0]!.succeeded, items[0]!.address], [false, '127.0.0.1'])
    assert.match(String(items[0]!.detail?.reason), /^access_denied/)
  })
})

async function freshAdmin() {
  const body = { username: 'admin', password: 'correct horse battery staple' }
  return kit.client((await kit.client().authentication.login({ body })).token)
}
// authentication-41, authentication-42
describe('the settings', () => {
  const methods = { password: true, passwordReset: false }

  test('without a provider there is no sign-on', async () => {
    const plain = await startTestService()
    try {
      assert.deepEqual(await plain.client().authentication.listMethods(), { ...methods, singleSignOn: false })
      for (const path of ['login', 'callback?code=x&state=y']) {
        assert.equal((await get(`${plain.url}/authentication/oidc/${path}`)).status, 404)
      }
    } finally {
      await plain.stop()
    }
  })

  test('by default nobody is made, and nobody matched by address', async () => {
    const strict = await startTestService(toEnvironment({}))
    try {
      const { user } = await strict.createUser()
      for (const email of [user.email, 'new@example.org']) {
        const { answer } = await signOn({ sub: email, email, email_verified: true }, { service: strict })
        assert.equal(answer.status, 403)
      }
      assert.deepEqual(await strict.client().authentication.listMethods(), { ...methods, singleSignOn: true })
    } finally {
      await strict.stop()
    }
  })

  test('a provider that calls itself otherwise, or leads to other protocols, is not used', async () => {
    for (const bend of [
      (metadata: Record<string, unknown>) => ({ ...metadata, issuer: 'https://evil.example' }),
      (metadata: Record<string, unknown>) => ({ ...metadata, authorization_endpoint: 'javascript:alert(1)' }),
      (metadata: Record<string, unknown>) => ({ ...metadata, token_endpoint: 'file:///etc/passwd' }),
      () => ({}),
    ]) {
      provider.bendMetadata = bend
      kit.clock.advance(61 * 60_000)
      assert.equal((await get(`${kit.url}/authentication/oidc/login`)).status, 401)
    }
    provider.straighten()
    assert.equal((await get(`${kit.url}/authentication/oidc/login`)).status, 303)
  })

  test('the provider is called through the wall: not in the own network unless it is allowed', async () => {
    const walled = await startTestService(toEnvironment({ RUSHES_OUTBOUND_ALLOW: '' }))
    const before = provider.calls.get('/.well-known/openid-configuration')
    try {
      assert.equal((await get(`${walled.url}/authentication/oidc/login`)).status, 401)
      assert.equal(provider.calls.get('/.well-known/openid-configuration'), before)
    } finally {
      await walled.stop()
    }
  })
})
