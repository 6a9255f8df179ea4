import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type IdentityProvider, startIdentityProvider } from '../../../../test/peers/identity/identity-provider.ts'
import { signOnAt } from '../../../../test/scene/sign-on.ts'
import { startTestService } from '../../../../test/service.ts'

let provider: IdentityProvider
before(async () => {
  provider = await startIdentityProvider(Date.now)
})
after(() => provider.stop())

// authentication-42, authentication-43
for (const [isTrusted, statuses] of [
  [false, [403, 403, 403]],
  [true, [303, 403, 403]],
] as const) {
  test(`a directory that is ${isTrusted ? '' : 'not '}trusted: an address of which it says nothing, a false one, a guest`, async () => {
    const service = await startTestService({
      RUSHES_OIDC_ISSUER: provider.issuer,
      RUSHES_OIDC_CLIENT_ID: provider.clientId,
      RUSHES_OIDC_CLIENT_SECRET: provider.clientSecret,
      RUSHES_OIDC_CREATE: 'example.org',
      RUSHES_OUTBOUND_ALLOW: '127.0.0.1',
      ...(isTrusted && { RUSHES_OIDC_TRUST: provider.issuer }),
    })
    const found: number[] = []
    for (const person of [
      { sub: 'tenant', email: 'tenant@example.org' },
      { sub: 'unsure', email: 'unsure@example.org', email_verified: false },
      { sub: 'guest', email: 'guest@other.example' },
    ]) {
      found.push((await signOnAt(provider, service.url, person, {})).answer.status)
    }
    await service.stop()
    assert.deepEqual(found, statuses)
  })
}
