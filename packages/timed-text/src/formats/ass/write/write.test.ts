import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_29_97 } from '@rushes/timebase'
import type {
  Cue,
  CueLayout,
  FrameDocument,
  MillisecondDocument,
  TextPart,
  TextStyle,
} from '../../../document/document.ts'
import { readAss } from '../read/read.ts'
import { writeAss } from './write.ts'

// The sections that are cited are those of "Sub Station Alpha v4.00+ Script Format".

const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})
const cue = (more: Partial<Cue<number>>): Cue<number> => ({ start: 1000, end: 2000, textParts: [text('a')], ...more })
const document = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })

function listEvents(content: string): string[] {
  return content.split('\n').filter(line => /^(?:Dialogue|Comment):/.test(line))
}

/** The text of the only event. */
function writeParts(...textParts: TextPart<number>[]): string | undefined {
  const { content } = writeAss(document(cue({ textParts })))
  return /^Dialogue: (?:[^,]*,){9}(.*)$/m.exec(content)?.[1]
}

describe('writing ASS', () => {
  // Sections 4 to 6: the three parts of a script, and their Format lines
  test('writes a script with one style', () => {
    const { content, diagnostics } = writeAss({ ...document(cue({})), language: 'fr' })
    assert.equal(
      content,
      `[Script Info]
ScriptType: v4.00+
Language: fr
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: 1920
PlayResY: 1080

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,54,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,3,0,2,192,192,108,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a
`,
    )
    assert.deepEqual(diagnostics, [])
  })

  // Appendix A: style override codes
  test('writes styles by what changes, and goes back with `\\r`', () => {
    assert.equal(
      writeParts(
        text('a', { italic: true }),
        { type: 'lineBreak' },
        text('b', { italic: true, bold: true }),
        text('c'),
      ),
      '{\\i1}a\\N{\\b1}b{\\b0\\i0}c',
    )
    assert.equal(writeParts(text('a', { colour: '#ff8000' }), text('b')), '{\\c&H0080FF&}a{\\r}b')
    assert.equal(
      writeParts(text('a', { colour: '#ffffff80', fontFamily: 'Impact', fontSize: '50%' })),
      '{\\c&HFFFFFF&\\1a&H7F&\\fnImpact\\fs27}a',
    )
  })

  test('writes backgrounds in a style with a box', () => {
    const { content } = writeAss(
      document(cue({ textParts: [text('a', { backgroundColour: '#000000' }), text('b')] }), cue({})),
    )
    assert.deepEqual(
      listEvents(content).map(line => line.replace(/.*:0\d\.00,/, '')),
      ['Box,,0,0,0,,{\\3c&H000000&\\3a&H00&}a{\\3a&HFF&}b', 'Default,,0,0,0,,a'],
    )
    assert.match(content, /^Style: Box,Arial,54,&H00FFFFFF,&H000000FF,&HFF000000,.*,3,3,0,2,192,192,108,1$/m)
  })

  test('escapes braces, and backslashes that would begin something', () => {
    for (const [content, written] of [
      ['{\\i1}', '\\{\\i1}'],
      ['C:\\New \\x', 'C:\\\u2060New \\x'],
      ['\\{', '\\\u2060\\{'],
      ['a\\', 'a\\\u2060'],
      ['\\\u2060N', '\\\u2060\u2060N'],
      ['a, b', 'a, b'],
    ]) {
      assert.equal(writeParts(text(content!)), written)
    }
  })

  test('places cues by their alignment, by margins where these are whole, else by a position', () => {
    const places: [CueLayout, string][] = [
      [{ line: { unit: 'lines', value: 0 } }, '0,0,0,,{\\an8}a'],
      [{ textAlign: 'left' }, '0,0,0,,{\\an1}a'],
      [{ line: { unit: 'percent', value: 50, align: 'center' } }, '0,0,0,,{\\an5}a'],
      [{ line: { unit: 'percent', value: 80, align: 'end' } }, '0,0,216,,a'],
      [{ line: { unit: 'percent', value: 20 } }, '0,0,216,,{\\an8}a'],
      [{ line: { unit: 'percent', value: 84.5, align: 'end' } }, '0,0,0,,{\\pos(960,912.6)}a'],
      [{ line: { unit: 'percent', value: 90, align: 'end' } }, '0,0,0,,a'],
      [{ position: { percent: 25 }, textAlign: 'right' }, '0,0,0,,{\\an3\\pos(480,972)}a'],
    ]
    for (const [layout, written] of places) {
      const { content, diagnostics } = writeAss(document(cue({ layout })))
      assert.equal(listEvents(content)[0]?.slice('Dialogue: 0,0:00:01.00,0:00:02.00,Default,,'.length), written)
      assert.deepEqual(diagnostics, [])
    }
  })

  // WebVTT, section 3.1: the box of a cue
  test('places text where the box of WebVTT, a row or a region has it, and reports it', () => {
    const region = { id: 'r', origin: { x: 10, y: 0 }, extent: { width: 40, height: 20 } }
    const places: [Partial<Cue<number>>, string][] = [
      [{ layout: { position: { percent: 20, align: 'line-left' }, size: 40 } }, '0,,{\\pos(768,972)}a'],
      [{ layout: { position: { percent: 60, align: 'line-right' }, textAlign: 'left' } }, '0,,{\\an1\\pos(0,972)}a'],
      [{ layout: { line: { unit: 'lines', value: -3 } } }, '252,,a'],
      [{ layout: { line: { unit: 'lines', value: 2 } } }, '252,,{\\an8}a'],
      [{ region: 'r' }, '0,,{\\an8\\pos(576,0)}a'],
    ]
    for (const [place, written] of places) {
      const { content, diagnostics } = writeAss({ ...document(cue(place)), regions: [region] })
      assert.equal(listEvents(content)[0]?.slice('Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,'.length), written)
      assert.ok(diagnostics.some(({ code, severity }) => code === 'POSITION_APPROXIMATED' && severity === 'warning'))
    }
  })

  // Section 6: hundredths of a second
  test('rounds times to hundredths, and reports that where they do not come back', () => {
    const { content, diagnostics } = writeAss(
      document(cue({ start: 1004, end: 36_000_006 }), cue({ start: 1001, end: 1002 })),
    )
    assert.deepEqual(
      listEvents(content).map(line => line.slice('Dialogue: 0,'.length).split(',').slice(0, 2)),
      [
        ['0:00:01.00', '0:00:01.01'],
        ['0:00:01.00', '10:00:00.01'],
      ],
    )
    assert.deepEqual(
      diagnostics.map(({ code, count }) => [code, count]),
      [
        ['EXPORT_TIMING_REPAIRED', 1],
        ['EXPORT_TIMING_REPAIRED', 2],
      ],
    )
    for (const rate of [RATE_24, RATE_29_97, { num: 120, den: 1 }]) {
      const frames: FrameDocument = { timing: { unit: 'frames', rate }, cues: [cue({ start: 1, end: 3 })] }
      assert.equal(writeAss(frames).diagnostics.length, rate.num === 120 ? 1 : 0)
    }
    assert.throws(() => writeAss(document(cue({ start: 0.5 }))), { code: 'invalid-time' })
  })

  test('writes hidden cues and notes as comments, and speakers in their field', () => {
    const { content, diagnostics } = writeAss({
      ...document(cue({ hidden: true, notes: ['Check\nthis'], textParts: [text('a', { speaker: 'Anna, Bob' })] })),
      notes: ['End'],
    })
    assert.deepEqual(listEvents(content), [
      'Comment: 0,0:00:01.00,0:00:01.00,Default,,0,0,0,,Check\\Nthis',
      'Comment: 0,0:00:01.00,0:00:02.00,Default,Anna Bob,0,0,0,,a',
      'Comment: 0,0:00:01.00,0:00:01.00,Default,,0,0,0,,End',
    ])
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['EXPORT_TEXT_ALTERED'],
    )
  })

  test('reports what ASS does not have', () => {
    const style: TextStyle = {
      speaker: 'Anna',
      language: 'fr',
      classes: ['x'],
      ruby: 'base',
      doubleHeight: true,
      colour: '#12' as never,
      fontFamily: 'a\\b',
      fontSize: '24',
    }
    const { content, diagnostics } = writeAss({
      ...document(cue({ id: '1', region: 'r', textParts: [text('a', style), { ...text('b'), start: 1500 }] as never })),
      regions: [{ id: 'r' }],
      styleSheets: ['::cue {}'],
    })
    assert.match(listEvents(content)[0]!, /,Default,Anna,0,0,0,,ab$/)
    assert.deepEqual(diagnostics.map(({ code }) => code).sort(), [
      'IDENTIFIER_DROPPED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      ...Array(10).fill('STYLE_UNSUPPORTED'),
    ])
  })
})

