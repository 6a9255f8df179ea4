import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultGrid } from './grid.ts'
import { parsePosition } from './position.ts'

// TTML2, tts:position: as background-position of CSS, "a percentage … is resolved in terms of the dimension of the
// reference area minus that of the positioned area"; the values of the published test position001
describe('a position of a box of 60 by 20 percent', () => {
  const cases: readonly (readonly [text: string, corner: readonly [number, number] | undefined])[] = [
    ['center', [20, 40]],
    ['left', [0, 40]],
    ['right', [40, 40]],
    ['top', [20, 0]],
    ['bottom', [20, 80]],
    ['25%', [10, 40]],
    ['bottom center', [20, 80]],
    ['bottom left', [0, 80]],
    ['center top', [20, 0]],
    ['center right', [40, 40]],
    ['center 25%', [20, 20]],
    ['left 25%', [0, 20]],
    ['25% bottom', [10, 80]],
    ['25% 50%', [10, 40]],
    ['bottom left 25%', [10, 80]],
    ['bottom 25% right', [40, 60]],
    ['center bottom 25%', [20, 60]],
    ['right 25% bottom 50%', [30, 40]],
    ['top 25% left 50%', [20, 20]],
    ['16c 3c', [50, 20]],
    ['left right', undefined],
    ['top bottom', undefined],
    ['10px', undefined],
  ]
  for (const [text, corner] of cases) {
    test(text, () => assert.deepEqual(parsePosition(text, [60, 20], defaultGrid), corner))
  }
})
