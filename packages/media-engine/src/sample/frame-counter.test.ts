import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { drawFrameCounter, readFrameCounter } from './frame-counter.ts'

const number = fc.integer({ min: 0, max: 2 ** 24 - 1 })

test('a frame counter is read back from any picture of at least 64 by 32', () => {
  fc.assert(
    fc.property(
      number,
      fc.integer({ min: 64, max: 400 }),
      fc.integer({ min: 32, max: 300 }),
      (frame, width, height) => {
        const picture = Buffer.alloc(width * height, 90)
        drawFrameCounter(picture, width, height, frame)
        assert.equal(readFrameCounter(picture, width, height), frame)
      },
    ),
    { numRuns: 200 },
  )
})

test('a damaged bar code is not read as a neighbouring frame', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 0, max: 27 }), (frame, cell) => {
      const [width, height] = [280, 80]
      const picture = Buffer.alloc(width * height)
      drawFrameCounter(picture, width, height, frame)
      for (let row = height - 10; row < height; row += 1) {
        for (let x = cell * 10; x < cell * 10 + 10; x += 1)
          picture[row * width + x] = 251 - (picture[row * width + x] ?? 0)
      }
      assert.equal(readFrameCounter(picture, width, height), undefined)
    }),
  )
})

test('a picture without a counter has no number', () => {
  assert.equal(readFrameCounter(Buffer.alloc(160 * 96, 128), 160, 96), undefined)
  assert.throws(() => drawFrameCounter(Buffer.alloc(160 * 96), 160, 96, 2 ** 24), RangeError)
})
