import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { completeClaims, lacksClaims } from './claims.ts'

const sub = 'ada-1'
const email = 'ada@example.org'

// authentication-43
describe('claims that the id token lacks are taken from userinfo', () => {
  for (const [name, token, info, expected] of [
    ['all of them', {}, { email, email_verified: true, name: 'Ada' }, { email, email_verified: true, name: 'Ada' }],
    ['`email_verified` alone', { email }, { email, email_verified: true }, { email, email_verified: true }],
    ['of an answer without an address', { email }, { email_verified: 'true' }, { email, email_verified: 'true' }],
    [
      'in other letters',
      { email },
      { email: 'Ada@Example.org', email_verified: true },
      { email, email_verified: true },
    ],
    [
      'a name alone',
      { email, email_verified: true },
      { given_name: 'Ada' },
      { email, email_verified: true, given_name: 'Ada' },
    ],
    [
      'and none that it has',
      { email, email_verified: false },
      { email: 'b@example.org', email_verified: true },
      { email, email_verified: false },
    ],
    [
      'but not what vouches for another address',
      { email },
      { email: 'b@example.org', email_verified: true },
      { email, email_verified: undefined },
    ],
    [
      'nor an address that it has not vouched for',
      { email_verified: true },
      { email },
      { email, email_verified: undefined },
    ],
    ['nor somebody else', {}, { sub: 'eve', email, email_verified: true }, { email, email_verified: true }],
  ] as const) {
    test(name, () => {
      assert.deepEqual(completeClaims({ sub, ...token }, info), { sub, ...expected })
    })
  }

  test('and asked for where one is missing', () => {
    const all = {
      sub,
      email,
      email_verified: true,
      preferred_username: 'a',
      given_name: 'A',
      family_name: 'L',
      name: 'A L',
    }
    assert.equal(lacksClaims(all), false)
    for (const name of Object.keys(all).filter(name => name !== 'sub')) {
      assert.equal(lacksClaims({ ...all, [name]: undefined }), true, name)
    }
  })
})
