import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  findTimecodeBase,
  framesToMilliseconds,
  isSameRate,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_50,
  RATE_59_94,
  type SampleRate,
  TimebaseError,
} from '@rushes/timebase'
import fc from 'fast-check'
import type { TimedTextDocument } from '../document/document.ts'
import { toFrameDocument, toMillisecondDocument } from '../document/times.ts'
import { formats } from '../formats/ttml/testing/validated.ts'
import { listFormats } from '../formats.ts'
import { toDocument, toTimes } from '../spotting/testing/documents.ts'
import { toPlainText } from '../text/text-parts.ts'
import { toTranscriptWords } from '../transcript/index.ts'
import { type Conversion, convertFile, toReadOptions } from './convert.ts'
import { findRollingCaptions } from './rolling.ts'

const rates = [RATE_23_976, RATE_24, RATE_25, RATE_29_97, RATE_30, RATE_50, RATE_59_94]
const anyRate = fc.constantFrom(...rates)
/** Every two rates, also equal ones. */
const pairs = rates.flatMap(from => rates.map(to => [from, to] as const))
/** Up to two hours at the highest rate, each of some frames. */
const anyTimes = fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: 1, max: 500 })), { maxLength: 40 }).map(toTimes)

function convert(document: TimedTextDocument, conversion: Conversion) {
  const { document: converted, ...file } = convertFile({ document, diagnostics: [] }, formats.srt, conversion)
  return { ...file, times: converted.cues.map(({ start, end }): [number, number] => [start, end]) }
}

const onClock = (...times: [number, number][]): TimedTextDocument => ({
  timing: { unit: 'milliseconds' },
  cues: times.map(([start, end]) => ({ start, end, textParts: [{ type: 'text', content: 'x' }] })),
})
/** Frames as a file with a clock has them. */
const toClock = (rate: SampleRate, times: readonly [number, number][]) =>
  onClock(...times.map(([a, b]): [number, number] => [framesToMilliseconds(a, rate), framesToMilliseconds(b, rate)]))

const isSlower = (a: SampleRate, b: SampleRate) => a.num * b.den < b.num * a.den

describe('the rate', () => {
  test('with kept frames is another one for the same frames, there and back, from a clock too', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), anyTimes, ([from, to], times) => {
        const there = convert(toClock(from, times), { sourceRate: from, rate: to, keep: 'frames' })
        assert.deepEqual(there.times, times)
        const back = convert(toClock(to, times), { sourceRate: to, rate: from, keep: 'frames' })
        assert.deepEqual(back.times, times)
      }),
    )
  })

  test('with kept time goes there and back to the same frames, where the other one is no slower', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...pairs.filter(([from, to]) => !isSlower(to, from))),
        anyTimes,
        ([from, to], times) => {
          const there = convert(toDocument(from, ...times), { rate: to })
          const back = convert(toDocument(to, ...there.times), { rate: from })
          assert.deepEqual(back.times, times)
          // By way of files with a clock as well.
          const clock = convert(toClock(to, there.times), { sourceRate: to, rate: from })
          assert.deepEqual(clock.times, times)
        },
      ),
    )
  })

  test('with kept time is the nearest frame at that time, by fractions', () => {
    fc.assert(
      fc.property(anyRate, anyRate, fc.nat(24 * 3600 * 60), (from, to, frame) => {
        const [[start = 0] = []] = convert(toClock(from, [[frame, frame + 100]]), { sourceRate: from, rate: to }).times
        const [left, right] = [
          2n * BigInt(start) * BigInt(to.den) * BigInt(from.num),
          2n * BigInt(frame) * BigInt(from.den) * BigInt(to.num),
        ]
        const distance = left > right ? left - right : right - left
        assert.ok(distance <= BigInt(to.den) * BigInt(from.num))
      }),
    )
  })

  test('keeps the order, and lets nothing overlap that did not, whatever is moved', () => {
    const anyOffset = fc.integer({ min: -5000, max: 5000 })
    fc.assert(
      fc.property(
        anyRate,
        anyRate,
        fc.constantFrom('time', 'frames'),
        anyTimes,
        anyOffset,
        (from, to, keep, times, offset) => {
          const { times: moved } = convert(toClock(from, times), {
            ...{ sourceRate: from, rate: to, offset: `${offset}` },
            ...(keep === 'frames' && { keep }),
          })
          moved.reduce((end, [start, next]) => {
            assert.ok(start >= end && next >= start)
            return next
          }, 0)
        },
      ),
    )
  })

  // 24 frames of film played as 25: an hour of 24 takes 57 minutes and 36 seconds
  test('24 to 25 with kept frames is the speed of PAL', () => {
    const { content } = convert(onClock([3_600_000, 3_601_000]), { sourceRate: RATE_24, rate: RATE_25, keep: 'frames' })
    assert.match(String(content), /00:57:36,000 --> 00:57:36,960/)
  })

  test('23.976 to 25 with kept time moves nothing by more than half a frame in two hours', () => {
    const { times } = convert(onClock([7_200_000, 7_201_001]), { sourceRate: RATE_23_976, rate: RATE_25 })
    assert.deepEqual(times, [[180_000, 180_025]])
  })

  test('alone brings times to its frames; none changes nothing', () => {
    assert.deepEqual(convert(onClock([1010, 2030]), { rate: RATE_25 }).times, [[25, 51]])
    assert.deepEqual(convert(onClock([1010, 2030]), {}).times, [[1010, 2030]])
    assert.deepEqual(convert(toDocument(RATE_24, [24, 48]), {}).times, [[24, 48]])
  })
})

