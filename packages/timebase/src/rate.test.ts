import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createSampleRate,
  findCountingRate,
  findNearestRate,
  findTimecodeBase,
  getTimecodeBase,
  isSameRate,
  mayDropFrame,
  parseSampleRate,
  RATE_23_976,
  RATE_25,
  RATE_29_97,
  RATE_59_94,
  TimebaseError,
  usualRates,
} from './index.ts'

describe('a sample rate', () => {
  test('is reduced to lowest terms', () => {
    assert.deepEqual(createSampleRate(60000, 2002), RATE_29_97)
    assert.deepEqual(createSampleRate(25), RATE_25)
  })

  test('is refused unless it is a fraction of positive whole numbers', () => {
    for (const [num, den] of [
      [0, 1],
      [25, 0],
      [-25, 1],
      [29.97, 1],
      [Number.NaN, 1],
      [2 ** 53, 1],
    ]) {
      assert.throws(() => createSampleRate(num!, den), isTimebaseError('invalid-rate'))
    }
  })

  test('is read as people write it', () => {
    for (const [text, rate] of [
      ['25', RATE_25],
      ['50/2', RATE_25],
      ['30000/1001', RATE_29_97],
      ['29.97', RATE_29_97],
      ['29.970', RATE_29_97],
      ['23.98', RATE_23_976],
      ['23.976', RATE_23_976],
      ['59.94', RATE_59_94],
      ['25.00', RATE_25],
    ] as const) {
      assert.deepEqual(parseSampleRate(text), rate, text)
    }
    for (const text of [
      '',
      '0',
      '25/0',
      '29.9',
      '29.971',
      '23.97',
      '12.50',
      '-25',
      '1e3',
      '25 ',
      'fast',
      '9'.repeat(20),
    ]) {
      assert.throws(() => parseSampleRate(text), isTimebaseError('invalid-rate'), text)
    }
  })

  test('equals its unreduced forms, even beyond the exact range of doubles', () => {
    const big = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    fc.assert(
      fc.property(big, big, fc.integer({ min: 1, max: 9 }), (num, den, times) => {
        const rate = createSampleRate(num, den)
        assert.ok(isSameRate(rate, { num, den }))
        if (num < Number.MAX_SAFE_INTEGER) assert.ok(!isSameRate({ num, den }, { num: num + 1, den }))
        const small = { num: (num % 1000) + 1, den: (den % 1000) + 1 }
        assert.ok(isSameRate(small, { num: small.num * times, den: small.den * times }))
      }),
    )
  })

  test('has a timecode base only where the field defines one', () => {
    assert.deepEqual(
      usualRates.map(rate => getTimecodeBase(rate)),
      [24, 24, 25, 30, 30, 48, 48, 50, 60, 60],
    )
    for (const rate of [createSampleRate(15), createSampleRate(120), createSampleRate(25000, 1001)]) {
      assert.equal(findTimecodeBase(rate), undefined)
      assert.throws(() => getTimecodeBase(rate), isTimebaseError('no-timecode-rate'))
    }
  })

  test('is counted by timecode at the fastest usual rate that divides it', () => {
    for (const rate of usualRates) assert.equal(findCountingRate(rate), rate)
    for (const [rate, counting] of [
      [createSampleRate(72), createSampleRate(24)],
      [createSampleRate(90), createSampleRate(30)],
      [createSampleRate(100), createSampleRate(50)],
      [createSampleRate(120_000, 1001), RATE_59_94],
      [createSampleRate(120), createSampleRate(60)],
      [createSampleRate(240), createSampleRate(60)],
      [createSampleRate(15), undefined],
      [createSampleRate(25_000, 1001), undefined],
      [createSampleRate(Number.MAX_SAFE_INTEGER), undefined],
    ] as const) {
      assert.deepEqual(findCountingRate(rate), counting)
    }
  })

  test('is the one of cameras that is nearest to what was measured', () => {
    for (const rate of usualRates) assert.equal(findNearestRate(rate), rate)
    for (const [num, den, rate] of [
      [2399, 10, createSampleRate(240)],
      [1196, 10, createSampleRate(120_000, 1001)],
      [298, 10, RATE_29_97],
      [1, 20, RATE_23_976],
      [1000, 1, createSampleRate(240)],
    ] as const) {
      assert.deepEqual(findNearestRate({ num, den }), rate)
    }
  })

  test('may drop frames at 29.97 and 59.94 only', () => {
    assert.deepEqual(usualRates.filter(mayDropFrame), [RATE_29_97, RATE_59_94])
    assert.equal(mayDropFrame(RATE_23_976), false)
  })
})

function isTimebaseError(code: string) {
  return (error: unknown) => error instanceof TimebaseError && error.code === code
}
