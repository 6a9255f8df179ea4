import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { framesToMilliseconds, type SampleRate, usualRates } from '@rushes/timebase'
import fc from 'fast-check'
import type {
  Colour,
  Cue,
  CueLayout,
  FrameDocument,
  MillisecondDocument,
  TextPart,
  TextStyle,
} from '../../document/document.ts'
import { toFrameDocument } from '../../document/times.ts'
import { countInputs } from '../../testing/arbitraries.ts'
import { listShown, toShownCues } from '../../testing/shown-cues.ts'
import { appendText } from '../../text/text-parts.ts'
import { readAss } from './read/read.ts'
import { writeAss } from './write/write.ts'

const optional = { requiredKeys: [], noNullPrototype: true }
const flag = fc.constant<true>(true)
const percent = fc.integer({ min: 0, max: 10_000 }).map(value => value / 100)

/** Text that tries to be something else: tags, escapes, fields, other lines. */
const content = fc
  .array(
    fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({ minLength: 1, unit: fc.constantFrom(...'\\{}Nnhi1,;:[] \u2060\u00a0') }),
      fc.constantFrom('{\\i1}', '{\\pos(1,2)}', '{\\p1}', '\\N', '\\h', 'Dialogue: 0,', '[Events]', '\u2028', '\v'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => parts.join('').replaceAll('\0', '.').toWellFormed())
const oneLine = content.map(text => text.replace(/[\r\n]/g, '.'))
const colour = fc.oneof(
  fc.constantFrom<Colour>('#ffffff', '#ff0000', '#ffffff80', '#12345678'),
  fc.integer({ min: 0, max: 0xffffff }).map((value): Colour => `#${value.toString(16).padStart(6, '0')}`),
)
const style: fc.Arbitrary<TextStyle> = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    strikeThrough: flag,
    colour,
    backgroundColour: colour,
    fontFamily: fc.constantFrom('Arial', 'Open Sans', 'Noto, Sans & <é>'),
    fontSize: fc.integer({ min: 100, max: 99_999 }).map(value => `${value / 100}%`),
  },
  optional,
)
/** Who speaks all of a cue. */
const speaker = fc.option(fc.constantFrom('Anna', 'Ä {b} \\N c'), { nil: undefined })

/** Canonical text: runs joined where they are alike, newlines as line breaks. */
const textParts = fc
  .tuple(
    speaker,
    fc.array(
      fc.record({ content: fc.oneof(content, fc.constant('\n')), style: fc.option(style, { nil: undefined }) }),
      { maxLength: 5 },
    ),
  )
  .map(([speaker, runs]) => {
    const parts: TextPart<number>[] = []
    for (const { content, style } of runs) {
      const whole = { ...style, ...(speaker !== undefined && { speaker }) }
      appendText(parts, content, Object.keys(whole).length > 0 ? whole : undefined, undefined)
    }
    return parts
  })

/** Places that ASS can name, other than those where the writer's own style has text anyway. */
const layout: fc.Arbitrary<CueLayout> = fc
  .record(
    {
      line: fc.oneof(
        fc.constant({ unit: 'lines' as const, value: 0 }),
        fc.record(
          { unit: fc.constant('percent' as const), value: percent, align: fc.constantFrom('center', 'end') },
          { requiredKeys: ['unit', 'value'], noNullPrototype: true },
        ),
      ),
      position: fc.record({ percent }, { noNullPrototype: true }),
      textAlign: fc.constantFrom('left', 'right'),
    },
    optional,
  )
  .filter(({ line, position }) => {
    const isUsualLine = line?.unit === 'percent' && line.value === (line.align === 'end' ? 90 : 10)
    return !isUsualLine && (position === undefined || ![10, 50, 90].includes(position.percent))
  })
  .filter(layout => Object.keys(layout).length > 0)

const time = fc.integer({ min: 0, max: 24 * 60 * 60 * 100 }).map(hundredths => hundredths * 10)
const notes = fc.array(
  content.map(text => text.replaceAll('\r', '.')),
  { minLength: 1, maxLength: 2 },
)
const cue: fc.Arbitrary<Cue<number>> = fc.record(
  { start: time, end: time, textParts, layout, notes, hidden: flag },
  { requiredKeys: ['start', 'end', 'textParts'], noNullPrototype: true },
)
const documents: fc.Arbitrary<MillisecondDocument> = fc.record(
  {
    timing: fc.constant({ unit: 'milliseconds' as const }),
    language: fc.constantFrom('en', 'fr-CA', 'zh-Hant'),
    cues: fc
      .array(cue, { maxLength: 6 })
      .map(cues => toShownCues(cues).map(cue => ({ ...cue, end: Math.max(cue.end, cue.start + 10) }))),
    notes,
  },
  { requiredKeys: ['timing', 'cues'], noNullPrototype: true },
)

/** A document without what only ASS knows. */
function strip(document: MillisecondDocument): MillisecondDocument {
  const { ext: _ext, ...rest } = document
  return { ...rest, cues: rest.cues.map(({ ext: _cueExt, ...cue }) => cue) }
}