describe('offset and start', () => {
  const document = toDocument(RATE_25, [100, 150], [200, 250])

  test('an offset is frames or a timecode of the new rate, forwards or back', () => {
    for (const [offset, first] of [
      ['50', [150, 200]],
      ['+50', [150, 200]],
      ['-50', [50, 100]],
      ['00:00:02:00', [150, 200]],
      ['-00:00:02:00', [50, 100]],
      ['-120', [0, 30]],
    ] as const) {
      assert.deepEqual(convert(document, { offset }).times[0], first, offset)
    }
    assert.deepEqual(convert(document, { rate: RATE_50, offset: '50' }).times[0], [250, 350])
  })

  test('what an offset moves before the first frame is reported', () => {
    const { times, diagnostics } = convert(document, { offset: '-170' })
    assert.deepEqual(times, [
      [0, 0],
      [30, 80],
    ])
    assert.deepEqual(
      diagnostics.map(({ code, count }) => [code, count]),
      [
        ['TIMING_OUT_OF_MEDIA', 1],
        ['DURATION_TOO_SHORT', 1],
        // SubRip has no cue without a time; its writer says so.
        ['EXPORT_TIMING_REPAIRED', 1],
      ],
    )
  })

  test('the start of the source is taken off before the rate, the offset is added after, and only then is cut', () => {
    const source = toDocument(RATE_24, [86_398, 86_448])
    const conversion = { rate: RATE_25, sourceStart: '01:00:00:00', offset: '10' }
    assert.deepEqual(convert(source, conversion).times, [[8, 60]])
  })

  test('the start is what timecodes of the file count from', () => {
    const { content } = convert(document, { start: '10:00:00:00' })
    assert.match(String(content), /^1\n10:00:04,000 --> 10:00:06,000/)
    const stl = convertFile({ document, diagnostics: [] }, formats.ebustl, { start: '10:00:00:00' }).content
    assert.deepEqual([...Buffer.from(stl).subarray(1024 + 5, 1024 + 9)], [10, 0, 4, 0])
  })

  // SMPTE ST 12-1: 107 892 frames of drop frame are an hour
  test('drop frame is as it is written, or as is said', () => {
    const long = toDocument(RATE_29_97, [0, 30])
    const offsets = (offset: string, dropFrame?: boolean) =>
      convert(long, { offset, ...(dropFrame !== undefined && { dropFrame }) }).times[0]?.[0]
    assert.deepEqual(
      [offsets('01:00:00;00'), offsets('01:00:00:00'), offsets('01:00:00:00', true), offsets('01:00:00:00', false)],
      [107_892, 108_000, 107_892, 108_000],
    )
    const labelOf = (dropFrame: boolean) => {
      const late = toDocument(RATE_29_97, [107_892, 107_992])
      return [...Buffer.from(convertFile({ document: late, diagnostics: [] }, formats.ebustl, { dropFrame }).content)]
        .slice(1024 + 5, 1024 + 9)
        .join(':')
    }
    assert.deepEqual([labelOf(true), labelOf(false)], ['1:0:0:0', '0:59:56:12'])
  })

  test('drop frame is that of the rate which has it, of the source or of the new one', () => {
    const read = (bytes: Uint8Array, conversion: Conversion) => formats.ebustl.read(bytes, toReadOptions(conversion))
    const long = toDocument(RATE_29_97, [107_892, 107_992])
    const { content } = convertFile({ document: long, diagnostics: [] }, formats.ebustl, { dropFrame: true })
    const conversion = { sourceRate: RATE_29_97, rate: RATE_25, dropFrame: true }
    const back = convert(read(Buffer.from(content), conversion).document, conversion)
    assert.deepEqual(back.times[0]?.[0], Math.round((107_892 * 1001 * 25) / 30_000))
  })

  test('the start of a programme that the source has stays with it', () => {
    const at = (start: string) => convertFile({ document, diagnostics: [] }, formats.ebustl, { start }).content
    const { document: read } = formats.ebustl.read(Buffer.from(at('10:00:00:00')))
    for (const conversion of [{}, { rate: RATE_29_97 }, { rate: RATE_29_97, dropFrame: true }]) {
      const { content } = convertFile({ document: read, diagnostics: [] }, formats.ebustl, conversion)
      assert.deepEqual([...Buffer.from(content).subarray(1024 + 5, 1024 + 8)], [10, 0, 4], JSON.stringify(conversion))
    }
  })

  for (const [name, source, conversion, code] of [
    ['an offset without any rate', onClock([0, 1]), { offset: '5' }, 'invalid-rate'],
    ['a start without any rate', onClock([0, 1]), { start: '10:00:00:00' }, 'invalid-rate'],
    ['kept frames without the rate of the source', onClock([0, 1]), { rate: RATE_25, keep: 'frames' }, 'invalid-rate'],
    ['kept frames without a new rate', document, { keep: 'frames' }, 'invalid-rate'],
    ['kept frames of no rate at all', onClock([0, 1]), { keep: 'frames' }, 'invalid-rate'],
    ['drop frame at 25', document, { dropFrame: true }, 'no-drop-frame'],
    ['a start with drop frame at 25', document, { start: '10:00:00;00' }, 'no-drop-frame'],
    [
      'drop frame that is said not to be',
      document,
      { rate: RATE_29_97, start: '10:00:00;00', dropFrame: false },
      'no-drop-frame',
    ],
    ['a label that is dropped', document, { rate: RATE_29_97, start: '10:01:00;00' }, 'dropped-timecode'],
    ['a frame that the rate does not count', document, { offset: '00:00:00:25' }, 'timecode-out-of-range'],
    ['an offset that is none', document, { offset: '1.5' }, 'malformed-timecode'],
    ['an offset of many signs', document, { offset: '--5' }, 'malformed-timecode'],
    ['an offset beyond all numbers', document, { offset: '9'.repeat(30) }, 'invalid-time'],
    [
      'a timecode at a rate without one',
      document,
      { rate: { num: 15, den: 1 }, start: '10:00:00:00' },
      'no-timecode-rate',
    ],
  ] as [string, TimedTextDocument, Conversion, string][]) {
    test(`${name} is refused`, () => {
      assert.throws(
        () => convert(source, conversion),
        error => error instanceof TimebaseError && error.code === code,
      )
    })
  }
})

