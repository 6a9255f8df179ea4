import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, TimebaseError } from '@rushes/timebase'
import fc from 'fast-check'
import { correctTiming, readTimingCorrections } from '../index.ts'
import { listTimes, toDocument, toTimes } from '../testing/documents.ts'

const document = toDocument(RATE_25, [0, 50], [100, 150], [1000, 1050])

/** Corrections as a request has them, applied. */
function correct(...given: object[]) {
  const { corrections, faults } = readTimingCorrections(given)
  assert.deepEqual(faults, [])
  return correctTiming(document, corrections)
}

function listFaults(value: unknown): string[] {
  return readTimingCorrections(value).faults.map(({ path, message }) => `${path} ${message}`)
}

describe('corrections', () => {
  test('by an offset, of all subtitles or of those that begin in a range', () => {
    assert.deepEqual(listTimes(correct({ type: 'offset', offsetFrames: 25 }).document), [
      [25, 75],
      [125, 175],
      [1025, 1075],
    ])
    assert.deepEqual(
      listTimes(correct({ type: 'offset', offsetFrames: -10, startFrame: 100, endFrame: 1000 }).document),
      [
        [0, 50],
        [90, 140],
        [1000, 1050],
      ],
    )
  })

  test('by a line: a factor that is a fraction or spells one, or two anchors', () => {
    const expected = [
      [0, 48],
      [96, 144],
      [960, 1008],
    ]
    for (const factor of [0.96, { num: 24, den: 25 }]) {
      assert.deepEqual(listTimes(correct({ type: 'linear', factor }).document), expected)
    }
    const anchors = [
      { from: 100, to: 96 },
      { from: 1000, to: 960 },
    ]
    assert.deepEqual(listTimes(correct({ type: 'linear', anchors }).document), expected)
    assert.deepEqual(listTimes(correct({ type: 'linear', factor: 2, offsetFrames: 5 }).document)[1], [205, 305])
  })

  test('in pieces between anchors, in any order; beyond them as far as the nearest', () => {
    const anchors = [
      { from: 1000, to: 1500 },
      { from: 100, to: 110 },
      { from: 150, to: 150 },
    ]
    assert.deepEqual(listTimes(correct({ type: 'piecewise', anchors }).document), [
      [10, 60],
      [110, 150],
      [1500, 1550],
    ])
  })

  test('one after the other', () => {
    const moved = correct({ type: 'offset', offsetFrames: 50 }, { type: 'linear', factor: { num: 1, den: 2 } })
    assert.deepEqual(listTimes(moved.document)[1], [75, 100])
  })

  test('are exact over a day: a thousand times there and back, no frame is lost', () => {
    fc.assert(
      fc.property(fc.nat(24 * 3600 * 60), fc.integer({ min: 1, max: 1001 }), (frame, num) => {
        const one = toDocument(RATE_25, [frame, frame + 1])
        const there = correctTiming(one, [{ type: 'linear', factor: { num: 1001 * num, den: 1000 }, offsetFrames: 0 }])
        const back = correctTiming(there.document, [
          { type: 'linear', factor: { num: 1000, den: 1001 * num }, offsetFrames: 0 },
        ])
        assert.deepEqual(back.document, one)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('"order and non-overlap kept or told by diagnostics"', () => {
  const listCodes = (...given: object[]) => correct(...given).diagnostics.map(({ code, cueIndex }) => [code, cueIndex])

  test('what is moved among others is put in order, and overlaps are reported', () => {
    const offset = { type: 'offset', offsetFrames: 970, startFrame: 0, endFrame: 50 }
    assert.deepEqual(listCodes(offset), [
      ['TIMING_ORDER', 0],
      ['TIMING_OVERLAP', 2],
    ])
    assert.deepEqual(listTimes(correct(offset).document), [
      [100, 150],
      [970, 1020],
      [1000, 1050],
    ])
    assert.deepEqual(listCodes({ type: 'offset', offsetFrames: 60, endFrame: 50 }), [['TIMING_OVERLAP', 1]])
  })

  test('what comes to lie before the clip begins with it', () => {
    const moved = correct({ type: 'offset', offsetFrames: -120 })
    assert.deepEqual(listTimes(moved.document), [
      [0, 0],
      [0, 30],
      [880, 930],
    ])
    assert.deepEqual(
      moved.diagnostics.map(({ code, count }) => [code, count]),
      [
        ['TIMING_OUT_OF_MEDIA', 2],
        ['DURATION_TOO_SHORT', 1],
      ],
    )
  })

  test('corrections that run forwards keep order and non-overlap', () => {
    const anchor = fc.record({ from: fc.nat(3000), to: fc.nat(3000) })
    const spans = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 50 })))
    fc.assert(
      fc.property(fc.array(anchor, { minLength: 1, maxLength: 8 }), spans, (anchors, spans) => {
        const { corrections } = readTimingCorrections([{ type: 'piecewise', anchors }])
        const times = toTimes(spans)
        const moved = correctTiming(toDocument(RATE_25, ...times), corrections)
        listTimes(moved.document).reduce((end, [start, next]) => {
          assert.ok(start >= end && next >= start)
          return next
        }, 0)
        assert.equal(
          moved.diagnostics.some(({ code }) => code === 'TIMING_ORDER' || code === 'TIMING_OVERLAP'),
          false,
        )
      }),
    )
  })
})

test('faulty corrections are reported with their paths and left out', () => {
  assert.deepEqual(
    listFaults([
      { type: 'offset' },
      { type: 'offset', offsetFrames: 1.5 },
      { type: 'linear', factor: -1 },
      { type: 'linear', factor: 1e-12 },
      { type: 'linear', factor: { num: 1, den: 0 } },
      { type: 'linear', anchors: [{ from: 0, to: 0 }] },
      {
        type: 'piecewise',
        anchors: [
          { from: 0, to: 9 },
          { from: 5, to: 3 },
        ],
      },
      { type: 'piecewise', anchors: [{ from: 0 }] },
      { type: 'piecewise', offset: 3, anchors: [{ from: 0, to: 9 }] },
      {},
      7,
      { type: 'offset', offsetFrames: 3 },
    ]),
    [
      '/0 needs offsetFrames',
      '/1/offsetFrames must be a whole number from -1099511627776 to 1099511627776',
      '/2/factor must be a fraction {num, den} of positive whole numbers, or a decimal number of at most 9 places',
      '/3/factor must be a fraction {num, den} of positive whole numbers, or a decimal number of at most 9 places',
      '/4/factor/den must be a whole number from 1 to 1099511627776',
      '/4/factor must be a fraction {num, den} of positive whole numbers, or a decimal number of at most 9 places',
      '/5 needs a factor, or two anchors',
      '/6/anchors must have different from, and to in the same order',
      '/7/anchors/0 needs the frames from and to',
      '/8/offset is not known here',
      '/9 needs a type: offset, linear or piecewise',
      '/10 must be an object',
    ],
  )
  assert.equal(readTimingCorrections([{}, { type: 'offset', offsetFrames: 3 }]).corrections.length, 1)
  assert.deepEqual(listFaults('x'), [' must be a list of at most 1000'])
  assert.deepEqual(readTimingCorrections(undefined), { corrections: [], faults: [] })
  assert.throws(() => correctTiming(document, [{ type: 'offset', offsetFrames: 0.5 }]), TimebaseError)
})
