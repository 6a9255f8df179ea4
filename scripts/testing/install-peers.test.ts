import assert from 'node:assert/strict'
import { test } from 'node:test'
import { peersVariable, whyNoPeer, whyNoRequiredPeer } from '../../apps/server/test/peers/wanted.ts'

test('tests with a peer are left out of the gate; where peers are wanted, one that a suite is about may not be missing', () => {
  const reason = 'no peer to test with'
  const wanted = { [peersVariable]: 'yes' }
  for (const why of [whyNoPeer, whyNoRequiredPeer]) {
    assert.equal(
      why(() => true, reason, {}),
      'npm run test:all tests it',
    )
    assert.equal(
      why(() => true, reason, wanted),
      false,
    )
  }
  assert.equal(
    whyNoPeer(() => false, reason, wanted),
    reason,
  )
  assert.throws(() => whyNoRequiredPeer(() => false, reason, wanted), new Error(reason))
})
