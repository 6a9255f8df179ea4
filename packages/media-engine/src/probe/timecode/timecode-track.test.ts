import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RawProbe } from '../raw.ts'
import type { ReadAt } from './bytes.ts'
import { readIxml } from './ixml.ts'
import { readMxfTimecode } from './mxf-timecode.ts'
import { findStartTimecode } from './start-timecode.ts'
import { listUnshownTracks, readTimecodeTrack } from './timecode-track.ts'

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [place, value] of values.entries()) bytes.writeInt32BE(value | 0, 4 * place)
  return bytes
}
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u32(8 + bytes.length), Buffer.from(type, 'latin1'), bytes])
}
const reading =
  (bytes: Buffer): ReadAt =>
  (position, length) =>
    bytes.subarray(position, position + length)

type Edit = readonly [durationMs: number, from: number]

interface Film {
  readonly timescale: number
  readonly frameTicks: number
  readonly framesPerSecond: number
  readonly flags?: number
  /** Counts of its samples, and how long each lasts. */
  readonly samples: readonly (readonly [count: number, ticks: number])[]
  readonly edits?: readonly Edit[]
  readonly pictureEdits?: readonly Edit[]
}

const edits = (list: readonly Edit[] = []): Buffer =>
  box('edts', box('elst', u32(0, list.length), ...list.map(([ms, from]) => u32(ms, from, 0x1_0000))))
const track = (id: number, handler: string, ...content: readonly Buffer[]): Buffer =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, id)),
    box('mdia', box('hdlr', u32(0, 0), Buffer.from(handler)), ...content.slice(0, 2)),
    ...content.slice(2),
  )

/** A film whose time scale is in milliseconds; another timecode track comes first, which is not that of the picture. */
function toBytes(film: Film): Buffer {
  const counts = box('mdat', u32(...film.samples.map(([count]) => count)))
  const { timescale, frameTicks, framesPerSecond, flags = 0, samples } = film
  const entry = Buffer.concat([u32(0, 0, 0, flags, timescale, frameTicks), Buffer.of(framesPerSecond, 0)])
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), u32(8 + entry.length), Buffer.from('tmcd'), entry),
    box('stts', u32(0, samples.length, ...samples.flatMap(([, ticks]) => [1, ticks]))),
    box('stsz', u32(0, 4, samples.length)),
    // two in the first chunk, then one in each
    box('stsc', u32(0, 2, 1, 2, 1, 2, 1, 1)),
    box('stco', u32(0, Math.max(1, samples.length - 1), 8, ...samples.slice(2).map((_, chunk) => 16 + 4 * chunk))),
  )
  const mdhd = box('mdhd', u32(0, 0, 0, timescale, 0))
  const other = track(7, 'tmcd', mdhd, box('minf', box('stbl')))
  const picture = track(1, 'vide', mdhd, box('minf'), edits(film.pictureEdits), box('tref', box('tmcd', u32(2))))
  const timecode = track(2, 'tmcd', mdhd, box('minf', table), edits(film.edits))
  return Buffer.concat([counts, box('moov', box('mvhd', u32(0, 0, 0, 1000)), other, picture, timecode)])
}

const labelOf = (film: Film): readonly unknown[] => {
  const timecodeTrack = readTimecodeTrack(reading(toBytes(film)))
  const probe = { format: {}, streams: [], tallies: [], ...(timecodeTrack && { timecodeTrack }) } as unknown as RawProbe
  const { text, dropFrame, rate, doubt } = findStartTimecode(probe, undefined) ?? {}
  return [text, dropFrame, rate && rate.num / rate.den, doubt]
}