describe('ASS, for generated documents', () => {
  test('what is written reads back as the same document, and nothing is lost', () => {
    fc.assert(
      fc.property(documents, document => {
        const written = writeAss(document)
        assert.deepEqual(written.diagnostics, [])
        const read = readAss(written.content)
        assert.deepEqual(strip(read.document), document)
        assert.deepEqual(read.diagnostics, [])
        assert.equal(writeAss(read.document).content, written.content)
      }),
      { numRuns: countInputs(1500) },
    )
  })

  test('frames come back as the same frames at every usual rate', () => {
    const frame = fc.integer({ min: 0, max: 24 * 60 * 60 * 60 })
    const rate = fc.constantFrom<SampleRate>(...usualRates)
    fc.assert(
      fc.property(rate, fc.array(fc.tuple(frame, frame), { maxLength: 20 }), (rate, times) => {
        const cues = toShownCues(times.map(([start, end]) => ({ start, end, textParts: [] })))
        const document: FrameDocument = { timing: { unit: 'frames', rate }, cues }
        const { content, diagnostics } = writeAss(document)
        assert.deepEqual(diagnostics, [])
        const { document: read } = readAss(content)
        for (const [index, { start }] of cues.entries()) {
          assert.ok(Math.abs(read.cues[index]!.start - framesToMilliseconds(start, rate)) <= 5)
        }
        assert.deepEqual(strip(toFrameDocument(read, rate) as never), document)
      }),
    )
  })

  test('what is read from any text writes to a file that reads the same', () => {
    const tag = fc.constantFrom(
      ...['\\i1', '\\b', '\\c&H00FF00&', '\\c', '\\1a&H80&', '\\alpha&H10&', '\\alpha', '\\3c&HFF0000&', '\\3a&H00&'],
      ...['\\fnImpact', '\\fn', '\\fs30', '\\fs', '\\r', '\\rBoxed', '\\rYellow', '\\rnone', '\\an7', '\\a6', '\\q2'],
      ...['\\pos(10,20.5)', '\\p1', '\\p0', '\\fad(1,2)', '\\t(0,1,\\fs3)', '\\k10', 'note'],
    )
    const block = fc.array(tag, { minLength: 1, maxLength: 3 }).map(tags => `{${tags.join('')}}`)
    const text = fc.array(fc.oneof(oneLine, block), { maxLength: 5 }).map(texts => texts.join(''))
    const hundredths = fc.integer({ min: 0, max: 99 }).map(value => String(value).padStart(2, '0'))
    const margin = fc.constantFrom('0', '0', '20', '0030', '200', '9.5', 'x')
    const event = fc
      .tuple(
        fc.constantFrom('Dialogue: 0', 'Dialogue:2', 'Comment: 0'),
        ...[hundredths, hundredths],
        fc.constantFrom('Default', 'Boxed', '*Yellow', 'none', ''),
        ...[margin, margin, margin],
        text,
      )
      .map(([kind, start, end, style, l, r, v, text]) => {
        return `${kind},0:00:01.${start},0:00:02.${end},${style},Anna,${l},${r},${v},,${text}`
      })
    const style = fc.constantFrom(
      'Style: Default,Arial,20,&H00FFFFFF,0,&HFF000000,0,0,0,0,0,100,100,0,0,1,2,0,2,10,10,10,1',
      'Style: Default,Arial,20,&H00FFFF,0,&HFF000000,0,1,0,0,0,100,100,0,0,3,2,0,8,10,10,0,1',
      'Style: Boxed,Arial,24,&H00FFFFFF,0,&H80102030,0,0,-1,0,0,100,100,0,0,3,2,0,2,10,20,10,1',
      'Style: Yellow,Impact,20,65535,0,&HFF000000,0,0,0,0,0,100,100,0,0,1,2,0,5,10,10,10,1',
      'Style: Yellow,Impact,x,y,0,z,0,0,0,0,0,100,100,0,0,1,2,0,0,-1,10,10,1',
    )
    const file = fc.tuple(
      fc.array(fc.oneof(fc.constantFrom('PlayResX: 400', 'PlayResY: 300', 'WrapStyle: 2', 'Title: a'), oneLine)),
      fc.array(style, { maxLength: 4 }),
      fc.array(fc.oneof(event, event, event, oneLine), { maxLength: 8 }),
    )
    fc.assert(
      fc.property(file, fc.constantFrom('\n', '\r\n', '\r'), ([info, styles, events], lineEnd) => {
        const lines = ['[Script Info]', ...info, '[V4+ Styles]', ...styles, '[Events]', ...events]
        const { document } = readAss(lines.join(lineEnd))
        const written = writeAss(document)
        const { document: read } = readAss(written.content)
        assert.deepEqual(strip(read), strip({ ...document, cues: listShown(document.cues) }))
        assert.equal(writeAss(read).content, written.content)
      }),
      { numRuns: countInputs(3000) },
    )
  })
})
