import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { evaluateDateMath, parseDateMath } from './date-math.ts'
import { findZone } from './zone.ts'

const now = '2024-03-31T13:45:59.123Z'

function evaluate(text: string, nowText = now, zone?: string): string | undefined {
  const dateMath = parseDateMath(text)
  const at = zone === undefined ? undefined : findZone(zone)!
  return dateMath && new Date(evaluateDateMath(dateMath, Date.parse(nowText), at)).toISOString()
}

describe(`at ${now}`, () => {
  const cases: readonly (readonly [text: string, expected: string])[] = [
    ['NOW', '2024-03-31T13:45:59.123Z'],
    ['NOW/YEAR', '2024-01-01T00:00:00.000Z'],
    ['NOW/MONTH', '2024-03-01T00:00:00.000Z'],
    ['NOW/DAY', '2024-03-31T00:00:00.000Z'],
    ['NOW/DATE', '2024-03-31T00:00:00.000Z'],
    ['NOW/HOUR', '2024-03-31T13:00:00.000Z'],
    ['NOW/MINUTES', '2024-03-31T13:45:00.000Z'],
    ['NOW/SECOND', '2024-03-31T13:45:59.000Z'],
    ['NOW/MILLI', '2024-03-31T13:45:59.123Z'],
    ['NOW/DAY-7DAYS', '2024-03-24T00:00:00.000Z'],
    ['NOW-7DAYS/DAY', '2024-03-24T00:00:00.000Z'],
    ['NOW+1DAY/MONTH', '2024-04-01T00:00:00.000Z'],
    ['NOW/MONTH+1DAY', '2024-03-02T00:00:00.000Z'],
    ['NOW-1MONTH', '2024-02-29T13:45:59.123Z'],
    ['NOW+1MONTH', '2024-04-30T13:45:59.123Z'],
    ['NOW-13MONTHS', '2023-02-28T13:45:59.123Z'],
    ['NOW+1YEAR-1MONTH', '2025-02-28T13:45:59.123Z'],
    ['NOW+10HOURS+20MINUTES+5SECONDS+7MILLIS', '2024-04-01T00:06:04.130Z'],
    ['NOW-1MILLISECOND', '2024-03-31T13:45:59.122Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2024-02-29T00:00:00.25Z+1YEAR', '2025-02-28T00:00:00.250Z'],
    ['1969-12-31T23:59:59Z/DAY', '1969-12-31T00:00:00.000Z'],
    ['0050-06-01T00:00:00Z/YEAR', '0050-01-01T00:00:00.000Z'],
    ['0050-01-31T00:00:00Z+1MONTH', '0050-02-28T00:00:00.000Z'],
    ['NOW+999999999YEARS', '+275760-09-13T00:00:00.000Z'],
    ['NOW-999999999MONTHS/YEAR', '-271821-04-20T00:00:00.000Z'],
    ['NOW+999999999DAYS+1DAY', '+275760-09-13T00:00:00.000Z'],
  ]
  for (const [text, expected] of cases) test(`${text} is ${expected}`, () => assert.equal(evaluate(text), expected))
})

// Clocks go forward at 02:00 of 31 March 2024 in Brussels, and back at 03:00 of 27 October.
describe('in a zone', () => {
  const cases: readonly (readonly [text: string, zone: string, expected: string])[] = [
    ['NOW/DAY', 'Europe/Brussels', '2024-03-30T23:00:00.000Z'],
    ['NOW/DAY+1DAY', 'Europe/Brussels', '2024-03-31T22:00:00.000Z'],
    ['NOW/DAY+24HOURS', 'Europe/Brussels', '2024-03-31T23:00:00.000Z'],
    ['NOW/MONTH', 'Europe/Brussels', '2024-02-29T23:00:00.000Z'],
    ['NOW/YEAR', 'America/New_York', '2024-01-01T05:00:00.000Z'],
    ['NOW/DAY-1DAY', 'America/New_York', '2024-03-30T04:00:00.000Z'],
    ['NOW/HOUR', 'Asia/Kathmandu', '2024-03-31T13:15:00.000Z'],
    ['NOW/MINUTE+5MINUTES', 'Asia/Kathmandu', '2024-03-31T13:50:00.000Z'],
    ['NOW/DAY', 'GMT+5', '2024-03-30T19:00:00.000Z'],
    ['NOW/DAY', 'UTC', '2024-03-31T00:00:00.000Z'],
    // Half past two is passed over, and is half past three.
    ['2024-03-30T01:30:00Z+1DAY', 'Europe/Brussels', '2024-03-31T01:30:00.000Z'],
    // There are two, of which the first counts; from the second, the second.
    ['2024-10-26T00:30:00Z+1DAY', 'Europe/Brussels', '2024-10-27T00:30:00.000Z'],
    ['2024-10-27T01:30:00Z/HOUR', 'Europe/Brussels', '2024-10-27T01:00:00.000Z'],
    ['2024-10-27T01:30:00Z/DAY', 'Europe/Brussels', '2024-10-26T22:00:00.000Z'],
    ['NOW+999999999YEARS/DAY', 'Asia/Tokyo', '+275760-09-12T15:00:00.000Z'],
    ['NOW-999999999YEARS/DAY', 'Asia/Tokyo', '-271821-04-20T00:00:00.000Z'],
  ]
  for (const [text, zone, expected] of cases) {
    test(`${zone}: ${text} is ${expected}`, () => assert.equal(evaluate(text, now, zone), expected))
  }
})

describe('no date expression', () => {
  const texts = [
    '',
    'NOWHERE',
    'now',
    'NOW+',
    'NOW/',
    'NOW+1',
    'NOW+DAY',
    'NOW/WEEK',
    'NOW /DAY',
    'NOW+1day',
    'NOW-1DAY ',
    'NOW+1.5DAYS',
  ]
  const instants = [
    '2024-01-01',
    '2023-02-29T00:00:00Z',
    '2024-13-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00',
  ]
  for (const text of [...texts, ...instants, 'NOW+1234567890DAYS', 'xNOW']) {
    test(JSON.stringify(text), () => assert.equal(parseDateMath(text), undefined))
  }
})

test('any expression at any moment is a valid moment', () => {
  const unit = fc.constantFrom('YEARS', 'MONTHS', 'DAY', 'HOURS', 'MINUTE', 'SECONDS', 'MILLIS')
  const amount = fc.oneof(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -999_999_999, max: 999_999_999 }))
  const step = fc.oneof(
    unit.map(name => `/${name}`),
    fc.tuple(amount, unit).map(([count, name]) => `${count < 0 ? '' : '+'}${count}${name}`),
  )
  const moment = fc.integer({ min: -8.64e15, max: 8.64e15 })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), moment, (steps, nowMs) => {
      const dateMath = parseDateMath(`NOW${steps.join('')}`)
      assert(dateMath !== undefined)
      assert(!Number.isNaN(new Date(evaluateDateMath(dateMath, nowMs)).getTime()))
    }),
  )
})
