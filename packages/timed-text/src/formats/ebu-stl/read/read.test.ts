import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97, RATE_30, RATE_50 } from '@rushes/timebase'
import type { Cue, TextPart, TextStyle } from '../../../document/document.ts'
import { type EbuStlReadOptions, ebustl, readEbuStl } from '../index.ts'
import { type BlockFields, makeBlock, makeFile } from '../testing/files.ts'

const lineBreak: TextPart = { type: 'lineBreak' }
const text = (content: string, style?: TextStyle): TextPart => ({ type: 'text', content, ...(style && { style }) })
const high = (content: string, style: TextStyle = {}) => text(content, { ...style, doubleHeight: true })

function readCues(file: Uint8Array, options?: EbuStlReadOptions): Cue<number>[] {
  return readEbuStl(file, options).document.cues.map(({ ext: _ext, ...cue }) => cue)
}

function readParts(field: string, header: Parameters<typeof makeFile>[0] = {}): readonly TextPart[] {
  return readCues(makeFile(header, { text: field }))[0]!.textParts
}

function readText(field: string, header: Parameters<typeof makeFile>[0] = {}): string {
  return readParts(field, header)
    .map(part => (part.type === 'text' ? part.content : '|'))
    .join('')
}

function listProblems(file: Uint8Array, options?: EbuStlReadOptions): string[] {
  return readEbuStl(file, options).diagnostics.map(({ code, severity, block }) => `${block} ${severity} ${code}`)
}

