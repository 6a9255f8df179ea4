import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createSampleRate,
  framesToMilliseconds,
  millisecondsToFrames,
  RATE_23_976,
  RATE_25,
  RATE_29_97,
  RATE_50,
  RATE_59_94,
  resampleFrames,
  TimebaseError,
  usualRates,
} from './index.ts'

const dayMs = 24 * 60 * 60 * 1000

describe('frames and milliseconds', () => {
  test('frames become milliseconds and the same frames again, for the first hour and the last of a day', () => {
    for (const rate of usualRates) {
      const dayFrames = millisecondsToFrames(dayMs, rate)
      const hourFrames = Math.floor(dayFrames / 24)
      for (let frame = 0; frame < hourFrames; frame++) assertReturns(frame, rate)
      for (let frame = dayFrames - hourFrames; frame <= dayFrames; frame++) assertReturns(frame, rate)
    }
  })

  test('the same holds at any rate below 1000 fps, for any length and before zero', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_000 }),
        fc.integer({ min: 1001, max: 100_000 }),
        fc.integer({ min: -1e7, max: 1e7 }),
        (num, den, frame) => assertReturns(frame, createSampleRate(num, den)),
      ),
      { numRuns: 2000 },
    )
  })

  test('rounds to the nearest, a half upwards', () => {
    assert.equal(millisecondsToFrames(20, RATE_25), 1)
    assert.equal(millisecondsToFrames(19, RATE_25), 0)
    assert.equal(millisecondsToFrames(-20, RATE_25), 0)
    assert.equal(millisecondsToFrames(-21, RATE_25), -1)
    assert.equal(framesToMilliseconds(1, RATE_23_976), 42)
    assert.equal(framesToMilliseconds(86400, RATE_23_976), 3_603_600)
    assert.ok(Object.is(millisecondsToFrames(-1, RATE_25), 0), 'never minus zero')
  })

  test('agrees with exact fractions where doubles would not do', () => {
    const whole = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER })
    const term = fc.integer({ min: 1, max: 1e9 })
    fc.assert(
      fc.property(whole, term, term, (frames, num, den) => {
        const exact = floorDivide(2n * BigInt(frames) * 1000n * BigInt(den) + BigInt(num), 2n * BigInt(num))
        const rate = { num, den }
        if (exact > BigInt(Number.MAX_SAFE_INTEGER) || exact < -BigInt(Number.MAX_SAFE_INTEGER)) {
          assert.throws(() => framesToMilliseconds(frames, rate), TimebaseError)
        } else assert.equal(framesToMilliseconds(frames, rate), Number(exact))
      }),
    )
  })

  test('a fraction of a frame or of a millisecond is refused', () => {
    for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.throws(() => framesToMilliseconds(value, RATE_25), { code: 'invalid-time' })
      assert.throws(() => millisecondsToFrames(value, RATE_25), { code: 'invalid-time' })
    }
  })

  test('resampling keeps the moment, not the count', () => {
    assert.equal(resampleFrames(25, RATE_25, RATE_50), 50)
    assert.equal(resampleFrames(3, RATE_50, RATE_25), 2)
    assert.equal(resampleFrames(30000, RATE_29_97, RATE_25), 25025)
    assert.equal(resampleFrames(1_000_001, RATE_59_94, RATE_59_94), 1_000_001)
  })
})

function assertReturns(frame: number, rate: { num: number; den: number }): void {
  const back = millisecondsToFrames(framesToMilliseconds(frame, rate), rate)
  if (back !== frame) assert.fail(`frame ${frame} came back as ${back} at ${rate.num}/${rate.den}`)
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  return dividend < 0n && quotient * divisor !== dividend ? quotient - 1n : quotient
}
