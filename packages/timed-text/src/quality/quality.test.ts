import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Frames } from '@rushes/timebase'
import { RATE_24, RATE_25 } from '@rushes/timebase'
import type { TextPart as AnyPart } from '../document/document.ts'
import { readPreset } from '../spotting/presets/read-preset.ts'
import { shippedPresets } from '../spotting/presets/shipped-presets.ts'
import {
  type CheckedCue,
  type CheckOptions,
  checkCues,
  createNetflixPreset,
  qualityPresets,
  qualityRules,
} from './index.ts'

type TextPart = AnyPart<Frames>

/** 25 frames a second and round limits, so that the tests can be read. */
const { preset, faults } = readPreset({
  basedOn: 'online',
  styling: { italicsAllowed: false, colour: '#ffffff' },
  speakers: { mode: 'colour' },
  ebuStl: { displayStandardCode: 1, useBox: true, doubleHeight: true },
  spotting: {
    maximumLineLength: 40,
    maximumLineCount: 2,
    maximumCharactersPerSecond: 20,
    preferredCharactersPerSecond: 15,
    maximumWordsPerMinute: 180,
    minimumDurationFrames: 25,
    maximumDurationFrames: 150,
    minimumGapFrames: 2,
    chainGapsBelowFrames: 12,
    lineBalance: 'bottomHeavy',
  },
  shots: {
    // so small that they are as many frames at 25 as at 24
    in: { snapBefore: 9, clearBefore: 11, snapAfter: 10, clearAfter: 10 },
    out: { snapBefore: 9, clearBefore: 9, snapAfter: 11, clearAfter: 11 },
    outGapFrames: 2,
  },
  warningSeverities: { SPELLING: 'info' },
})
assert.deepEqual(faults, [])

function cue(
  start: number,
  end: number,
  text: string | TextPart[] = 'Good morning',
  more: Omit<Partial<CheckedCue>, 'textParts'> = {},
) {
  const textParts: TextPart[] = typeof text === 'string' ? toParts(text) : text
  return { start, end, textParts, ...more } satisfies CheckedCue
}

function toParts(text: string): TextPart[] {
  return text
    .split('\n')
    .flatMap((content, index): TextPart[] => [
      ...(index > 0 ? [{ type: 'lineBreak' as const }] : []),
      ...(content === '' ? [] : [{ type: 'text' as const, content }]),
    ])
}

function said(content: string, speaker: string, more: object = {}): TextPart {
  return { type: 'text', content, style: { speaker, ...more } }
}

const spelling = { isKnown: (word: string) => word !== 'windwo' && word !== 'opend' }
const letters = (count: number) => 'x'.repeat(count)
const words = (count: number) => Array.from({ length: count }, () => 'no').join(' ')

/** The warnings of the last cue. */
function check(cues: readonly CheckedCue[], options: CheckOptions = {}, rules = preset, rate = RATE_24) {
  const timing = { unit: 'frames', rate: rules === preset ? RATE_25 : rate } as const
  return checkCues({ timing, cues, language: 'en' }, rules, options).get(cues.length - 1) ?? []
}

type Case = [name: string, cues: CheckedCue[], expected: object | undefined, options?: CheckOptions]

