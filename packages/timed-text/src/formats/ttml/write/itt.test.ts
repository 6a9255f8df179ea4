import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_30,
  RATE_50,
  RATE_59_94,
  type SampleRate,
} from '@rushes/timebase'
import fc from 'fast-check'
import type { Cue, FrameDocument, TextPart, TextStyle } from '../../../document/document.ts'
import { toShownCues } from '../../../testing/shown-cues.ts'
import { readTtml } from '../read/read.ts'
import { writeItt } from './write.ts'

const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})
const frames = (rate: SampleRate, ...cues: Cue<number>[]): FrameDocument => ({ timing: { unit: 'frames', rate }, cues })
const cue = (start: number, end: number, more: Partial<Cue<number>> = {}): Cue<number> => ({
  start,
  end,
  textParts: [text('a')],
  ...more,
})

// What Apple publishes of iTunes Timed Text is about its delivery; the file is TTML1 with the regions and the multiplier
// that its own tools write
describe('iTunes Timed Text', () => {
  test('counts frames, has two regions, and elements without a prefix', () => {
    const top = { line: { unit: 'lines', value: 0 } } as const
    const { content, diagnostics } = writeItt({
      ...frames(
        RATE_23_976,
        cue(24, 48, { textParts: [text('Hi '), text('you', { italic: true })] }),
        cue(48, 72, { layout: top }),
      ),
      language: 'en',
    })
    assert.deepEqual(diagnostics, [])
    assert.equal(
      content,
      `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:timeBase="smpte" ttp:frameRate="24" ttp:frameRateMultiplier="999 1000" ttp:dropMode="nonDrop" xml:lang="en">
<head>
<styling>
<style xml:id="s1" tts:fontStyle="italic"/>
<style xml:id="s2" tts:fontFamily="sansSerif"/>
</styling>
<layout>
<region xml:id="top" tts:origin="0% 0%" tts:extent="100% 15%" tts:displayAlign="before" tts:textAlign="center"/>
<region xml:id="bottom" tts:origin="0% 85%" tts:extent="100% 15%" tts:displayAlign="after" tts:textAlign="center"/>
</layout>
</head>
<body style="s2">
<div>
<p xml:id="sub1" region="bottom" begin="00:00:01:00" end="00:00:02:00">Hi <span style="s1">you</span></p>
<p xml:id="sub2" region="top" begin="00:00:02:00" end="00:00:03:00">a</p>
</div>
</body>
</tt>
`,
    )
  })

  test('has the same frames again, at the rates that it has', () => {
    const frame = fc.integer({ min: 0, max: 2_000_000 })
    fc.assert(
      fc.property(
        fc.constantFrom(RATE_23_976, RATE_24, RATE_25, RATE_29_97, RATE_30),
        fc.array(fc.tuple(frame, frame), { maxLength: 10 }),
        fc.boolean(),
        (rate, times, dropFrame) => {
          const document = frames(rate, ...toShownCues(times.map(([start, end]) => cue(start, end))))
          const { content, diagnostics } = writeItt(document, { programmeStart: { frames: 1000, dropFrame } })
          assert.deepEqual(
            diagnostics.filter(({ code }) => code !== 'TIMING_OVERLAP'),
            [],
          )
          const read = readTtml(content).document
          assert.deepEqual([read.timing, read.cues], [document.timing, document.cues])
        },
      ),
    )
  })

  for (const [name, document, times] of [
    ['of 50 frames a second are pairs', frames(RATE_50, cue(50, 101)), ['00:00:01:00', '00:00:02:01']],
    ['of 59.94 frames a second are pairs', frames(RATE_59_94, cue(60, 120)), ['00:00:01:00', '00:00:02:00']],
    [
      'that would begin and end in one frame last for one',
      frames(RATE_50, cue(51, 52)),
      ['00:00:01:01', '00:00:01:02'],
    ],
  ] as const) {
    test(`times ${name}, which is reported`, () => {
      const { content, diagnostics } = writeItt(document)
      assert.deepEqual(/begin="([^"]*)" end="([^"]*)"/.exec(content)?.slice(1), times)
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['EXPORT_TIMING_REPAIRED'],
      )
    })
  }

  test('drops labels where the media does, or the file that was read did', () => {
    const document = frames(RATE_29_97, cue(1800, 1860))
    const begin = (content: string) => /dropMode="(\w+)"[\s\S]* begin="([^"]*)"/.exec(content)?.slice(1)
    const dropped = writeItt(document, { programmeStart: { frames: 0, dropFrame: true } }).content
    assert.deepEqual(begin(dropped), ['dropNTSC', '00:01:00:02'])
    assert.deepEqual(begin(writeItt(readTtml(dropped).document).content), ['dropNTSC', '00:01:00:02'])
    assert.deepEqual(begin(writeItt(document).content), ['nonDrop', '00:01:00:00'])
  })

  // Apple, AVCaption.timeRange: "Apple iTT format only permits captions to have overlapping time ranges if they're
  // associated with different regions."
  test('reports what overlaps in one region', () => {
    const top = { line: { unit: 'lines', value: 0 } } as const
    const codes = (...cues: Cue<number>[]) => writeItt(frames(RATE_25, ...cues)).diagnostics.map(({ code }) => code)
    assert.deepEqual(codes(cue(0, 50), cue(25, 75, { layout: top })), [])
    assert.deepEqual(codes(cue(0, 50), cue(25, 75)), ['TIMING_OVERLAP'])
  })

  test('reports what it has no place for', () => {
    const { diagnostics } = writeItt({
      ...frames(
        RATE_25,
        cue(0, 25, {
          textParts: [{ ...text('a', { backgroundColour: '#000000', speaker: 'Mary' }), start: 5 } as TextPart<number>],
          layout: { textAlign: 'left', size: 40 },
          notes: ['x'],
        }),
      ),
      ext: { ttml: { metadata: [['ttm:title', 'T']] } },
    })
    assert.deepEqual(diagnostics.map(({ code }) => code).toSorted(), [
      'COMMENT_DROPPED',
      'COMMENT_DROPPED',
      'EXPORT_TIMING_REPAIRED',
      'POSITION_APPROXIMATED',
      'STYLE_UNSUPPORTED',
      'STYLE_UNSUPPORTED',
      'STYLE_UNSUPPORTED',
    ])
  })
})
