import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  createSampleRate,
  type Frames,
  mayDropFrame,
  RATE_25,
  RATE_29_97,
  type TimecodeFormat,
  usualRates,
} from '@rushes/timebase'
import fc from 'fast-check'
import { type Cut, formats, type MarkedClip, type Marker, type ReadResult, toCutOfClip } from './index.ts'

/** Rates of slow motion, whose timecodes count slower. */
const fastRates = [90, 100, 120, 240].map(rate => createSampleRate(rate)).concat(createSampleRate(120_000, 1001))

/** Every way of counting: each rate, with drop frame where there is one. */
const countings: TimecodeFormat[] = [...usualRates, ...fastRates].flatMap(rate => [
  { rate, dropFrame: false },
  ...(mayDropFrame(rate) ? [{ rate, dropFrame: true }] : []),
])
const nameOf = ({ rate, dropFrame }: TimecodeFormat) => `${rate.num}/${rate.den}${dropFrame ? ' drop frame' : ''}`

const awkward = fc.constantFrom('\n', '\r\n', '\r', '\t', '"', ',', ';', "'", '=', '+1', '-', '@', ']]>', '&', '\u2028')
const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  awkward,
  fc.constantFrom('RED', '/', '🎬', '{"a":1}'),
)
const text = fc.array(words, { maxLength: 6 }).map(parts => parts.join(''))
const author = fc.option(
  text.filter(name => name !== ''),
  { nil: undefined },
)
const plain = { noNullPrototype: true }
const remark = fc.record({ text, author }, plain)
const marker = (frameCount: Frames): fc.Arbitrary<Marker> =>
  fc
    .record(
      {
        text,
        author,
        frame: fc.option(fc.integer({ min: 0, max: frameCount - 1 }), { nil: undefined }),
        length: fc.option(fc.integer({ min: 2, max: frameCount + 1 }), { nil: 1 }),
        replies: fc.array(remark, { maxLength: 3 }),
      },
      plain,
    )
    .map(({ length, ...marker }) => {
      const { frame = frameCount } = marker
      return frame + length > frameCount || length === 1 ? marker : { ...marker, end: frame + length }
    })

/** A clip at any start, midnight within it included. */
function clipOf(format: TimecodeFormat): fc.Arbitrary<MarkedClip> {
  const base = Math.round(format.rate.num / format.rate.den)
  return fc.integer({ min: 1, max: 3600 * base }).chain(frameCount =>
    fc.record({
      name: text,
      format: fc.constant(format),
      startTimecode: fc.oneof(
        fc.constantFrom(0, 3600 * base, 86_000 * base),
        fc.integer({ min: 0, max: 86_300 * base }),
      ),
      frameCount: fc.constant(frameCount),
      markers: fc.array(marker(frameCount), { maxLength: 8 }),
    }),
  )
}

/** What was said where, without the lines of a file. */
function toSaid({ markers, problems }: ReadResult) {
  assert.deepEqual(problems, [])
  return markers.map(({ text, author, frame, end, replies }) => ({
    text,
    author,
    frame,
    ...(end !== undefined && { end }),
    replies: replies.map(({ text, author }) => ({ text, author })),
  }))
}

const inOrder = (clip: MarkedClip) => clip.markers.toSorted((a, b) => (a.frame ?? 0) - (b.frame ?? 0))

describe('write, read is the identity for frames, texts, authors and replies', () => {
  for (const format of countings) {
    for (const id of ['csv', 'edl'] as const) {
      test(`${id} at ${nameOf(format)}`, () => {
        fc.assert(
          fc.property(clipOf(format), clip => {
            const file = formats[id].write(toCutOfClip(clip))
            assert.deepEqual(toSaid(formats[id].read(file, clip)), inOrder(clip))
          }),
          { numRuns: 60 },
        )
      })
    }
  }

  test('csv of a picture, which has no timecode', () => {
    const markers = [
      { text: 'too dark', author: 'Ann', frame: undefined, replies: [] },
      { text: 'crop', author: undefined, frame: 0, replies: [{ text: '=1+1', author: 'Bob' }] },
    ]
    const clip = { name: 'Still', startTimecode: 0, frameCount: 0, markers }
    assert.deepEqual(toSaid(formats.csv.read(formats.csv.write(toCutOfClip(clip)), clip)), markers)
  })
})

