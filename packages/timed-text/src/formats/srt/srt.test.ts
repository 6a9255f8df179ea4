import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Cue, MillisecondDocument, TextPart, TextStyle } from '../../index.ts'
import { detectFormat, readSrt, toPlainText, writeSrt } from '../../index.ts'

const text = (content: string, style?: TextStyle): TextPart => ({ type: 'text', content, ...(style && { style }) })
const lineBreak: TextPart = { type: 'lineBreak' }
const document = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })
const header = '1\n00:00:01,000 --> 00:00:02,000\n'

function readCues(file: string): readonly Cue[] {
  return readSrt(file).document.cues
}

function readParts(payload: string): readonly TextPart[] {
  return readCues(header + payload)[0]!.textParts
}

function listProblems(file: string): string[] {
  return readSrt(file).diagnostics.map(({ code, line }) => `${line} ${code}`)
}

describe('reading SubRip', () => {
  test('reads numbers, times, lines and tags', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,500\n- Who?\n- <i>Me.</i>\n\n2\n01:02:03,004 --> 20:00:00,000\n<font color="#FFFF00">Yes</font>\n'
    const { document: read, diagnostics } = readSrt(file)
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(
      read,
      document(
        { start: 1000, end: 2500, textParts: [text('- Who?'), lineBreak, text('- '), text('Me.', { italic: true })] },
        { start: 3_723_004, end: 72_000_000, textParts: [text('Yes', { colour: '#ffff00' })] },
      ),
    )
  })

  test('takes a byte order mark and any line end', () => {
    for (const lineEnd of ['\n', '\r\n', '\r']) {
      const file = `\ufeff1${lineEnd}00:00:01,000 --> 00:00:02,000${lineEnd}a${lineEnd}b${lineEnd}${lineEnd}`
      assert.deepEqual(readCues(file), [{ start: 1000, end: 2000, textParts: [text('a'), lineBreak, text('b')] }])
      assert.deepEqual(listProblems(file), [])
    }
  })

  test('takes times in their dialects, and fractions as decimals', () => {
    const times: [string, number][] = [
      ['0:00:01,5', 1500],
      ['00:00:01.05', 1050],
      ['00:00:01', 1000],
      ['01:01', 61_000],
      ['00:00:01,9996', 2000],
      ['00:00:61,000', 61_000],
      ['-00:00:01,000', 0],
    ]
    for (const [time, start] of times) {
      const file = `1\n  ${time} -> 01:00:00,000\nx\n`
      assert.equal(readCues(file)[0]?.start, start, time)
      assert.deepEqual(listProblems(file), ['2 IMPORT_TIMING_REPAIRED'], time)
    }
  })

  test('finds cues without numbers, with wrong numbers, and without a blank line between', () => {
    const file =
      '00:00:01,000 --> 00:00:02,000\na\n7\n00:00:03,000 --> 00:00:04,000\nb\n\n\n\n8\n00:00:05,000 --> 00:00:06,000\nc'
    assert.deepEqual(
      readCues(file).map(cue => cue.textParts),
      [[text('a')], [text('b')], [text('c')]],
    )
    assert.deepEqual(listProblems(file), ['1 IMPORT_NUMBERING_IGNORED', '3 IMPORT_NUMBERING_IGNORED'])
  })

  test('keeps a blank line inside a text, and a number that is text', () => {
    const file = `${header}a\n\n42\n\nb\n\n2\n00:00:03,000 --> 00:00:04,000\n\n1984\n`
    assert.deepEqual(
      readCues(file).map(cue => cue.textParts),
      [[text('a'), lineBreak, lineBreak, text('42'), lineBreak, lineBreak, text('b')], [text('1984')]],
    )
  })

  test('skips a cue whose times cannot be read, and says where; an arrow in a text is text', () => {
    const file = `${header}a --> b\n\n2\n00:xx:03,000 --> 00:00:04,000\nlost\n\n3\n00:00:05,000 --> 00:00:06,000\nc\n`
    assert.deepEqual(
      readCues(file).map(cue => cue.textParts),
      [[text('a --> b')], [text('c')]],
    )
    assert.deepEqual(listProblems(file), ['6 IMPORT_ENTRY_SKIPPED', '9 IMPORT_NUMBERING_IGNORED'])
    assert.deepEqual(listProblems('\nhello\n'), ['2 IMPORT_ENTRY_SKIPPED'])
    assert.deepEqual(readCues('1\n00:00:01,000 --> 00:0x0:02,000\nx\n'), [])
  })

  test('warns of times that go backwards, and keeps them', () => {
    const file = `1\n00:00:05,000 --> 00:00:04,000\na\n\n2\n00:00:01,000 --> 00:00:02,000\nb\n`
    assert.deepEqual(
      readCues(file).map(({ start, end }) => [start, end]),
      [
        [5000, 4000],
        [1000, 2000],
      ],
    )
    assert.deepEqual(listProblems(file), ['2 TIMING_ORDER', '6 TIMING_ORDER'])
  })

  test('reads tags in any case and order, and leaves unknown ones as text', () => {
    assert.deepEqual(readParts('<B>a<I>b</I></B><u>c</u>{s}d{/s}'), [
      text('a', { bold: true }),
      text('b', { bold: true, italic: true }),
      text('c', { underline: true }),
      text('d', { strikeThrough: true }),
    ])
    assert.deepEqual(readParts('1 < 2 <3 <x>y</x> {z} <b'), [text('1 < 2 <3 <x>y</x> {z} <b')])
    assert.deepEqual(readParts('a<br />b'), [text('a'), lineBreak, text('b')])
    assert.deepEqual(readParts(`<font face='A "B"' color=red size=12>x</font>`), [
      text('x', { fontFamily: 'A "B"', colour: '#ff0000', fontSize: '12' }),
    ])
    assert.deepEqual(readParts('AT&T R&amp;D &lt;i&gt; &#9834;'), [text('AT&T R&D <i> ♪')])
    assert.deepEqual(readParts('&#133; &eacute; &amp &nope;'), [text('… é &amp &nope;')])
  })

  test('closes what is not closed, and says so', () => {
    const file = `${header}<i>a\n<b>b</i>c\n</u>\n`
    assert.deepEqual(readCues(file)[0]?.textParts.slice(0, 4), [
      text('a', { italic: true }),
      lineBreak,
      text('b', { italic: true, bold: true }),
      text('c', { bold: true }),
    ])
    assert.deepEqual(
      listProblems(file),
      ['4', '5', '5'].map(line => `${line} IMPORT_MARKUP_REPAIRED`),
    )
    assert.deepEqual(listProblems(`${header}x\n<font colour="?" color=no>x</font>\n`), [
      '4 IMPORT_MARKUP_REPAIRED',
      '4 IMPORT_MARKUP_REPAIRED',
    ])
  })

  test('says the line of a problem behind blank lines, and what is blank only where the line is', () => {
    const file = `${header}a\u2028 \u2028b\n\u00a0\n \n</b>c\n`
    assert.deepEqual(listProblems(file), ['6 IMPORT_MARKUP_REPAIRED', '6 IMPORT_MARKUP_REPAIRED'])
    assert.deepEqual(readCues(file)[0]!.textParts, [
      text('a\u2028 \u2028b'),
      lineBreak,
      lineBreak,
      lineBreak,
      text('c'),
    ])
  })

  test('reads tags that are faulty without end in time', () => {
    const started = process.cpuUsage()
    for (const tag of ['</b>', '<', '<b\n', '\u00a0\n</b>']) readCues(header + tag.repeat(50_000))
    assert.ok(process.cpuUsage(started).user < 10_000_000)
  })

  test('reads the nine places; the first in a cue counts', () => {
    assert.deepEqual(readCues(`${header}{\\an8}a{\\an1}b\n`)[0], {
      start: 1000,
      end: 2000,
      textParts: [text('ab')],
      layout: { line: { unit: 'lines', value: 0 } },
    })
    assert.equal(readCues(`${header}{\\an2}a\n`)[0]?.layout, undefined)
  })

  test('keeps coordinates, and reports whatever else follows the times', () => {
    const file = '1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:30 Y2:40\nx\n'
    assert.equal(writeSrt(readSrt(file).document).content, file)
    assert.deepEqual(listProblems('1\n00:00:01,000 --> 00:00:02,000 line:0\nx\n'), ['2 IMPORT_SETTING_IGNORED'])
  })

  test('reads the encodings of the field', () => {
    const file = `${header}Été œuvre\n`
    const latin = Uint8Array.from([...header, ...'\xc9t\xe9 \x9cuvre\n'].map(character => character.charCodeAt(0)))
    const wide = new Uint8Array(Uint16Array.from([...file].map(character => character.charCodeAt(0))).buffer)
    const swapped = wide.map((_, index) => wide[index ^ 1]!)
    const marked = Uint8Array.from([0xff, 0xfe, ...wide])
    for (const [bytes, codes] of [
      [new TextEncoder().encode(file), []],
      [new TextEncoder().encode(`\ufeff${file}`), []],
      [marked, []],
      [wide, ['IMPORT_ENCODING_GUESSED']],
      [swapped, ['IMPORT_ENCODING_GUESSED']],
      [latin, ['IMPORT_ENCODING_GUESSED']],
    ] as const) {
      const { document: read, diagnostics } = readSrt(bytes)
      assert.deepEqual(read.cues[0]?.textParts, [text('Été œuvre')])
      assert.deepEqual(
        diagnostics.map(({ code }) => code),
        codes,
      )
    }
    const cyrillic = Uint8Array.from([...header, '\xc4', '\xe0'].map(character => character.charCodeAt(0)))
    assert.deepEqual(readSrt(cyrillic, { encoding: 'windows-1251' }).document.cues[0]?.textParts, [text('Да')])
    assert.equal(readSrt(cyrillic, { encoding: 'klingon' }).diagnostics[0]?.code, 'IMPORT_ENCODING_GUESSED')
  })
})

