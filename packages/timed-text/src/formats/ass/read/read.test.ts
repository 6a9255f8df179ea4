import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, TextPart, TextStyle } from '../../../document/document.ts'
import { readAss } from './read.ts'

// The sections that are cited are those of "Sub Station Alpha v4.00+ Script Format".

const head = `[Script Info]
ScriptType: v4.00+
PlayResX: 1000
PlayResY: 500

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, Italic, BorderStyle, Alignment, MarginL, MarginR, MarginV
Style: Default,Arial,40,&H00FFFFFF,&H00000000,0,0,1,2,20,20,50
Style: Sign,Impact,50,&H4000FFFF,&H80102030,-1,-1,3,8,20,20,50

[Events]
`
const format = 'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n'
const text = (content: string, style?: TextStyle): TextPart => ({ type: 'text', content, ...(style && { style }) })
const lineBreak: TextPart = { type: 'lineBreak' }
const event = (text: string, fields = 'Default,,0,0,0,') => `Dialogue: 0,0:00:01.00,0:00:02.50,${fields},${text}\n`

function readEvent(text: string, fields?: string): Cue | undefined {
  return readAss(head + format + event(text, fields)).document.cues[0]
}

function listProblems(file: string): string[] {
  return readAss(file).diagnostics.map(({ code, line }) => `${line} ${code}`)
}

