import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compareByTime } from './compare-by-time.ts'

describe('two lists side by side', () => {
  const span = (start: number, end: number) => ({ start, end })
  const cases: [string, [number, number][], [number, number][], [number[], number[]][]][] = [
    ['nothing', [], [], []],
    [
      'what only touches',
      [[0, 10]],
      [[10, 20]],
      [
        [[0], []],
        [[], [0]],
      ],
    ],
    [
      'less than half of the shorter',
      [[0, 10]],
      [[6, 20]],
      [
        [[0], []],
        [[], [0]],
      ],
    ],
    ['half of the shorter', [[0, 10]], [[5, 100]], [[[0], [0]]]],
    [
      'a sign that stays over all',
      [
        [0, 100],
        [20, 30],
      ],
      [
        [22, 30],
        [60, 70],
      ],
      [
        [
          [0, 1],
          [0, 1],
        ],
      ],
    ],
    [
      'what is shown for no time',
      [[5, 5]],
      [[5, 5]],
      [
        [[0], []],
        [[], [0]],
      ],
    ],
  ]
  for (const [name, first, second, rows] of cases) {
    test(`of ${name}`, () => {
      const compared = compareByTime(
        first.map(([a, b]) => span(a, b)),
        second.map(([a, b]) => span(a, b)),
      )
      assert.deepEqual(
        compared.map(row => [row.first, row.second]),
        rows,
      )
    })
  }

  test('of fifty thousand at the same moment does not take long', () => {
    const all = Array.from({ length: 50_000 }, () => span(0, 10))
    const begun = performance.now()
    compareByTime(all, all)
    assert.ok(performance.now() - begun < 10_000)
  })
})
