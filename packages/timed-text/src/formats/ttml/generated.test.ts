import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { framesToMilliseconds, type SampleRate, usualRates } from '@rushes/timebase'
import fc from 'fast-check'
import type {
  Colour,
  Cue,
  FrameDocument,
  MillisecondDocument,
  Region,
  TextPart,
  TextStyle,
} from '../../document/document.ts'
import { toFrameDocument } from '../../document/times.ts'
import { countInputs, flag, hundredths, layouts, optional } from '../../testing/arbitraries.ts'
import { listShown, toShownCues } from '../../testing/shown-cues.ts'
import { appendText } from '../../text/text-parts.ts'
import { readTtml } from './read/read.ts'
import { listFaults } from './testing/schemas.ts'
import { writeEbutt, writeEbuttd } from './testing/validated.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Any text that XML can hold. */
const content = fc
  .array(
    fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.constantFrom(
        '<',
        '&amp;',
        ']]>',
        '"',
        "'",
        ' ',
        '  ',
        '\t',
        '\u00a0',
        '<tt:br/>',
        '\u0085',
        '\u2028',
        '👩‍🚀',
        'שלום',
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(parts => parts.join('').replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '.'))
const word = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'abcXYZ_') })
const id = fc
  .tuple(word, fc.string({ maxLength: 5, unit: fc.constantFrom(...'aZ09_.-é') }))
  .map(parts => `x${parts.join('')}`)
const colour = fc.oneof(
  fc.constantFrom<Colour>('#ffffff', '#ff0000', '#12345678'),
  fc.integer({ min: 0, max: 0xffffff }).map((value): Colour => `#${value.toString(16).padStart(6, '0')}`),
)
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => `${words.join(' ')} & <é>`)
const style: fc.Arbitrary<TextStyle> = fc.record(
  {
    bold: flag,
    italic: flag,
    underline: flag,
    colour,
    backgroundColour: colour,
    fontFamily: name,
    fontSize: fc.constantFrom('80%', '160%', '12.5%'),
    speaker: name,
    language: fc.constantFrom('en', 'fr-CA', 'zh-Hant'),
  },
  optional,
)

/** Canonical text whose runs, where they have times, overlap: those that never meet are cues of their own. */
function textParts(start: number, end: number): fc.Arbitrary<TextPart<number>[]> {
  const run = fc.record({
    content: fc.oneof(content, fc.constant('\n')),
    style: fc.option(style, { nil: undefined }),
    isLate: fc.boolean(),
  })
  return fc.array(run, { maxLength: 5 }).map(runs => {
    const parts: TextPart<number>[] = []
    for (const [index, { content, style, isLate }] of runs.entries()) {
      const late =
        isLate && parts.some(part => part.type === 'text') && end - start > 10 ? start + 1 + index : undefined
      appendText(parts, content, style && Object.keys(style).length > 0 ? style : undefined, late)
    }
    return parts
  })
}

const layout = layouts(hundredths, ['start', 'end', 'left', 'right']).filter(
  layout =>
    Object.keys(layout).length > 0 &&
    (!layout.writingMode || !(layout.line || layout.position || layout.size !== undefined)),
)

const cue: fc.Arbitrary<Cue<number>> = fc
  .tuple(fc.integer({ min: 0, max: dayMs }), fc.integer({ min: 1, max: 5000 }))
  .chain(([start, length]) =>
    fc.record(
      {
        id,
        start: fc.constant(start),
        end: fc.constant(start + length),
        textParts: textParts(start, start + length),
        layout,
        notes: fc.array(content, { minLength: 1, maxLength: 2 }),
        ext: fc.constant({ ttml: { style: { lineHeight: '125%', linePadding: '0.5c' } } }),
      },
      { requiredKeys: ['start', 'end', 'textParts'], noNullPrototype: true },
    ),
  )
const region: fc.Arbitrary<Region> = fc
  .tuple(id, hundredths, hundredths, hundredths, hundredths, fc.constantFrom('before', 'center', 'after'))
  .map(([id, x, y, width, height, displayAlign]) => ({
    id: `r${id}`,
    origin: { x, y },
    extent: {
      width: Math.round(Math.min(width, 100 - x) * 100) / 100,
      height: Math.round(Math.min(height, 100 - y) * 100) / 100,
    },
    displayAlign,
  }))
