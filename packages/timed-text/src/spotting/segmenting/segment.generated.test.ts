import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import fc from 'fast-check'
import type { FrameDocument } from '../../document/document.ts'
import { listLines, measureLine } from '../../document/measures.ts'
import { readPreset, segmentTranscript, shippedPresets, showSpeakers, type TranscriptWord } from '../index.ts'
import { toFrames } from '../presets/preset.ts'
import { anyRate, listTexts } from '../testing/documents.ts'
import { leftToAll } from '../../../../../apps/server/test/extent.ts'
import { countInputs } from '../../testing/arbitraries.ts'

const text = fc.oneof(
  fc.constantFrom('a', 'the', 'word', 'And', 'end.', 'Really?', 'Mr.', '-', '?', '…', ' ', '', 'word ', ' of', 'New York', '\u00a0', '5\u00a0000\u202f?'),
  fc.constantFrom('昨日', '映画を見ました。', '、', 'สวัสดีครับ', 'مرحبا', 'שלום', '👩‍🚀', 'e\u0301te\u0301', 'x'.repeat(60)),
  fc.string({ maxLength: 12 }),
  fc.string({ maxLength: 6, unit: 'binary' }),
)
const time = fc.oneof(
  fc.nat(2000),
  fc.constantFrom(Number.NaN, -1, -1e300, 1e300, Number.POSITIVE_INFINITY, 0.5, Number.MAX_SAFE_INTEGER),
)
const word: fc.Arbitrary<TranscriptWord> = fc.record(
  { text, start: time, end: time, speaker: fc.constantFrom('Ann', 'Bob', 'The Speaker', ''), confidence: fc.double() },
  { requiredKeys: ['text'] },
)
/** Most as they are heard, one after the other; some as no engine should give them. */
const words = fc.array(fc.oneof({ weight: 3, arbitrary: fc.record({ text }) }, word), { maxLength: 60 }).chain(words =>
  fc.boolean().map(isHeard => (isHeard ? words.map((item, index) => ({ ...item, start: index * 9, end: index * 9 + 8 })) : words)),
)
const preset = fc
  .record({
    basedOn: fc.constantFrom(...Object.keys(shippedPresets)),
    spotting: fc.record(
      {
        maximumLineLength: fc.integer({ min: 1, max: 50 }),
        maximumLineCount: fc.integer({ min: 1, max: 4 }),
        splitOnSpeakerChange: fc.boolean(),
        maximumDurationMs: fc.integer({ min: 40, max: 8000 }),
        leadInFrames: fc.nat(20),
        extendAfterSpeechFrames: fc.nat(50),
        countEastAsianWidth: fc.boolean(),
        countSpaces: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    speakers: fc.record({
      mode: fc.constantFrom('colour', 'dash', 'label', 'none'),
      colours: fc.constantFrom([], ['#ffffff']),
      withoutColour: fc.constantFrom('dash', 'label', 'none'),
      dashSpace: fc.boolean(),
    }),
  })
  .map(value => readPreset(value).preset)

function withoutBlanks(texts: readonly string[]): string {
  return texts.join('').replace(/\s+/g, '')
}

describe('for generated transcripts', () => {
  const options = fc.record(
    { rate: anyRate, language: fc.constantFrom('en', 'fr-BE', 'ja', '', '__proto__', '-'), shotChanges: fc.array(fc.nat(2000)) },
    { requiredKeys: ['rate'] },
  )

  test('no text is lost: "the words in are the words out", in their order', () => {
    fc.assert(
      fc.property(words, preset, options, (words, preset, options) => {
        const cues = segmentTranscript(words, preset, options)
        assert.equal(withoutBlanks(listTexts(cues)), withoutBlanks(words.map(({ text }) => text)))
      }),
      { numRuns: countInputs(2000) },
    )
  })

  test('limits are never broken: characters of a line, number of lines, speakers, durations; dashes and labels included', () => {
    fc.assert(
      fc.property(words, preset, options, (words, preset, options) => {
        const { spotting } = preset
        const cues = segmentTranscript(words, preset, options)
        const document: FrameDocument = { timing: { unit: 'frames', rate: options.rate }, cues }
        for (const { textParts, start, end } of showSpeakers(document, preset).cues) {
          const lines = listLines(textParts)
          assert.ok(lines.length <= spotting.maximumLineCount)
          for (const line of lines) assert.ok(measureLine(line, spotting.counting) <= spotting.maximumLineLength, line)
          const speakers = new Set(textParts.flatMap(part => (part.type === 'text' ? [part.style?.speaker] : [])))
          if (spotting.splitOnSpeakerChange) assert.equal(speakers.size, 1)
          assert.ok(end - start <= Math.max(1, toFrames(spotting.maximumDuration, options.rate)))
        }
      }),
      { numRuns: countInputs(2000) },
    )
  })

  test('cues are in order, whole frames long, and none lies over another', () => {
    fc.assert(
      fc.property(words, preset, options, (words, preset, options) => {
        let last = 0
        for (const { start, end, confidence = 0 } of segmentTranscript(words, preset, options)) {
          assert.ok(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= last && end > start)
          assert.ok(confidence >= 0 && confidence <= 1)
          last = end
        }
      }),
      { numRuns: countInputs(2000) },
    )
  })
})

describe('hostile transcripts', () => {
  const cases: Record<string, TranscriptWord[]> = {
    'a million characters in one word': [{ text: 'x'.repeat(1_000_000), start: 0, end: 10 }],
    'two hundred thousand characters of Japanese': [{ text: '日本語の文章です。'.repeat(22_222) }],
    'half a million combining marks': [{ text: `e${'\u0301'.repeat(500_000)}` }],
    'a hundred thousand closing brackets': Array.from({ length: 100_000 }, () => ({ text: ')' })),
    'words at the same time': Array.from({ length: 30_000 }, () => ({ text: 'a', start: 5, end: 5 })),
    'times that run backwards': Array.from({ length: 30_000 }, (_, index) => ({ text: 'a', start: 1e6 - index, end: 0 })),
    'times that are none': Array.from({ length: 30_000 }, () => ({ text: 'a', start: Number.NaN, end: Number.NaN })),
    'a new speaker with a long name for every word': Array.from({ length: 20_000 }, (_, index) => ({
      text: 'a',
      speaker: `${index}${'x'.repeat(1000)}`,
    })),
  }
  for (const [name, words] of Object.entries(cases)) {
    test(`${name}: all of it comes out, in bounded time`, { skip: leftToAll }, () => {
      const begin = process.cpuUsage()
      const cues = segmentTranscript(words, shippedPresets.broadcast, { rate: RATE_25, language: 'en' })
      const { user } = process.cpuUsage(begin)
      assert.equal(withoutBlanks(listTexts(cues)), withoutBlanks(words.map(({ text }) => text)))
      assert.ok(user < 60_000_000, `${user} µs`)
    })
  }

  test('the widest preset makes the work for a word no more than so large', { skip: leftToAll }, () => {
    const { preset } = readPreset({ spotting: { maximumLineLength: 200, maximumLineCount: 10, maximumDurationMs: 3_600_000 } })
    const words = Array.from({ length: 10_000 }, () => ({ text: 'a' }))
    const begin = process.cpuUsage()
    assert.ok(segmentTranscript(words, preset, { rate: RATE_25 }).length > 0)
    const { user } = process.cpuUsage(begin)
    assert.ok(user < 60_000_000, `${user} µs`)
  })
})
