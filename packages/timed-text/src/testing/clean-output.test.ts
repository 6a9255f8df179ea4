import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97, RATE_60 } from '@rushes/timebase'
import fc from 'fast-check'
import { formats } from '../formats/ttml/testing/validated.ts'
import type { Colour, Cue, Region, TextPart, TextStyle, TimedTextDocument, TimedTextFormat } from '../index.ts'
import { countInputs, flag, layouts, optional } from './arbitraries.ts'

const text = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.string({ maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom(
    '',
    ' ',
    '\n',
    '\r\n\n',
    'Hello, world',
    '- Who?\n- Me.',
    '<i>',
    '</b>',
    '{\\an8}',
    '{\\pos(1,2)}',
    '\\N',
    '&amp;',
    '&#60;',
    'a --> b',
    '00:00:01,000 --> 00:00:02,000',
    '1',
    'NOTE x',
    'STYLE',
    'WEBVTT',
    '\0',
    '\ud800',
    '\u0085',
    '\u00a0',
    '\ufeff',
    '\ufffe',
    'Dialogue: 0,0,0',
    ']]>',
    'ليلة سعيدة',
    '利用許諾',
    'x'.repeat(300),
  ),
)
const colour = fc.constantFrom<Colour>('#ffffff', '#ff0000', '#00ff00', '#000000', '#123456', '#12345678', '#red')
const name = fc.oneof(
  fc.constantFrom('a', 'bottom', 's1', 'sub2', 'Mary Ann', 'a-b', 'x,y', '', '-->', 'a b\nc'),
  fc.string({ maxLength: 5 }),
)
const style: fc.Arbitrary<TextStyle> = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    strikeThrough: flag,
    colour,
    backgroundColour: colour,
    doubleHeight: flag,
    fontFamily: fc.oneof(name, fc.constantFrom('Arial', 'monospaceSansSerif')),
    fontSize: fc.constantFrom('80%', '1c', '1c 2c', '.5c', '24', '24px', '', '-5%'),
    speaker: name,
    language: fc.constantFrom('en', 'fr-CA', 'no tag'),
    classes: fc.array(name, { maxLength: 2 }),
    ruby: fc.constantFrom('base', 'text'),
  },
  optional,
)
const time = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }),
  fc.integer({ min: -100, max: 100 }),
  // Less than a day at every rate: files of timecode begin again at midnight, and say so.
  fc.integer({ min: 0, max: 2_000_000 }),
)
// Styles of TTML that no file should have.
const styledRun = fc.constant({ ttml: { style: { direction: '"', lineHeight: '-1%', unicodeBidi: 'embed' } } })
const styledCue = fc.constant({
  ttml: { style: { padding: '9px', linePadding: '-1c', textAlign: 'justify', color: '<' } },
})
const styledDocument = fc.constant({
  ttml: {
    styles: { bottom: { color: '#ffffff' }, 'a b': { textAlign: 'left' }, s1: { textAlign: 'center' } },
    cellResolution: '0 0',
    metadata: [['x'], 5, ['ebuttm:documentCreationDate', 'today'], ['ttm:copyright', '<&']],
    timeBase: 'smpte',
    dropMode: 'dropNTSC',
  },
})
const part: fc.Arbitrary<TextPart<number>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      { type: fc.constant('text'), content: text, style, start: time, end: time, ext: styledRun },
      { requiredKeys: ['type', 'content'], noNullPrototype: true },
    ),
  },
  { weight: 1, arbitrary: fc.constant<TextPart<number>>({ type: 'lineBreak' }) },
)
const percent = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-5, 33.333_333, 150), fc.double())
const layout = layouts(percent, ['start', 'center', 'end', 'left', 'right'])
const cue: fc.Arbitrary<Cue<number>> = fc.record(
  {
    id: name,
    start: time,
    end: time,
    textParts: fc.array(part, { maxLength: 4 }),
    region: fc.constantFrom('r1', 'r 2', 'none'),
    layout,
    notes: fc.array(text, { maxLength: 2 }),
    hidden: flag,
    ext: styledCue,
  },
  { requiredKeys: ['start', 'end', 'textParts'], noNullPrototype: true },
)
const point = fc.record({ x: percent, y: percent }, { noNullPrototype: true })
const region: fc.Arbitrary<Region> = fc.record(
  {
    id: fc.constantFrom('r1', 'r 2', ''),
    width: percent,
    lines: fc.nat(30),
    regionAnchor: point,
    viewportAnchor: point,
    scroll: fc.constant('up'),
    origin: point,
    extent: fc.record({ width: percent, height: percent }, { noNullPrototype: true }),
    displayAlign: fc.constantFrom('before', 'center', 'after'),
  },
  { requiredKeys: ['id'], noNullPrototype: true },
)
const document: fc.Arbitrary<TimedTextDocument> = fc.record(
  {
    timing: fc.oneof(
      fc.constant({ unit: 'milliseconds' as const }),
      fc.constantFrom(RATE_23_976, RATE_25, RATE_29_97, RATE_60).map(rate => ({ unit: 'frames' as const, rate })),
    ),
    language: fc.constantFrom('nl', 'pt-BR', 'no tag'),
    cues: fc.array(cue, { maxLength: 5 }),
    regions: fc.array(region, { maxLength: 2 }),
    styleSheets: fc.array(text, { maxLength: 2 }),
    notes: fc.array(text, { maxLength: 2 }),
    ext: styledDocument,
  },
  { requiredKeys: ['timing', 'cues'], noNullPrototype: true },
)

/** What a reader says of the encoding of bytes that are not to be guessed. */
const options = { encoding: 'utf-8' }

describe('what is written', () => {
  const all: readonly TimedTextFormat[] = Object.values(formats)
  for (const format of all) {
    test(`in ${format.label} is read without anything to repair: what does not fit, the writer has said`, () => {
      fc.assert(
        fc.property(document, document => {
          const { content } = format.write(document)
          const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
          // Timecode in a table is that of its media.
          const media = format.isTable && document.timing.unit === 'frames' ? { rate: document.timing.rate } : {}
          const read = format.read(bytes, typeof content === 'string' ? { ...options, ...media } : media)
          const told = read.diagnostics.filter(({ severity }) => severity !== 'info')
          assert.deepEqual(told, [], String(content))
        }),
        { numRuns: countInputs(500) },
      )
    })
  }
})