const document: fc.Arbitrary<MillisecondDocument> = fc.record(
  {
    timing: fc.constant({ unit: 'milliseconds' as const }),
    cues: fc.uniqueArray(cue, { maxLength: 5, selector: ({ id }) => id ?? {} }),
    regions: fc.uniqueArray(region, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
    language: fc.constantFrom('de', 'pt-BR'),
    ext: fc.constant({
      ttml: {
        cellResolution: '50 30',
        metadata: [
          ['ttm:title', 'A & B'],
          ['ebuttm:documentPublisher', 'P'],
        ],
      },
    }),
  },
  { requiredKeys: ['timing', 'cues'], noNullPrototype: true },
)

const formats = [
  ['ebuttd', writeEbuttd],
  ['ebutt', writeEbutt],
] as const

describe('for generated documents', () => {
  for (const [format, write] of formats) {
    test(`${format}: what is written reads back as the same document, nothing is lost, and all is valid`, async () => {
      const files: string[] = []
      fc.assert(
        fc.property(document, document => {
          const written = write(document)
          assert.deepEqual(written.diagnostics, [])
          const read = readTtml(written.content)
          assert.deepEqual(
            read.diagnostics.filter(({ code }) => code !== 'TIMING_ORDER'),
            [],
          )
          assert.deepEqual(read.document, document)
          assert.deepEqual(readTtml(new TextEncoder().encode(written.content)).document, document)
          if (files.length < 100) files.push(written.content)
        }),
        { numRuns: countInputs(300) },
      )
      assert.deepEqual(await listFaults(format, files), [])
    })

    test(`${format}: frames come back as the same frames at every usual rate`, () => {
      const frame = fc.integer({ min: 0, max: 24 * 60 * 60 * 60 })
      fc.assert(
        fc.property(
          fc.constantFrom(...usualRates),
          fc.array(fc.tuple(frame, frame), { maxLength: 20 }),
          (rate, times) => {
            const document = createFrames(rate, times)
            const read = readTtml(write(document).content).document
            assert.deepEqual(
              read.cues.map(cue => cue.start),
              document.cues.map(({ start }) => framesToMilliseconds(start, rate)),
            )
            assert.deepEqual(toFrameDocument(read, rate), document)
          },
        ),
      )
    })
  }

  test('ebutt: SMPTE time comes back as the same frames, from any start of programme, dropped labels or not', async () => {
    const files: string[] = []
    const frame = fc.integer({ min: 0, max: 13 * 60 * 60 * 24 })
    fc.assert(
      fc.property(
        fc.constantFrom(...usualRates),
        fc.boolean(),
        fc.constantFrom(undefined, '00:00:00:00', '10:00:00:00'),
        fc.array(fc.tuple(frame, frame), { maxLength: 10 }),
        (rate, wantsDrop, startOfProgramme, times) => {
          const dropFrame = wantsDrop && rate.den === 1001 && rate.num !== 24_000 && rate.num !== 48_000
          const document = createFrames(rate, times)
          const options = { timeBase: 'smpte' as const, dropFrame, ...(startOfProgramme && { startOfProgramme }) }
          const { content, diagnostics } = writeEbutt(document, options)
          assert.deepEqual(diagnostics, [])
          const read = readTtml(content).document
          assert.deepEqual(read.timing, document.timing)
          assert.deepEqual(read.cues, document.cues)
          // Read from such a file, it is written as such a file.
          assert.equal(writeEbutt(read).content, content)
          if (files.length < 50) files.push(content)
        },
      ),
    )
    assert.deepEqual(await listFaults('ebutt', files), [])
  })

  test('files that were mutated or cut give documents that are written again', () => {
    const mutation = fc.tuple(
      fc.nat(),
      fc.nat(40),
      fc.oneof(
        fc.string(),
        fc.constantFrom('<', '>', '"', '</tt:p>', '<tt:span>', '&', '<!--', ']]>', '<![CDATA[', ' style=""', '\0'),
      ),
    )
    fc.assert(
      fc.property(document, fc.array(mutation, { minLength: 1, maxLength: 5 }), (document, mutations) => {
        let file = writeEbuttd(document).content
        for (const [at, length, text] of mutations) {
          const index = at % file.length
          file = file.slice(0, index) + text + file.slice(index + length)
        }
        const read = readTtml(file).document
        const { content } = writeEbuttd(read)
        assert.equal(
          readTtml(content).document.cues.length >= listShown(read.cues).filter(cue => cue.textParts.length > 0).length,
          true,
        )
      }),
      { numRuns: countInputs(300) },
    )
  })
})

function createFrames(rate: SampleRate, times: readonly (readonly [number, number])[]): FrameDocument {
  const cues = times.map(([start, end]) => ({ start, end, textParts: [{ type: 'text' as const, content: 'x' }] }))
  return { timing: { unit: 'frames', rate }, cues: toShownCues(cues) }
}
