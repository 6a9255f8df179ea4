import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toNetwork } from './caller-address.ts'

// limits-8
test('an address of IPv4 counts alone, also as IPv6 writes it', () => {
  assert.equal(toNetwork('192.0.2.7'), '192.0.2.7')
  assert.equal(toNetwork('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(toNetwork('::FFFF:192.0.2.7'), '192.0.2.7')
})

// limits-8
test('an address of IPv6 counts with its /64, however it is written', () => {
  const same = ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:1:2:3:4', '2001:0DB8:0000::ffff', '2001:db8::1:192.0.2.7']
  for (const address of same) assert.equal(toNetwork(address), '2001:db8:0:0::/64', address)
  assert.equal(toNetwork('2001:db8:0:1::1'), '2001:db8:0:1::/64')
  assert.equal(toNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64')
  assert.equal(toNetwork('::1'), '0:0:0:0::/64')
  assert.equal(toNetwork('1:2:3:4:5:6:7:8'), '1:2:3:4::/64')
  assert.equal(toNetwork('1:2:3:4:5:6:7::'), '1:2:3:4::/64')
})
