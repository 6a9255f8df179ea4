import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  countDayFrames,
  framesToLabel,
  parseTimecode,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_47_952,
  RATE_48,
  RATE_50,
  RATE_59_94,
  RATE_60,
  type SampleRate,
} from '@rushes/timebase'
import { formats } from '../formats/ttml/testing/validated.ts'
import type { FrameDocument } from '../index.ts'
import { readEbuStl } from '../index.ts'
import { frameToLabelClock, labelClockToFrame } from './label-rate.ts'

const labelAt = (bytes: Uint8Array, offset: number) => [...bytes.subarray(offset, offset + 4)].join(':')

/** An STL file of one cue that begins `frames` after a start, which is a timecode at the rate. */
function writeFrom(rate: SampleRate, startLabel: string, frames: number) {
  const dropFrame = startLabel.includes(';')
  const document: FrameDocument = {
    timing: { unit: 'frames', rate },
    cues: [{ start: frames, end: frames + 100, textParts: [{ type: 'text', content: 'a' }] }],
  }
  const programmeStart = { frames: parseTimecode(startLabel, { rate, dropFrame }), dropFrame }
  return { document, bytes: formats.ebustl.write(document, { timeBase: 'smpte', programmeStart }).content }
}

// EBU Tech 3264, 4: DFC is 25 or 30 frames a second; 5: TCI and TCO are time codes as the programme has them
describe('the timecode of frame 0 in EBU STL', () => {
  test('is that of the media, of which the file counts every frame or each second one', () => {
    for (const rate of [RATE_25, RATE_50, RATE_60]) {
      const { bytes } = writeFrom(rate, '10:00:00:00', 0)
      assert.equal(Buffer.from(bytes.subarray(256, 264)).toString('latin1'), '10000000', `${rate.num}`)
      assert.equal(labelAt(bytes, 1024 + 5), '10:0:0:0', `${rate.num}`)
    }
  })

  // SMPTE ST 12-1: an hour of drop frame has 108 frames fewer at 29.97, 216 at 59.94
  test('counts on with drop frame where the media does', () => {
    for (const [rate, hour] of [
      [RATE_29_97, 107_892],
      [RATE_59_94, 215_784],
    ] as const) {
      const { bytes } = writeFrom(rate, '01:00:00;00', hour)
      assert.equal(labelAt(bytes, 1024 + 5), '2:0:0:0', `${rate.num}`)
    }
    assert.equal(labelAt(writeFrom(RATE_29_97, '01:00:00:00', 107_892).bytes, 1024 + 5), '1:59:56:12')
  })

  test('is read back where the reader is given what the header does not say', () => {
    const { document, bytes } = writeFrom(RATE_29_97, '01:00:00;00', 107_892)
    const read = readEbuStl(bytes, { dropFrame: true }).document
    assert.deepEqual([read.cues[0]?.start, read.cues[0]?.end], [document.cues[0]?.start, document.cues[0]?.end])
  })
})

/** A rate, whether it drops labels, the rate of its labels, and how many of its frames the file counts as one. */
const kinds = [
  ['25', RATE_25, false, RATE_25, 1],
  ['29.97 drop', RATE_29_97, true, RATE_29_97, 1],
  ['29.97', RATE_29_97, false, RATE_29_97, 1],
  ['30', RATE_30, false, RATE_30, 1],
  ['50', RATE_50, false, RATE_25, 2],
  ['59.94 drop', RATE_59_94, true, RATE_29_97, 2],
  ['59.94', RATE_59_94, false, RATE_29_97, 2],
  ['60', RATE_60, false, RATE_30, 2],
  ['90', { num: 90, den: 1 }, false, RATE_30, 3],
  ['100', { num: 100, den: 1 }, false, RATE_25, 4],
  ['119.88', { num: 120_000, den: 1001 }, true, RATE_29_97, 4],
  ['120', { num: 120, den: 1 }, false, RATE_30, 4],
] as const