describe('every format', () => {
  const exact = listFormats().filter(({ support }) => support.frames[0] === 'kept')
  const source = toDocument(RATE_25, [0, 40, 'One\nline'], [50, 99, 'Two'], [90_000, 90_100, 'Three'])

  for (const format of listFormats().filter(({ timeBases }) => !timeBases.includes('smpte'))) {
    test(`${format.label} refuses the start of a programme, which it has no place for`, () => {
      const write = () => convertFile({ document: source, diagnostics: [] }, format, { start: '10:00:00:00' })
      assert.throws(write, TimebaseError)
    })
  }

  for (const [from, to] of exact.flatMap(from => exact.map(to => [from, to] as const))) {
    test(`from ${from.label} to ${to.label} has its frames at the new rate`, () => {
      const read = from.read(toBytes(from.write(source).content), { rate: RATE_25 })
      for (const [rate, keep] of [
        [RATE_25, 'time'],
        [RATE_30, 'time'],
        [RATE_30, 'frames'],
      ] as const) {
        const { document, content } = convertFile(read, to, { sourceRate: RATE_25, rate, keep, offset: '10' })
        const back = toFrameDocument(to.read(toBytes(content), { rate }).document, rate)
        const timesOf = ({ cues }: TimedTextDocument) => cues.map(({ start, end }) => [start, end])
        assert.deepEqual(timesOf(back), timesOf(document), `${rate.num} ${keep}`)
        const unmoved = keep === 'frames' || isSameRate(rate, RATE_25)
        assert.equal(document.cues[1]?.start, unmoved ? 60 : 70)
        assert.equal(findTimecodeBase(rate), rate.num)
      }
    })
  }

  test('the times of runs go with their cue, in a source text that is kept too', () => {
    const vtt = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<c.a><b.x>One</b></c> <00:02.000><i>two</i>\n'
    const read = formats.webvtt.read(vtt)
    const { content } = convertFile(read, formats.webvtt, { rate: RATE_25, offset: '00:01:00:00' })
    assert.match(String(content), /01:01\.000 --> (?:00:)?01:03\.000\n.*<(?:00:)?01:02\.000>/)
    assert.doesNotMatch(String(content), /00:02\.000/)
  })
})

