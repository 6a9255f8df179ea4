import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_24, RATE_25, RATE_29_97, RATE_30, RATE_50, type SampleRate } from '@rushes/timebase'
import type { Cue, FrameDocument, TextPart, TextStyle } from '../../../document/document.ts'
import { toPlainText } from '../../../text/text-parts.ts'
import { type EbuStlWriteOptions, readEbuStl, writeEbuStl } from '../index.ts'
import { listBlocks, listTexts, readField } from '../testing/files.ts'

const lineBreak: TextPart<number> = { type: 'lineBreak' }
const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})

function makeDocument(cues: readonly Cue<number>[], rate: SampleRate = RATE_25): FrameDocument {
  return { timing: { unit: 'frames', rate }, cues }
}

/** A document of one cue. */
function say(...textParts: TextPart<number>[]): FrameDocument {
  return makeDocument([{ start: 25, end: 50, textParts }])
}

/** The text field of a document of one cue. */
function writeField(document: FrameDocument, options?: EbuStlWriteOptions): string {
  return listTexts(writeEbuStl(document, options).content).join('+')
}

function listLosses(document: FrameDocument, options?: EbuStlWriteOptions): string[] {
  return writeEbuStl(document, options).diagnostics.map(({ code, severity }) => `${severity} ${code}`)
}

/** A number of the header of the only block. */
function readByte(document: FrameDocument, offset: number, options?: EbuStlWriteOptions): number {
  return listBlocks(writeEbuStl(document, options).content)[0]![offset]!
}

describe('rows of teletext', () => {
  test('are written as double height, colour, box, text', () => {
    const document = say(text('One', { colour: '#ffff00' }), lineBreak, text('Two'))
    assert.equal(writeField(document), '\x0d\x03\x0b\x0bOne\x0a\x0a\x8a\x8a\x0d\x0b\x0bTwo\x0a\x0a')
    assert.equal(writeField(document, { rowsPerNewLine: 1 }), '\x0d\x03\x0b\x0bOne\x0a\x0a\x8a\x0d\x0b\x0bTwo\x0a\x0a')
    assert.equal(writeField(document, { doubleHeight: false, useBox: false }), '\x03One\x8aTwo')
    assert.equal(writeField(document, { includeColours: false, useBox: false }), '\x0dOne\x8a\x8a\x0dTwo')
  })

  test('change colour instead of a space, and tell where there is none', () => {
    const red = { colour: '#ff0000' } as const
    const options = { doubleHeight: false, useBox: false }
    assert.equal(writeField(say(text('a '), text('b', red)), options), 'a\x01b')
    assert.equal(writeField(say(text('a'), text(' b', red)), options), 'a\x01b')
    assert.equal(writeField(say(text('a  '), text('b', red)), options), 'a  \x01b')
    assert.deepEqual(listLosses(say(text('a '), text('b', red))), [])
    assert.deepEqual(listLosses(say(text('a'), text('b', red))), ['warning EXPORT_TEXT_ALTERED'])
    const onRed = { ...red, backgroundColour: '#ffff00' } as const
    assert.equal(writeField(say(text('a '), text('b ', onRed), text('c')), options), 'a\x03\x1d\x01b\x1c\x07c')
  })

  test('hold 37 characters, 36 with a colour; more are reported, not cut', () => {
    const fits = (count: number, style?: TextStyle) => listLosses(say(text('x'.repeat(count), style)))
    assert.deepEqual(fits(37), [])
    assert.deepEqual(fits(38), ['warning TELETEXT_ROW_OVERFLOW'])
    assert.deepEqual(fits(36, { colour: '#00ffff' }), [])
    assert.deepEqual(fits(37, { colour: '#00ffff' }), ['warning TELETEXT_ROW_OVERFLOW'])
    assert.equal(writeField(say(text('x'.repeat(37)))), `\x0d\x0b\x0b${'x'.repeat(37)}`)
    assert.deepEqual(listLosses(say(text('é'.repeat(37)))), [])
  })

  test('have neither italics nor other colours than eight; each is reported', () => {
    assert.deepEqual(listLosses(say(text('a', { italic: true, bold: true, colour: '#fedcba' }))), [
      'warning STYLE_UNSUPPORTED',
      'warning STYLE_UNSUPPORTED',
      'warning COLOUR_APPROXIMATED',
    ])
    const colourOf = (colour: `#${string}`) => writeField(say(text('x', { colour })), { useBox: false })
    assert.deepEqual(
      ['#ffaa00', '#800000', '#202020', '#0000ff', '#008000'].map(colour => colourOf(colour as `#${string}`)),
      ['\x0d\x03x', '\x0d\x01x', '\x0dx', '\x0d\x04x', '\x0d\x02x'],
    )
  })
})

