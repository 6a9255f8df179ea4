import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { toPng } from './png.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { findStep, toBase32, toCode, toKeyUri, toStep } from './totp.ts'

/** RFC 6238, appendix B: seconds, and the codes of eight digits by each algorithm. */
const vectors: [seconds: number, sha1: string, sha256: string, sha512: string][] = [
  [59, '94287082', '46119246', '90693936'],
  [1111111109, '07081804', '68084774', '25091201'],
  [1111111111, '14050471', '67062674', '99943326'],
  [1234567890, '89005924', '91819424', '93441116'],
  [2000000000, '69279037', '90698825', '38618901'],
  [20000000000, '65353130', '77737706', '47863826'],
]
const seed = (length: number) => Buffer.from('1234567890'.repeat(7).slice(0, length))

describe('time-based codes are those of RFC 6238, appendix B', () => {
  for (const [seconds, sha1, sha256, sha512] of vectors) {
    // authentication-29
    test(`at ${seconds} s`, () => {
      const step = toStep(seconds * 1000)
      assert.equal(toCode(seed(20), step, { algorithm: 'SHA1', digits: 8 }), sha1)
      assert.equal(toCode(seed(32), step, { algorithm: 'SHA256', digits: 8 }), sha256)
      assert.equal(toCode(seed(64), step, { algorithm: 'SHA512', digits: 8 }), sha512)
    })
  }
})

test('a code counts one step before and after its own, and no further', () => {
  const now = 1_800_000_000_000
  const code = toCode(seed(20), toStep(now))
  for (const [steps, expected] of [
    [-2, undefined],
    [-1, toStep(now)],
    [0, toStep(now)],
    [1, toStep(now)],
    [2, undefined],
  ] as const) {
    assert.equal(findStep(seed(20), code, now + steps * 30_000), expected)
  }
  for (const wrong of ['', '12345', `${code}0`, code.slice(1), 'abcdef']) {
    assert.equal(findStep(seed(20), wrong, now), undefined)
  }
})

test('Base32 is that of RFC 4648, without padding', () => {
  const cases = [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ]
  for (const [text, expected] of cases) assert.equal(toBase32(Buffer.from(text!)), expected)
})

test('names of users cannot add to the address that an app reads', () => {
  const uri = new URL(toKeyUri('KEY', 'Rushes', 'a&secret=EVIL?x:b'))
  assert.equal(uri.searchParams.get('secret'), 'KEY')
  assert.equal(uri.pathname, '/Rushes:a%26secret%3DEVIL%3Fx%3Ab')
})

test('a picture holds its modules, each as wide as it was asked to be', () => {
  const modules = [
    [true, false, true],
    [false, true, false],
    [true, true, false],
  ]
  const png = toPng(modules, 4)
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [12, 12])
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  for (let y = 0; y < 12; y++) {
    for (let x = 0; x < 12; x++) {
      const isWhite = ((rows[y * 3 + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1) === 1
      assert.equal(isWhite, !modules[y >> 2]![x >> 2], `${x},${y}`)
    }
  }
})

// authentication-37
test('ten recovery codes, all different, are taken however they are typed', () => {
  const { codes, hashes } = makeRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) {
    assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    assert.deepEqual(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `), hashRecoveryCode(code))
    assert.deepEqual(hashRecoveryCode(code), hashes[codes.indexOf(code)])
  }
  assert.equal(hashRecoveryCode('short'), undefined)
})