describe('times as keyboards and editors make them', () => {
  const rows = [
    ['a joined dash', '00:00:01,000 \u2014> 00:00:02,000'],
    ['a short dash', '00:00:01,000 \u2013> 00:00:02,000'],
    ['a dash of each length', '00:00:01,000 \u2013-> 00:00:02,000'],
    ['one character', '00:00:01,000 \u2192 00:00:02,000'],
    ['a longer one', '00:00:01,000 \u27f6 00:00:02,000'],
    ['that of Wingdings', '00:00:01,000 \uf0e0 00:00:02,000'],
    [
      'full width',
      '\uff10\uff10\uff1a\uff10\uff10\uff1a\uff10\uff11\uff0c\uff10\uff10\uff10 \uff0d\uff0d\uff1e \uff10\uff10\uff1a\uff10\uff10\uff1a\uff10\uff12\uff0c\uff10\uff10\uff10',
    ],
    ['an equals sign', '00:00:01,000 ==> 00:00:02,000'],
    ['a space in the arrow', '00:00:01,000 -- > 00:00:02,000'],
    ['no head', '00:00:01,000 \u2014 00:00:02,000'],
    ['spaces in the times', '00: 00: 01, 000 -> 00: 00: 02, 000'],
    ['marks before', '\u200e00:00:01,000 --> 00:00:02,000'],
    ['marks between and behind', '00:00:01,000 \u200f--> \u202a00:00:02,000\u202c'],
    ['a mark of another file', '\ufeff00:00:01,000 --> 00:00:02,000'],
    ...Array.from(
      '\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff',
      mark => [`U+${mark.codePointAt(0)?.toString(16)}`, `${mark}00:00:01,000 ${mark}--> ${mark}00:00:02,000`] as const,
    ),
  ] as const

  for (const [name, times] of rows) {
    test(`with ${name} are read, and reported with their line`, () => {
      const file = `1\n00:00:00,000 --> 00:00:01,000\na\n\n\u200b2\u200f\n${times}\nb\n`
      assert.deepEqual(
        readCues(file).map(({ start, end, textParts }) => [start, end, textParts]),
        [
          [0, 1000, [text('a')]],
          [1000, 2000, [text('b')]],
        ],
      )
      assert.deepEqual(listProblems(file), ['6 IMPORT_TIMING_REPAIRED'])
      assert.equal(detectFormat(new TextEncoder().encode(file))?.id, 'srt')
    })
  }

  test('in a text are written so that they stay text', () => {
    for (const [name, times] of rows) {
      for (const parts of [
        [text(times)],
        [text('a'), lineBreak, text(times)],
        [text(times.slice(0, 8)), text(times.slice(8))],
      ]) {
        const { content } = writeSrt(document({ start: 0, end: 1000, textParts: parts }))
        const [cue, ...others] = readCues(content)
        assert.deepEqual([cue?.end, others], [1000, []], name)
        assert.equal(toPlainText(cue!.textParts), toPlainText(parts), name)
      }
    }
  })

  test('leave what people write alone', () => {
    for (const line of [
      '12:30 \u2013 13:45',
      'from 1:00 \u2192 2:00',
      '3 \u2192 4',
      '\u200f1984',
      '10:00-11:00',
      '1: 2 \u2014 3: 4',
    ]) {
      const [cue, ...others] = readCues(`${header}${line}\n`)
      assert.deepEqual([toPlainText(cue!.textParts), others], [line, []])
      assert.deepEqual(listProblems(`${header}${line}\n`), [])
    }
  })

  test('that are not understood are reported with their line, and never text of another cue in silence', () => {
    for (const [lines, problems] of [
      ['00:00:05,000 00:00:06,000\nb', ['5 IMPORT_TIMING_REPAIRED']],
      ['00:00:05,000 -> later\nb', ['5 IMPORT_TIMING_REPAIRED']],
      ['00;00;05,000 --> 00;00;06,000\nb', ['5 IMPORT_ENTRY_SKIPPED']],
      ['00:00:05,000 --> 00:00:0b,000\nb', ['5 IMPORT_ENTRY_SKIPPED']],
    ] as const) {
      assert.deepEqual(
        listProblems(`${header}a\n${lines}`.replace('a\n', 'a\n\n')).filter(
          problem => !problem.endsWith('IMPORT_MARKUP_REPAIRED'),
        ),
        problems,
        lines,
      )
    }
    assert.deepEqual(listProblems(`${header}a\n\n2\nb\n`), ['5 IMPORT_ENTRY_SKIPPED'])
    assert.deepEqual(listProblems(`${header}a\n\nb\n`), ['5 IMPORT_MARKUP_REPAIRED'])
  })

  test('that nobody can mean are reported for each cue', () => {
    const rows = [
      '-00:00:01,000 --> 00:00:02,000',
      '00:00:03,000 --> 100:00:00,000',
      '30:00:00,000 --> 30:00:01,000',
      '99:59:59,999 --> 99:00:00,000',
    ]
    const file = rows.map((times, index) => `${index + 1}\n${times}\na\n`).join('\n')
    assert.deepEqual(listProblems(file), [
      '2 IMPORT_TIMING_REPAIRED',
      '6 IMPORT_TIMING_REPAIRED',
      '10 IMPORT_TIMING_REPAIRED',
      '14 TIMING_ORDER',
      '14 IMPORT_TIMING_REPAIRED',
    ])
  })
})

