import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  framesToMilliseconds,
  RATE_23_976,
  RATE_24,
  RATE_25,
  RATE_29_97,
  RATE_50,
  RATE_59_94,
  type SampleRate,
} from '@rushes/timebase'
import fc from 'fast-check'
import { formats } from '../formats/ttml/testing/validated.ts'
import {
  type Colour,
  type Cue,
  type CueLayout,
  type FrameDocument,
  type MillisecondDocument,
  type Region,
  type TextPart,
  type TextStyle,
  toFrameDocument,
} from '../index.ts'
import { appendText } from '../text/text-parts.ts'
import { countInputs, flag, optional, hundredths as percent } from './arbitraries.ts'
import { listShown, toShownCues } from './shown-cues.ts'

const rates: readonly SampleRate[] = [RATE_23_976, RATE_24, RATE_25, RATE_29_97, RATE_50, RATE_59_94]
const dayMs = 24 * 60 * 60 * 1000

/** Text that tries to be something else: tags, arrows, references, times, blanks. */
const fragment = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.string({ minLength: 1, unit: fc.constantFrom(...'<>&;-/{}\\an8bisu. \u00a0\t0:,"#=') }),
  fc.constantFrom(
    '<i>',
    '</b>',
    '<font color="red">',
    '<br/>',
    '{\\an8}',
    '{\\i1}',
    '{\\pos(1,2)}',
    '\\N',
    '{b}',
    '&amp;',
    '&lt',
    '&#60;',
    '-->',
  ),
  fc.constantFrom('1', '42', '00:00:01,000 --> 00:00:02,000', '0:01 -> 0:02', 'NOTE', 'STYLE', 'WEBVTT', ' ', '\u00a0'),
  fc.constantFrom(
    '<v Mary>',
    '<00:00:01.000>',
    '<c.red>',
    '</ruby>',
    '\ufeff',
    '\u2028',
    '\v',
    '\f',
    '👩‍🚀',
    'ﬁ',
    'שלום',
  ),
)
/** Without what no file can hold, U+0000 and halves of surrogate pairs. */
const content = fc
  .array(fragment, { minLength: 1, maxLength: 4 })
  .map(fragments => fragments.join('').replaceAll('\0', '.').toWellFormed())
const oneLine = content.map(text => text.replace(/[\r\n\0]/g, '.'))
const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcXYZ019_-') })
const colour = fc.oneof(
  fc.constantFrom<Colour>('#ffffff', '#ff0000', '#00ff00', '#000000'),
  fc.integer({ min: 0, max: 0xffffff }).map((value): Colour => `#${value.toString(16).padStart(6, '0')}`),
)

const srtStyle: fc.Arbitrary<TextStyle> = fc.record(
  { bold: flag, italic: flag, underline: flag, strikeThrough: flag, colour, fontFamily: oneLine, fontSize: word },
  optional,
)
const name = content.map(text => text.replace(/[\0\t\n\f\r ]+/g, ' ').trim()).filter(text => /^[^ ].*[^ ]$/.test(text))
const className = word.filter(text => !text.endsWith('-'))
const webvttStyle: fc.Arbitrary<TextStyle> = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    colour: fc.oneof(colour, fc.constant<Colour>('#12345678')),
    backgroundColour: colour,
    speaker: name,
    language: fc.constantFrom('en', 'fr-CA', 'zh-Hant'),
    classes: fc.uniqueArray(
      className.map(text => `k${text}`),
      { minLength: 1, maxLength: 3 },
    ),
    ruby: fc.constantFrom('base', 'text'),
  },
  optional,
)

