import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_29_97 } from '@rushes/timebase'
import fc from 'fast-check'
import type { Cue, CueLayout, FrameDocument, TextPart, TextStyle } from '../../../document/document.ts'
import { countInputs } from '../../../testing/arbitraries.ts'
import { appendText, lineBreak } from '../../../text/text-parts.ts'
import { readScc, writeScc } from '../index.ts'
import { characters } from '../line21/characters.ts'
import { toWord } from '../line21/codes.ts'
import { colours } from '../line21/states.ts'

const letters = [...characters.encode.keys()].filter(character => character !== ' ')
const word = fc.string({ minLength: 1, maxLength: 6, unit: fc.constantFrom(...letters) })
const flag = fc.constant<true>(true)
const optional = { requiredKeys: [], noNullPrototype: true }
const style: fc.Arbitrary<TextStyle> = fc.record(
  { italic: flag, underline: flag, colour: fc.constantFrom(...colours.slice(1, 7)) },
  optional,
)

interface Run {
  readonly content: string
  readonly style: TextStyle
}

/** Words, each in a style. */
const line = fc.array(fc.record({ content: word, style }), { minLength: 1, maxLength: 3 })

/**
 * With as many spaces between two styles as codes may need. They belong to the text before them, but to plain text after
 * them.
 */
function appendRuns(parts: TextPart<number>[], runs: readonly Run[]): void {
  for (const [index, { content, style }] of runs.entries()) {
    const next = runs[index + 1]
    const isNextPlain = next && Object.keys(next.style).length === 0
    const before = index > 0 && Object.keys(style).length === 0 ? '  ' : ''
    const after = next && !isNextPlain ? '  ' : ''
    const full = Object.keys(style).length > 0 ? style : undefined
    appendText(parts, before + content + after, full, undefined)
  }
}

const textParts = fc.array(line, { minLength: 1, maxLength: 3 }).map(lines => {
  const parts: TextPart<number>[] = []
  for (const [index, runs] of lines.entries()) {
    if (index > 0) parts.push(lineBreak)
    appendRuns(parts, runs)
  }
  return parts
})

/** None that says where cues are anyhow. */
const layout: fc.Arbitrary<CueLayout> = fc
  .tuple(
    fc.record(
      {
        line: fc.oneof(
          fc.constant({ unit: 'lines' as const, value: 0 }),
          fc.integer({ min: 1, max: 10 }).map(row => ({
            unit: 'percent' as const,
            value: Math.round((10 + (row * 80) / 15) * 100) / 100,
          })),
        ),
      },
      optional,
    ),
    fc.constantFrom<CueLayout>(
      {},
      { textAlign: 'right' },
      ...[4, 5, 6, 7].map((column): CueLayout => {
        return { position: { percent: 10 + 2.5 * column, align: 'line-left' }, textAlign: 'left' }
      }),
    ),
  )
  .map(([vertical, horizontal]) => ({ ...vertical, ...horizontal }))

/** Captions one after the other, each with time enough to be loaded. */
const documents: fc.Arbitrary<FrameDocument> = fc
  .record({
    cues: fc.array(fc.record({ textParts, layout, gap: fc.nat(3), duration: fc.integer({ min: 150, max: 400 }) }), {
      maxLength: 6,
    }),
    dropFrame: fc.boolean(),
  })
  .map(({ cues, dropFrame }) => {
    let time = 200
    return {
      timing: { unit: 'frames', rate: RATE_29_97 },
      cues: cues.map(({ textParts, layout, gap, duration }, index): Cue<number> => {
        const start = time + gap
        time = start + duration
        // Captions that follow each other are not the same.
        const parts: TextPart<number>[] = [{ type: 'text', content: `${index}` }, lineBreak, ...textParts]
        return { start, end: time, textParts: parts, ...(Object.keys(layout).length > 0 && { layout }) }
      }),
      ...(cues.length > 0 && { ext: { scc: { dropFrame } } }),
    }
  })

describe('for generated documents of SCC', () => {
  test('what is written reads back as the same document, and its file as the same bytes', () => {
    fc.assert(
      fc.property(documents, document => {
        const { content, diagnostics } = writeScc(document)
        assert.deepEqual(diagnostics, [])
        const read = readScc(content)
        assert.deepEqual(read, { document, diagnostics: [] })
        assert.equal(writeScc(read.document).content, content)
      }),
      { numRuns: countInputs(500) },
    )
  })

  test('any pairs read to a document that is written to a file which reads without a problem', () => {
    const code = fc.oneof(
      fc.integer({ min: 0x1420, max: 0x142f }),
      fc.integer({ min: 0x1040, max: 0x177f }),
      fc.integer({ min: 0x1020, max: 0x1f7f }),
      fc.integer({ min: 0x2020, max: 0x7f7f }),
      fc.integer({ min: 0, max: 0x7fff }),
    )
    const pair = code.map(value =>
      toWord(value & 0x7f7f)
        .toString(16)
        .padStart(4, '0'),
    )
    const words = fc.array(
      fc.oneof(
        pair,
        pair.map(text => `${text} ${text}`),
      ),
      { maxLength: 30 },
    )
    const time = fc.tuple(fc.constantFrom(0, 1), fc.nat(59), fc.nat(29), fc.constantFrom(':', ';'))
    fc.assert(
      fc.property(fc.array(fc.tuple(time, words), { maxLength: 8 }), lines => {
        const two = (value: number) => String(value).padStart(2, '0')
        const file = lines.map(([[minutes, seconds, frames, mark], text]) => {
          return `00:${two(minutes)}:${two(seconds)}${mark}${two(frames)}\t${text.join(' ')}\n`
        })
        const { document } = readScc(`Scenarist_SCC V1.0\n\n${file.join('\n')}`)
        const starts = document.cues.map(({ start }) => start)
        assert.deepEqual(
          starts,
          starts.toSorted((a, b) => a - b),
        )
        assert.ok(document.cues.every(({ start, end }) => end > start))
        assert.deepEqual(readScc(writeScc(document).content).diagnostics, [])
      }),
      { numRuns: countInputs(2000) },
    )
  })
})
