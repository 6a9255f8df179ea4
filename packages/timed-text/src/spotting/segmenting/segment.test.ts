import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import { readPreset, segmentTranscript, shippedPresets, type TranscriptWord } from '../index.ts'
import { listTexts } from '../testing/documents.ts'
import { speak } from '../testing/speech.ts'

const { online, broadcast, vertical } = shippedPresets

function toPreset(value: object) {
  const { preset, faults } = readPreset({ basedOn: 'online', ...value })
  assert.deepEqual(faults, [])
  return preset
}

function segment(words: readonly TranscriptWord[], preset = online, language = 'en', shotChanges?: number[]) {
  return segmentTranscript(words, preset, { rate: RATE_25, language, ...(shotChanges && { shotChanges }) })
}

function texts(...args: Parameters<typeof segment>): string[] {
  return listTexts(segment(...args))
}

describe('subtitles break where language does', () => {
  test('at the ends of sentences, and at pauses', () => {
    assert.deepEqual(
      texts(speak('We have all been waiting here for hours. [0.3] Nobody has told us why the trains are late.')),
      ['We have all been waiting here for hours.', 'Nobody has told us\nwhy the trains are late.'],
    )
    assert.deepEqual(texts(speak('I looked at the door [1.5] and there she was')), [
      'I looked at the door',
      'and there she was',
    ])
  })

  test('an abbreviation, an initial and a number with a point end no sentence', () => {
    for (const text of [
      'I met Mr. Smith at noon today.',
      'It is J. Smith who wrote it.',
      'It costs 3.50 in every shop.',
    ]) {
      assert.deepEqual(texts(speak(text)), [text])
    }
  })

  test('"never split article|noun", "first|last name", "before conjunction/preposition"', () => {
    const lines = texts(
      speak(
        'the committee decided to send the report to the minister and to ask John Smith of the council for his opinion on the matter',
      ),
    ).flatMap(text => text.split('\n'))
    for (const line of lines.slice(0, -1)) assert.doesNotMatch(line, /\b(?:the|to|and|of|for|his|on|John)$/, line)
  })

  test('in five languages', () => {
    for (const [language, text, ending] of [
      [
        'en',
        'she told them that the house on the hill had been sold to the family of the old doctor',
        /\b(?:the|of|to|on|that)$/,
      ],
      [
        'nl',
        'ze vertelde dat het huis op de heuvel was verkocht aan de familie van de oude dokter uit het dorp',
        /\b(?:het|de|op|van|dat|uit)$/,
      ],
      [
        'fr',
        'elle disait que la maison sur la colline avait été vendue à la famille du vieux médecin de la ville',
        /\b(?:la|sur|du|de|que)$/,
      ],
      [
        'de',
        'sie sagte dass das Haus auf dem Hügel an die Familie des alten Arztes aus der Stadt verkauft wurde',
        /\b(?:das|auf|dem|die|des|der|aus|dass)$/,
      ],
      [
        'es',
        'ella dijo que la casa de la colina se vendió a la familia del viejo médico de la ciudad vecina',
        /\b(?:la|de|que|del|se)$/,
      ],
    ] as const) {
      const lines = texts(speak(text), vertical, language).flatMap(cue => cue.split('\n'))
      assert.ok(lines.length >= 3)
      for (const line of lines.slice(0, -1)) assert.doesNotMatch(line, ending, `${language}: ${line}`)
    }
  })

  test('lines are of a shape: the lower one the longer, or as the preset says', () => {
    const words = speak('representatively extraordinarily representatively')
    const lengths = (lineBalance: string) =>
      texts(words, toPreset({ spotting: { lineBalance } }), 'xx')[0]!
        .split('\n')
        .map(line => line.length)
    const [top = 0, bottom = 0] = lengths('bottomHeavy')
    assert.ok(top < bottom, `${top} ${bottom}`)
    const [first = 0, second = 0] = lengths('topHeavy')
    assert.ok(first > second, `${first} ${second}`)
  })

  test('a preferred length and count of lines is exceeded only for a reason', () => {
    const cues = texts(
      speak('one two three four five six seven eight nine ten eleven twelve '.repeat(20)),
      broadcast,
      'xx',
    )
    assert.ok(cues.every(text => text.split('\n').length <= 2))
  })

  test('shots end with subtitles where that is possible', () => {
    const words = speak('the lights went out across the whole of the town everyone ran towards the river to see it')
    const cut = Math.round(words[9]!.end!)
    const isNear = (shotChanges: number[]) =>
      segment(words, online, 'xx', shotChanges)
        .slice(1)
        .some(({ start }) => Math.abs(start - cut) <= 12)
    assert.deepEqual([isNear([]), isNear([cut])], [false, true])
  })
})