/** Canonical text: runs joined where they are alike, newlines as line breaks. */
function textParts(style: fc.Arbitrary<TextStyle>, hasStarts: boolean): fc.Arbitrary<TextPart<number>[]> {
  const start = hasStarts
    ? fc.option(fc.integer({ min: dayMs, max: 2 * dayMs }), { nil: undefined })
    : fc.constant(undefined)
  const run = fc.record({
    content: fc.oneof(content, fc.constant('\n')),
    style: fc.option(style, { nil: undefined }),
    start,
  })
  return fc.array(run, { maxLength: 5 }).map(runs => {
    const parts: TextPart<number>[] = []
    for (const { content, style, start } of runs) {
      appendText(parts, content, style && Object.keys(style).length > 0 ? style : undefined, start)
    }
    return parts
  })
}

const srtLayout: fc.Arbitrary<CueLayout> = fc.constantFrom<CueLayout>(
  { textAlign: 'left' },
  { textAlign: 'right' },
  { line: { unit: 'percent', value: 50, align: 'center' } },
  { line: { unit: 'percent', value: 50, align: 'center' }, textAlign: 'left' },
  { line: { unit: 'lines', value: 0 } },
  { line: { unit: 'lines', value: 0 }, textAlign: 'right' },
)
const lineAlign = fc.constantFrom('start' as const, 'center' as const, 'end' as const)
const webvttLayout: fc.Arbitrary<CueLayout> = fc
  .record(
    {
      writingMode: fc.constantFrom('vertical-rl', 'vertical-lr'),
      line: fc.oneof(
        fc.record(
          { unit: fc.constant('lines' as const), value: fc.integer({ min: -99, max: 99 }), align: lineAlign },
          { requiredKeys: ['unit', 'value'], noNullPrototype: true },
        ),
        fc.record(
          { unit: fc.constant('percent' as const), value: percent, align: lineAlign },
          { requiredKeys: ['unit', 'value'], noNullPrototype: true },
        ),
      ),
      position: fc.record(
        { percent, align: fc.constantFrom('line-left', 'center', 'line-right') },
        { requiredKeys: ['percent'], noNullPrototype: true },
      ),
      size: percent,
      textAlign: fc.constantFrom('start', 'center', 'end', 'left', 'right'),
    },
    optional,
  )
  .filter(layout => Object.keys(layout).length > 0)

const time = fc.integer({ min: 0, max: dayMs - 1 })
const note = fc
  .array(
    oneLine.map(text => text.replaceAll('-->', '').replace(/^\u00a0$/, 'x')),
    { maxLength: 3 },
  )
  .map(lines => lines.join('\n'))
const notes = fc.array(note, { minLength: 1, maxLength: 2 })
const point = fc.record({ x: percent, y: percent }, { noNullPrototype: true })
const region: fc.Arbitrary<Region> = fc.record(
  {
    id: word.filter(text => !text.includes('--')),
    width: percent,
    lines: fc.nat(30),
    regionAnchor: point,
    viewportAnchor: point,
    scroll: fc.constant('up'),
  },
  { requiredKeys: ['id'], noNullPrototype: true },
)
const styleSheet = fc
  .array(
    oneLine.map(text => text.replaceAll('-->', '')),
    { minLength: 1, maxLength: 3 },
  )
  .map(lines => lines.filter(Boolean).join('\n'))
  .filter(Boolean)

const srtCue: fc.Arbitrary<Cue<number>> = fc.record(
  {
    start: time,
    end: time,
    textParts: textParts(srtStyle, false),
    layout: srtLayout,
    ext: fc.constant({ srt: { coordinates: { x1: 1, x2: 20, y1: 3, y2: 400 } } }),
  },
  { requiredKeys: ['start', 'end', 'textParts'], noNullPrototype: true },
)
const webvttCue: fc.Arbitrary<Cue<number>> = fc.record(
  {
    id: oneLine.map(text => text.replaceAll('-->', '')).filter(Boolean),
    start: time,
    end: time,
    textParts: textParts(webvttStyle, true),
    region: word.filter(text => !text.includes('--')),
    layout: webvttLayout,
    notes,
  },
  { requiredKeys: ['start', 'end', 'textParts'], noNullPrototype: true },
)

