import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createFrameClock, type FrameTimes, RATE_30 } from '@rushes/timebase'
import { formats, writeEbutt } from '../formats/ttml/testing/validated.ts'
import { type FrameDocument, listFormats, type MediaPlace, toClipDocument } from '../index.ts'

/** A phone's film: 60 pictures at 30 a second, then 60 at 15. */
const times: FrameTimes = {
  times: Array.from({ length: 120 }, (_, frame) => Math.round((frame < 60 ? frame : 2 * frame - 60) * (1000 / 30))),
  end: 6000,
}
const start = { frames: 30 * 3600, dropFrame: false }
const media: MediaPlace = { rate: RATE_30, times, start, frameCount: 120 }
const clock = createFrameClock(RATE_30, times)
const cue = (start: number, end: number) => ({ start, end, textParts: [{ type: 'text', content: 'Hi' }] as const })
const document: FrameDocument = {
  timing: { unit: 'frames', rate: RATE_30, times },
  language: 'en',
  cues: [cue(10, 40), cue(61, 75), cue(90, 120)],
}

describe('subtitles of a film with a variable rate', () => {
  const written = { programmeStart: start }
  const write = (format: 'srt' | 'webvtt' | 'ass' | 'csv', timeBase: 'media' | 'smpte') => {
    const { content } = formats[format].write(document, { ...written, timeBase })
    assert.equal(typeof content, 'string')
    return String(content)
  }

  test('have the times of their pictures where a file counts clock time', () => {
    assert.match(write('srt', 'media'), /00:00:02,067 --> 00:00:03,000/)
    assert.match(write('webvtt', 'media'), /00:00:02\.067 --> 00:00:03\.000/)
    assert.match(formats.ebuttd.write(document).content, /begin="00:00:02\.067" end="00:00:03\.000"/)
    assert.match(write('ass', 'media'), /0:00:02\.07,0:00:03\.00/)
  })

  test('have the labels of their pictures where a file counts timecode', () => {
    // Picture 61 is shown at 2.067 s, which is label 62.
    const smpte = { timeBase: 'smpte', startOfProgramme: '01:00:00:00' } as const
    assert.match(writeEbutt(document, smpte).content, /begin="01:00:02:02" end="01:00:03:00"/)
    assert.match(write('webvtt', 'smpte'), /01:00:02\.067 --> 01:00:03\.000/)
    assert.match(write('csv', 'smpte'), /01:00:02:02,01:00:03:00/)
    const { content } = formats.ebustl.write(document, {
      ...written,
      timeBase: 'smpte',
      ebuStl: { diskFormat: 'STL30.01' },
    })
    const second = (content as Uint8Array).subarray(1024 + 128)
    assert.deepEqual([...second.subarray(5, 13)], [1, 0, 2, 2, 1, 0, 3, 0])
  })

  for (const format of listFormats()) {
    for (const timeBase of format.timeBases) {
      test(`are at the same pictures after ${format.label}, in ${timeBase} time`, () => {
        const { content } = format.write(document, { ...written, timeBase })
        const read = format.read(content, { rate: RATE_30, media })
        assert.deepEqual(
          read.diagnostics.filter(({ severity }) => severity === 'error'),
          [],
        )
        const { document: placed, diagnostics } = toClipDocument(read.document, media)
        assert.deepEqual(diagnostics, [])
        assert.deepEqual(
          placed.cues.map(({ start, end }) => [start, end]),
          document.cues.map(({ start, end }) => [start, end]),
        )
      })
    }
  }

  test('begin with the picture in sight, which is reported, and end where the nearest begins', () => {
    const srt = [
      ['00:00:01,000', '00:00:02,000'],
      ['00:00:02,132', '00:00:02,160'],
      ['00:00:02,170', '00:00:02,175'],
    ].map(([start, end], index) => `${index + 1}\n${start} --> ${end}\nHi\n`)
    const { document: placed, diagnostics } = toClipDocument(formats.srt.read(srt.join('\n')).document, media)
    assert.deepEqual(
      placed.cues.map(({ start, end }) => [start, end]),
      [
        [30, 60],
        [61, 62],
        [62, 63],
      ],
    )
    assert.deepEqual(
      diagnostics.map(({ code, message, cueIndex, count }) => [code, message, cueIndex, count]),
      [['IMPORT_TIMING_REPAIRED', 'Cues that began inside a picture begin with it', 1, 2]],
    )
    assert.deepEqual([61, 62].map(clock.toMilliseconds), [2067, 2133])
  })

  test('are outside of it after its last picture, whatever its rate would give', () => {
    const at = (time: string) => `1\n${time} --> 00:00:07,000\nHi\n`
    const read = (time: string) => formats.srt.read(at(time), { media }).diagnostics.map(({ code }) => code)
    assert.deepEqual(read('00:00:05,900'), [])
    assert.deepEqual(read('00:00:06,100'), ['TIMING_OUT_OF_MEDIA'])
  })
})