describe('open subtitles', () => {
  test('have italics, underlines and boxes, and no colours', () => {
    const document = say(text('a '), text('b', { italic: true }), lineBreak, text('c', { underline: true }))
    const open = { displayStandardCode: 0 } as const
    assert.equal(writeField(document, open), 'a \x80b\x81\x8a\x82c\x83')
    assert.deepEqual(listLosses(document, open), [])
    assert.deepEqual(listLosses(say(text('x', { colour: '#ffff00' })), open), ['warning STYLE_UNSUPPORTED'])
    assert.equal(readField(writeEbuStl(document, open).content, 'DSC'), '0')
  })
})

describe('characters', () => {
  const fields: [name: string, content: string, field: string, losses: number][] = [
    ['accents stand before their letters', 'Çé ż Ő', '\xcbC\xc2e \xc7z \xcdO', 0],
    ['dollar and currency sign', '$ ¤', '\xa4 $', 0],
    ['quotation marks, notes, bars', '“a” ‘b’ ♪ ―', '\xaaa\xba \xa9b\xb9 \xd5 \xd0', 0],
    ['an em dash', '—', '\xd0', 1],
    ['low quotation marks, and their counterparts', '„a“ „b” it’s', '"a" "b" it\xb9s', 3],
    ['low single ones', '‚a‘ it’s “b”', "'a' it\xb9s \xaab\xba", 2],
    ['an ellipsis and an en dash', 'a… – b', 'a... - b', 2],
    ['the euro', '5 €', '5 EUR', 1],
    ['two accents on a letter', 'ấ', '\xc3a', 1],
    ['comma below', 'ș', '\xcbs', 1],
    ['ordinals', 'nº', 'n\xeb', 1],
    ['a ligature', 'ﬁ', 'fi', 1],
    ['what nobody can write', '漢', '?', 1],
    ['marks of direction', 'a\u200fb', 'ab', 1],
  ]
  for (const [name, content, field, losses] of fields) {
    test(`${name}: ${content}`, () => {
      const options = { useBox: false, doubleHeight: false }
      assert.equal(writeField(say(text(content)), options), field)
      const { diagnostics } = writeEbuStl(say(text(content)), options)
      assert.equal(diagnostics.filter(({ code }) => code === 'UNENCODABLE_CHARACTER').length, losses)
    })
  }

  const others: [name: string, content: string, written: string][] = [
    ['Arabic digits', 'عدد ١٢٣٠', 'عدد 1230'],
    ['Persian digits and letters', 'کی ۴۵', 'كي 45'],
    ['Hebrew punctuation', 'צה״ל ג׳ א־ב', 'צה"ל ג\' א-ב'],
    ['Ukrainian letters', 'Ґанок, ґанок', 'Ганок, ганок'],
    ['Cyrillic with an em dash', 'Да — нет', 'Да - нет'],
  ]
  for (const [name, content, written] of others) {
    test(`${name} of another script: ${content}`, () => {
      const { content: file, diagnostics } = writeEbuStl(say(text(content)))
      assert.equal(toPlainText(readEbuStl(file).document.cues[0]!.textParts), written)
      const found = diagnostics.filter(({ code }) => code === 'UNENCODABLE_CHARACTER')
      assert.ok(found.length > 0 && found.every(({ severity }) => severity === 'warning'))
    })
  }

  test('are reported by name, once for all cues that have them, and as an error where nothing is like them', () => {
    const cue = { start: 0, end: 1, textParts: [text('漢…')] }
    assert.deepEqual(writeEbuStl(makeDocument([cue, { ...cue, start: 1, end: 2 }])).diagnostics, [
      {
        code: 'UNENCODABLE_CHARACTER',
        severity: 'error',
        message: '漢 (U+6F22): not in the code table, written as ?',
        cueIndex: 0,
        count: 2,
      },
      {
        code: 'UNENCODABLE_CHARACTER',
        severity: 'warning',
        message: '… (U+2026): not in the code table, written as ...',
        cueIndex: 0,
        count: 2,
      },
    ])
  })

  test('choose the code table that has most of them', () => {
    const tables: [string, string][] = [
      ['Français', '00'],
      ['Привет, Zoë', '01'],
      ['مرحبا', '02'],
      ['καλημέρα', '03'],
      ['שלום', '04'],
    ]
    for (const [content, codeTable] of tables) {
      const { content: file } = writeEbuStl(say(text(content)))
      assert.equal(readField(file, 'CCT'), codeTable)
      const [part] = readEbuStl(file).document.cues[0]!.textParts
      assert.equal(part?.type === 'text' && part.content, content.replace('ë', 'e'))
    }
  })

  test('in numbers that nobody types are written in time', () => {
    const marks = '\u0300\u0323\u0301\u0327'.repeat(50_000)
    const begin = performance.now()
    writeEbuStl(say(text(`a${marks}`)))
    assert.ok(performance.now() - begin < 2000)
  })
})

