import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  framesToMilliseconds,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_60,
  TimebaseError,
} from '@rushes/timebase'
import fc from 'fast-check'
import type { MillisecondDocument } from '../../document/document.ts'
import { convertFrameRate } from '../index.ts'
import { anyRate, listTimes, toDocument, toTimes } from '../testing/documents.ts'

function onClock(...cues: [number, number][]): MillisecondDocument {
  return { timing: { unit: 'milliseconds' }, cues: cues.map(([start, end]) => ({ start, end, textParts: [] })) }
}

describe('"applyFrameRateConversion has two meanings"', () => {
  test('"keep wall-clock time (resample)"', () => {
    const { document, diagnostics } = convertFrameRate(toDocument(RATE_24, [0, 24], [86_400, 86_424]), RATE_25, {
      sourceRate: RATE_24,
      mode: 'resample',
    })
    assert.deepEqual(document.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual(listTimes(document), [
      [0, 25],
      [90_000, 90_025],
    ])
    assert.deepEqual(diagnostics, [])
  })

  test('"keep frame index (retime, PAL speed-up 24->25 = x0.96)"', () => {
    const { document } = convertFrameRate(onClock([0, 1000], [100_000, 101_000]), RATE_25, {
      sourceRate: RATE_24,
      mode: 'retime',
    })
    assert.deepEqual(listTimes(document), [
      [0, 24],
      [2400, 2424],
    ])
    assert.equal(framesToMilliseconds(2400, RATE_25), 96_000)
  })

  test('times in frames of the media, as an import leaves them, are frames of the source first', () => {
    const { document } = convertFrameRate(toDocument(RATE_25, [2500, 2525]), RATE_25, {
      sourceRate: RATE_24,
      mode: 'retime',
    })
    assert.deepEqual(listTimes(document), [[2400, 2424]])
  })

  test('retiming to a rate and back is the identity; resampling drifts by no frame in a day', () => {
    fc.assert(
      fc.property(anyRate, anyRate, fc.array(fc.nat(24 * 3600 * 60)), (from, to, frames) => {
        const document = toDocument(from, ...frames.map((frame): [number, number] => [frame, frame + 1]))
        const there = convertFrameRate(document, to, { sourceRate: from, mode: 'retime' }).document
        const back = convertFrameRate(there, from, { sourceRate: to, mode: 'retime' }).document
        assert.deepEqual(back, document)
        const resampled = convertFrameRate(document, to, { sourceRate: from, mode: 'resample' }).document
        for (const [index, { start }] of resampled.cues.entries()) {
          // Compared as fractions: |start/to - frame/from| is at most half a frame of `to`.
          const left = 2n * BigInt(start) * BigInt(to.den) * BigInt(from.num)
          const right = 2n * BigInt(frames[index]!) * BigInt(from.den) * BigInt(to.num)
          const difference = left > right ? left - right : right - left
          assert.ok(difference <= BigInt(to.den) * BigInt(from.num))
        }
      }),
    )
  })
})

describe('timecode of the source', () => {
  test('"NDF at 29.97: label != wall clock (01:00:00:00 = 3603.6 s)"', () => {
    const convert = (sourceDropFrame?: boolean) =>
      listTimes(
        convertFrameRate(onClock([3_600_000, 3_603_600]), RATE_25, {
          sourceRate: RATE_29_97,
          mode: 'resample',
          ...(sourceDropFrame !== undefined && { sourceDropFrame }),
        }).document,
      )[0]
    assert.deepEqual(convert(), [90_000, 90_090])
    assert.equal(convert(false)?.[0], 90_090)
    // "107892 -> 01:00:00;00"
    assert.equal(convert(true)?.[0], Math.round((107_892 * 1001 * 25) / 30_000))
  })

  test('labels that drop frame skips mean the next frame: "29.97DF 1800 -> 00:01:00;02"', () => {
    const { document } = convertFrameRate(onClock([60_000, 60_067], [86_400_000, 86_460_000]), RATE_29_97, {
      sourceRate: RATE_29_97,
      mode: 'resample',
      sourceDropFrame: true,
    })
    // "2589408 wraps to 0": a day later.
    assert.deepEqual(listTimes(document), [
      [1800, 1800],
      [2_589_408, 2_589_408 + 1800],
    ])
  })

  test('the start timecode is where the clip begins, with drop frame as it is written or said', () => {
    const document = toDocument(RATE_29_97, [107_892, 107_992])
    const options = { sourceRate: RATE_29_97, mode: 'resample' } as const
    const start = (sourceStartTimecode: string, sourceDropFrame?: boolean) =>
      convertFrameRate(document, RATE_29_97, {
        ...options,
        sourceStartTimecode,
        ...(sourceDropFrame !== undefined && { sourceDropFrame }),
      })
    assert.deepEqual(listTimes(start('01:00:00;00').document), [[0, 100]])
    assert.deepEqual(listTimes(start('01:00:00:00', true).document), [[0, 100]])
    const early = start('01:00:00:00')
    assert.deepEqual(listTimes(early.document), [[0, 0]], 'an hour of labels without drops is 108 frames later')
    assert.deepEqual(
      early.diagnostics.map(({ code, count }) => [code, count]),
      [
        ['TIMING_OUT_OF_MEDIA', 1],
        ['DURATION_TOO_SHORT', 1],
      ],
    )
  })

  test('that the rate does not have is refused', () => {
    const options = { sourceRate: RATE_25, mode: 'resample' } as const
    const convert = (more: object) => () => convertFrameRate(onClock([0, 1]), RATE_25, { ...options, ...more })
    assert.throws(convert({ sourceDropFrame: true }), TimebaseError)
    assert.throws(convert({ sourceStartTimecode: '10:00:00;00' }), TimebaseError)
    assert.throws(convert({ sourceStartTimecode: '10:00' }), TimebaseError)
    assert.throws(convert({ sourceStartTimecode: '00:00:00:25' }), TimebaseError)
  })
})

test('what becomes too short to be seen is reported, and nothing comes to lie over another', () => {
  const document = toDocument(RATE_60, [0, 1], [1, 2], [2, 60])
  const { document: converted, diagnostics } = convertFrameRate(document, RATE_23_976, {
    sourceRate: RATE_60,
    mode: 'resample',
  })
  assert.deepEqual(listTimes(converted), [
    [0, 0],
    [0, 1],
    [1, 24],
  ])
  assert.deepEqual(
    diagnostics.map(({ code, cueIndex, count }) => [code, cueIndex, count]),
    [['DURATION_TOO_SHORT', 0, 1]],
  )
  fc.assert(
    fc.property(anyRate, fc.array(fc.tuple(fc.nat(50), fc.nat(50))), (rate, spans) => {
      const times = toTimes(spans)
      const moved = convertFrameRate(toDocument(RATE_30, ...times), rate, { sourceRate: RATE_30, mode: 'resample' })
      assert.equal(
        moved.diagnostics.every(({ code }) => code === 'DURATION_TOO_SHORT'),
        true,
      )
      listTimes(moved.document).reduce((end, [start, next]) => {
        assert.ok(start >= end && next >= start)
        return next
      }, 0)
    }),
  )
})