describe('times of EBU STL', () => {
  test('are frames at the rate of the disk format code; the media may say which rate counts so', () => {
    const file = (format: string) => makeFile({ DFC: format }, { text: 'a', start: [0, 1, 0, 5], end: [0, 1, 0, 9] })
    assert.deepEqual(readEbuStl(file('STL25.01')).document.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual(readEbuStl(file('STL30.01')).document.timing, { unit: 'frames', rate: RATE_29_97 })
    assert.deepEqual(readEbuStl(file('STL30.01'), { rate: RATE_30 }).document.timing, { unit: 'frames', rate: RATE_30 })
    assert.deepEqual(readEbuStl(file('STL25.01'), { rate: RATE_30 }).document.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual(readEbuStl(file('STL23.01')).document.timing, { unit: 'frames', rate: RATE_23_976 })
    assert.deepEqual(readEbuStl(file('STL50.01')).document.timing, { unit: 'frames', rate: RATE_50 })
    assert.equal(readCues(file('STL25.01'))[0]!.start, 1505)
    assert.equal(readCues(file('STL30.01'))[0]!.start, 1805)
    assert.equal(readCues(file('STL30.01'), { dropFrame: true })[0]!.start, 1803)
    assert.deepEqual(listProblems(file('STLxx.01')), ['undefined warning IMPORT_SETTING_IGNORED'])
  })

  test('count past their end in faulty files and are carried over; what is no time skips the subtitle', () => {
    const file = makeFile(
      {},
      { start: [0, 0, 61, 25], end: [0, 2, 0, 0] },
      { start: [255, 0, 0, 0], end: [0, 0, 0, 0] },
    )
    assert.deepEqual(
      readCues(file).map(({ start, end }) => [start, end]),
      [[62 * 25, 3000]],
    )
    assert.deepEqual(listProblems(file), ['1 warning IMPORT_TIMING_REPAIRED', '2 error IMPORT_ENTRY_SKIPPED'])
  })

  test('begin with the programme: frame 0 is TCP, unless every subtitle lies before it, or the caller wants it so', () => {
    const block = { start: [10, 0, 1, 0], end: [10, 0, 2, 0] }
    const zero: BlockFields = { number: 0, start: [0, 0, 0, 0], end: [0, 0, 0, 1], text: 'zero' }
    const file = makeFile({ TCP: '10000000' }, zero, block)
    assert.deepEqual(
      readCues(file).map(({ start, end }) => [start, end]),
      [[25, 50]],
    )
    assert.deepEqual(listProblems(file), ['1 info IMPORT_ENTRY_SKIPPED'])
    assert.deepEqual(
      readCues(file, { startOfProgramme: 'keep' }).map(({ start }) => start),
      [0, 36_001 * 25],
    )
    const relative = makeFile({ TCP: '10000000' }, { text: 'a' })
    assert.equal(readCues(relative)[0]!.start, 25)
    assert.deepEqual(readCues(relative, { startOfProgramme: 'subtract' }), [])
    const straddling = makeFile({ TCP: '10000000' }, { start: [9, 59, 59, 0], end: [10, 0, 1, 0] })
    assert.deepEqual(
      readCues(straddling, { startOfProgramme: 'subtract' }).map(({ start, end }) => [start, end]),
      [[0, 25]],
    )
  })

  test('go on past midnight', () => {
    const file = makeFile(
      { TCP: '23000000' },
      { start: [23, 59, 59, 0], end: [0, 0, 1, 0] },
      { start: [0, 0, 2, 0], end: [0, 0, 3, 0] },
    )
    assert.deepEqual(
      readCues(file).map(({ start, end }) => [start / 25, end / 25]),
      [
        [3599, 3601],
        [3602, 3603],
      ],
    )
    assert.deepEqual(ebustl.write(readEbuStl(file).document).content, file)
  })

  test('out may be the last frame shown', () => {
    assert.equal(readCues(makeFile({}, {}), { isEndInclusive: true })[0]!.end, 51)
  })
})

describe('the text of teletext subtitles', () => {
  test('has colours, grounds and double height, which every row sets again', () => {
    const field =
      '\x0d\x03\x0b\x0bYellow \x02green\x0a\x0a\x8a\x8a\x0d\x0b\x0bwhite \x01\x1d\x07on red \x1cplain\x0a\x0a'
    assert.deepEqual(readParts(field), [
      high('Yellow ', { colour: '#ffff00' }),
      high('green', { colour: '#00ff00' }),
      lineBreak,
      high('white '),
      high('on red ', { backgroundColour: '#ff0000' }),
      high('plain'),
    ])
    assert.deepEqual(readParts('single \x0dhigh \x0csingle'), [text('single '), high('high '), text('single')])
  })

  test('takes a run of controls between words for one space, and none at the ends of a row', () => {
    assert.equal(readText('\x0d\x06\x0b\x0b  a\x01\x02b \x03 c   d\x0a\x0a   '), 'a b  c   d')
    assert.equal(readText('     \x0d\x0b\x0bcentred\x0a\x0a     '), 'centred')
  })

  test('breaks its lines once where double height has two rows, and where some write one', () => {
    assert.equal(readText('\x0da\x8a\x8a\x0db'), 'a|b')
    assert.equal(readText('\x0da\x8a\x0db'), 'a|b')
    assert.equal(readText('\x0da\x8a\x8a\x8a\x8a\x0db'), 'a||b')
    assert.equal(readText('a\x8ab\x8a\x8ac'), 'a|b||c')
    assert.equal(readText('\x8aa\x8a\x8a'), 'a')
  })

  test('without a box is text too, and italics of careless files are seen', () => {
    assert.deepEqual(readParts('plain \x80slanted\x81'), [text('plain '), text('slanted', { italic: true })])
  })

  test('is found under a header that says open, but not by zeros that fill up', () => {
    for (const DSC of ['0', ' ']) {
      assert.deepEqual(readParts('\x01red', { DSC }), [text('red', { colour: '#ff0000' })])
      assert.deepEqual(readParts('open\x00\x00', { DSC }), [text('open')])
    }
  })
})

describe('the text of open subtitles', () => {
  test('has italics, underlines and boxes, over line ends too, and no controls of teletext', () => {
    assert.deepEqual(readParts('a \x80b\x8ac\x81 \x82d\x83\x84e\x85', { DSC: '0' }), [
      text('a '),
      text('b', { italic: true }),
      lineBreak,
      text('c ', { italic: true }),
      text('d', { underline: true }),
      text('e', { backgroundColour: '#000000' }),
    ])
  })
})

describe('characters', () => {
  const fields: [codeTable: string, field: string, meaning: string][] = [
    ['00', 'Gar\xcbcon, \xc8Ubung, \xcfzlu\xcft\xc2y', 'Garçon, Übung, žluťý'],
    ['00', '$ \xa4 \xd5 \xa9x\xb9 \xaay\xba', '¤ $ ♪ ‘x’ “y”'],
    ['00', '\xc2 \xc8 \xc3 ', '´¨^'],
    ['00', '\xc2g \xcbg', 'ģ ģ'],
    ['01', '\xbf\xe0\xd8\xd2\xd5\xe2', 'Привет'],
    ['02', '\xe3\xe4', 'كل'],
    ['03', '\xe1\xe2\xe3', 'αβγ'],
    ['04', '\xf9\xec\xe5\xed', 'שלום'],
  ]
  for (const [CCT, field, meaning] of fields) {
    test(`of code table ${CCT}: ${meaning}`, () => {
      assert.equal(readText(field, { CCT }), meaning.normalize('NFC'))
    })
  }

  test('that languages with ordinals write are ordinals', () => {
    assert.equal(readText('1\xe3 2\xeb', { LC: '0A' }), '1ª 2º')
    assert.equal(readText('1\xe3 2\xeb', { LC: '09' }), '1ạ 2ọ')
  })

  test('that are none are left out and told', () => {
    const file = makeFile({}, { text: 'a\xc9b\x86c\xc2\x8ad' })
    assert.equal(readText('a\xc9b\x86c\xc2\x8ad'), 'abc´|d')
    assert.deepEqual(listProblems(file), ['1 warning IMPORT_MARKUP_REPAIRED'])
  })
})

describe('blocks', () => {
  test('of a series are one subtitle, whose style and accents go on; user data between them is none of it', () => {
    const first = { number: 7, extension: 0, text: `\x03${'x'.repeat(110)}\xc8` }
    const file = makeFile({}, first, { number: 7, extension: 0xfe, text: 'user' }, { number: 7, text: 'uy' })
    assert.deepEqual(readCues(file)[0]!.textParts, [text(`${'x'.repeat(110)}üy`, { colour: '#ffff00' })])
    assert.equal(readCues(file)[0]!.id, '7')
  })

  test('of a series that has no end, of padding and of reserved kinds do no harm', () => {
    const broken = { number: 3, extension: 0, text: 'broken' }
    const file = makeFile({}, broken, { number: 4, text: 'whole' }, new Uint8Array(128), {
      extension: 0xf3,
      text: 'odd',
    })
    assert.deepEqual(
      readCues(file).map(({ textParts }) => textParts),
      [[text('broken')], [text('whole')]],
    )
    assert.deepEqual(listProblems(file), [
      '1 warning IMPORT_MARKUP_REPAIRED',
      '3 info IMPORT_ENTRY_SKIPPED',
      '4 info IMPORT_ENTRY_SKIPPED',
    ])
    assert.deepEqual(ebustl.write(readEbuStl(file).document).content, file)
  })

  test('behind which a piece is left: it is kept aside', () => {
    const file = Uint8Array.from([...makeFile({}, { text: 'a' }), 0x1a, 0x1a])
    assert.deepEqual(listProblems(file), ['2 warning IMPORT_ENTRY_SKIPPED'])
    assert.deepEqual(ebustl.write(readEbuStl(file).document).content, file)
  })

  test('of a comment are hidden', () => {
    assert.equal(readCues(makeFile({}, { comment: 1 }))[0]!.hidden, true)
  })

  test('of a cumulative set are one cue, whose lines appear one after the other', () => {
    const end = [0, 0, 9, 0]
    const file = makeFile(
      {},
      { number: 1, position: 1, text: 'one', row: 18, end },
      { number: 2, position: 2, text: 'two', row: 20, start: [0, 0, 3, 0], end },
      { number: 3, position: 3, text: 'three', row: 22, start: [0, 0, 5, 0], end },
      { number: 4, position: 1, text: 'alone' },
      { number: 5, text: 'next' },
    )
    assert.deepEqual(readCues(file)[0], {
      id: '1',
      start: 25,
      end: 225,
      textParts: [text('one'), lineBreak, { ...text('two'), start: 75 }, lineBreak, { ...text('three'), start: 125 }],
      layout: { line: { unit: 'lines', value: 17 } },
    })
    assert.deepEqual(
      readCues(file).map(({ id }) => id),
      ['1', '4', '5'],
    )
    assert.deepEqual(listProblems(file), ['4 info CUMULATIVE_SPLIT'])
    assert.deepEqual(ebustl.write(readEbuStl(file).document).content, file)
  })
})

describe('places', () => {
  const layoutOf = (fields: BlockFields, header = {}) => readCues(makeFile(header, fields))[0]!.layout
  const one = '\x0d\x0b\x0bone'

  test('near the last row are where subtitles stand; others are lines from the top', () => {
    for (const row of [20, 21, 22, 23]) assert.equal(layoutOf({ text: one, row }), undefined, String(row))
    assert.deepEqual(layoutOf({ text: one, row: 19 }), { line: { unit: 'lines', value: 18 } })
    assert.deepEqual(layoutOf({ text: one, row: 1 }), { line: { unit: 'lines', value: 0 } })
    assert.equal(layoutOf({ text: `${one}\x8a\x8a${one}`, row: 19 }), undefined)
    assert.deepEqual(layoutOf({ text: `\x8a\x8a${one}`, row: 3 }), { line: { unit: 'lines', value: 4 } })
    assert.deepEqual(layoutOf({ text: 'x', row: 0 }, { DSC: '0' }), { line: { unit: 'lines', value: 0 } })
    assert.deepEqual(layoutOf({ text: 'x', row: 50 }, { DSC: '0', MNR: '99' }), {
      line: { unit: 'percent', value: 50.51 },
    })
    assert.equal(layoutOf({ text: 'x', row: 90 }, { DSC: '0', MNR: '99' }), undefined)
  })

  test('along the line are left, right or centred, which is not said', () => {
    assert.deepEqual(layoutOf({ justification: 1 }), { textAlign: 'left' })
    assert.deepEqual(layoutOf({ justification: 3 }), { textAlign: 'right' })
    for (const justification of [2, 9]) assert.equal(layoutOf({ justification }), undefined)
    assert.equal(layoutOf({ justification: 0, text: `${' '.repeat(14)}\x0b\x0bcentred\x0a\x0a` }), undefined)
    assert.deepEqual(layoutOf({ justification: 0, text: '\x0b\x0bleft\x0a\x0a' }), { textAlign: 'left' })
    assert.deepEqual(layoutOf({ justification: 0, text: `${' '.repeat(32)}right` }), { textAlign: 'right' })
  })
})

describe('what is no EBU STL', () => {
  for (const [name, file] of [
    ['nothing', new Uint8Array()],
    ['a short header', makeFile({}).subarray(0, 1023)],
    ['another file', Buffer.alloc(5000, 'x')],
  ] as const) {
    test(`${name} is an error`, () => {
      assert.deepEqual(listProblems(file), ['undefined error IMPORT_SIGNATURE_MISSING'])
    })
  }

  test('but a header without blocks is a file without subtitles', () => {
    assert.deepEqual(listProblems(makeFile({})), [])
    assert.deepEqual(ebustl.write(readEbuStl(makeFile({})).document).content, makeFile({}))
  })
})

test('the language is that of the header, and bytes may come as a string', () => {
  const file = makeFile({ LC: '08' }, makeBlock({ text: 'Gr\xc8u\xfbe' }))
  assert.equal(readEbuStl(file).document.language, 'de')
  const fromText = readEbuStl(Buffer.from(file).toString('latin1')).document
  assert.deepEqual(fromText, readEbuStl(file).document)
})
