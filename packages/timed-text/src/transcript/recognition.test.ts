import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { joinText, readRecognition, type TimedWord } from './index.ts'

function read(document: unknown): { words: readonly TimedWord[]; format: string; language: string | undefined } {
  const recognition = readRecognition(document)
  assert.ok(recognition)
  const { words, format, language } = recognition
  return { words, format, language }
}

const times = (words: readonly TimedWord[]) => words.map(({ text, start, end }) => `${text.trim()} ${start}-${end}`)

describe('what engines write', () => {
  test('words beside segments, bare as OpenAI gives them, are spelled as the text is', () => {
    const { words, format, language } = read({
      task: 'transcribe',
      language: 'english',
      duration: '3.0',
      text: 'This blade has a dark past. It has shed.',
      words: [
        { word: 'This', start: 0, end: 0.32 },
        { word: 'blade', start: 0.32, end: 1 },
        { word: 'has', start: 1, end: 1.24 },
        { word: 'a', start: 1.24, end: 1.3 },
        { word: 'dark', start: 1.3, end: 1.6 },
        { word: 'past', start: 1.6, end: 2 },
        { word: 'It', start: 2.2, end: 2.3 },
        { word: 'has', start: 2.3, end: 2.5 },
        { word: 'shed', start: 2.5, end: 3 },
      ],
      segments: [
        { id: 0, start: 0, end: 2.1, text: ' This blade has a dark past.', avg_logprob: -0.105 },
        { id: 1, start: 2.1, end: 3, text: ' It has shed.', avg_logprob: -0.105 },
      ],
    })
    assert.deepEqual([format, language], ['openai', 'en'])
    assert.equal(joinText(words), 'This blade has a dark past. It has shed.')
    assert.equal(times(words)[5], 'past. 1600-2000')
    assert.ok(Math.abs(words[0]!.confidence! - 0.9) < 0.001)
    assert.deepEqual(
      words.flatMap(({ beginsSegment, text }) => (beginsSegment ? [text.trim()] : [])),
      ['This', 'It'],
    )
  })

  test('tokens of whisper.cpp become words where no blank parts them', () => {
    const { words } = read({
      segments: [
        {
          ...{ id: 0, start: 0, end: 2, text: ' Unbelievable blades.', speaker: '0' },
          words: [
            { word: ' Un', start: 0, end: 0.2, probability: 0.9 },
            { word: 'bel', start: 0.2, end: 0.4, probability: 0.4 },
            { word: 'ievable', start: 0.4, end: 1, probability: 0.8 },
            { word: ' blades', start: 1, end: 1.8, probability: 0.7 },
            { word: '.', start: 1.8, end: 2, probability: 0.6 },
            { word: '[_TT_100]', start: 2, end: 2 },
          ],
        },
      ],
    })
    assert.deepEqual(times(words), ['Unbelievable 0-1000', 'blades. 1000-2000'])
    assert.deepEqual(
      words.map(({ confidence, speaker }) => [confidence, speaker]),
      [
        [0.4, '0'],
        [0.6, '0'],
      ],
    )
    assert.equal(joinText(words), 'Unbelievable blades.')
  })

  test('words of WhisperX, some of them without a time', () => {
    const { words } = read({
      segments: [
        {
          ...{ start: 1, end: 3, text: 'In 1815 it ended.', speaker: 'SPEAKER_00' },
          words: [
            { word: 'In', start: 1, end: 1.2, score: 0.9 },
            { word: '1815' },
            { word: 'it', start: 2, end: 2.2, score: 0.8, speaker: 'SPEAKER_01' },
            { word: 'ended.', start: 2.2, end: 3, score: 0.7 },
          ],
        },
      ],
      word_segments: [],
      language: 'en',
    })
    assert.deepEqual(times(words), ['In 1000-1200', '1815 1200-2000', 'it 2000-2200', 'ended. 2200-3000'])
    assert.deepEqual([words[1]!.isStartInterpolated, words[1]!.isEndInterpolated], [true, true])
    assert.deepEqual(
      words.map(word => word.speaker),
      ['SPEAKER_00', 'SPEAKER_00', 'SPEAKER_01', 'SPEAKER_00'],
    )
  })

  test('segments alone share their time among their words, which are less sure', () => {
    const { words } = read({
      segments: [{ id: 0, start: 1, end: 2, text: ' aa bb', avg_logprob: -1, compression_ratio: -1 }],
    })
    assert.deepEqual(times(words), ['aa 1000-1500', 'bb 1500-2000'])
    assert.deepEqual(
      words.map(word => word.confidence),
      [0.5, 0.5],
    )
    assert.equal(words[1]!.isStartInterpolated, true)
  })

  test('segments of speakers (diarized_json)', () => {
    const { words } = read({
      text: 'Hello. Hi.',
      segments: [
        { type: 'transcript.text.segment', id: 'seg_1', start: 0, end: 1, text: 'Hello.', speaker: 'A' },
        { type: 'transcript.text.segment', id: 'seg_2', start: 1, end: 2, text: 'Hi.', speaker: 'B' },
      ],
    })
    assert.deepEqual(
      words.map(word => [word.text, word.speaker]),
      [
        ['Hello. ', 'A'],
        ['Hi.', 'B'],
      ],
    )
  })

  test('a text alone lies over the whole', () => {
    assert.deepEqual(times(read({ text: 'aa bb', duration: 2 }).words), ['aa 0-1000', 'bb 1000-2000'])
  })

  test('what whisper.cpp writes to a file, with and without tokens', () => {
    const offsets = (from: number, to: number) => ({ offsets: { from, to } })
    const plain = read({ result: { language: 'nl' }, transcription: [{ ...offsets(0, 1000), text: ' Goede dag' }] })
    assert.deepEqual([plain.format, plain.language], ['whispercpp', 'nl'])
    assert.deepEqual(times(plain.words), ['Goede 0-600', 'dag 600-1000'])
    const { words } = read({
      transcription: [
        {
          ...offsets(0, 1000),
          text: ' Goede',
          tokens: [
            { text: '[_BEG_]', ...offsets(0, 0), p: 0.9 },
            { text: ' Goe', ...offsets(0, 400), p: 0.9 },
            { text: 'de', ...offsets(400, 1000), p: 0.8 },
          ],
        },
        { ...offsets(1000, 2000), text: ' dag', tokens: [{ text: ' dag', ...offsets(1000, 2000), p: 0.7 }] },
      ],
    })
    assert.deepEqual(times(words), ['Goede 0-1000', 'dag 1000-2000'])
    assert.equal(joinText(words), 'Goede dag')
  })

  test('what Amazon Transcribe writes', () => {
    const said = (content: string, start: string, end: string) => ({
      ...{ type: 'pronunciation', start_time: start, end_time: end },
      alternatives: [{ confidence: '0.98', content }],
    })
    const { words, format, language } = read({
      jobName: 'job',
      results: {
        language_code: 'en-US',
        transcripts: [{ transcript: 'Hello, you.' }],
        speaker_labels: {
          segments: [
            {
              items: [
                { start_time: '0.5', speaker_label: 'spk_0' },
                { start_time: '1.1', speaker_label: 'spk_1' },
              ],
            },
          ],
        },
        items: [
          said('Hello', '0.5', '1.0'),
          { type: 'punctuation', alternatives: [{ confidence: '0.0', content: ',' }] },
          said('you', '1.1', '1.5'),
          { type: 'punctuation', alternatives: [{ confidence: '0.0', content: '.' }] },
        ],
      },
    })
    assert.deepEqual([format, language], ['aws', 'en-us'])
    assert.deepEqual(times(words), ['Hello, 500-1000', 'you. 1100-1500'])
    assert.deepEqual(
      words.map(word => [word.speaker, word.confidence]),
      [
        ['spk_0', 0.98],
        ['spk_1', 0.98],
      ],
    )
    assert.equal(joinText(words), 'Hello, you.')
  })

  test('what Google Speech-to-Text answers, its last result repeating all words with speakers', () => {
    const word = (text: string, start: string, end: string, speakerTag?: number) => ({
      ...{ word: text, startTime: start, endTime: end },
      ...(speakerTag !== undefined && { speakerTag }),
    })
    const { words, format } = read({
      done: true,
      response: {
        results: [
          { alternatives: [{ confidence: 0.9, words: [word('Good', '0s', '0.400s'), word('day.', '0.400s', '1s')] }] },
          { alternatives: [{ words: [word('Good', '0s', '0.400s', 1), word('day.', '0.400s', '1s', 2)] }] },
        ],
      },
    })
    assert.equal(format, 'google')
    assert.deepEqual(times(words), ['Good 0-400', 'day. 400-1000'])
    assert.deepEqual(
      words.map(({ speaker }) => speaker),
      ['S1', 'S2'],
    )
    const proto = {
      results: [
        {
          alternatives: [{ words: [{ word: 'Hi', startTime: { seconds: 1, nanos: 5e8 }, endTime: { seconds: '2' } }] }],
        },
      ],
    }
    assert.deepEqual(times(read(proto).words), ['Hi 1500-2000'])
  })

  test('what Deepgram and AssemblyAI answer', () => {
    const deepgram = read({
      metadata: { duration: 2 },
      results: {
        channels: [
          {
            detected_language: 'fr',
            alternatives: [
              {
                words: [
                  { word: 'bonjour', punctuated_word: 'Bonjour.', start: 0.08, end: 0.5, confidence: 0.7, speaker: 0 },
                ],
              },
            ],
          },
        ],
      },
    })
    assert.deepEqual(
      [deepgram.format, deepgram.language, times(deepgram.words)],
      ['deepgram', 'fr', ['Bonjour. 80-500']],
    )
    assert.equal(deepgram.words[0]!.speaker, 'S1')
    const assembly = read({
      text: 'Smoke.',
      words: [{ text: 'Smoke.', start: 250, end: 650, confidence: 0.73, speaker: 'A' }],
    })
    assert.deepEqual([assembly.format, times(assembly.words)], ['assemblyai', ['Smoke. 250-650']])
  })

  test('words of languages that set no blanks stand side by side', () => {
    const { words } = read({
      segments: [
        {
          start: 0,
          end: 1,
          text: '今日は晴れ',
          words: ['今日', 'は', '晴れ'].map((word, index) => ({ word, start: index, end: index + 1 })),
        },
      ],
    })
    assert.equal(joinText(words), '今日は晴れ')
    assert.equal(words.length, 3)
  })
})

test('anything else is no transcript, and nothing throws', () => {
  for (const value of [undefined, null, 1, 'text', [], {}, { words: [] }, { results: [] }]) {
    assert.equal(readRecognition(value), undefined)
  }
  const keys = fc.constantFrom(
    'segments',
    'words',
    'results',
    'items',
    'channels',
    'alternatives',
    'transcription',
    'tokens',
    'text',
    'word',
    'start',
    'end',
    'offsets',
    'speaker',
  )
  const tree = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom('a', ' b', '', '1.5', '2s'),
      fc.double(),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  })).value
  fc.assert(
    fc.property(fc.dictionary(keys, tree, { maxKeys: 5 }), document => {
      let reached = 0
      for (const { start, end, text, confidence } of readRecognition(document)?.words ?? []) {
        assert.ok(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= reached && end >= start)
        assert.notEqual(text.trim(), '')
        assert.ok(confidence === undefined || (confidence >= 0 && confidence <= 1))
        reached = start
      }
    }),
    { numRuns: 500 },
  )
})