describe('speakers', () => {
  const dialogue = speak('[Ann:] Are you coming? [Bob:] No. [Ann:] Why not?')

  test('each has subtitles of their own', () => {
    const cues = segment(dialogue)
    assert.deepEqual(listTexts(cues), ['Are you coming?', 'No.', 'Why not?'])
    assert.deepEqual(cues[1]?.textParts, [{ type: 'text', content: 'No.', style: { speaker: 'Bob' } }])
  })

  test('or lines of their own, where the preset allows dialogues', () => {
    const cues = segment(dialogue, toPreset({ spotting: { splitOnSpeakerChange: false, minimumSentenceLength: 20 } }))
    assert.ok(cues.some(({ textParts }) => textParts.length === 3))
    for (const { textParts } of cues) {
      const speakers = textParts.map(part => (part.type === 'text' ? part.style?.speaker : '|'))
      assert.ok(speakers.every((speaker, index) => index % 2 === 0 || speaker === '|'))
    }
  })
})

describe('words', () => {
  test('that bring their own blanks are joined as they are, as stored transcripts have them', () => {
    const parts = ['This ', 'blade ', 'has ', 'a ', 'dark', ', ', 'dark ', 'edge.']
    assert.deepEqual(texts(parts.map((text, index) => ({ text, start: index * 10, end: index * 10 + 10 }))), [
      'This blade has a dark, dark edge.',
    ])
    const tokens = [' Un', 'believ', 'able', ',', ' she', ' said', '.']
    assert.deepEqual(texts(tokens.map(text => ({ text }))), ['Unbelievable, she said.'])
  })

  test('of any length: a piece may be a sentence, a blank, nothing', () => {
    const pieces = ['', ' ', 'A whole sentence at once.', '\n\t', 'And\nanother one.', '\u00a0']
    assert.deepEqual(texts(pieces.map(text => ({ text }))).join(' '), 'A whole sentence at once. And another one.')
    assert.deepEqual(segment([]), [])
    assert.deepEqual(segment([{ text: ' ' }]), [])
  })

  test('keep their punctuation, with a blank between or not', () => {
    const lines = texts(speak('Tu viens avec nous demain soir à la plage des enfants ? Non !'), vertical, 'fr')
    assert.ok(
      lines.flatMap(text => text.split('\n')).every(line => !/^[?!]/.test(line)),
      lines.join('|'),
    )
  })

  test('are held together by blanks that do not break', () => {
    const lines = texts(
      speak('Combien font donc 25\u00a0000\u00a0000\u00a0francs\u202f? Je ne le sais pas.'),
      vertical,
      'fr',
    )
    assert.ok(lines.join('\n').includes('25\u00a0000\u00a0000\u00a0francs\u202f?'), lines.join('|'))
    const narrow = toPreset({ spotting: { maximumLineLength: 4 } })
    assert.equal(
      texts([{ text: '25\u00a0000\u00a0000' }], narrow, 'fr').join('|'),
      '25 0\n00 0|00'.replaceAll(' ', '\u00a0'),
    )
  })

  test('of East Asian text are found without blanks, and joined without', () => {
    const text = '昨日は友達と一緒に新しい映画を見に行きました。とても面白かったので、来週もう一度見たいと思います。'
    const preset = toPreset({
      spotting: { maximumLineLength: 13, maximumLineCount: 2, maximumCharactersPerSecond: 10 },
    })
    const cues = texts([{ text, start: 0, end: 400 }], preset, 'ja')
    assert.equal(cues.join('').replaceAll('\n', ''), text)
    const lines = cues.flatMap(cue => cue.split('\n'))
    assert.ok(
      lines.every(line => line.length <= 13 && !/^[。、]/.test(line)),
      lines.join('|'),
    )
    assert.equal(
      cues.some(cue => cue.endsWith('。')),
      true,
    )
    assert.deepEqual(texts([{ text: '我' }, { text: '喜欢' }, { text: '电影' }], preset, 'zh'), ['我喜欢电影'])
    assert.deepEqual(texts([{ text: '我喜欢' }, { text: 'iPhone' }], preset, 'zh'), ['我喜欢iPhone'])
    assert.deepEqual(texts([{ text: '저는' }, { text: '학생입니다.' }], preset, 'ko'), ['저는 학생입니다.'])
  })

  test('too long for a line are cut between characters, never inside one', () => {
    const family = '👩‍👩‍👧‍👦'
    const preset = toPreset({ spotting: { maximumLineLength: 5 } })
    const lines = texts([{ text: family.repeat(12) }], preset).flatMap(text => text.split('\n'))
    assert.deepEqual(lines, [family.repeat(5), family.repeat(5), family.repeat(2)])
  })
})