// EBU Tech 3264, 5: TCI is the time code of the first picture with the subtitle, TCO of the first without it; 4: TCP is
// the time code of the first picture of the programme
describe('time codes of EBU STL at every rate', () => {
  const label = (frames: number, rate: SampleRate, dropFrame: boolean) =>
    Object.values(framesToLabel(frames, { rate, dropFrame })).join(':')

  for (const [name, rate, dropFrame, labelRate, divisor] of kinds) {
    test(`at ${name} are the labels of the pictures`, () => {
      for (const [hours, odd] of [
        [0, 0],
        [10, 0],
        [9, divisor - 1],
        [23, 1],
      ] as const) {
        const start = hours * (countDayFrames({ rate: labelRate, dropFrame }) / 24) * divisor + odd
        const times = [0, 1, 50, 51, 99, 107_891, 215_784] as const
        const document: FrameDocument = {
          timing: { unit: 'frames', rate },
          cues: times.map(time => ({ start: time, end: time + 12, textParts: [{ type: 'text', content: 'a' }] })),
        }
        const options = { timeBase: 'smpte', programmeStart: { frames: start, dropFrame } } as const
        const { content } = formats.ebustl.write(document, options)
        const inFile = (time: number) => label(Math.floor((start + time) / divisor), labelRate, dropFrame)
        assert.deepEqual(
          times.map((_, index) => labelAt(content, 1024 + 128 * index + 5)),
          times.map(inFile),
          `from ${hours} h and ${odd} frames`,
        )
        const tcp = Buffer.from(content.subarray(256, 264)).toString('latin1')
        assert.equal(
          tcp.replace(/(..)(?=.)/g, '$1:'),
          inFile(0).replace(/\d+/g, digits => digits.padStart(2, '0')),
        )
        const { cues } = readEbuStl(content, { rate, dropFrame }).document
        const back = cues.map(cue => cue.start * divisor)
        for (const [index, time] of times.entries()) assert.ok(Math.abs(back[index]! - time) < divisor, `${time}`)
      }
    })
  }

  test('at rates that no code has begin at the label of the media, in running time', () => {
    for (const [rate, start, tcp] of [
      [RATE_24, '10:00:00:23', '10000023'],
      [RATE_23_976, '01:00:00:00', '01000000'],
      [RATE_48, '10:00:00:47', '10000024'],
      [RATE_47_952, '00:00:00:24', '00000012'],
    ] as const) {
      const document: FrameDocument = { timing: { unit: 'frames', rate }, cues: [] }
      const programmeStart = { frames: parseTimecode(start, { rate, dropFrame: false }), dropFrame: false }
      const { content } = formats.ebustl.write(document, { timeBase: 'smpte', programmeStart })
      assert.equal(Buffer.from(content.subarray(256, 264)).toString('latin1'), tcp, start)
    }
  })

  test('of a file with 30 count those of media with 60 and 120 where that is known', () => {
    const { bytes } = writeFrom(RATE_60, '00:00:00:00', 216_000)
    for (const [rate, counted] of [
      [RATE_60, RATE_30],
      [{ num: 120, den: 1 }, RATE_30],
      [RATE_59_94, RATE_29_97],
      [RATE_25, RATE_29_97],
    ] as const) {
      assert.deepEqual(readEbuStl(bytes, { rate }).document.timing, { unit: 'frames', rate: counted })
    }
  })
})

// SMPTE ST 12-1, 5: 23.976 and 29.97 count 24 and 30 labels a second, so that an hour of labels lasts 3603.6 s
describe('timecode as clock times', () => {
  const rates = [
    ['23.976', RATE_23_976, false, 24],
    ['24', RATE_24, false, 24],
    ['25', RATE_25, false, 25],
    ['29.97', RATE_29_97, false, 30],
    ['29.97 drop', RATE_29_97, true, 30],
    ['48', RATE_48, false, 48],
    ['59.94', RATE_59_94, false, 60],
    ['59.94 drop', RATE_59_94, true, 60],
    ['100', { num: 100, den: 1 }, false, 100],
    ['119.88', { num: 120_000, den: 1001 }, true, 120],
  ] as const
  const times = [0, 1, 23, 24, 1799, 1800, 1801, 107_891, 107_892, 2_589_407] as const

  for (const [name, rate, dropFrame, base] of rates) {
    test(`at ${name} is the label of the picture, and comes back as its frame`, () => {
      for (const time of times) {
        const clock = frameToLabelClock(time, rate, dropFrame)!
        assert.equal(labelClockToFrame(clock, rate, dropFrame), time)
      }
      if (!dropFrame) assert.equal(frameToLabelClock(3600 * base, rate, false), 3_600_000)
      if (!dropFrame) assert.equal(frameToLabelClock(25 * 3600 * base, rate, false), 90_000_000)
    })
  }

  test('is undefined where a rate has no timecode', () => {
    assert.equal(frameToLabelClock(1, { num: 15, den: 1 }, false), undefined)
    assert.equal(labelClockToFrame(1, { num: 25_000, den: 1001 }, false), undefined)
  })

  for (const [id, time] of [
    ['srt', '01:00:02,000'],
    ['webvtt', '01:00:02.000'],
    ['ass', '1:00:02.00'],
  ] as const) {
    test(`is written in ${id}, and reported where it is no running time`, () => {
      for (const [rate, frames, told] of [
        [RATE_23_976, 48, true],
        [RATE_29_97, 60, true],
        [RATE_25, 50, false],
        [RATE_60, 120, false],
      ] as const) {
        const document: FrameDocument = {
          timing: { unit: 'frames', rate },
          cues: [{ start: frames, end: frames + 24, textParts: [{ type: 'text', content: 'a' }] }],
        }
        const start = parseTimecode('01:00:00:00', { rate, dropFrame: false })
        const options = { timeBase: 'smpte', programmeStart: { frames: start, dropFrame: false } } as const
        const { content, diagnostics } = formats[id].write(document, options)
        assert.ok(String(content).includes(time), `${rate.num}: ${content}`)
        assert.equal(
          diagnostics.some(({ message }) => message === 'Times are the timecodes of the pictures, not running time'),
          told,
        )
      }
    })
  }
})