const srtDocument: fc.Arbitrary<MillisecondDocument> = fc
  .array(srtCue, { maxLength: 6 })
  .map(cues => ({ timing: { unit: 'milliseconds' }, cues: toShownCues(cues) }))
const webvttDocument: fc.Arbitrary<MillisecondDocument> = fc.record(
  {
    timing: fc.constant({ unit: 'milliseconds' as const }),
    cues: fc.array(webvttCue, { maxLength: 6 }).map(toShownCues),
    regions: fc.uniqueArray(region, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
    styleSheets: fc.array(styleSheet, { minLength: 1, maxLength: 2 }),
    notes,
    ext: fc.constant({ webvtt: { header: ' - Title\nKind: captions' } }),
  },
  { requiredKeys: ['timing', 'cues'], noNullPrototype: true },
)

describe('for generated documents', () => {
  for (const [format, documents] of [
    [formats.srt, srtDocument],
    [formats.webvtt, webvttDocument],
  ] as const) {
    test(`${format.label}: what is written reads back as the same document, and nothing is lost`, () => {
      fc.assert(
        fc.property(documents, document => {
          const written = format.write(document)
          assert.deepEqual(written.diagnostics, [])
          assert.deepEqual(format.read(written.content).document, document)
          assert.deepEqual(
            format.read(new TextEncoder().encode(written.content.toWellFormed())).document.cues.length,
            document.cues.length,
          )
        }),
        { numRuns: countInputs(1500) },
      )
    })

    test(`${format.label}: frames come back as the same frames at every usual rate`, () => {
      const frame = fc.integer({ min: 0, max: 24 * 60 * 60 * 60 })
      fc.assert(
        fc.property(fc.constantFrom(...rates), fc.array(fc.tuple(frame, frame), { maxLength: 20 }), (rate, times) => {
          const cues = toShownCues(
            times.map(([start, end]) => ({ start, end, textParts: [{ type: 'text' as const, content: 'x' }] })),
          )
          const document: FrameDocument = { timing: { unit: 'frames', rate }, cues }
          const read = format.read(format.write(document).content).document
          assert.equal(read.timing.unit, 'milliseconds')
          assert.deepEqual(
            read.cues.map(cue => cue.start),
            cues.map(({ start }) => framesToMilliseconds(start, rate)),
          )
          assert.deepEqual(toFrameDocument(read, rate), document)
        }),
      )
    })

    test(`${format.label}: what is read from any text writes to a file that reads the same`, () => {
      const lines = fc.array(
        fc.oneof(
          oneLine,
          fc.constantFrom('', '', '7', '00:01.000 --> 00:02.000', '00:00:05,5-->1:02:03', 'REGION', 'id:a'),
        ),
      )
      fc.assert(
        fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (body, lineEnd) => {
          const { document } = format.read(
            `${format.id === 'webvtt' ? `WEBVTT${lineEnd}${lineEnd}` : ''}${body.join(lineEnd)}`,
          )
          const written = format.write(document)
          assert.deepEqual(format.read(written.content).document, { ...document, cues: listShown(document.cues) })
          assert.deepEqual(format.write(format.read(written.content).document).content, written.content)
        }),
        { numRuns: countInputs(3000) },
      )
    })

    test(`${format.label}: documents of the other format, and of neither, are written to readable files`, () => {
      fc.assert(
        fc.property(fc.oneof(srtDocument, webvttDocument), document => {
          const { content } = format.write(document)
          const read = format.read(content)
          assert.equal(read.document.cues.length, document.cues.length)
          assert.deepEqual(
            read.diagnostics.filter(({ severity }) => severity === 'error'),
            [],
          )
        }),
      )
    })
  }
  test(`${formats.scc.label}: documents of other formats are written to readable files`, () => {
    fc.assert(
      fc.property(fc.oneof(srtDocument, webvttDocument), document => {
        const { diagnostics } = formats.scc.read(formats.scc.write(document).content)
        assert.deepEqual(
          diagnostics.filter(({ severity }) => severity === 'error'),
          [],
        )
      }),
    )
  })
})