describe('extension blocks', () => {
  test('are as many as a text needs, and never part an accent from its letter', () => {
    const content = `x${'é'.repeat(300)}`
    const { content: file, diagnostics } = writeEbuStl(say(text(content)), { useBox: false, doubleHeight: false })
    assert.deepEqual(
      listBlocks(file).map(block => block[3]),
      [0, 1, 2, 3, 4, 0xff],
    )
    assert.deepEqual(
      listTexts(file).map(field => field.length),
      [111, 112, 112, 112, 112, 42],
    )
    assert.ok(listTexts(file).every(field => !field.endsWith('\xc2')))
    assert.equal(readField(file, 'TNB'), '00006')
    assert.equal(readField(file, 'TNS'), '00001')
    assert.ok(diagnostics.some(({ code }) => code === 'EXTENSION_BLOCKS_USED'))
    assert.deepEqual(readEbuStl(file).document.cues[0]!.textParts, [text(content)])
  })

  test('end at 241; what is beyond is reported', () => {
    const document = say(text('x'.repeat(112 * 242)))
    const { content, diagnostics } = writeEbuStl(document)
    assert.equal(listBlocks(content).length, 241)
    assert.ok(diagnostics.some(({ severity }) => severity === 'error'))
  })
})

describe('rows', () => {
  const lines = (count: number) => {
    const parts = Array.from({ length: count }, () => [text('x'), lineBreak]).flat()
    return say(...parts.slice(0, -1))
  }
  const rowOf = (document: FrameDocument, options?: EbuStlWriteOptions) => readByte(document, 13, options)
  const at = (layout: NonNullable<Cue['layout']>, count = 1) => {
    const { cues, timing } = lines(count)
    return { timing, cues: cues.map(cue => ({ ...cue, layout })) }
  }

  test('VP = 23 - margin - (lines - 1) × rows of a line', () => {
    assert.equal(rowOf(lines(1)), 0x16)
    assert.equal(rowOf(lines(2)), 0x14)
    assert.equal(rowOf(lines(2), { marginBottom: 2 }), 19)
    assert.equal(rowOf(lines(1), { doubleHeight: false }), 23)
    assert.equal(rowOf(lines(3), { doubleHeight: false, marginBottom: 1 }), 20)
    assert.equal(rowOf(lines(1), { displayStandardCode: 0 }), 23)
  })

  test('from the top begin at the margin', () => {
    const top = { line: { unit: 'lines', value: 0 } } as const
    assert.equal(rowOf(at(top)), 1)
    assert.equal(rowOf(at(top), { marginTop: 2 }), 3)
    assert.equal(rowOf(at(top), { displayStandardCode: 0 }), 0)
    assert.equal(rowOf(at({ line: { unit: 'lines', value: 9 } })), 10)
    assert.equal(rowOf(at({ line: { unit: 'lines', value: -1 } }, 2)), 20)
    assert.equal(rowOf(at({ line: { unit: 'lines', value: -3 } })), 18)
  })

  test('that do not exist are reported: nearest ones, and too many', () => {
    const middle = at({ line: { unit: 'percent', value: 50, align: 'center' } })
    assert.equal(rowOf(middle), 12)
    assert.deepEqual(listLosses(middle), ['warning POSITION_APPROXIMATED'])
    assert.deepEqual(listLosses(at({ line: { unit: 'lines', value: 22 } })), ['warning POSITION_APPROXIMATED'])
    assert.equal(rowOf(at({ line: { unit: 'lines', value: 22 } })), 22)
    assert.deepEqual(listLosses(lines(12)), ['warning TELETEXT_ROW_LIMIT'])
    assert.deepEqual(listLosses(at({ size: 50 })), ['warning POSITION_APPROXIMATED'])
  })

  test('of a region are those where it lays its text', () => {
    const regions = [
      { id: 'up', origin: { x: 10, y: 10 }, extent: { width: 80, height: 30 }, displayAlign: 'before' as const },
      { id: 'down', origin: { x: 10, y: 10 }, extent: { width: 80, height: 80 }, displayAlign: 'after' as const },
    ]
    const inRegion = (region: string) => ({
      ...say(text('x')),
      regions,
      cues: [{ ...say(text('x')).cues[0]!, region }],
    })
    assert.equal(rowOf(inRegion('up')), 3)
    assert.equal(rowOf(inRegion('down')), 22)
    assert.ok(listLosses(inRegion('up')).includes('warning POSITION_APPROXIMATED'))
  })

  // EBU Tech 3360, vertical position: the rows of teletext are in the safe area, whose last line ends at 90 %
  test('of a text that ends where the safe area ends are the last ones', () => {
    const document = at({ line: { unit: 'percent', value: 90, align: 'end' } })
    assert.equal(rowOf(document), 22)
    assert.ok(!listLosses(document).includes('warning POSITION_APPROXIMATED'))
    assert.ok(rowOf(at({ line: { unit: 'percent', value: 70, align: 'end' } })) < 18)
  })

  test('are justified as the cue says, else as is asked; unchanged is done with spaces', () => {
    const justificationOf = (document: FrameDocument, options?: EbuStlWriteOptions) => readByte(document, 14, options)
    assert.equal(justificationOf(lines(1)), 2)
    assert.equal(justificationOf(lines(1), { justification: 'left' }), 1)
    assert.equal(justificationOf(at({ textAlign: 'right' }), { justification: 'left' }), 3)
    assert.equal(justificationOf(at({ textAlign: 'end' })), 3)
    assert.equal(justificationOf(at({ textAlign: 'end' }), { codeTable: '04' }), 1)
    const options = { justification: 'unchanged', useBox: false, doubleHeight: false } as const
    assert.equal(justificationOf(lines(1), options), 0)
    assert.equal(writeField(say(text('12345678')), options), `${' '.repeat(16)}12345678`)
    assert.equal(writeField(at({ textAlign: 'right' }), options), `${' '.repeat(39)}x`)
  })
})

