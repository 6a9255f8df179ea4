import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPlace } from '../../src/design/floating/anchor.ts'

const room = { width: 1000, height: 800 }
const box = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 28 })

test('what floats is put below its button, aligned with it', () => {
  assert.deepEqual(findPlace(box(200, 100), { width: 300, height: 200 }, room), { left: 200, top: 132 })
  assert.deepEqual(findPlace(box(200, 100), { width: 60, height: 200 }, room, { align: 'end' }), {
    left: 240,
    top: 132,
  })
})

test('it goes to the other side where there is no room on the first', () => {
  assert.deepEqual(findPlace(box(200, 700), { width: 300, height: 200 }, room), { left: 200, top: 496 })
  assert.deepEqual(findPlace(box(880, 100), { width: 200, height: 90 }, room, { side: 'right' }), {
    left: 676,
    top: 100,
  })
})

test('it stays on the side that has more room, however little', () => {
  assert.deepEqual(findPlace(box(200, 100), { width: 300, height: 790 }, room), { left: 200, top: 8 })
})

test('it is moved into the window', () => {
  assert.deepEqual(findPlace(box(880, 100), { width: 300, height: 200 }, room), { left: 692, top: 132 })
  assert.deepEqual(findPlace(box(-40, 100), { width: 300, height: 200 }, room), { left: 8, top: 132 })
})