describe('writing SubRip', () => {
  test('numbers cues from 1 and joins tags over lines', () => {
    const italic = { italic: true } as const
    const { content, diagnostics } = writeSrt(
      document(
        {
          start: 0,
          end: 1500,
          textParts: [text('a', italic), lineBreak, text('b', italic), text('c', { bold: true })],
        },
        { start: 2000, end: 3000, textParts: [] },
        { start: 4000, end: 5000, textParts: [text('x', { colour: '#00ff00' })], layout: { textAlign: 'left' } },
      ),
    )
    assert.equal(
      content,
      '1\n00:00:00,000 --> 00:00:01,500\n<i>a\nb</i><b>c</b>\n\n2\n00:00:02,000 --> 00:00:03,000\n\n' +
        '3\n00:00:04,000 --> 00:00:05,000\n{\\an1}<font color="#00ff00">x</font>\n',
    )
    assert.deepEqual(diagnostics, [])
    assert.equal(writeSrt(document()).content, '')
  })

  test('escapes only what would not be read as text', () => {
    const contents: [string, string][] = [
      ['1 < 2 > 0 & R&D {x}', '1 < 2 > 0 & R&D {x}'],
      ['<i>', '&#60;i>'],
      ['<b <i>', '&#60;b &#60;i>'],
      ['{\\an8}', '&#123;\\an8}'],
      ['&amp;', '&amp;amp;'],
      ['a --> b', 'a --&gt; b'],
      ['0:01 -> 0:02', '0:01 -&gt; 0:02'],
      ['\u00a0', '&#160;'],
      ['  ', '&#32; '],
    ]
    for (const [content, written] of contents) {
      const cues = document({ start: 0, end: 1, textParts: [text(content)] })
      assert.equal(writeSrt(cues).content, `1\n00:00:00,000 --> 00:00:00,001\n${written}\n`)
      assert.deepEqual(readSrt(writeSrt(cues).content).document, cues)
    }
  })

  test('writes a blank line inside a cue as U+00A0, and newlines in a content as line breaks', () => {
    const { content } = writeSrt(document({ start: 0, end: 1, textParts: [text('a\r\n\nb')] }))
    assert.equal(content, '1\n00:00:00,000 --> 00:00:00,001\na\n\u00a0\nb\n')
    assert.deepEqual(readCues(content)[0]?.textParts, [text('a'), lineBreak, lineBreak, text('b')])
  })

  test('says once what was lost, with the number of cues', () => {
    const cue: Cue<number> = {
      id: 'x',
      start: -5,
      end: 1,
      textParts: [text('x', { speaker: 'Mary', colour: '#ff000080' })],
    }
    const { content, diagnostics } = writeSrt({
      ...document(cue, { ...cue, hidden: true, notes: ['n'] }, cue),
      regions: [{ id: 'r' }],
    })
    assert.equal(content.match(/-->/g)?.length, 2)
    assert.ok(content.startsWith('1\n00:00:00,000 --> '))
    assert.deepEqual(
      diagnostics.map(({ code, cueIndex, count }) => [code, cueIndex, count]),
      [
        ['IDENTIFIER_DROPPED', 0, 2],
        ['EXPORT_TIMING_REPAIRED', 0, 2],
        ['STYLE_UNSUPPORTED', 0, 2],
        ['COLOUR_APPROXIMATED', 0, 2],
        ['COMMENT_DROPPED', 1, 1],
        ['COMMENT_DROPPED', undefined, undefined],
        ['POSITION_APPROXIMATED', undefined, undefined],
      ],
    )
  })

  test('puts other positions in the nearest of nine places', () => {
    const written = (line: number, unit: 'lines' | 'percent') =>
      writeSrt(document({ start: 0, end: 1, textParts: [text('x')], layout: { line: { unit, value: line } } }))
    for (const [line, unit, tag] of [
      [10, 'percent', '{\\an8}'],
      [60, 'percent', '{\\an5}'],
      [90, 'percent', ''],
      [-1, 'lines', ''],
      [2, 'lines', '{\\an8}'],
    ] as const) {
      const { content, diagnostics } = written(line, unit)
      assert.equal(content.split('\n')[2], `${tag}x`)
      assert.equal(diagnostics[0]?.code, 'POSITION_APPROXIMATED')
    }
  })

  test('refuses times that are not whole numbers', () => {
    assert.throws(() => writeSrt(document({ start: 0.5, end: 1, textParts: [] })), { code: 'invalid-time' })
  })
})
