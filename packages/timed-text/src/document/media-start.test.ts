import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTimecode, RATE_23_976, RATE_25, RATE_29_97, type SampleRate } from '@rushes/timebase'
import { formats } from '../formats/ttml/testing/validated.ts'
import { type FrameDocument, type MediaPlace, type TimedTextFormat, toFrameDocument } from '../index.ts'

const toMedia = (rate: SampleRate, label: string, frameCount: number): MediaPlace => {
  const dropFrame = label.includes(';')
  return { rate, start: { frames: parseTimecode(label, { rate, dropFrame }), dropFrame }, frameCount }
}
const toDocument = (rate: SampleRate, ...starts: number[]): FrameDocument => ({
  timing: { unit: 'frames', rate },
  cues: starts.map(start => ({ start, end: start + 48, textParts: [{ type: 'text', content: 'Hi' }] })),
})

// CTA-608-E and SMPTE RP 2052-10 leave the timecode of an SCC file to the programme; EBU Tech 3264, 5, has that of the
// programme as well, of which the header names the start (TCP)
describe('a file whose times are those of the timecode', () => {
  const scc = (label: string) =>
    `Scenarist_SCC V1.0\n\n${label}\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n${label.replace('03', '06')}\t942c 942c\n\n`

  for (const [name, label, media, start] of [
    ['at 29.97 with drop frame', '01:00:03;01', toMedia(RATE_29_97, '01:00:00;00', 10_000), 100],
    ['at 29.97 without', '01:00:03:01', toMedia(RATE_29_97, '01:00:00:00', 10_000), 100],
    ['whose labels are those of media with drop frame', '01:00:03:01', toMedia(RATE_29_97, '01:00:00;00', 10_000), 100],
    ['of film', '01:00:03:01', toMedia(RATE_23_976, '01:00:00:00', 10_000), 100],
  ] as const) {
    test(`${name} begins at the first frame of the media, which is reported`, () => {
      const { document, diagnostics } = formats.scc.read(scc(label), { rate: media.rate, media })
      assert.equal(document.cues[0]?.start, start)
      assert.deepEqual(
        diagnostics.map(({ code, severity, count }) => [code, severity, count]),
        [['IMPORT_TIMING_REPAIRED', 'info', 1]],
      )
    })
  }

  const media = toMedia(RATE_25, '10:00:00:00', 1000)
  const all: readonly TimedTextFormat[] = Object.values(formats)
  for (const format of all.filter(({ timeBases }) => timeBases.includes('smpte'))) {
    test(`comes back from ${format.label} as it was, where the file does not name the start itself`, () => {
      const document = toDocument(RATE_25, 100, 200)
      const { content } = format.write(document, { timeBase: 'smpte', programmeStart: media.start })
      const read = toFrameDocument(format.read(content, { rate: RATE_25, media }).document, RATE_25)
      const tolerance = format.id === 'scc' ? 1 : 0
      for (const [index, { start }] of read.cues.entries()) {
        assert.ok(Math.abs(start - document.cues[index]!.start) <= tolerance, `${start}`)
      }
      assert.equal(read.cues.length, 2)
    })
  }

  test('stays as it is where it fits the media, begins before it, or the length is not known', () => {
    const { content } = formats.srt.write(toDocument(RATE_25, 90_100))
    const readStart = (file: string, place: MediaPlace) =>
      formats.srt.read(file, { media: place }).document.cues[0]?.start
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 1000)), 4000)
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 100_000)), 3_604_000)
    assert.equal(readStart(content, toMedia(RATE_25, '01:00:00:00', 0)), 3_604_000)
    assert.equal(readStart(content, toMedia(RATE_25, '02:00:00:00', 1000)), 3_604_000)
    const early = formats.srt.write(toDocument(RATE_25, 100, 90_100)).content
    assert.equal(readStart(early, toMedia(RATE_25, '01:00:00:00', 1000)), 4000)
    assert.equal(
      formats.srt.read(early, { media: toMedia(RATE_25, '01:00:00:00', 1000) }).document.cues[1]?.start,
      3_604_000,
    )
  })
})
