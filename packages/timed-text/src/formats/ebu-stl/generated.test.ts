import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_25, RATE_29_97, RATE_30 } from '@rushes/timebase'
import fc from 'fast-check'
import type { Diagnostic } from '../../document/diagnostics.ts'
import type { Colour, Cue, CueLayout, FrameDocument, TextPart, TextStyle } from '../../document/document.ts'
import { countInputs } from '../../testing/arbitraries.ts'
import { appendText } from '../../text/text-parts.ts'
import { formats } from '../ttml/testing/validated.ts'
import { ebustl, readEbuStl, writeEbuStl } from './index.ts'
import { getCharacters } from './layout/characters.ts'
import { type BlockFields, makeBlock, makeFile } from './testing/files.ts'
import { colours } from './text-styles.ts'

const latin = getCharacters('00')
/** Every character of table 00, with and without an accent. */
const letters = [
  ...latin.decode.filter(character => /^[^ \u00a0ªº]$/.test(character)),
  ...[...latin.accents.values()].flatMap(accent =>
    ['a', 'E', 'o', 'U', 'c'].map(letter => latin.combine(accent, letter.charCodeAt(0))),
  ),
]
const word = fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom(...letters) })
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map(list => list.join(' '))
const flag = fc.constant<true>(true)
const optional = { requiredKeys: [], noNullPrototype: true }

/** Without the colour that absence says. */
const teletextStyle: fc.Arbitrary<TextStyle> = fc.record(
  {
    colour: fc.constantFrom<Colour>(...colours.slice(0, 7)),
    backgroundColour: fc.constantFrom<Colour>(...colours.slice(1)),
  },
  optional,
)
const openStyle: fc.Arbitrary<TextStyle> = fc.record(
  { italic: flag, underline: flag, backgroundColour: fc.constant<Colour>('#000000') },
  optional,
)

/** Lines of runs; a space stands before each change of style, as teletext needs it. */
function textParts(style: fc.Arbitrary<TextStyle>, always: TextStyle): fc.Arbitrary<TextPart<number>[]> {
  const run = fc.record({ content: words, style })
  return fc.array(fc.array(run, { minLength: 1, maxLength: 3 }), { maxLength: 3 }).map(lines => {
    const parts: TextPart<number>[] = []
    for (const [index, runs] of lines.entries()) {
      if (index > 0) appendText(parts, '\n', undefined, undefined)
      for (const [column, { content, style }] of runs.entries()) {
        const full = { ...style, ...always }
        const text = column < runs.length - 1 ? `${content} ` : content
        appendText(parts, text, Object.keys(full).length > 0 ? full : undefined, undefined)
      }
    }
    return parts
  })
}

const layout: fc.Arbitrary<CueLayout> = fc
  .record(
    {
      line: fc.integer({ min: 0, max: 12 }).map(value => ({ unit: 'lines' as const, value })),
      textAlign: fc.constantFrom('left' as const, 'right' as const),
    },
    optional,
  )
  .filter(({ line, textAlign }) => line !== undefined || textAlign !== undefined)

function documentOf(parts: fc.Arbitrary<TextPart<number>[]>): fc.Arbitrary<FrameDocument> {
  const frame = fc.integer({ min: 0, max: 24 * 3600 * 24 - 1 })
  const cue: fc.Arbitrary<Cue<number>> = fc.record(
    {
      id: fc.integer({ min: 0, max: 0xffff }).map(String),
      start: frame,
      end: frame,
      textParts: parts,
      layout,
      hidden: flag,
    },
    { requiredKeys: ['id', 'start', 'end', 'textParts'], noNullPrototype: true },
  )
  return fc.record(
    {
      timing: fc.constantFrom(RATE_25, RATE_29_97).map(rate => ({ unit: 'frames' as const, rate })),
      language: fc.constantFrom('de', 'fr', 'el', 'zu'),
      cues: fc.array(cue.map(inOrder), { maxLength: 5 }).map(cues => cues.toSorted((a, b) => a.start - b.start)),
    },
    { requiredKeys: ['timing', 'cues'], noNullPrototype: true },
  )
}

/** Shown for a time, and not over midnight: an end long before its start is taken for one of the next day. */
function inOrder(cue: Cue<number>): Cue<number> {
  const start = Math.min(cue.start, cue.end)
  return { ...cue, start, end: Math.max(cue.start, cue.end, start + 1) }
}

function withoutSources({ ext: _ext, ...document }: FrameDocument): FrameDocument {
  return { ...document, cues: document.cues.map(({ ext: _ext, ...cue }): Cue<number> => cue) }
}

function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter(({ severity }) => severity === 'error').length
}

const allowed = new Set(['TELETEXT_ROW_OVERFLOW', 'EXTENSION_BLOCKS_USED', 'TIMING_OVERLAP'])

