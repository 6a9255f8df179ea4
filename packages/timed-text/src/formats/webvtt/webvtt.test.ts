import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25 } from '@rushes/timebase'
import type { Cue, MillisecondDocument, TextPart, TextStyle } from '../../index.ts'
import { readWebvtt, toFrameDocument, writeWebvtt } from '../../index.ts'
import { formats } from '../ttml/testing/validated.ts'

const text = (content: string, style?: TextStyle): TextPart => ({ type: 'text', content, ...(style && { style }) })
const lineBreak: TextPart = { type: 'lineBreak' }
const document = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })

function readCue(payload: string): Cue {
  return readWebvtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${payload}\n`).document.cues[0]!
}

function listProblems(file: string): string[] {
  return readWebvtt(file).diagnostics.map(({ code, line }) => `${line} ${code}`)
}

const rich = `WEBVTT - A title
Kind: captions

STYLE
::cue(.loud) { color: red; }
::cue(b) { font-weight: 900 }

REGION
id:fred
width:40%
lines:3
regionanchor:0%,100%
viewportanchor:10%,90.5%
scroll:up

NOTE one line

NOTE
two
lines

intro
00:00:01.000 --> 00:00:02.000 vertical:rl line:-1,end position:10%,line-left size:35% align:start region:fred
<v Mary>Hi &amp; <c.loud.yellow.bg_black>hello</c></v>

01:00:00.000 --> 01:00:05.000 line:84.5%
<lang fr>One <01:00:01.000><b>two <i>three</i></b></lang>
<ruby>漢<rt>kan</rt></ruby>

NOTE the end
`

describe('reading WebVTT', () => {
  test('reads every kind of block, setting and tag, and writes the same file', () => {
    const { document: read, diagnostics } = readWebvtt(rich)
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(read, {
      ...document(
        {
          id: 'intro',
          start: 1000,
          end: 2000,
          textParts: [
            text('Hi & ', { speaker: 'Mary' }),
            text('hello', { speaker: 'Mary', classes: ['loud'], colour: '#ffff00', backgroundColour: '#000000' }),
          ],
          region: 'fred',
          layout: {
            writingMode: 'vertical-rl',
            line: { unit: 'lines', value: -1, align: 'end' },
            position: { percent: 10, align: 'line-left' },
            size: 35,
            textAlign: 'start',
          },
          notes: ['one line', 'two\nlines'],
        },
        {
          start: 3_600_000,
          end: 3_605_000,
          textParts: [
            text('One ', { language: 'fr' }),
            { type: 'text', content: 'two ', style: { language: 'fr', bold: true }, start: 3_601_000 },
            { type: 'text', content: 'three', style: { language: 'fr', bold: true, italic: true }, start: 3_601_000 },
            lineBreak,
            { type: 'text', content: '漢', style: { ruby: 'base' }, start: 3_601_000 },
            { type: 'text', content: 'kan', style: { ruby: 'text' }, start: 3_601_000 },
          ],
          layout: { line: { unit: 'percent', value: 84.5 } },
          // The timestamp stands before <b> here; the writer would set it behind.
          ext: { webvtt: { payload: rich.slice(rich.indexOf('<lang'), rich.indexOf('\n\nNOTE the end')) } },
        },
      ),
      styleSheets: ['::cue(.loud) { color: red; }\n::cue(b) { font-weight: 900 }'],
      regions: [
        {
          id: 'fred',
          width: 40,
          lines: 3,
          regionAnchor: { x: 0, y: 100 },
          viewportAnchor: { x: 10, y: 90.5 },
          scroll: 'up',
        },
      ],
      notes: ['the end'],
      ext: { webvtt: { header: ' - A title\nKind: captions' } },
    })
    assert.equal(writeWebvtt(read).content, rich)
  })

  test('is not read without its signature', () => {
    for (const file of ['', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nx', '1\n00:00:01,000 --> 00:00:02,000\nx']) {
      assert.deepEqual(readWebvtt(file).document.cues, [])
      assert.deepEqual(listProblems(file), ['1 IMPORT_SIGNATURE_MISSING'])
    }
    for (const file of ['\ufeffWEBVTT', 'WEBVTT\ttitle\r\n', 'WEBVTT']) assert.deepEqual(listProblems(file), [])
  })

  test('finds cues behind a forgotten blank line, in the header too', () => {
    const file = 'WEBVTT\n00:01.000 --> 00:02.000\na\n00:03.000 --> 00:04.000\nb'
    assert.deepEqual(
      readWebvtt(file).document.cues.map(cue => cue.textParts),
      [[text('a')], [text('b')]],
    )
  })

  test('takes times that are spelled otherwise, and skips cues without two times', () => {
    const file = 'WEBVTT\n\n0:00:01,5 --> 00:02.000\na\n\n00:03.000 --> soon\nb\nc\n\n00:04.000 --> 00:0x0:05.000\nd\n'
    assert.deepEqual(
      readWebvtt(file).document.cues.map(({ start, end }) => [start, end]),
      [[1500, 2000]],
    )
    assert.deepEqual(listProblems(file), [
      '3 IMPORT_TIMING_REPAIRED',
      '6 IMPORT_ENTRY_SKIPPED',
      '10 IMPORT_ENTRY_SKIPPED',
    ])
  })

  test('reports what browsers drop in silence, with its line', () => {
    const file =
      'WEBVTT\n\nREGION\nlines:3\n\n00:01.000 --> 00:02.000 align:middle line:101% size:x\na\n<x>b</i>\n\nSTYLE\nlate\n\nlost text\n\n' +
      '00:00.500 --> 00:00.100\nc\n'
    assert.deepEqual(listProblems(file), [
      '3 IMPORT_SETTING_IGNORED',
      '6 IMPORT_SETTING_IGNORED',
      '6 IMPORT_SETTING_IGNORED',
      '8 IMPORT_MARKUP_REPAIRED',
      '8 IMPORT_MARKUP_REPAIRED',
      '10 IMPORT_ENTRY_SKIPPED',
      '13 IMPORT_ENTRY_SKIPPED',
      '15 TIMING_ORDER',
      '15 TIMING_ORDER',
    ])
    assert.deepEqual(readWebvtt(file).document.cues[0]?.layout, { textAlign: 'center' })
  })

  test('a "<" that begins no tag is text, and an open voice needs no end', () => {
    assert.deepEqual(readCue('1 < 2 <b>x</b> <').textParts, [text('1 < 2 '), text('x', { bold: true }), text(' <')])
    const file = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v.first  Mary   Ann>Hi\n'
    assert.deepEqual(listProblems(file), [])
    assert.deepEqual(readWebvtt(file).document.cues[0]?.textParts, [
      text('Hi', { speaker: 'Mary Ann', classes: ['first'] }),
    ])
    assert.equal(writeWebvtt(readWebvtt(file).document).content, file, 'written as it was')
  })

  test('a later colour class wins', () => {
    assert.deepEqual(readCue('<c.red.lime>x</c>').textParts, [text('x', { colour: '#00ff00' })])
  })

  test('repairs bytes that are not UTF-8', () => {
    const bytes = Uint8Array.from(
      [...'WEBVTT\n\n00:01.000 --> 00:02.000\n\xe9'].map(character => character.charCodeAt(0)),
    )
    const { document: read, diagnostics } = readWebvtt(bytes, { isStrict: true })
    assert.deepEqual(read.cues[0]?.textParts, [text('\ufffd')])
    assert.equal(diagnostics[0]?.code, 'IMPORT_ENCODING_REPAIRED')
    assert.equal(readWebvtt(bytes, { encoding: 'utf-8' }).diagnostics[0]?.code, 'IMPORT_ENCODING_REPAIRED')
  })
})

describe('writing WebVTT', () => {
  test('an edit wins over the payload of the file', () => {
    const cue = readCue('<b.k>old</b>')
    assert.deepEqual(cue.ext, { webvtt: { payload: '<b.k>old</b>' } })
    const write = (changed: Cue) => writeWebvtt(document(changed)).content.split('\n').slice(3, -1).join('\n')
    assert.equal(write(cue), '<b.k>old</b>')
    assert.equal(write({ ...cue, textParts: [text('new', { bold: true })] }), '<b>new</b>')
  })

  test('what a client put in place of a payload or header cannot add cues', () => {
    const payload = 'a\n\n00:03.000 --> 00:04.000\nb'
    const textParts = [text('a'), lineBreak, lineBreak, text('00:03.000 --> 00:04.000'), lineBreak, text('b')]
    const forged = {
      ...document({ start: 0, end: 1, textParts, ext: { webvtt: { payload } } }),
      ext: { webvtt: { header: payload } },
    }
    const { cues } = readWebvtt(writeWebvtt(forged).content).document
    assert.deepEqual(cues, [{ start: 0, end: 1, textParts }])
  })

  test('colours without a class of their own get a style sheet, which is taken back on reading', () => {
    const coloured = document({
      start: 0,
      end: 1000,
      textParts: [text('a', { colour: '#ff8800', backgroundColour: '#00000080' }), text('b', { colour: '#ffffff' })],
    })
    const { content } = writeWebvtt(coloured)
    assert.equal(
      content,
      'WEBVTT\n\nSTYLE\n::cue(.c_ff8800) { color: #ff8800; }\n::cue(.bg_00000080) { background-color: #00000080; }\n\n' +
        '00:00:00.000 --> 00:00:01.000\n<c.c_ff8800.bg_00000080>a</c><c.white>b</c>\n',
    )
    assert.deepEqual(readWebvtt(content).document, coloured)
  })

  test('no text, name or class makes an arrow or a blank line', () => {
    const parts = [text('-->'), lineBreak, lineBreak, text('x', { speaker: 'Bob--', classes: ['a--', 'b'] }), lineBreak]
    const { content, diagnostics } = writeWebvtt(document({ start: 0, end: 1, textParts: parts }))
    assert.equal(content, 'WEBVTT\n\n00:00:00.000 --> 00:00:00.001\n--&gt;\n\u00a0\n<v Bob-&#45;><c.b>x\n</c></v>\n')
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['STYLE_UNSUPPORTED'],
    )
  })

  test('leaves out what it cannot write, and says so', () => {
    const { content, diagnostics } = writeWebvtt({
      ...document({
        id: 'a-->b',
        start: -1,
        end: 1,
        textParts: [{ type: 'text', content: 'x', style: { fontSize: '80%', colour: '#red' }, end: 1 }],
        region: 'two words',
        layout: { size: 101, line: { unit: 'lines', value: Number.NaN } },
        notes: ['a --> b'],
      }),
      regions: [{ id: '' }, { id: 'r', origin: { x: 0, y: 0 }, width: -1 }],
      styleSheets: ['-->', ''],
    })
    assert.equal(content, 'WEBVTT\n\nREGION\nid:r\n\nNOTE a -- > b\n\n00:00:00.000 --> 00:00:00.001\nx\n')
    assert.deepEqual(diagnostics.map(({ code }) => code).sort(), [
      'EXPORT_TEXT_ALTERED',
      'EXPORT_TIMING_REPAIRED',
      'IDENTIFIER_DROPPED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      'POSITION_APPROXIMATED',
      'STYLE_UNSUPPORTED',
      'STYLE_UNSUPPORTED',
      'STYLE_UNSUPPORTED',
      'STYLE_UNSUPPORTED',
    ])
  })

  for (const [encoding, mark] of [
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const) {
    test(`a file in ${encoding} with a byte order mark is read, and reported unless that was stated`, () => {
      const little = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nHéllo\n', 'utf16le')
      const file = Buffer.concat([Buffer.from(mark), encoding === 'utf-16le' ? little : Buffer.from(little).swap16()])
      const { document, diagnostics } = readWebvtt(file)
      assert.deepEqual(document.cues[0]?.textParts, [text('Héllo')])
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        ['IMPORT_ENCODING_GUESSED'],
      )
      assert.deepEqual(readWebvtt(file, { encoding: 'UTF-16' }).diagnostics, [])
      assert.deepEqual(readWebvtt(file, { isStrict: true }).document.cues, [])
    })
  }

  // WebVTT, 4.1: "A WebVTT file must consist of a WebVTT file body encoded as UTF-8"
  test('a file in another encoding is read as what its letters are, or as the caller says, and reported', () => {
    const file = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nDéjà vu à la fenêtre du garçon\n', 'latin1')
    const { document, diagnostics } = readWebvtt(file)
    assert.deepEqual(document.cues[0]?.textParts, [text('Déjà vu à la fenêtre du garçon')])
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['IMPORT_ENCODING_GUESSED'],
    )
    const stated = readWebvtt(file, { encoding: 'iso-8859-1' })
    assert.deepEqual([stated.document.cues, stated.diagnostics], [document.cues, []])
    const utf8 = Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\né\n')
    assert.deepEqual(readWebvtt(utf8, { encoding: 'iso-8859-1' }).document.cues[0]?.textParts, [text('é')])
  })

  test('hidden cues are not for transmission', () => {
    const { content, diagnostics } = writeWebvtt(
      document({ start: 0, end: 1, textParts: [text('secret')], hidden: true }),
    )
    assert.equal(content, 'WEBVTT\n')
    assert.deepEqual(diagnostics, [
      {
        code: 'COMMENT_DROPPED',
        severity: 'info',
        message: 'WebVTT has no hidden cues; they were left out',
        cueIndex: 0,
        count: 1,
      },
    ])
  })
})

// RFC 8216, 3.5: X-TIMESTAMP-MAP=LOCAL:<cue time>,MPEGTS:<time of the stream>
describe('a WebVTT file cut from a stream', () => {
  const segment = (map: string) =>
    `WEBVTT\nX-TIMESTAMP-MAP=${map}\n\n01:00:05.000 --> 01:00:06.000\na <01:00:05.500>b\n`
  const readTimes = (map: string) => readWebvtt(segment(map)).document.cues.map(({ start, end }) => [start, end])

  for (const [map, start] of [
    ['LOCAL:01:00:00.000,MPEGTS:900000', 5000],
    ['MPEGTS:900000,LOCAL:01:00:02.000', 3000],
    ['LOCAL:00:00:00.000,MPEGTS:900000', 3_605_000],
    ['MPEGTS:900000', 3_605_000],
    ['LOCAL:one,MPEGTS:900000', 3_605_000],
  ] as const) {
    test(`counts times from ${map}`, () => assert.deepEqual(readTimes(map), [[start, start + 1000]]))
  }

  test('moves the times inside of cues as well, and reports that', () => {
    const { document, diagnostics } = readWebvtt(segment('LOCAL:01:00:00.000,MPEGTS:0'))
    assert.deepEqual(document.cues[0]?.textParts.at(-1), { ...text('b'), start: 5500 })
    assert.deepEqual(
      diagnostics.map(({ code, severity, line }) => [code, severity, line]),
      [['IMPORT_TIMING_REPAIRED', 'warning', 1]],
    )
  })

  test('loses what is over before it begins, which is reported', () => {
    const { document, diagnostics } = readWebvtt(segment('LOCAL:02:00:00.000,MPEGTS:0'))
    assert.deepEqual(document.cues, [])
    assert.equal(diagnostics.at(-1)?.severity, 'error')
  })

  test('is written with its map while its times are those of the file', () => {
    const unmoved = segment('LOCAL:00:00:00.000,MPEGTS:900000')
    assert.equal(writeWebvtt(readWebvtt(unmoved).document).content, unmoved)
    assert.doesNotMatch(
      String(writeWebvtt(readWebvtt(segment('LOCAL:01:00:00.000,MPEGTS:0')).document).content),
      /X-TIMESTAMP-MAP/,
    )
    const frames = toFrameDocument(readWebvtt(unmoved).document, RATE_25)
    const programmeStart = { frames: 90_000, dropFrame: false }
    assert.doesNotMatch(String(formats.webvtt.write(frames, { timeBase: 'smpte', programmeStart }).content), /X-TIME/)
    assert.match(String(formats.webvtt.write(frames).content), /X-TIME/)
  })
})