const before = cue(0, 100)
const long = cue(0, 100, letters(10))
const rules: Record<string, Case[]> = {
  EMPTY_SUBTITLE: [
    ['without parts', [cue(0, 50, '')], { value: 0, limit: 1, severity: 'warning' }],
    ['of blanks', [cue(0, 50, ' \n ')], { value: 0 }],
    ['of one character', [cue(0, 50, 'x')], undefined],
  ],
  COMMENT_ENTRY: [
    ['hidden', [cue(0, 1, letters(99), { hidden: true })], { value: 1, severity: 'info' }],
    ['shown', [cue(0, 50)], undefined],
  ],
  LOW_CONFIDENCE: [
    ['below', [cue(0, 50, 'x', { confidence: 0.49 })], { value: 0.49, limit: 0.5 }],
    ['at the limit', [cue(0, 50, 'x', { confidence: 0.5 })], undefined],
    ['not said', [cue(0, 50)], undefined],
  ],
  TIMING_ORDER: [
    ['of no length', [cue(50, 50)], { value: 0, severity: 'error' }],
    ['backwards', [cue(50, 49)], { value: -1 }],
    ['of one frame', [cue(50, 51)], undefined],
    ['before the one that precedes it', [cue(60, 90), cue(59, 95)], { value: -1 }],
    ['with the one that precedes it', [cue(60, 90), cue(60, 95)], undefined],
  ],
  TIMING_OVERLAP: [
    ['by a frame', [before, cue(99, 150)], { value: 1, severity: 'error' }],
    ['not at all', [before, cue(100, 150)], undefined],
    ['at the top of the picture', [before, cue(99, 150, 'x', { region: 'topRegion' })], undefined],
    [
      'with one at the bottom, the one at the top between',
      [before, cue(50, 80, 'x', { region: 'topRegion' }), cue(90, 150)],
      { value: 10 },
    ],
    ['with a comment', [cue(0, 100, 'x', { hidden: true }), cue(99, 150)], undefined],
  ],
  TIMING_OUT_OF_MEDIA: [
    ['by a frame', [cue(0, 101)], { value: 101, limit: 100 }, { frameCount: 100 }],
    ['at its end', [cue(0, 100)], undefined, { frameCount: 100 }],
    ['unknown', [cue(0, 101)], undefined],
  ],
  DURATION_TOO_SHORT: [
    ['below', [cue(0, 24)], { value: 24, limit: 25, severity: 'warning' }],
    ['at the limit', [cue(0, 25)], undefined],
    ['above', [cue(0, 26)], undefined],
  ],
  DURATION_TOO_LONG: [
    ['above', [cue(0, 151)], { value: 151, limit: 150 }],
    ['at the limit', [cue(0, 150)], undefined],
    ['below', [cue(0, 149)], undefined],
  ],
  GAP_TOO_SHORT: [
    ['below', [before, cue(101, 150)], { value: 1, limit: 2 }],
    ['none', [before, cue(100, 150)], { value: 0 }],
    ['at the limit', [before, cue(102, 150)], undefined],
    ['an overlap', [before, cue(99, 150)], undefined],
  ],
  GAP_NOT_CHAINED: [
    ['above the minimum', [before, cue(103, 150)], { value: 3, limit: 12, severity: 'info' }],
    ['below the limit', [before, cue(111, 150)], { value: 11 }],
    ['at the limit', [before, cue(112, 150)], undefined],
    ['closed', [before, cue(102, 150)], undefined],
    ['with a shot change in it', [before, cue(108, 150)], undefined, { shots: [0, 102] }],
    ['with a shot change before it', [before, cue(108, 150)], { value: 8 }, { shots: [0, 99] }],
  ],
  READING_SPEED_CPS: [
    ['above', [cue(0, 50, letters(41))], { value: 20.5, limit: 20, severity: 'warning' }],
    ['just above', [cue(0, 100, [letters(40), letters(40)].join('\n'))], { value: 20.3 }],
    ['at the limit', [cue(0, 50, letters(40))], undefined],
    ['for no time', [cue(0, 0, letters(40))], undefined],
  ],
  READING_SPEED_WPM: [
    ['above', [cue(0, 50, words(7))], { value: 210, limit: 180 }],
    ['at the limit', [cue(0, 50, words(6))], undefined],
  ],
  LINE_TOO_LONG: [
    ['above', [cue(0, 140, `${words(4)}\n${letters(41)}`)], { value: 41, limit: 40, line: 1, partIndex: 2 }],
    ['at the limit', [cue(0, 140, letters(40))], undefined],
    ['below', [cue(0, 140, letters(39))], undefined],
    ['with blanks at its ends', [cue(0, 140, ` ${letters(40)} `)], undefined],
  ],
  TOO_MANY_LINES: [
    ['above', [cue(0, 50, 'a\nb\nc')], { value: 3, limit: 2 }],
    ['at the limit', [cue(0, 50, 'a\nb')], undefined],
  ],
  LINES_UNBALANCED: [
    ['below', [cue(0, 90, `${letters(20)}\n${letters(9)}`)], { value: 45, limit: 50, line: 1, partIndex: 2 }],
    ['at the limit', [cue(0, 90, `${letters(20)}\n${letters(10)}`)], undefined],
    ['the other way round', [cue(0, 90, `${letters(9)}\n${letters(20)}`)], undefined],
    ['as a dialogue', [cue(0, 90, `- ${letters(20)}\n- No`)], undefined],
  ],
  LINE_BREAK_UNNATURAL: [
    ['after an article', [cue(0, 90, 'She opened the\ndoor to the garden')], { line: 0, partIndex: 0 }],
    ['after a comma', [cue(0, 90, 'She opened the,\ndoor')], undefined],
    ['before a conjunction', [cue(0, 90, 'She opened\nand closed')], undefined],
    ['at the end', [cue(0, 90, 'She opened the')], undefined],
  ],
  ORPHAN_WORD: [
    ['one word', [cue(0, 90, 'She opened every\nwindow')], { value: 1, limit: 2, line: 1 }],
    ['two words', [cue(0, 90, 'She opened every\nbig window')], undefined],
    ['one word each', [cue(0, 90, 'Opened\nwindow')], undefined],
  ],
  SPELLING: [
    [
      'a word across two styles',
      [cue(0, 90, [text('She opened\u00a0the '), coloured('w'), text('indwo, again')])],
      { value: 15, line: 0, partIndex: 1, text: 'windwo', severity: 'info' },
      { spelling },
    ],
    [
      'on the second line',
      [cue(0, 90, 'She\nopend it')],
      { value: 0, line: 1, partIndex: 2, text: 'opend' },
      { spelling },
    ],
    ['a number, an address, a link', [cue(0, 90, '12th windwo@home.test opend.test')], undefined, { spelling }],
    ['text without blanks', [cue(0, 90, '今日windwo')], undefined, { spelling }],
    ['without a dictionary', [cue(0, 90, 'windwo')], undefined],
  ],
  TELETEXT_ROW_OVERFLOW: [
    ['above', [cue(0, 140, letters(38))], { value: 38, limit: 37, line: 0, partIndex: 0 }],
    ['at the limit', [cue(0, 140, letters(37))], undefined],
    ['above, in a colour', [cue(0, 140, [coloured(letters(37))])], { value: 37, limit: 36 }],
    ['at the limit, in a colour', [cue(0, 140, [coloured(letters(36))])], undefined],
    [
      'with a colour within a word',
      [cue(0, 140, [text(letters(18)), coloured(letters(19))])],
      { value: 37, limit: 36 },
    ],
    ['with a colour at a blank', [cue(0, 140, [text(letters(18)), coloured(` ${letters(18)}`)])], undefined],
  ],
  STYLE_UNSUPPORTED: [
    [
      'italics',
      [cue(0, 90, [text('a'), { type: 'text', content: 'bc', style: { italic: true } }])],
      { value: 2, partIndex: 1 },
    ],
    ['bold', [cue(0, 90, [{ type: 'text', content: 'bc', style: { bold: true } }])], undefined],
  ],
  SPEAKER_MIXED: [
    ['two on a line', [cue(0, 90, [said('Yes. ', 'A'), said('No.', 'B')])], { value: 2, limit: 1, line: 0 }],
    ['two on a line in two colours', [cue(0, 90, [said('Yes. ', 'A'), said('No.', 'B', cyan())])], undefined],
    ['one on each', [cue(0, 90, [said('Yes.', 'A'), { type: 'lineBreak' }, said('No.', 'B', cyan())])], undefined],
  ],
  SPEAKER_COLOUR_REUSED: [
    ['of the one before', [cue(0, 50, [said('Yes.', 'A')]), cue(52, 90, [said('No.', 'B')])], { partIndex: 0 }],
    ['within', [cue(0, 50, [said('Yes.', 'A'), { type: 'lineBreak' }, said('No.', 'B')])], { partIndex: 2 }],
    ['of the same speaker', [cue(0, 50, [said('Yes.', 'A')]), cue(52, 90, [said('No.', 'A')])], undefined],
    ['another colour', [cue(0, 50, [said('Yes.', 'A')]), cue(52, 90, [said('No.', 'B', cyan())])], undefined],
  ],
  SHOT_CHANGE_IN: [
    ['a frame after', [cue(101, 150)], { value: 1, limit: 10 }, { shots: [0, 100] }],
    ['below the limit after', [cue(109, 150)], { value: 9, limit: 10 }, { shots: [0, 100] }],
    ['at the limit after', [cue(110, 150)], undefined, { shots: [0, 100] }],
    ['below the limit before', [cue(90, 150)], { value: -10, limit: -11 }, { shots: [0, 100] }],
    ['at the limit before', [cue(89, 150)], undefined, { shots: [0, 100] }],
    ['on it', [cue(100, 150)], undefined, { shots: [0, 100] }],
  ],
  SHOT_CHANGE_OUT: [
    ['below the limit before', [cue(50, 92)], { value: -8, limit: -9 }, { shots: [0, 100] }],
    ['at the limit before', [cue(50, 91)], undefined, { shots: [0, 100] }],
    ['at the gap before', [cue(50, 98)], undefined, { shots: [0, 100] }],
    ['a frame beside the gap', [cue(50, 99)], { value: -1 }, { shots: [0, 100] }],
    ['on it', [cue(50, 100)], { value: 0 }, { shots: [0, 100] }],
    ['below the limit after', [cue(50, 110)], { value: 10, limit: 11 }, { shots: [0, 100] }],
    ['at the limit after', [cue(50, 111)], undefined, { shots: [0, 100] }],
  ],
  SHOT_CHANGE_CROSSED: [
    ['in the middle', [cue(50, 150)], { value: 50 }, { shots: [0, 100] }],
    ['well before its end', [cue(50, 111)], { value: 50 }, { shots: [0, 100] }],
    ['near its end, which is reported', [cue(50, 110)], undefined, { shots: [0, 100] }],
    ['near its start, which is reported', [cue(90, 150)], undefined, { shots: [0, 100] }],
    ['outside', [cue(50, 98)], undefined, { shots: [0, 100] }],
  ],
}