describe('for generated documents of EBU STL', () => {
  for (const [name, documents, displayStandardCode] of [
    ['teletext', documentOf(textParts(teletextStyle, { doubleHeight: true })), 1],
    ['open subtitles', documentOf(textParts(openStyle, {})), 0],
  ] as const) {
    test(`${name}: what is written reads back as the same document, and its file as the same bytes`, () => {
      fc.assert(
        fc.property(documents, document => {
          const options = { displayStandardCode, codeTable: '00', doubleHeight: true } as const
          const { content, diagnostics } = writeEbuStl(document, options)
          const lost = diagnostics.filter(({ code }) => !allowed.has(code))
          assert.deepEqual(lost, [])
          const read = readEbuStl(content)
          assert.deepEqual(withoutSources(read.document), document)
          assert.deepEqual(writeEbuStl(read.document).content, content)
        }),
        { numRuns: countInputs(500) },
      )
    })
  }

  test('any blocks read to a document that writes the same bytes, and a valid file when laid out again', () => {
    const code = fc.oneof(
      fc.integer({ min: 0x20, max: 0x7e }),
      fc.constantFrom(0, 1, 3, 7, 0x0a, 0x0b, 0x0d, 0x1c, 0x1d, 0x20, 0x80, 0x81, 0x8a, 0x8f, 0xc2, 0xc8, 0xe1, 0xff),
      fc.integer({ min: 0, max: 255 }),
    )
    const field = fc.array(code, { maxLength: 112 }).map(codes => Buffer.from(codes).toString('latin1'))
    const time = fc.tuple(fc.nat(24), fc.nat(60), fc.nat(60), fc.nat(25))
    const fields: fc.Arbitrary<BlockFields> = fc.record(
      {
        text: field,
        number: fc.nat(2),
        extension: fc.constantFrom(0, 1, 0xf0, 0xfe, 0xff, 0xff, 0xff, 0xff),
        position: fc.nat(4),
        start: time,
        end: time,
        row: fc.nat(99),
        justification: fc.nat(4),
        comment: fc.nat(2),
      },
      { requiredKeys: ['text'], noNullPrototype: true },
    )
    const block = fc.oneof(
      { weight: 9, arbitrary: fields.map(makeBlock) },
      fc.uint8Array({ minLength: 128, maxLength: 128 }),
    )
    const header = fc.record(
      {
        DSC: fc.constantFrom('0', '1', '2', ' '),
        CCT: fc.constantFrom('00', '01', '02', '03', '04', '  '),
        DFC: fc.constantFrom('STL25.01', 'STL30.01', 'STL24.01', 'STL99.99', 'stl25.01'),
        TCP: fc.constantFrom('00000000', '10000000', '23595924', 'xxxxxxxx'),
        MNR: fc.constantFrom('23', '99', '  ', '00'),
      },
      optional,
    )
    fc.assert(
      fc.property(header, fc.array(block, { maxLength: 8 }), (head, blocks) => {
        const file = makeFile(head, ...blocks)
        const { document, diagnostics } = readEbuStl(file)
        assert.deepEqual(writeEbuStl(document).content, file)
        const bare = { ...document, cues: withoutSources(document).cues }
        const again = readEbuStl(writeEbuStl(bare).content)
        assert.ok(countErrors(again.diagnostics) <= countErrors(diagnostics))
      }),
      { numRuns: countInputs(2000) },
    )
  })

  test('documents of every format are written to files that read without an error', () => {
    const lines = fc.array(
      fc.constantFrom('', '1', 'text', '<i>a</i> é', '漢', '00:00:01,000 --> 00:00:02,000', '{\\an8}top', '\u0301'),
    )
    fc.assert(
      fc.property(lines, body => {
        for (const format of [formats.srt, formats.webvtt]) {
          const { document } = format.read(`WEBVTT\n\n${body.join('\n')}`)
          const read = ebustl.read(ebustl.write(document).content)
          assert.equal(read.document.cues.length, document.cues.filter(({ start, end }) => end > start).length)
          assert.ok(read.diagnostics.every(({ severity }) => severity !== 'error'))
        }
      }),
    )
  })

  test('frames of media come back as the same frames at 24, 25, 29.97 and 30', () => {
    const frame = fc.nat(24 * 3600 * 24 - 1)
    fc.assert(
      fc.property(
        fc.constantFrom(RATE_24, RATE_25, RATE_29_97, RATE_30),
        fc.array(frame).map(starts => starts.toSorted((a, b) => a - b)),
        fc.boolean(),
        (rate, starts, dropFrame) => {
          const cues = starts.map(start => ({ start, end: start + 1, textParts: [] }))
          const options = rate === RATE_24 ? ({ diskFormat: 'STL24.01' } as const) : { dropFrame }
          const { content } = writeEbuStl({ timing: { unit: 'frames', rate }, cues }, options)
          const read = readEbuStl(content, { rate, dropFrame }).document
          assert.deepEqual(read.timing, { unit: 'frames', rate })
          assert.deepEqual(
            read.cues.map(({ start }) => start),
            starts,
          )
        },
      ),
    )
  })
})
