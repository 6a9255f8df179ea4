import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isNotModified, readRanges } from './ranges.ts'

const cases: [header: string | undefined, expected: ReturnType<typeof readRanges>][] = [
  ['bytes=0-0', [{ start: 0, end: 0 }]],
  ['bytes=2-5', [{ start: 2, end: 5 }]],
  ['bytes=2-', [{ start: 2, end: 9 }]],
  ['bytes=2-99', [{ start: 2, end: 9 }]],
  ['bytes=-3', [{ start: 7, end: 9 }]],
  ['bytes=-99', [{ start: 0, end: 9 }]],
  ['BYTES=1-2', [{ start: 1, end: 2 }]],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=9999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [
    'bytes=0-1,4-5',
    [
      { start: 0, end: 1 },
      { start: 4, end: 5 },
    ],
  ],
  [
    'bytes= 4-5 ,, -1,99-',
    [
      { start: 4, end: 5 },
      { start: 9, end: 9 },
    ],
  ],
  ['bytes=10-,11-', 'unsatisfiable'],
  // Ignored: absent, invalid, another unit (RFC 9110, 14.2).
  [undefined, undefined],
  ['bytes=5-1', undefined],
  ['bytes=-', undefined],
  ['bytes=a-b', undefined],
  ['frames=0-1', undefined],
  ['bytes=0-1;4-5', undefined],
  // More than the whole.
  ['bytes=0-,0-', undefined],
  [`bytes=${'1-1,'.repeat(101)}`, undefined],
  ['bytes=0-1\r\nx: y', undefined],
]
for (const [header, expected] of cases) {
  // media-18
  test(`of ten bytes, ${JSON.stringify(header)} asks for ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(readRanges(header, 10), expected)
  })
}

// media-18
test('of no bytes every range is unsatisfiable', () => {
  assert.equal(readRanges('bytes=0-', 0), 'unsatisfiable')
  assert.equal(readRanges('bytes=-1', 0), 'unsatisfiable')
})

// media-19
test('If-None-Match compares weakly and may name several', () => {
  for (const header of ['"a-1"', 'W/"a-1"', '"x", "a-1"', '*', ' * '])
    assert.equal(isNotModified(header, '"a-1"'), true)
  for (const header of [undefined, '', 'a-1', '"a-2"', '"xa-1"']) assert.equal(isNotModified(header, '"a-1"'), false)
})
