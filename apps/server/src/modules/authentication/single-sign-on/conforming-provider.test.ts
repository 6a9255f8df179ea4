import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createBrowser, type OpenIdPeer, startOpenIdPeer } from '../../../../test/peers/identity/openid-peer.ts'
import { startTestService, type TestService } from '../../../../test/service.ts'

let peer: OpenIdPeer
let kit: TestService
before(async () => {
  peer = await startOpenIdPeer()
  kit = await startTestService({
    RUSHES_OIDC_ISSUER: peer.issuer,
    RUSHES_OIDC_CLIENT_ID: peer.clientId,
    RUSHES_OIDC_CLIENT_SECRET: peer.clientSecret,
    RUSHES_OIDC_CREATE: 'corp.example',
    RUSHES_OIDC_MATCH: 'email',
    RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
  })
  peer.admit(`${kit.url}/authentication/oidc/callback`)
})
after(async () => {
  await kit?.stop()
  await peer?.stop()
})

async function signOn(name: string, browser = createBrowser()) {
  const start = `${kit.url}/authentication/oidc/login?redirectIfOk=/app&redirectIfFailed=/app`
  const { location, forms } = await browser.signOn(start, kit.url, name)
  return { location, forms, browser, token: browser.readCookie(kit.url, 'MOJITO_SESSION_ID_V2') }
}

async function becomeUser(name: string, browser = createBrowser()) {
  const { location, token } = await signOn(name, browser)
  assert.equal(location, `${kit.url}/app`)
  return kit.client(token).authentication.getCurrentUser()
}

describe('a provider that returns the claims of scopes "from the UserInfo Endpoint" (OpenID Connect Core 5.4)', () => {
  // authentication-41, beginSingleSignOn, finishSingleSignOn
  test('signs on by login and consent; the address comes from userinfo, and `name` is split', async () => {
    peer.people.set('eva', { email: 'eva@corp.example', email_verified: true, name: 'Eva Maria Jansen' })
    const browser = createBrowser()
    const { forms, location, token } = await signOn('eva', browser)
    assert.deepEqual([forms, location], [['login', 'consent'], `${kit.url}/app`])
    const user = await kit.client(token).authentication.getCurrentUser()
    assert.deepEqual(
      [user.username, user.email, user.firstName, user.lastName, user.identityProvider, user.nameId],
      ['eva', 'eva@corp.example', 'Eva', 'Maria Jansen', peer.issuer, 'eva'],
    )
    const again = await signOn('eva', browser)
    assert.deepEqual(again.forms, [], 'the session at the provider lives on')
    assert.equal((await kit.client(again.token).authentication.getCurrentUser()).id, user.id)
  })

  // authentication-43
  test('joins a user of the same verified address', async () => {
    const { user } = await kit.createUser('frank')
    peer.people.set('frank-1', { email: user.email.toUpperCase(), email_verified: true })
    assert.equal((await becomeUser('frank-1')).id, user.id)
    peer.people.set('frank-2', { email: user.email, email_verified: true })
    const { location, token } = await signOn('frank-2')
    assert.deepEqual(
      [location, token],
      [`${kit.url}/app?error=ForbiddenError&reason=addressTaken`, undefined],
      'a second subject with the same address',
    )
  })

  test('refuses with the reason, in the address of the page and in the audit', async () => {
    for (const [name, claims, reason, sentence] of [
      ['unverified', { email: 'a@corp.example', email_verified: false }, 'emailNotVerified', 'has not verified'],
      ['nobody', {}, 'noEmail', 'gave no email address'],
      ['odd', { email: '<b@corp.example>', email_verified: true }, 'noEmail', 'gave no email address'],
      ['elsewhere', { email: 'c@else.example', email_verified: true }, 'notAdmitted', 'no user for this sign-on'],
    ] as const) {
      peer.people.set(name, claims)
      const { location, token } = await signOn(name)
      assert.deepEqual([location, token], [`${kit.url}/app?error=ForbiddenError&reason=${reason}`, undefined])
      const { items } = await kit.admin.authentication.readAudit({ query: { action: 'login.singleSignOn' } })
      assert.equal(items[0]?.succeeded, false)
      assert.ok(String(items[0]?.detail?.reason).includes(sentence), JSON.stringify(items[0]))
    }
  })
})