describe('times', () => {
  test('of words that have none are worked out from their neighbours, by length', () => {
    const words = [
      { text: 'one', start: 0, end: 10 },
      { text: 'two' },
      { text: 'threefour' },
      { text: 'five.', start: 38, end: 50 },
    ]
    const preset = toPreset({ spotting: { maximumLineLength: 9, maximumLineCount: 1, extendAfterSpeechMs: 0 } })
    assert.deepEqual(
      segment(words, preset).map(({ start, end }) => [start, end]),
      [
        [0, 18],
        [18, 38],
        [38, 50],
      ],
    )
  })

  test('before the first and after the last known word go on at the usual speed', () => {
    const words = [{ text: 'Before.' }, { text: 'Known.', start: 100, end: 110 }, { text: 'After.' }]
    const cues = segment(
      words,
      toPreset({ spotting: { extendAfterSpeechMs: 0, maximumLineCount: 1, minimumSentenceLength: 0 } }),
    )
    assert.deepEqual(
      cues.map(({ start, end }) => [start, end]),
      [
        [87, 100],
        [100, 110],
        [110, 122],
      ],
    )
  })

  test('that cannot be true are taken for unknown', () => {
    const words = [
      { text: 'One', start: 10, end: 20 },
      { text: 'two', start: -5, end: Number.NaN },
      { text: 'three', start: 9e15, end: 8e15 },
      { text: 'four', start: 40, end: 5 },
      { text: 'five', start: 12, end: 14 },
      { text: 'six.', start: 60, end: Number.POSITIVE_INFINITY },
    ]
    const cues = segment(words)
    assert.equal(listTexts(cues).join(' '), 'One two three four five six.')
    assert.deepEqual([cues[0]?.start, cues.at(-1)!.end < 100], [10, true])
  })

  test('lead in before the speech and stay after it, as far as the silence goes', () => {
    const preset = toPreset({
      spotting: {
        leadInFrames: 5,
        extendAfterSpeechFrames: 20,
        minimumGapFrames: 2,
        maximumLineCount: 1,
        minimumSentenceLength: 0,
      },
    })
    const words = [
      { text: 'First.', start: 3, end: 50 },
      { text: 'Second.', start: 60, end: 90 },
      { text: 'Third.', start: 200, end: 230 },
    ]
    const cues = segment(words, preset)
    assert.deepEqual(
      cues.map(({ start, end }) => [start, end]),
      [
        [0, 53],
        [55, 110],
        [195, 250],
      ],
    )
  })

  test('no subtitle lasts longer than the longest duration', () => {
    const slow = Array.from({ length: 20 }, (_, index) => ({ text: 'slow', start: index * 50, end: index * 50 + 50 }))
    for (const { start, end } of segment(slow)) assert.ok(end - start <= 175)
    assert.deepEqual(segment([{ text: 'Aaah', start: 0, end: 1000 }])[0]?.end, 175)
  })
})

test('subtitles have the region of the preset and the mean confidence of their words', () => {
  const words = [
    { text: 'Two', confidence: 0.5 },
    { text: 'words', confidence: 1 },
    { text: 'more', confidence: Number.NaN },
  ]
  const [cue] = segment(words, toPreset({ regions: ['low'], styling: { region: 'low' } }))
  assert.deepEqual([cue?.region, cue?.confidence], ['low', 0.75])
  assert.equal('confidence' in segment([{ text: 'one' }])[0]!, false)
})
