/** Documents leave as files of media time or of timecode, and come back to the same frames. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createSampleRate,
  findCountingRate,
  findDivisor,
  getTimecodeBase,
  mayDropFrame,
  parseTimecode,
  type SampleRate,
} from '@rushes/timebase'
import fc from 'fast-check'
import type { MediaPlace, TimedTextFormat, TimesReading } from '../format.ts'
import type { TimeBase } from '../format-facts.ts'
import { type FrameDocument, listFormats, loadLibraries, toClipDocument } from '../index.ts'
import { countInputs } from './arbitraries.ts'

await loadLibraries()

const rates: readonly SampleRate[] = [
  createSampleRate(24_000, 1001),
  createSampleRate(24, 1),
  createSampleRate(25, 1),
  createSampleRate(30_000, 1001),
  createSampleRate(30, 1),
  createSampleRate(50, 1),
  createSampleRate(60_000, 1001),
  createSampleRate(100, 1),
  createSampleRate(120_000, 1001),
]
const documents = countInputs(10_000, 10_000, 500)
const starts = ['00:00:00:00', '01:00:00:00', '09:59:48:10', '23:40:00:00']

/** A clip at its place in the recording, and subtitles at times that each format can say: thirty a second at most. */
const scenes = fc
  .record({
    rate: fc.constantFrom(...rates),
    label: fc.constantFrom(...starts),
    drops: fc.boolean(),
    cues: fc.array(fc.tuple(fc.integer({ min: 60, max: 3000 }), fc.integer({ min: 60, max: 240 })), {
      minLength: 1,
      maxLength: 3,
    }),
  })
  .map(({ rate, label, drops, cues }) => {
    const counting = findCountingRate(rate)!
    const labelStep = findDivisor(rate, counting)!
    const step = labelStep * (getTimecodeBase(counting) > 30 ? 2 : 1)
    const dropFrame = drops && mayDropFrame(counting)
    let end = 0
    const document: FrameDocument = {
      timing: { unit: 'frames', rate },
      cues: cues.map(([gap, length]) => {
        const start = end + gap * step
        end = start + length * step
        return { start, end, textParts: [{ type: 'text', content: 'Mind the gap' }] }
      }),
    }
    const start = { frames: parseTimecode(label, { rate: counting, dropFrame }) * labelStep, dropFrame }
    return { document, media: { rate, start, frameCount: end + step } }
  })

/** Scenarist counts 29.97 frames a second, and frames of these lie between; ASS counts hundredths, and these are shorter. */
const lost = new Set(['scc 30', 'scc 50', 'scc 100', 'ass media 119.88'])
const canHold = ({ id }: TimedTextFormat, timeBase: TimeBase, { num, den }: SampleRate) =>
  [id, `${id} ${timeBase}`].every(name => !lost.has(`${name} ${Math.round((num / den) * 100) / 100}`))

function readBack(format: TimedTextFormat, content: string | Uint8Array, media: MediaPlace, times?: TimesReading) {
  const { document } = format.read(content, { rate: media.rate, media, ...(times && { times }) })
  return toClipDocument(document, media).document.cues.map(cue => [cue.start, cue.end])
}

for (const format of listFormats()) {
  for (const timeBase of format.timeBases) {
    test(`${format.label} with ${timeBase} reads back to the same frames, at nine rates and four start timecodes`, () => {
      fc.assert(
        fc.property(scenes, ({ document, media }) => {
          if (!canHold(format, timeBase, media.rate)) return
          const frames = document.cues.map(cue => [cue.start, cue.end])
          const { content } = format.write(document, { timeBase, programmeStart: media.start })
          assert.deepEqual(readBack(format, content, media, { timeBase }), frames)
          // The first hours of the day are in the clip only if it begins there: then nothing else can be meant.
          if (media.start.frames > media.frameCount) assert.deepEqual(readBack(format, content, media), frames)
        }),
        // Workbooks cost more, and have the times of the other table.
        { numRuns: format.encoding === 'binary' && format.isTable ? Math.ceil(documents / 10) : documents },
      )
    })
  }
}
