import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_25 } from '@rushes/timebase'
import fc from 'fast-check'
import type { TextPart } from './document.ts'
import { countCharacters, countWords, listLines, measureCue, measureLine } from './measures.ts'

const milliseconds = { unit: 'milliseconds' } as const
const toParts = (...lines: string[]): TextPart[] =>
  lines.flatMap((content, index) => [
    ...(index > 0 ? [{ type: 'lineBreak' as const }] : []),
    ...(content ? [{ type: 'text' as const, content }] : []),
  ])

describe('characters are counted', () => {
  test('as "grapheme clusters"', () => {
    for (const [text, count] of [
      ['Hello', 5],
      ['e\u0301te\u0301', 3],
      ['👩‍🚀👍🏽', 2],
      ['🇧🇪', 1],
      ['السَّلَام', 6],
      ['한국어', 3],
      ['नमस्ते', 3],
      ['', 0],
    ] as const) {
      assert.equal(measureLine(text), count, text)
      assert.equal(countCharacters([text]), count, text)
    }
  })

  test('"spaces counted", a line break as the space that it replaces, so lines may be broken anywhere', () => {
    assert.equal(countCharacters(['To be or', 'not to be']), 'To be or not to be'.length)
    assert.equal(countCharacters(['To be', 'or not to be']), countCharacters(['To be or', 'not to be']))
    assert.equal(countCharacters(['  a  ', '', '\u00a0b']), 3)
    for (const lines of [
      ['日本', '語'],
      ['日本', 'TV'],
    ])
      assert.equal(countCharacters(lines), lines.join('').length)
  })

  test('"with/without spaces, punctuation"', () => {
    const lines = ['«Well, I…', "don't know!»"]
    assert.equal(countCharacters(lines), 22)
    assert.equal(countCharacters(lines, { spaces: false }), 19)
    assert.equal(countCharacters(lines, { punctuation: false }), 16)
    assert.equal(countCharacters(lines, { spaces: false, punctuation: false }), 13)
    assert.equal(measureLine(lines[0]!, { spaces: false, punctuation: false }), 9)
  })

  test('"East Asian width 1/0.5 option"', () => {
    assert.equal(measureLine('日本TV', { eastAsianWidth: true }), 3)
    assert.equal(measureLine('ﾊﾝｶｸ', { eastAsianWidth: true }), 2)
    assert.equal(countCharacters(['日本', 'TV'], { eastAsianWidth: true }), 3)
  })
})

test('words are counted between blanks, and by a dictionary in scripts without them', () => {
  assert.equal(countWords(["Don't - you", '... 2 know?']), 4)
  assert.equal(countWords(['']), 0)
  assert.equal(countWords(['私は学生です']), 4)
  assert.ok(countWords(['สวัสดีครับ']) >= 2)
})

test('lines are those of the text, without ruby and with newlines in runs', () => {
  const parts: TextPart[] = [
    { type: 'text', content: '漢字', style: { ruby: 'base' } },
    { type: 'text', content: 'かんじ', style: { ruby: 'text' } },
    { type: 'lineBreak' },
    { type: 'text', content: 'a\nb' },
  ]
  assert.deepEqual(listLines(parts), ['漢字', 'a', 'b'])
  assert.deepEqual(listLines([]), [''])
})

describe('the measures of a cue', () => {
  test('take its time from frames and from milliseconds', () => {
    const textParts = toParts('Twenty five', 'characters ok')
    const ofFrames = measureCue({ start: 100, end: 150, textParts }, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual(ofFrames, {
      lines: ['Twenty five', 'characters ok'],
      lineLengths: [11, 13],
      characters: 25,
      words: 4,
      seconds: 2,
      charactersPerSecond: 12.5,
      wordsPerMinute: 120,
    })
    assert.deepEqual(measureCue({ start: 4000, end: 6000, textParts }, milliseconds), ofFrames)
    const { seconds } = measureCue({ start: 0, end: 24, textParts }, { unit: 'frames', rate: RATE_23_976 })
    assert.equal(seconds, 1.001)
  })

  test('of text that is shown for no time are infinite, of no text nought', () => {
    for (const end of [10, 5]) {
      const { charactersPerSecond, wordsPerMinute } = measureCue(
        { start: 10, end, textParts: toParts('x') },
        milliseconds,
      )
      assert.deepEqual([charactersPerSecond, wordsPerMinute], [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    }
    const empty = measureCue({ start: 0, end: 0, textParts: [] }, milliseconds)
    assert.deepEqual([empty.charactersPerSecond, empty.wordsPerMinute, empty.lineLengths], [0, 0, [0]])
  })

  test('are those of a segmenter for any text, and of a million characters in little time', () => {
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })
    const character = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(character, text => {
        assert.equal(measureLine(text), [...segmenter.segment(text.trim())].length)
      }),
      { numRuns: 2000 },
    )
    const begin = process.cpuUsage()
    const long = 'ab e\u0301'.repeat(250_000)
    assert.equal(measureCue({ start: 0, end: 1000, textParts: toParts(long) }, milliseconds).characters, 1_000_000)
    const { user } = process.cpuUsage(begin)
    assert.ok(user < 10_000_000, `${user} µs`)
  })
})
