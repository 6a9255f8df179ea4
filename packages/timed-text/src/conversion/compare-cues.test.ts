import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import fc from 'fast-check'
import type { Cue, FrameDocument, TextStyle } from '../document/document.ts'
import { anyCues } from '../spotting/testing/documents.ts'
import { compareCues } from './compare-cues.ts'

function cue(start: number, end: number, content: string, style?: TextStyle): Cue<number> {
  return { start, end, textParts: [{ type: 'text', content, ...(style && { style }) }] }
}

function toDocument(...cues: Cue<number>[]): FrameDocument {
  return { timing: { unit: 'frames', rate: RATE_25 }, cues }
}

describe('the cues of two documents', () => {
  const one = cue(0, 50, 'One')
  const two = cue(60, 110, 'Two', { italic: true, bold: true })
  const none = cue(120, 120, 'No time')

  for (const [name, first, second, expected] of [
    ['that are the same', [one, two, none], [one, two, none], []],
    ['with styles in another order', [two], [cue(60, 110, 'Two', { bold: true, italic: true })], []],
    ['with other names and places', [one], [{ ...one, id: 'a', notes: ['b'], region: 'top' }], []],
    ['that are moved', [one, two], [one, cue(62, 112, 'Two', { italic: true, bold: true })], [[[1], [1], 'start end']]],
    ['with another text', [one, two], [cue(0, 50, 'Une'), two], [[[0], [0], 'text']]],
    ['with another style', [one, two], [one, cue(60, 110, 'Two', { italic: true })], [[[1], [1], 'style']]],
    ['with another text and style', [two], [cue(60, 110, 'Zwei')], [[[0], [0], 'text']]],
    [
      'of which each has one alone',
      [one, two],
      [two, cue(200, 210, 'New')],
      [
        [[0], [], ''],
        [[], [1], ''],
      ],
    ],
    ['of which one is split into two', [one], [cue(0, 25, 'O'), cue(25, 50, 'ne')], [[[0], [0, 1], 'count text']]],
    ['of which one occurs twice', [one], [one, one], [[[], [1], '']]],
    [
      'that are shown for no time',
      [none],
      [cue(120, 120, 'none')],
      [
        [[0], [], ''],
        [[], [0], ''],
      ],
    ],
    [
      'with other times of runs',
      [one],
      [{ ...one, textParts: [{ type: 'text', content: 'One', start: 5 }] }],
      [[[0], [0], 'style']],
    ],
  ] as [string, Cue<number>[], Cue<number>[], [number[], number[], string][]][]) {
    test(name, () => {
      const found = compareCues(toDocument(...first), toDocument(...second))
      assert.deepEqual(
        found.map(({ first, second, differences }) => [first, second, differences.join(' ')]),
        expected,
      )
    })
  }

  test('are those of a document and itself, in any order, without a difference', () => {
    fc.assert(
      fc.property(anyCues, cues => {
        assert.deepEqual(compareCues(toDocument(...cues), toDocument(...[...cues].reverse())), [])
      }),
    )
  })

  test('differ in exactly the one that was changed', () => {
    fc.assert(
      fc.property(anyCues, fc.nat(), (cues, at) => {
        fc.pre(cues.length > 0)
        const index = at % cues.length
        const changed = cues.map((cue, place) =>
          place === index ? { ...cue, textParts: [{ type: 'text' as const, content: 'changed' }] } : cue,
        )
        const touched = compareCues(toDocument(...cues), toDocument(...changed))
        assert.equal(touched.flatMap(({ first }) => first).length, 1)
        assert.deepEqual(
          touched.flatMap(({ second }) => second),
          [index],
        )
      }),
    )
  })

  test('of a hundred thousand do not take long', () => {
    const cues = Array.from({ length: 100_000 }, (_, index) => cue(index, index + 2, `${index}`))
    const moved = cues.map(one => ({ ...one, end: one.end + 1 }))
    const begun = performance.now()
    assert.ok(compareCues(toDocument(...cues), toDocument(...moved)).length > 0)
    assert.ok(performance.now() - begun < 10_000)
  })
})