const toBytes = (content: string | Uint8Array) => (typeof content === 'string' ? Buffer.from(content) : content)

describe('rolling captions', () => {
  const vtt = (...cues: [start: number, end: number, text: string][]) => {
    const at = (seconds: number) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`
    return formats.webvtt.read(
      `WEBVTT\n\n${cues.map(([start, end, text]) => `${at(start)} --> ${at(end)}\n${text}\n`).join('\n')}`,
    ).document
  }
  const unroll = (document: TimedTextDocument) =>
    findRollingCaptions(document)?.document.cues.map(({ start, end, textParts }) => [
      start,
      end,
      toPlainText(textParts),
    ])

  // What YouTube writes: a line rolls in below the one before, which a cue of 10 ms then holds alone.
  const rolling = vtt(
    [0, 2, ' \nso<00:00:00.500><c> the</c><00:00:01.000><c> first</c>'],
    [2, 2.01, 'so the first\n '],
    [2.01, 4, 'so the first\nand<00:00:02.500><c> the second</c>'],
    [4, 4.01, 'and the second\n '],
    [4.01, 6, 'and the second\nno'],
    [6, 6.01, 'no\n '],
    [6.01, 8, 'no\nno'],
  )

  test('with cues that hold a line have each line once, as long as it was new', () => {
    assert.deepEqual(unroll(rolling), [
      [0, 2010, 'so the first'],
      [2010, 4010, 'and the second'],
      [4010, 6010, 'no'],
      [6010, 8000, 'no'],
    ])
    assert.equal(findRollingCaptions(rolling)?.repeated, 6)
  })

  test('of two and of three rows, at any rate', () => {
    const rows = (count: number) =>
      vtt(
        ...Array.from({ length: 6 }, (_, index): [number, number, string] => {
          const lines = Array.from({ length: Math.min(count, index + 1) }, (_, row) => `line ${index - row}`)
          return [index, index + 1, lines.toReversed().join('\n')]
        }),
      )
    for (const document of [rows(2), rows(3), toFrameDocument(rows(2), RATE_25)]) {
      assert.deepEqual(
        unroll(document)?.map(([, , text]) => text),
        ['line 0', 'line 1', 'line 2', 'line 3', 'line 4', 'line 5'],
      )
    }
  })

  test('are not what is said again, after a pause, or seldom', () => {
    const chorus = Array.from({ length: 6 }, (_, index): [number, number, string] => [index, index + 1, 'Na na na'])
    assert.equal(unroll(vtt(...chorus)), undefined)
    const pauses = Array.from({ length: 6 }, (_, i): [number, number, string] => [i * 4, i * 4 + 1, `${i}\n${i + 1}`])
    assert.equal(unroll(vtt(...pauses)), undefined)
    const others = Array.from({ length: 9 }, (_, i): [number, number, string] => [10 + i, 11 + i, `other ${i}`])
    assert.equal(unroll(vtt([0, 1, 'a'], [1, 2, 'a\nb'], [2, 3, 'b\nc'], [3, 4, 'c\nd'], ...others)), undefined)
    assert.equal(unroll(vtt()), undefined)
  })

  test('make a transcript that has each word once', () => {
    const words = toTranscriptWords(toMillisecondDocument(rolling))
    assert.equal(words.map(({ text }) => text).join(''), 'so the first and the second no no')
  })
})
