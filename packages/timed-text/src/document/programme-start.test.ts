import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseTimecode, RATE_25, RATE_29_97, RATE_50, RATE_59_94, RATE_60, type SampleRate } from '@rushes/timebase'
import { formats } from '../formats/ttml/testing/validated.ts'
import type { FrameDocument } from '../index.ts'
import { readEbuStl } from '../index.ts'

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
