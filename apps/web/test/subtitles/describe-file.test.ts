import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTimecode, RATE_25 } from '@rushes/timebase'
import { type FrameDocument, formats, type MediaPlace } from '@rushes/timed-text'
import { describeBytes } from '../../src/subtitles/files/describe-file.ts'

const toFrames = (label: string) => parseTimecode(label, { rate: RATE_25, dropFrame: false })
const toMedia = (label: string, frameCount = 1000): MediaPlace => ({
  ...{ rate: RATE_25, frameCount },
  start: { frames: toFrames(label), dropFrame: false },
})
const toDocument = (...starts: number[]): FrameDocument => ({
  timing: { unit: 'frames', rate: RATE_25 },
  cues: starts.map(start => ({ start, end: start + 48, textParts: [{ type: 'text', content: 'Hi' }] })),
})
const srtAt = (...starts: number[]) => new TextEncoder().encode(formats.srt.write(toDocument(...starts)).content)
const stlFrom = (label: string, ...starts: number[]) =>
  formats.ebustl.write(toDocument(...starts), {
    ...{ timeBase: 'smpte', programmeStart: { frames: toFrames(label), dropFrame: false } },
  }).content
const read = (bytes: Uint8Array, media: MediaPlace, name = 'file') => {
  const description = describeBytes(bytes, name, media, 'en')
  assert.ok(description)
  const landings = description.landings.map(({ base, start }) => [base, start])
  return { ...description, landings }
}

describe('a file that is to be imported', () => {
  test('is named with its subtitles, and lands where the service will put them', () => {
    const { format, count, countsFrames, landings, found } = read(srtAt(200, 100), toMedia('10:00:00:00'))
    assert.deepEqual([format, count, countsFrames, found], ['SubRip', 2, false, 'media'])
    assert.deepEqual(landings, [
      ['media', 100],
      ['smpte', undefined],
    ])
    const byTimecode = read(srtAt(toFrames('10:00:08:00')), toMedia('10:00:00:00'))
    assert.deepEqual(
      [byTimecode.found, byTimecode.landings],
      [
        'smpte',
        [
          ['media', undefined],
          ['smpte', 200],
        ],
      ],
    )
  })

  test('that fits more than one base has the choice, each with its place', () => {
    const { countsFrames, programmeStart, found, landings } = read(
      stlFrom('10:00:00:00', 0, 100),
      toMedia('09:59:30:00'),
    )
    assert.deepEqual([countsFrames, programmeStart, found], [true, '10:00:00:00', 'smpte'])
    assert.deepEqual(landings, [
      ['media', undefined],
      ['smpte', 750],
      ['programme', 0],
    ])
  })

  test('may begin at a timecode, or be made for a film of another rate', () => {
    const outside = read(srtAt(toFrames('10:00:08:00')), toMedia('01:00:00:00'))
    assert.equal(outside.found, undefined)
    assert.equal(outside.landFrom(toFrames('10:00:00:00'), false), 200)
    assert.equal(outside.landFrom(toFrames('11:00:00:00'), false), undefined)
    assert.equal(read(stlFrom('00:00:00:00', 100), toMedia('00:00:00:00')).landAtRate('50'), 200)
  })

  test('without a choice has none, and without subtitles nothing is said of it', () => {
    const media = { rate: RATE_25, frameCount: 1000 }
    assert.deepEqual(read(srtAt(100), media).landings, [['media', 100]])
    assert.equal(describeBytes(new TextEncoder().encode('no subtitles'), 'notes.pdf', media, 'en'), undefined)
    assert.equal(describeBytes(new TextEncoder().encode(''), 'empty.srt', media, 'en'), undefined)
  })
})