describe('times', () => {
  const cue = (start: number, end: number): Cue<number> => ({ start, end, textParts: [text('x')] })
  const labels = (document: FrameDocument, options?: EbuStlWriteOptions) =>
    listBlocks(writeEbuStl(document, options).content).map(block => [...block.subarray(5, 13)].join(' '))

  test('are labels in the frames of the file', () => {
    assert.deepEqual(labels(makeDocument([cue(90_001, 90_010)])), ['1 0 0 1 1 0 0 10'])
    assert.deepEqual(labels(makeDocument([cue(1800, 1801)], RATE_29_97)), ['0 1 0 0 0 1 0 1'])
    assert.deepEqual(labels(makeDocument([cue(1800, 1801)], RATE_29_97), { dropFrame: true }), ['0 1 0 2 0 1 0 3'])
    assert.deepEqual(labels(makeDocument([cue(0, 25)]), { isEndInclusive: true }), ['0 0 0 0 0 0 0 24'])
  })

  test('begin with the time code of the programme', () => {
    const { content } = writeEbuStl(makeDocument([cue(25, 50)]), { startTimecode: '10:00:00:00' })
    assert.equal(readField(content, 'TCP'), '10000000')
    assert.equal(readField(content, 'TCF'), '10000100')
    assert.equal(readEbuStl(content).document.cues[0]!.start, 25)
    assert.throws(() => writeEbuStl(makeDocument([]), { startTimecode: 'ten' }), { code: 'malformed-timecode' })
  })

  test('at 50 frames become 25: in earlier, out later, but not over the next cue', () => {
    const document = makeDocument([cue(101, 103), cue(103, 105)], RATE_50)
    assert.deepEqual(labels(document), ['0 0 2 0 0 0 2 1', '0 0 2 1 0 0 2 3'])
    assert.deepEqual(listLosses(document), ['info STL_FRAME_RATE_CONVERTED'])
  })

  test('at a rate that has no format become 25 in real time, and are reported; 24 when asked for', () => {
    const document = makeDocument([cue(24, 48)], RATE_24)
    assert.deepEqual(labels(document), ['0 0 1 0 0 0 2 0'])
    assert.deepEqual(listLosses(document), ['warning STL_FRAME_RATE_CONVERTED'])
    assert.equal(readField(writeEbuStl(document, { diskFormat: 'STL24.01' }).content, 'DFC'), 'STL24.01')
    assert.deepEqual(listLosses(document, { diskFormat: 'STL24.01' }), [])
    assert.equal(readField(writeEbuStl(makeDocument([cue(1, 2)], RATE_30)).content, 'DFC'), 'STL30.01')
  })

  test('in milliseconds go to the nearest frame, told where they moved', () => {
    const write = (start: number) =>
      writeEbuStl({ timing: { unit: 'milliseconds' }, cues: [cue(start, 2000)] }).diagnostics.length
    assert.deepEqual([write(1000), write(1001)], [0, 1])
  })

  test('that cannot be are repaired and told', () => {
    assert.deepEqual(labels(makeDocument([cue(-5, 2_160_000)])), ['0 0 0 0 23 59 59 24'])
    assert.equal(listLosses(makeDocument([cue(-5, 2_160_000)])).length, 3)
    assert.deepEqual(labels(makeDocument([cue(-50, -5), cue(7, 7), cue(9, 8)])), [])
    assert.deepEqual(listLosses(makeDocument([cue(7, 7), cue(9, 8)])), ['error EXPORT_TIMING_REPAIRED'])
    assert.throws(() => writeEbuStl(makeDocument([cue(1.5, 2)])), { code: 'invalid-time' })
  })
})

