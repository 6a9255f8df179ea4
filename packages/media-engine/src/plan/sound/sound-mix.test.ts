import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGains, toMixFilter } from './sound-mix.ts'

for (let nbChannels = 3; nbChannels <= 64; nbChannels += 1) {
  test(`${nbChannels} channels without positions are heard at equal level on both sides`, () => {
    const gains = findGains({ nbChannels, mask: 0n })
    assert.equal(gains.length, nbChannels)
    for (const gain of gains) assert.deepEqual(gain, [1 / Math.sqrt(nbChannels), 1 / Math.sqrt(nbChannels)])
  })
}

test('one channel is heard on both sides, two are left and right', () => {
  assert.deepEqual(findGains({ nbChannels: 1, mask: 4n }), [[1, 1]])
  assert.deepEqual(findGains({ nbChannels: 1, mask: 0n }), [[1, 1]])
  for (const mask of [0n, 3n])
    assert.equal(toMixFilter({ nbChannels: 2, mask }, 'stereo'), 'pan=stereo|c0=1.000000*c0|c1=1.000000*c1')
  assert.equal(toMixFilter({ nbChannels: 2, mask: 3n }, 'mono'), 'pan=mono|c0=0.500000*c0+0.500000*c1')
})

test('surround sound keeps its sides, is without LFE and cannot clip', () => {
  for (const [nbChannels, mask] of [
    [6, 0x3fn],
    [6, 0x60fn],
    [8, 0x63fn],
    [3, 7n],
    [4, 0x107n],
  ] as const) {
    const gains = findGains({ nbChannels, mask })
    assert.ok(gains[0]![0] > 0 && gains[0]![1] === 0 && gains[1]![0] === 0)
    if (nbChannels >= 6) assert.deepEqual(gains[3], [0, 0])
    for (const side of [0, 1] as const) assert.ok(gains.reduce((sum, gain) => sum + gain[side], 0) <= 1.000001)
  }
})

test('positions that are not those of all channels are none', () => {
  assert.equal(new Set(findGains({ nbChannels: 6, mask: 3n }).flat()).size, 1)
})