function text(content: string): TextPart {
  return { type: 'text', content }
}

function cyan() {
  return { colour: '#00ffff' as const }
}

function coloured(content: string): TextPart {
  return { type: 'text', content, style: cyan() }
}

describe('quality rules', () => {
  for (const { id } of qualityRules) {
    describe(id, () => {
      const cases = rules[id] ?? []
      test('has cases that it finds and cases that it leaves', () => {
        assert.ok(cases.some(([, , expected]) => expected) && cases.some(([, , expected]) => !expected))
      })
      for (const [name, cues, expected, options] of cases) {
        test(`${name}: ${expected ? 'found' : 'good'}`, () => {
          const found = check(cues, options).filter(({ type }) => type === id)
          assert.equal(found.length, expected ? 1 : 0)
          for (const [member, value] of Object.entries(expected ?? {})) {
            assert.deepEqual(Reflect.get(found[0]!, member), value, member)
          }
        })
      }
    })
  }

  test('a good subtitle has no warnings', () => {
    assert.deepEqual(check([before, cue(102, 150)]), [])
    assert.deepEqual(check([long]), [])
  })

  test('"warnings[]" are objects with `type` and `value`; ours say more', () => {
    assert.deepEqual(check([cue(0, 24)]), [
      {
        type: 'DURATION_TOO_SHORT',
        severity: 'warning',
        message: 'It is shown too short',
        limit: 25,
        value: 24,
      },
    ])
  })

  test('severities come from the preset, `off` among them', () => {
    const { preset: other } = readPreset(
      { warningSeverities: { DURATION_TOO_SHORT: 'error', LINE_TOO_LONG: 'off' } },
      preset,
    )
    const warnings = check([cue(0, 24, letters(41))], {}, { ...other })
    assert.equal(warnings.find(({ type }) => type === 'DURATION_TOO_SHORT')?.severity, 'error')
    assert.equal(
      warnings.some(({ type }) => type === 'LINE_TOO_LONG'),
      false,
    )
  })

  test('a subtitle has at most fifty warnings', () => {
    assert.equal(check([cue(0, 90, Array.from({ length: 500 }, () => letters(50)).join('\n'))]).length, 50)
  })
})