describe('a cut', () => {
  const clip = (name: string, format: TimecodeFormat, startTimecode: Frames, texts: string[]): MarkedClip => ({
    name,
    format,
    startTimecode,
    frameCount: 1000,
    markers: texts.map((text, index) => ({ text, frame: index * 100 + 5 })),
  })
  const pal = { rate: RATE_25, dropFrame: false }
  const one = clip('One', pal, 90_000, ['a', 'b', 'c'])
  const two = clip('Two', pal, 0, ['d', 'e', 'f'])
  const cut: Cut = {
    name: 'Rough cut',
    format: pal,
    startTimecode: 90_000,
    pieces: [
      { clip: one, range: { start: 100, end: 150 } },
      { clip: two, range: { start: 0, end: 1000 } },
      { clip: one, range: { start: 0, end: 110 } },
    ],
  }

  test('lays its pieces one after another, with the markers in their ranges', () => {
    assert.deepEqual(
      formats.avid
        .write(cut)
        .split('\n')
        .map(line => line.split('\t').slice(1, 5).join(' ')),
      [
        '01:00:00:05 V1 red b',
        '01:00:02:05 V1 red d',
        '01:00:06:05 V1 red e',
        '01:00:10:05 V1 red f',
        '01:00:42:05 V1 red a',
        '01:00:46:05 V1 red b',
        '',
      ],
    )
  })

  test('is read back for each of its clips, whose markers alone count', () => {
    for (const id of ['csv', 'edl'] as const) {
      const file = formats[id].write(cut)
      const { markers, problems } = formats[id].read(file, two)
      assert.deepEqual(
        markers.map(({ text, frame }) => [text, frame]),
        [
          ['d', 5],
          ['e', 105],
          ['f', 205],
        ],
      )
      assert.deepEqual(
        problems.map(({ code }) => code),
        ['other-clip', 'other-clip', 'other-clip'],
      )
      assert.deepEqual(
        formats[id].read(file, one).markers.map(({ text, frame }) => [text, frame]),
        [
          ['b', 105],
          ['a', 5],
          ['b', 105],
        ],
      )
    }
  })

  test('keeps the time of a piece at another rate, to the nearest frame of the cut', () => {
    const mixed: Cut = {
      ...cut,
      pieces: [
        { clip: clip('NTSC', { rate: RATE_29_97, dropFrame: true }, 107_892, ['x']), range: { start: 0, end: 300 } },
        { clip: two, range: { start: 0, end: 25 } },
      ],
    }
    // 300 frames at 29.97 are 10.01 s: 250 frames at 25; frame 5 is 0.167 s: frame 4.
    const times = formats.avid
      .write(mixed)
      .split('\n')
      .map(line => line.split('\t')[1])
    assert.deepEqual(times, ['01:00:00:04', '01:00:10:05', undefined])
    assert.match(formats.edl.write(mixed), /^001 {2}AX .* 01:00:00:00 01:00:10:00 01:00:00:00 01:00:10:00\r$/m)
  })

  test('has the ranges of its markers in frames of each file, as far as the piece goes', () => {
    const markers = [
      { frame: 10, end: 35, text: 'a' },
      { frame: 20, end: 21, text: 'b' },
      { frame: 90, end: 500, text: 'c' },
      { text: 'all' },
    ]
    const ranged = { ...one, markers }
    const piece = { ...cut, pieces: [{ clip: ranged, range: { start: 0, end: 100 } }] }
    const lengthsOf = (cut: Cut) => formats.avid.write(cut).match(/\d+$/gm)
    assert.deepEqual(lengthsOf(piece), ['1', '25', '1', '10'])
    const times = Array.from(
      formats.fcpxml.write(piece).matchAll(/<marker [^>]*duration="([^"]*)"/g),
      ([, time]) => time,
    )
    assert.deepEqual(times, ['1/25s', '1s', '1/25s', '10/25s'])
    const list = formats.edl.write(piece)
    assert.deepEqual(list.match(/"duration":\d+/g), ['"duration":25', '"duration":10'])
    assert.deepEqual(
      formats.edl.read(list, ranged).markers.map(({ frame, end }) => [frame, end]),
      [
        [undefined, undefined],
        [10, 35],
        [20, undefined],
        [90, 100],
      ],
    )
    // In a cut at another rate: as long in time.
    assert.deepEqual(lengthsOf({ ...piece, format: { rate: createSampleRate(50), dropFrame: false } }), [
      '1',
      '50',
      '1',
      '20',
    ])
    // Moved by hand, it is as long as before.
    const moved = list.replace('LOC: 01:00:00:10', 'LOC: 01:00:00:12')
    assert.deepEqual(
      formats.edl
        .read(moved, ranged)
        .markers.slice(1, 2)
        .map(({ frame, end }) => [frame, end]),
      [[12, 37]],
    )
  })

  test('beyond 60 frames a second counts at the usual rate that divides it, and says so', () => {
    const spoken = [
      [createSampleRate(90), 'Timecodes count 30 frames a second of 90', '00:00:03:11'],
      [createSampleRate(100), 'Timecodes count 50 frames a second of 100', '00:00:03:02'],
      [createSampleRate(120_000, 1001), 'Timecodes count 59.94 frames a second of 119.88', '00:00:02:32'],
      [createSampleRate(120), 'Timecodes count 60 frames a second of 120', '00:00:02:32'],
      [createSampleRate(240), 'Timecodes count 60 frames a second of 240', '00:00:01:16'],
    ] as const
    for (const [rate, counting, last] of spoken) {
      const fast = clip('Fast', { rate, dropFrame: false }, 0, ['a', 'b', 'c', 'd'])
      const cut = toCutOfClip(fast)
      const list = formats.edl.write(cut).split('\r\n')
      assert.deepEqual(list.slice(0, 3), ['TITLE: Fast', 'FCM: NON-DROP FRAME', `* ${counting}`])
      assert.deepEqual(list.slice(-3), [`* LOC: ${last} RED     d`, '* MARKER: {"text":"d","frame":305}', ''])
      const lines = formats.avid.write(cut).split('\n')
      assert.equal(lines[0], `Review\t00:00:00:00\tV1\tred\t${counting}\t1`)
      assert.equal(lines.at(-2), `Review\t${last}\tV1\tred\td\t1`)
      // Moved by hand, it is on the first frame of its timecode.
      const moved = list.map(line => line.replace(`LOC: ${last}`, 'LOC: 00:00:01:00')).join('\r\n')
      assert.equal(formats.edl.read(moved, fast).markers.at(-1)?.frame, Math.ceil(rate.num / rate.den))
    }
  })

  test('of nothing with frames has no place for markers in time', () => {
    const still: MarkedClip = { name: 'Still', startTimecode: 0, frameCount: 0, markers: [{ text: 'x', frame: 0 }] }
    for (const id of ['edl', 'fcpxml', 'avid'] as const) {
      assert.throws(() => formats[id].write(toCutOfClip(still)), { name: 'NoFramesError' })
      assert.throws(() => formats[id].write({ ...cut, pieces: [] }), { name: 'NoFramesError' })
    }
    assert.equal(formats.csv.write({ ...cut, pieces: [] }).split('\r\n').length, 2)
  })

  test('at a rate without timecode has none in a table, and no edit list', () => {
    const slow = clip('Slow', { rate: { num: 15, den: 1 }, dropFrame: false }, 0, ['x'])
    assert.match(formats.csv.write(toCutOfClip(slow)), /"1","comment","Slow","","5","","","x",""/)
    assert.deepEqual(formats.csv.read(formats.csv.write(toCutOfClip(slow)), slow).markers[0]?.frame, 5)
    for (const id of ['edl', 'avid'] as const) {
      assert.throws(() => formats[id].write(toCutOfClip(slow)), { code: 'no-timecode-rate' })
    }
    assert.match(formats.fcpxml.write(toCutOfClip(slow)), /<marker start="5\/15s" duration="1\/15s" value="x"\/>/)
  })
})

describe('a file of lines', () => {
  test('has one line for each marker, whatever is said', () => {
    fc.assert(
      fc.property(clipOf({ rate: RATE_25, dropFrame: false }), clip => {
        const cut = toCutOfClip(clip)
        const lines = formats.avid.write(cut).split(/[\n\r\v\f\u0085\u2028\u2029]/)
        assert.equal(lines.pop(), '')
        assert.equal(lines.length, clip.markers.length)
        assert.ok(lines.every(line => line.split('\t').length === 6))
        const locators = formats.edl.write(cut).split(/[\n\r\v\f\u0085\u2028\u2029]/)
        assert.equal(locators.filter(line => line.startsWith('* LOC: ')).length, clip.markers.length)
      }),
    )
  })
})