const pal = { timescale: 25, frameTicks: 1, framesPerSecond: 25 }
const ntsc = { timescale: 30_000, frameTicks: 1001, framesPerSecond: 30 }
const tenOClock = 36_000 * 25
for (const [what, film, ...label] of [
  ['is that of its sample', { ...pal, samples: [[tenOClock, 250]] }, '10:00:00:00', false, 25],
  ['goes on to where an edit list begins', { ...pal, samples: [[tenOClock, 250]], edits: [[8000, 50]] }, '10:00:02:00'],
  [
    'is not moved by what the edit list of the picture alone trims',
    { ...pal, samples: [[tenOClock, 250]], pictureEdits: [[8000, 50]] },
    '10:00:00:00',
  ],
  [
    'goes on while the picture does not begin',
    {
      ...pal,
      samples: [[tenOClock, 250]],
      pictureEdits: [
        [1000, -1],
        [8000, 0],
      ],
    },
    '10:00:01:00',
  ],
  [
    'is before its sample where the track begins later than the picture',
    {
      ...pal,
      samples: [[tenOClock, 250]],
      edits: [
        [2000, -1],
        [8000, 0],
      ],
    },
    '09:59:58:00',
  ],
  [
    'is that of the sample that an edit list leads to',
    {
      ...pal,
      samples: [
        [0, 50],
        [tenOClock, 50],
        [90_000, 50],
        [180_000, 50],
      ],
      edits: [[3000, 110]],
    },
    '01:00:00:10',
  ],
  [
    'goes on from the last sample where an edit list points outside',
    {
      ...pal,
      samples: [
        [0, 50],
        [tenOClock, 50],
      ],
      edits: [[3000, 25_000]],
    },
    '10:16:38:00',
    false,
    25,
    'COUNTED_ON',
  ],
  [
    'counts on as far as an edit list points outside',
    { ...pal, samples: [[0, 50]], edits: [[3000, 2 ** 31 - 1]] },
    '04:55:45:22',
    false,
    25,
    'COUNTED_ON',
  ],
  [
    'is that of its first sample where an edit list shows nothing of the track',
    {
      ...pal,
      samples: [
        [tenOClock, 50],
        [0, 50],
      ],
      edits: [
        [3000, -1],
        [2 ** 31 - 1, -1],
      ],
    },
    '10:00:00:00',
    false,
    25,
    'NOT_SHOWN',
  ],
  [
    'is that of its sample where nothing is shown of the picture',
    { ...pal, samples: [[tenOClock, 50]], pictureEdits: [[3000, -1]] },
    '10:00:00:00',
    false,
    25,
    undefined,
  ],
  [
    'counts half the frames where the description says so',
    { timescale: 50, frameTicks: 1, framesPerSecond: 25, samples: [[tenOClock + 12, 500]], edits: [[8000, 50]] },
    '10:00:01:12',
    false,
    25,
  ],
  [
    'also with drop frame',
    { timescale: 60_000, frameTicks: 1001, framesPerSecond: 30, flags: 1, samples: [[1800, 1]] },
    '00:01:00;02',
    true,
    30_000 / 1001,
  ],
  ['drops at 29.97', { ...ntsc, flags: 1, samples: [[107_892, 1]] }, '01:00:00;00', true],
  [
    'drops where 29.97 is in hundredths',
    { timescale: 2997, frameTicks: 100, framesPerSecond: 30, flags: 1, samples: [[107_892, 1]] },
    '01:00:00;00',
    true,
    30_000 / 1001,
  ],
  [
    'drops nothing at 24',
    { timescale: 24, frameTicks: 1, framesPerSecond: 24, flags: 1, samples: [[86_400, 1]] },
    '01:00:00:00',
    false,
  ],
  ['begins again after a day', { ...pal, samples: [[24 * 3600 * 25 + 1, 1]] }, '00:00:00:01'],
  ['may be before midnight', { ...pal, flags: 4, samples: [[-25, 1]] }, '23:59:59:00'],
  [
    'of 120 is in labels of 60',
    { timescale: 120, frameTicks: 1, framesPerSecond: 120, samples: [[3600 * 120 + 3, 1]] },
    '01:00:00:01',
    false,
    60,
  ],
  [
    'is none at a rate of no camera',
    { timescale: 11, frameTicks: 1, framesPerSecond: 11, samples: [[0, 1]] },
    undefined,
  ],
  ['is none without a sample', { ...pal, samples: [] }, undefined],
] as const satisfies readonly (readonly [string, Film, ...unknown[]])[]) {
  test(`the label of a timecode track ${what}`, () => {
    assert.deepEqual(labelOf(film).slice(0, label.length), label)
  })
}

test('tracks are named of which an edit list shows nothing', () => {
  const listOf = (film: Pick<Film, 'edits' | 'pictureEdits'>) =>
    listUnshownTracks(reading(toBytes({ ...pal, samples: [[0, 50]], ...film })))
  const empty: Edit = [2000, -1]
  assert.deepEqual(listOf({}), [])
  assert.deepEqual(listOf({ edits: [empty], pictureEdits: [empty, empty] }), [1, 2])
  assert.deepEqual(listOf({ edits: [empty, [1000, 0]], pictureEdits: [[1000, 2 ** 31 - 1]] }), [])
})

test('damaged files throw nothing and end', () => {
  const film = toBytes({
    ...pal,
    samples: [
      [0, 50],
      [1, 50],
      [2, 50],
    ],
    edits: [[3000, 25]],
  })
  const damage = fc.array(fc.tuple(fc.nat(film.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 })
  fc.assert(
    fc.property(damage, changes => {
      const bytes = Buffer.from(film)
      for (const [place, value] of changes) bytes[place] = value
      listUnshownTracks(reading(bytes))
      const found = readTimecodeTrack(reading(bytes))
      assert.ok(found === undefined || Number.isSafeInteger(found.frames))
      readIxml(reading(bytes))
      const key = Buffer.from('060e2b34025301010d01010101011400', 'hex')
      readMxfTimecode(reading(Buffer.concat([key, bytes])))
    }),
  )
})