describe('the presets of guidelines', () => {
  const types = (cues: CheckedCue[], rules = qualityPresets.netflix, rate = RATE_24) =>
    check(cues, {}, rules, rate).map(({ type }) => type)

  test('Netflix: 5/6 of a second, 20 frames at 24; 7 seconds; 2 frames; gaps of 3 to 11 frames closed', () => {
    assert.deepEqual(types([cue(0, 19)]), ['DURATION_TOO_SHORT'])
    assert.deepEqual(types([cue(0, 20)]), [])
    assert.deepEqual(types([cue(0, 168)]), [])
    assert.deepEqual(types([cue(0, 169)]), ['DURATION_TOO_LONG'])
    for (const [gap, expected] of [
      [1, ['GAP_TOO_SHORT']],
      [2, []],
      [3, ['GAP_NOT_CHAINED']],
      [11, ['GAP_NOT_CHAINED']],
      [12, []],
    ] as const) {
      assert.deepEqual(types([cue(0, 100), cue(100 + gap, 150 + gap)]), expected)
    }
  })

  test('Netflix: characters of a line and a second by language and audience', () => {
    const limits = (language?: string, audience?: 'children') => {
      const { spotting } = createNetflixPreset(language, audience)
      return [spotting.maximumLineLength, spotting.maximumCharactersPerSecond]
    }
    assert.deepEqual(limits(), [42, 17])
    assert.deepEqual(limits('en-GB'), [42, 20])
    assert.deepEqual(limits('en', 'children'), [42, 17])
    assert.deepEqual(limits('de', 'children'), [42, 13])
    assert.deepEqual(limits('ko'), [16, 12])
    assert.deepEqual(limits('ja'), [23, 4])
    assert.deepEqual(limits('constructor'), [42, 17])
  })

  test('BBC: 180 words a minute, 37 columns, no gap unless it lasts a second', () => {
    const { bbc } = qualityPresets
    assert.deepEqual(types([cue(0, 48, words(6))], bbc), [])
    assert.deepEqual(types([cue(0, 48, words(7))], bbc), ['READING_SPEED_WPM'])
    assert.deepEqual(types([cue(0, 48), cue(48, 96)], bbc), [])
    assert.deepEqual(types([cue(0, 48), cue(71, 96)], bbc), ['GAP_NOT_CHAINED'])
    assert.deepEqual(types([cue(0, 48), cue(72, 120)], bbc), [])
    assert.deepEqual(types([cue(0, 150, letters(38))], bbc), ['LINE_TOO_LONG', 'TELETEXT_ROW_OVERFLOW'])
  })

  test('EBU teletext: two lines, no italics, 1.32 to 7 seconds', () => {
    const { ebuTeletext } = qualityPresets
    assert.deepEqual(types([cue(0, 33, 'Yes')], ebuTeletext, RATE_25), [])
    assert.deepEqual(types([cue(0, 32, 'Yes')], ebuTeletext, RATE_25), ['DURATION_TOO_SHORT'])
    assert.deepEqual(types([cue(0, 90, 'x\ny\nz')], ebuTeletext, RATE_25), ['TOO_MANY_LINES'])
    const italics: TextPart[] = [{ type: 'text', content: 'a', style: { italic: true } }]
    assert.deepEqual(
      check([cue(0, 90, italics)], {}, ebuTeletext).map(({ severity }) => severity),
      ['error'],
    )
  })

  test('are presets that can be read back, and none of their ids is one of the package', () => {
    for (const [id, preset] of Object.entries(qualityPresets)) {
      assert.equal(preset.id, id)
      assert.equal(Object.hasOwn(shippedPresets, id), false)
    }
  })
})

test('durations and speeds of pictures at a variable rate are those of their times', () => {
  // 50 pictures at 25 a second, then 50 at five
  const times = Array.from({ length: 100 }, (_, frame) => (frame < 50 ? frame * 40 : 2000 + (frame - 50) * 200))
  const typesOf = (cues: CheckedCue[], variable: boolean) => {
    const timing = { unit: 'frames', rate: RATE_25, ...(variable && { times: { times, end: 12_000 } }) } as const
    const warnings = checkCues({ timing, cues }, preset!, { frameCount: 100, shots: [0, 50] })
    return [...warnings.values()].map(list =>
      list.map(({ type }) => type).filter(type => /DURATION|GAP|CPS/.test(type)),
    )
  }
  const cues = [cue(0, 30), cue(51, 61, 'Good morning to all of you who are here'), cue(61, 98)]
  assert.deepEqual(typesOf(cues, true), [[], [], ['DURATION_TOO_LONG', 'GAP_TOO_SHORT']])
  assert.deepEqual(typesOf(cues, false)[1], ['DURATION_TOO_SHORT', 'READING_SPEED_CPS'])
})