describe('the events of ASS', () => {
  // Section 6: fields, of which the last, the text, may have commas
  test('have times in hundredths, a speaker and a text with commas', () => {
    const { document, diagnostics } = readAss(
      `${head}${format}${event('Well, yes, {\\i1}no{\\i0}', 'Default,Anna,0,0,0,')}`,
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(document.cues, [
      {
        start: 1000,
        end: 2500,
        textParts: [text('Well, yes, ', { speaker: 'Anna' }), text('no', { italic: true, speaker: 'Anna' })],
      },
    ])
  })

  // Section 6: the Format line names the fields that follow it
  for (const [names, fields] of [
    ['Start, End, Text', '0:00:01.00,0:00:02.50,a, b'],
    ['End, Text, Style, Start', '0:00:02.50,a, b,Default,0:00:01.00'],
    ['text,START,end', 'a, b,0:00:01.00,0:00:02.50'],
  ]) {
    test(`have their fields in the order "${names}"`, () => {
      const { document, diagnostics } = readAss(`${head}Format: ${names}\nDialogue:${fields}\n`)
      assert.deepEqual(diagnostics, [])
      assert.deepEqual(document.cues, [{ start: 1000, end: 2500, textParts: [text('a, b')] }])
    })
  }

  test('have the usual fields where no Format line says otherwise', () => {
    assert.deepEqual(readAss(`[Events]\n${event('a')}`).document.cues[0]?.textParts, [text('a')])
  })

  // Section 7: comments have the same fields
  test('that are comments are hidden cues, or notes where they are shown for no time', () => {
    const note = 'Comment: 0,0:00:00.00,0:00:00.00,Default,,0,0,0,,Check {x},\\Nplease\n'
    const { document } = readAss(head + format + note + event('a').replace('Dialogue', 'Comment') + note)
    const notes = ['Check {x},\nplease']
    assert.deepEqual(document.cues, [{ start: 1000, end: 2500, hidden: true, textParts: [text('a')], notes }])
    assert.deepEqual(document.notes, notes)
  })

  // Sections 8 to 11: pictures, movies, sounds, commands
  test('of other kinds, and lines that are none, are reported with their number', () => {
    const file = `[Events]\n${format}Picture: 0,0:00:01.00\nhello\n\nDialogue: 0,0:00:01.00\n${event('a').replace('0:00:02', '0:0x')}`
    assert.deepEqual(readAss(file).document.cues, [])
    assert.deepEqual(
      listProblems(file),
      [3, 4, 6, 7].map(line => `${line} IMPORT_ENTRY_SKIPPED`),
    )
    assert.deepEqual(listProblems('[Events]\nFormat: Start, End\n'), ['2 IMPORT_ENTRY_SKIPPED'])
    const { diagnostics } = readAss('[Events]\nFormat: Text, Start, End\nDialogue:,0:00:01.00\n')
    assert.match(diagnostics[0]?.message ?? '', /too few fields/)
  })

  test('keep a layer, margins, a style and an effect for the writer', () => {
    const cue = readAss(`${head}${format}Dialogue: 3,0:00:01.00,0:00:02.00,Sign,,10,0,0,Banner;5,a\n`).document.cues[0]
    assert.deepEqual(cue?.ext, { ass: { style: 'Sign', layer: 3, margins: [10, 0, 0], effect: 'Banner;5' } })
  })

  test('with times that are odd are read, and reported', () => {
    for (const [time, milliseconds] of [
      ['0:00:01.5', 1500],
      ['0:00:01.504', 1504],
      ['0:00:61.00', 61_000],
      ['-0:00:01.00', 0],
    ] as const) {
      const file = `[Events]\nFormat: Start, End, Text\nDialogue: ${time},0:02:00.00,a\n`
      assert.equal(readAss(file).document.cues[0]?.start, milliseconds, time)
      assert.deepEqual(listProblems(file), ['3 IMPORT_TIMING_REPAIRED'], time)
    }
    assert.deepEqual(listProblems(`[Events]\nDialogue: 0,0:00:02.00,0:00:01.00,,,,,,,a`), ['2 TIMING_ORDER'])
  })
})

describe('the override tags of ASS', () => {
  // Appendix A: style override codes
  const sign: TextStyle = {
    bold: true,
    italic: true,
    colour: '#ffff00bf',
    backgroundColour: '#3020107f',
    fontFamily: 'Impact',
    fontSize: '125%',
  }
  const { italic: _italic, ...upright } = sign
  const cases: [string, readonly TextPart[]][] = [
    ['{\\b1\\u1}a{\\b0}b', [text('a', { bold: true, underline: true }), text('b', { underline: true })]],
    ['{\\b700}a{\\b400}b{\\s1}c', [text('a', { bold: true }), text('b'), text('c', { strikeThrough: true })]],
    ['{\\c&H0000FF&}a{\\c}b', [text('a', { colour: '#ff0000' }), text('b')]],
    ['{\\1c&HFFFFFF&\\1a&H7F&}a{\\1a}b', [text('a', { colour: '#ffffff80' }), text('b', { colour: '#ffffff' })]],
    ['{\\alpha&HFF&}a', [text('a', { colour: '#ffffff00' })]],
    [
      '{\\fnNoto Sans (CJK)\\fs20}a{\\fn\\fs}b',
      [text('a', { fontFamily: 'Noto Sans (CJK)', fontSize: '50%' }), text('b')],
    ],
    ['{\\rSign}a{\\i0}b{\\i}c{\\r}d', [text('a', sign), text('b', upright), text('c', sign), text('d')]],
    ['{\\rSign\\3c&HFF0000&}a', [text('a', { ...sign, backgroundColour: '#0000ff7f' })]],
    ['{\\rSign\\3a&HFF&\\3c}a', [text('a', (({ backgroundColour: _, ...rest }) => rest)(sign))]],
    ['a\\Nb\\nc\\hd', [text('a'), lineBreak, text('b c\u00a0d')]],
    ['{\\q2}a\\nb', [text('a'), lineBreak, text('b')]],
    ['\\{a\\} C:\\\u2060New \\x } {open', [text('{a} C:\\New \\x } {open')]],
    ['a{\\p1}m 0 0 l 1 1{\\p0}b', [text('ab')]],
  ]
  for (const [raw, expected] of cases) {
    test(`${raw} is read`, () => assert.deepEqual(readEvent(raw)?.textParts, expected))
  }

  test('break lines at `\\n` where the script does not wrap', () => {
    const file = head.replace('PlayResX', 'WrapStyle: 2\nPlayResX') + event('a\\nb')
    assert.deepEqual(readAss(file).document.cues[0]?.textParts, [text('a'), lineBreak, text('b')])
  })

  for (const raw of [
    '{\\k20}a',
    '{\\move(1,2,3,4)\\fad(1,2)}a',
    '{\\t(0,5,\\fs40\\c&HFF&)}a',
    '{\\clip(1,2,3,4)\\bord3\\fscx50}a',
    '{\\3c&HFF&\\4c&HFF&}a',
    '{a note}a',
    '{\\rNowhere}a',
  ]) {
    test(`${raw} is left out, and reported once`, () => {
      assert.deepEqual(readEvent(raw)?.textParts, [text('a')])
      assert.deepEqual(listProblems(head + format + event(raw)), ['13 IMPORT_MARKUP_REPAIRED'])
    })
  }

  // Appendix A: drawing commands
  test('that only draw are no cue', () => {
    const file = head + format + event('{\\an7\\pos(0,0)\\p1}m 0 0 l 100 0 100 100') + event('a')
    assert.deepEqual(
      readAss(file).document.cues.map(({ textParts }) => textParts),
      [[text('a')]],
    )
    assert.deepEqual(listProblems(file), ['13 IMPORT_ENTRY_SKIPPED'])
  })

  test('place a text by its alignment, a position, or margins; the first in a text counts', () => {
    const bottom = (value: number) => ({ unit: 'percent' as const, value, align: 'end' as const })
    const places: [string, string, Cue['layout']][] = [
      ['a', '0,0,0', undefined],
      ['{\\an8}{\\an1}a', '0,0,0', { line: { unit: 'lines', value: 0 } }],
      ['{\\a6}a', '0,0,0', { line: { unit: 'lines', value: 0 } }],
      ['{\\a9}a', '0,0,0', { line: { unit: 'percent', value: 50, align: 'center' }, textAlign: 'left' }],
      ['{\\an5}a', '0,0,0', { line: { unit: 'percent', value: 50, align: 'center' } }],
      ['{\\pos(250,400)\\pos(0,0)}a', '0,0,0', { line: bottom(80), position: { percent: 25 } }],
      [
        '{\\an9\\pos(900, 100)}a',
        '0,0,0',
        {
          line: { unit: 'percent', value: 20 },
          position: { percent: 90 },
          textAlign: 'right',
        },
      ],
      ['{\\pos(500,450)}a', '0,0,0', undefined],
      ['a', '0,0,100', { line: bottom(80) }],
      ['{\\an8}a', '0,0,100', { line: { unit: 'percent', value: 20 } }],
      ['{\\an1}a', '300,0,0', { position: { percent: 30 }, textAlign: 'left' }],
      ['a', '220,20,0', { position: { percent: 60 } }],
    ]
    for (const [raw, margins, layout] of places) {
      assert.deepEqual(readEvent(raw, `Default,,${margins},`)?.layout, layout, `${raw} ${margins}`)
    }
    assert.deepEqual(readEvent('a', 'Sign,,0,0,0,')?.layout, { line: { unit: 'lines', value: 0 } })
  })
})

describe('a file of ASS', () => {
  const older = `[Script Info]
ScriptType: v4.00

[V4 Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding
Style: *Default,Arial,18,65535,16777215,0,255,-1,0,3,1,0,6,20,20,20,0,0

[Events]
Format: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,,0000,0000,0000,,{\\a2}a
Dialogue: Marked=0,0:00:03.00,0:00:04.00,Default,,0000,0000,0000,,b
`

  // Section 5: decimal colours, alignment with 4 added for the top and 8 for the middle
  test('of SSA v4 has older alignments and colours, and a style that is upgraded', () => {
    const { document, diagnostics } = readAss(older)
    assert.deepEqual(diagnostics, [])
    const style: TextStyle = { bold: true, colour: '#ffff00', backgroundColour: '#ff0000' }
    assert.deepEqual(document.cues, [
      { start: 1000, end: 2000, textParts: [text('a', style)] },
      { start: 3000, end: 4000, textParts: [text('b', style)], layout: { line: { unit: 'lines', value: 0 } } },
    ])
    const styles = document.ext?.ass?.styles as unknown as Record<string, string>[]
    assert.deepEqual([styles[0]?.Name, styles[0]?.Alignment], ['Default', '8'])
  })

  test('is read in the encodings of the field, with any line end', () => {
    const file = `${head}${event('Été')}`
    const wide = new Uint8Array(Uint16Array.from([...file].map(character => character.charCodeAt(0))).buffer)
    for (const [input, codes] of [
      [`\ufeff${file}`, []],
      [file.replaceAll('\n', '\r\n'), []],
      [file.replaceAll('\n', '\r'), []],
      [Uint8Array.from([0xff, 0xfe, ...wide]), []],
      [Uint8Array.from([0xfe, 0xff, ...wide.map((_, index) => wide[index ^ 1]!)]), []],
      [wide, ['IMPORT_ENCODING_GUESSED']],
      [Uint8Array.from([...file].map(character => character.charCodeAt(0))), ['IMPORT_ENCODING_GUESSED']],
    ] as const) {
      const { document, diagnostics } = readAss(input)
      assert.deepEqual(document.cues[0]?.textParts, [text('Été')])
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        codes,
      )
    }
  })

  // Section 2: sections, in any order
  test('has its styles after its events, and sections that are left out', () => {
    const [info = '', styles = ''] = head.split(/(?=\[V4)/)
    const file = `; by hand\n${info}[Fonts]\nfontname: a.ttf\nM[4]\n[Events]\n${event('a', 'Sign,,0,0,0,')}${styles}`
    assert.equal((readAss(file).document.cues[0]?.textParts[0] as { style?: TextStyle }).style?.fontFamily, 'Impact')
    assert.deepEqual(listProblems(file), ['1 COMMENT_DROPPED', '7 IMPORT_ENTRY_SKIPPED'])
  })

  test('whose styles or settings cannot be used is read, and they are reported', () => {
    const file = `[Script Info]
Language: no language
Timer: 50.0
[V4+ Styles]
Style: short,Arial
Style: Default,Arial,big,red,0,0,0,0,0,0,0,100,100,0,0,1,2,0,2,10,10,10,1
[Events]
${event('a', 'Missing,,0,0,0,')}`
    assert.deepEqual(listProblems(file), [
      '2 IMPORT_SETTING_IGNORED',
      '5 IMPORT_ENTRY_SKIPPED',
      '6 IMPORT_SETTING_IGNORED',
      '6 IMPORT_SETTING_IGNORED',
      'undefined IMPORT_SETTING_IGNORED',
      '8 IMPORT_SETTING_IGNORED',
    ])
    assert.deepEqual(readAss(file).document.cues[0]?.textParts, [text('a')])
  })

  test('says its language; a file that is none is not read', () => {
    assert.equal(readAss('[Script Info]\nLanguage: fr_CA\n').document.language, 'fr-CA')
    assert.deepEqual(listProblems('1\n00:00:01,000 --> 00:00:02,000\na\n'), [
      '1 IMPORT_ENTRY_SKIPPED',
      'undefined IMPORT_SIGNATURE_MISSING',
    ])
  })

  // Section 4: PlayResX and PlayResY
  test('without one length of the picture, or both, is 4:3', () => {
    for (const [info, percent] of [
      ['', 25],
      ['PlayResX: 768', 12.5],
      ['PlayResY: 576', 12.5],
    ] as const) {
      const file = `[Script Info]\n${info}\n[Events]\n${event('{\\pos(96,72)}a')}`
      const layout = readAss(file).document.cues[0]?.layout
      assert.deepEqual([layout?.position?.percent, layout?.line?.value], [percent, percent], info)
    }
  })
})
