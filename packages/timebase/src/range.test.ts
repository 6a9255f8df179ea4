import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countFrames, createFrameRange, hasFrame, hasOverlap, isWithin } from './index.ts'

describe('a frame range', () => {
  test('includes its start and excludes its end', () => {
    const range = createFrameRange(10, 12)
    assert.deepEqual(
      [9, 10, 11, 12].map(frame => hasFrame(range, frame)),
      [false, true, true, false],
    )
    assert.equal(countFrames(range), 2)
  })

  test('may be empty; its start must not exceed its end', () => {
    assert.equal(countFrames(createFrameRange(5, 5)), 0)
    assert.throws(() => createFrameRange(6, 5), { code: 'invalid-range' })
    assert.throws(() => createFrameRange(0, 1.5), { code: 'invalid-time' })
  })

  test('overlaps another only when they share a frame', () => {
    const range = createFrameRange(10, 20)
    assert.equal(hasOverlap(range, createFrameRange(19, 30)), true)
    assert.equal(hasOverlap(range, createFrameRange(20, 30)), false)
    assert.equal(hasOverlap(range, createFrameRange(15, 15)), false)
    assert.equal(isWithin(createFrameRange(10, 20), range), true)
    assert.equal(isWithin(createFrameRange(9, 20), range), false)
  })
})