describe('the header', () => {
  test('says what is given of the programme, and no date of its own', () => {
    const { content } = writeEbuStl(
      { ...say(text('x')), language: 'de-AT' },
      {
        originalProgrammeTitle: 'Žluťoučký kůň',
        publisher: 'A'.repeat(40),
        country: 'AUT',
        creationDate: '261122',
        revisionNumber: 3,
        maxCharacters: 37,
        maxRows: 11,
      },
    )
    const fields = ['CPN', 'DFC', 'DSC', 'CCT', 'LC', 'OPT', 'PUB', 'CO', 'CD', 'RD', 'RN', 'MNC', 'MNR'] as const
    assert.deepEqual(
      fields.map(field => readField(content, field)),
      [
        '850',
        'STL25.01',
        '1',
        '00',
        '08',
        'Zlutouck\xec kun'.padEnd(32),
        'A'.repeat(32),
        'AUT',
        '261122',
        '      ',
        '03',
        '37',
        '11',
      ],
    )
    assert.deepEqual(
      ['TNB', 'TNS', 'TNG', 'TCS', 'TCP', 'TCF', 'TND', 'DSN'].map(field => readField(content, field as 'TNB')),
      ['00001', '00001', '001', '1', '00000000', '00000100', '1', '1'],
    )
    assert.equal(readField(writeEbuStl(say(), { languageCode: 'fr' }).content, 'LC'), '0F')
  })
})

test('cumulative cues become sets, one block for each line that appears later', () => {
  const late = (content: string, start: number): TextPart<number> => ({ type: 'text', content, start })
  const document = makeDocument([
    { start: 25, end: 225, textParts: [text('one'), lineBreak, late('two', 75), lineBreak, late('three', 125)] },
    { start: 300, end: 400, textParts: [text('word '), late('by word', 350)] },
  ])
  const blocks = listBlocks(writeEbuStl(document).content)
  assert.deepEqual(
    blocks.map(block => [block[1], block[4], block[7], block[11], block[13]]),
    [
      [1, 1, 1, 9, 18],
      [2, 2, 3, 9, 20],
      [3, 3, 5, 9, 22],
      [4, 0, 12, 16, 22],
    ],
  )
  assert.deepEqual(listLosses(document), ['warning STYLE_UNSUPPORTED'])
  const [first] = readEbuStl(writeEbuStl(document, { doubleHeight: false }).content).document.cues
  assert.deepEqual(first?.textParts, document.cues[0]!.textParts)
})
