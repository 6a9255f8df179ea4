import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addStartTimecode,
  countDayFrames,
  createSampleRate,
  formatTimecode,
  labelToFrames,
  parseTimecode,
  RATE_23_976,
  RATE_25,
  RATE_29_97,
  RATE_59_94,
  removeStartTimecode,
  type TimecodeFormat,
  usualRates,
} from './index.ts'

const drop2997: TimecodeFormat = { rate: RATE_29_97, dropFrame: true }
const drop5994: TimecodeFormat = { rate: RATE_59_94, dropFrame: true }
const pal: TimecodeFormat = { rate: RATE_25, dropFrame: false }

describe('SMPTE timecode', () => {
  test('every label of a 29.97 drop frame day round-trips, in counting order', () => walkDay(drop2997, 30, 2, 1))

  test('sampled labels of a day round-trip in every other format', () => {
    walkDay(drop5994, 60, 4, 23)
    for (const rate of usualRates) walkDay({ rate, dropFrame: false }, Math.round(rate.num / rate.den), 0, 101)
  })

  test('gives the known labels', () => {
    const cases: [TimecodeFormat, number, string][] = [
      [drop2997, 1799, '00:00:59;29'],
      [drop2997, 1800, '00:01:00;02'],
      [drop2997, 17981, '00:09:59;29'],
      [drop2997, 17982, '00:10:00;00'],
      [drop2997, 107892, '01:00:00;00'],
      [drop5994, 3600, '00:01:00;04'],
      [{ rate: RATE_23_976, dropFrame: false }, 86400, '01:00:00:00'],
      [{ rate: RATE_29_97, dropFrame: false }, 1800, '00:01:00:00'],
      [pal, 90000, '01:00:00:00'],
    ]
    for (const [format, frames, label] of cases) {
      assert.equal(formatTimecode(frames, format), label)
      assert.equal(parseTimecode(label, format), frames)
    }
  })

  test('wraps at midnight, forwards and backwards', () => {
    assert.equal(countDayFrames(drop2997), 2_589_408)
    assert.equal(countDayFrames(drop5994), 5_178_816)
    assert.equal(formatTimecode(2_589_408, drop2997), '00:00:00;00')
    assert.equal(formatTimecode(-1, drop2997), '23:59:59;29')
    assert.equal(formatTimecode(-countDayFrames(pal), pal), '00:00:00:00')
  })

  test('refuses labels that drop frame skips', () => {
    for (const label of ['00:01:00;00', '00:01:00;01', '10:59:00;01']) {
      assert.throws(() => parseTimecode(label, drop2997), { code: 'dropped-timecode' })
    }
    assert.throws(() => parseTimecode('00:01:00;03', drop5994), { code: 'dropped-timecode' })
    assert.equal(parseTimecode('00:10:00;00', drop2997), 17982)
  })

  test('refuses numbers that no clock shows, and text that is no label', () => {
    for (const label of ['24:00:00:00', '00:60:00:00', '00:00:60:00', '00:00:00:25']) {
      assert.throws(() => parseTimecode(label, pal), { code: 'timecode-out-of-range' })
    }
    for (const label of ['', '1:00:00:00', '00:00:00', '00:00:00.00', '00;00;00;00', ' 00:00:00:00', '00:00:00:00\n']) {
      assert.throws(() => parseTimecode(label, pal), { code: 'malformed-timecode' })
    }
    const half = { hours: 0, minutes: 0, seconds: 0.5, frames: 0 }
    assert.throws(() => labelToFrames(half, pal), { code: 'timecode-out-of-range' })
  })

  test('takes ";" for drop frame only; the format, not ":", decides', () => {
    assert.throws(() => parseTimecode('00:00:01;00', pal), { code: 'no-drop-frame' })
    assert.equal(parseTimecode('00:01:00:02', drop2997), 1800)
    assert.equal(parseTimecode('00:01:00:02', { rate: RATE_29_97, dropFrame: false }), 1802)
  })

  test('is refused where it is not defined', () => {
    assert.throws(() => formatTimecode(0, { rate: RATE_23_976, dropFrame: true }), { code: 'no-drop-frame' })
    assert.throws(() => formatTimecode(0, { rate: createSampleRate(15), dropFrame: false }), {
      code: 'no-timecode-rate',
    })
    assert.throws(() => formatTimecode(0.5, pal), { code: 'invalid-time' })
  })

  test('frame 0 carries the start timecode, across midnight too', () => {
    const start = parseTimecode('23:59:59:00', pal)
    assert.equal(formatTimecode(addStartTimecode(25, start, pal), pal), '00:00:00:00')
    assert.equal(removeStartTimecode(parseTimecode('00:00:01:00', pal), start, pal), 50)
    assert.equal(removeStartTimecode(start, start, pal), 0)
  })
})

/** Counts labels as a clock would, and compares every `step`-th with both directions of the formulas. */
function walkDay(format: TimecodeFormat, base: number, dropped: number, step: number): void {
  const two = (number: number) => String(number).padStart(2, '0')
  let frames = 0
  for (let minutes = 0; minutes < 24 * 60; minutes++) {
    const hourMinute = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
    for (let seconds = 0; seconds < 60; seconds++) {
      const first = seconds === 0 && minutes % 10 !== 0 ? dropped : 0
      for (let frame = first; frame < base; frame++, frames++) {
        if (frames % step !== 0) continue
        const label = `${hourMinute}:${two(seconds)}${format.dropFrame ? ';' : ':'}${two(frame)}`
        if (formatTimecode(frames, format) !== label) assert.fail(`${frames} is not ${formatTimecode(frames, format)}`)
        if (parseTimecode(label, format) !== frames) assert.fail(`${label} is not ${parseTimecode(label, format)}`)
      }
    }
  }
  assert.equal(frames, countDayFrames(format))
}