describe('a file of ASS that is read and written again', () => {
  const file = `[Script Info]
ScriptType: v4.00+
Title: A film
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Open Sans,48,&H00FFFFFF,&H000000FF,&H00020713,&H00000000,-1,0,0,0,100,100,0,0,1,1.7,0,2,10,10,28,1
Style: Sign,Impact,60,&H0000FFFF,&H000000FF,&H00020713,&H00000000,0,-1,0,0,90,100,0,0,1,1.7,0,8,10,10,28,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:02.00,Default,Anna,0,0,0,,Hello {\\b0}you
Dialogue: 2,0:00:03.00,0:00:04.00,Sign,,30,0,60,Banner;5,EXIT{\\i0}!
`

  test('is the same', () => assert.equal(writeAss(readAss(file).document).content, file))

  test('says what was edited', () => {
    const { document: read } = readAss(file)
    const cues = read.cues.map(cue => ({
      ...cue,
      textParts: [text('x'), text('y', { backgroundColour: '#0000ff' })],
      layout: { textAlign: 'left' as const },
    }))
    const { content } = writeAss({ ...read, cues })
    assert.deepEqual(
      listEvents(content).map(line => line.slice(line.indexOf('Box'))),
      ['Box,,0,0,0,,{\\an1}x{\\3c&HFF0000&\\3a&H00&}y', 'Box,,0,0,0,Banner;5,{\\an1}x{\\3c&HFF0000&\\3a&H00&}y'],
    )
    const plain = { ...read, cues: read.cues.map(cue => ({ ...cue, textParts: [text('x')] })) }
    const written = writeAss(plain).content
    assert.match(written, /^Style: Plain,Open Sans,48,&H00FFFFFF,.*,0,0,0,0,100,100,0,0,1,1.7,0,2,10,10,28,1$/m)
    assert.match(written, /\{\\rPlain\}x$/m)
    assert.deepEqual(
      readAss(written).document.cues.map(({ textParts }) => textParts),
      [[text('x')], [text('x')]],
    )
  })

  test('ignores what of `ext.ass` cannot be written', () => {
    const damaged = {
      ...document(cue({ ext: { ass: { style: 7, layer: 'x', margins: 'y', effect: 'a,b' } } })),
      ext: { ass: { info: [['a', 'b\nc'], 'x', ['ScriptType', 'v9'], ['Title', 'T']], styles: [{ Name: 'a,b' }, 5] } },
    }
    const { content } = writeAss(damaged)
    assert.ok(content.startsWith('[Script Info]\nScriptType: v4.00+\nTitle: T\n\n'))
    assert.deepEqual(listEvents(content), ['Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a'])
  })
})
