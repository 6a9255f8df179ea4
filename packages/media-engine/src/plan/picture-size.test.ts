import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Track } from '../probe/report.ts'
import { fitWithin, planPicture, toDisplaySize } from './picture-size.ts'

const pixels = fc.integer({ min: 2, max: 8192 })

test('a fitted size is even, within its limits, and never larger than the picture', () => {
  fc.assert(
    fc.property(pixels, pixels, fc.integer({ min: 1, max: 2000 }), (width, height, half) => {
      const maxHeight = half * 2
      const fitted = fitWithin({ width, height }, { maxHeight })
      assert.equal(fitted.width % 2, 0)
      assert.equal(fitted.height % 2, 0)
      assert.ok(fitted.height <= maxHeight && fitted.height <= height + 1 && fitted.width <= width + 1)
    }),
  )
})

test('wide pixels are made square and a turned picture is turned before it is scaled', () => {
  const track = { width: 1440, height: 1080, pixelAspect: { num: 4, den: 3 } } as Track
  assert.deepEqual(toDisplaySize(track, 0), { width: 1920, height: 1080 })
  assert.deepEqual(fitWithin(toDisplaySize(track, 0), { maxHeight: 540 }), { width: 960, height: 540 })
  const turned = fitWithin(toDisplaySize(track, 90), { maxHeight: 960 })
  assert.deepEqual(turned, { width: 540, height: 960 })
  const { filters } = planPicture(track, { rotation: 90, mirrored: false, kind: 'VIDEO' }, turned, 'film')
  assert.equal(filters[0], 'transpose=clock')
  assert.ok(filters.some(filter => filter.startsWith('scale=540:960:flags=bicubic:')))
  assert.equal(filters.at(-1), 'setsar=1')
})
