import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ShotDetector } from './shot-detector.ts'

const plain = (red: number, green: number, blue: number): Uint8Array =>
  Uint8Array.from({ length: 300 }, (_value, index) => [red, green, blue][index % 3]!)
const red = plain(220, 30, 30)
const blue = plain(20, 40, 200)
const white = plain(255, 255, 255)

function find(...scenes: readonly (readonly [Uint8Array, number])[]): number[] {
  const detector = new ShotDetector()
  for (const [picture, frames] of scenes) for (let frame = 0; frame < frames; frame += 1) detector.add(picture)
  return detector.finish()
}

describe('shots', () => {
  test('begin with the first frame of the new picture', () => {
    assert.deepEqual(find([red, 20], [blue, 30], [white, 20]), [20, 50])
    assert.deepEqual(find([red, 20], [blue, 1]), [20], 'also when it is the last frame')
    assert.deepEqual(find([red, 40]), [])
    assert.deepEqual(find(), [])
  })

  test('are not begun by a flash, after which the picture is as before', () => {
    for (const frames of [1, 2, 3, 4]) assert.deepEqual(find([red, 20], [white, frames], [red, 30]), [], `${frames}`)
    assert.deepEqual(find([red, 20], [white, 5], [red, 30]), [20], 'what lasts is no flash')
    assert.deepEqual(find([red, 20], [white, 2], [red, 20], [blue, 20]), [42], 'a cut after a flash')
    assert.deepEqual(find([red, 20], [white, 2], [blue, 30]), [20], 'a cut with a flash')
  })

  test('have at least 15 frames', () => {
    assert.deepEqual(find([red, 10], [blue, 30], [red, 10], [blue, 20]), [40])
  })

  test('are not begun by slow changes', () => {
    const detector = new ShotDetector()
    for (let level = 0; level < 200; level += 1) detector.add(plain(level, level, level))
    assert.deepEqual(detector.finish(), [])
  })
})
