import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  createFrameClock,
  type FrameTimes,
  framesToMilliseconds,
  millisecondsToFrames,
  RATE_25,
  RATE_29_97,
  RATE_30,
} from './index.ts'

/** Four pictures at 30 a second, then four at 15. */
const phone: FrameTimes = { times: [0, 33, 67, 100, 133, 200, 267, 333], end: 400 }

describe('the clock of a film with a variable rate', () => {
  const clock = createFrameClock(RATE_30, phone)

  test('gives a picture the time at which it is shown, and its label by that', () => {
    assert.deepEqual([0, 3, 4, 5, 7, 8, 9].map(clock.toMilliseconds), [0, 100, 133, 200, 333, 400, 433])
    assert.deepEqual([0, 3, 4, 5, 7, 8, 9].map(clock.toLabel), [0, 3, 4, 6, 10, 12, 13])
    assert.equal(clock.toMilliseconds(-3), -100)
  })

  test('finds the picture in sight, and the nearest beginning', () => {
    assert.deepEqual([0, 32, 33, 199, 200, 399, 400, 434].map(clock.toFrame), [0, 0, 1, 4, 5, 7, 8, 9])
    assert.deepEqual([0, 16, 17, 166, 167, 380].map(clock.toNearestFrame), [0, 0, 1, 4, 5, 8])
    assert.deepEqual([-1, -100].map(clock.toFrame), [-1, -3])
  })

  test('finds the picture that a label is of, or the one that is in sight then', () => {
    assert.deepEqual([-1, 0, 3, 4, 5, 6, 11, 12, 14].map(clock.fromLabel), [-1, 0, 3, 4, 4, 5, 7, 8, 10])
    // Faster than the rate, pictures share labels.
    const fast = createFrameClock(RATE_25, { times: [0, 10, 20, 30, 40, 50, 100], end: 140 })
    assert.deepEqual([0, 1, 2, 3, 4, 5, 6].map(fast.toLabel), [0, 0, 1, 1, 1, 1, 3])
    assert.deepEqual([0, 1, 2, 3, 4].map(fast.fromLabel), [0, 2, 2, 6, 7])
  })

  test('returns from times and labels to the frame that it came from, within the film and beyond', () => {
    const film = fc
      .array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 60 })
      .map((distances): FrameTimes => {
        const ends = distances.map((_, index) => distances.slice(0, index + 1).reduce((sum, each) => sum + each, 0))
        return { times: [0, ...ends.slice(0, -1)], end: ends.at(-1)! }
      })
    fc.assert(
      fc.property(film, fc.integer({ min: -50, max: 120 }), (times, frame) => {
        const clock = createFrameClock(RATE_29_97, times)
        assert.equal(clock.toFrame(clock.toMilliseconds(frame)), frame)
        assert.equal(clock.toNearestFrame(clock.toMilliseconds(frame)), frame)
        const found = clock.fromLabel(clock.toLabel(frame))
        assert.ok(found <= frame && clock.toLabel(found) === clock.toLabel(frame))
      }),
    )
  })
})

test('the clock of a constant rate counts as the conversions do', () => {
  const clock = createFrameClock(RATE_29_97, { times: [], end: 0 })
  for (const frame of [-5, 0, 1, 1000]) {
    assert.equal(clock.toMilliseconds(frame), framesToMilliseconds(frame, RATE_29_97))
    assert.deepEqual([clock.toLabel(frame), clock.fromLabel(frame)], [frame, frame])
  }
  for (const time of [0, 16, 17, 1000]) {
    assert.equal(clock.toFrame(time), millisecondsToFrames(time, RATE_29_97))
    assert.equal(clock.toNearestFrame(time), clock.toFrame(time))
  }
})
