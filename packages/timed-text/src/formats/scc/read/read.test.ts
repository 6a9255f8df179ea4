import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_29_97 } from '@rushes/timebase'
import type { TextPart, TextStyle } from '../../../document/document.ts'
import { controls, writeMidRow, writePreamble } from '../line21/codes.ts'
import { type FileLine, listCodes, listCues, makeFile, type Words } from '../testing/files.ts'
import { readScc } from './read.ts'

const {
  resumeCaptionLoading: load,
  endOfCaption: show,
  eraseDisplayedMemory: erase,
  eraseNonDisplayedMemory: eraseHidden,
  resumeDirectCaptioning: paint,
  carriageReturn,
  rollUp2,
  rollUp3,
  backspace,
  deleteToEndOfRow,
} = controls

/** Rows from 1, as the standard counts them. */
function at(row: number, column = 0, isUnderlined = false): number {
  return writePreamble({ row: row - 1, attribute: { column, isUnderlined } })
}

function read(...lines: FileLine[]) {
  return readScc(makeFile(...lines))
}

/** What a caption shows that is loaded by these words. */
function readCaption(...words: Words[]) {
  const { document, diagnostics } = read(
    ['00:00:01:00', load, ...words],
    ['00:00:03:10', show, show],
    ['00:00:05:00', erase],
  )
  return { cue: document.cues[0]!, cues: document.cues, diagnostics }
}

function listRuns(parts: readonly TextPart<number>[]): [string, TextStyle?][] {
  return parts.map(part => (part.type === 'text' ? [part.content, ...(part.style ? [part.style] : [])] : ['\n'])) as [
    string,
    TextStyle?,
  ][]
}

describe('the times of SCC', () => {
  // 47 CFR 15.119(f): a pair each frame; pop-on is shown by EOC.
  test('are those of the codes that show and erase a caption, a frame for each word', () => {
    const { document, diagnostics } = read(
      ['00:00:01:00', load, load, at(15), at(15), 'Hi', show, show],
      ['00:00:02:00', erase, erase],
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(document.timing, { unit: 'frames', rate: RATE_29_97 })
    assert.deepEqual(listCues(document), ['35-60 Hi'])
  })

  test('count frames with drop frame and without', () => {
    for (const [timecode, start, dropFrame] of [
      ['00:01:00;02', 1800, true],
      ['00:01:00:02', 1802, false],
      ['01:00:00;00', 107_892, true],
      ['01:00:00:00', 108_000, false],
      ['01;00;00;00', 107_892, true],
      ['01:00:00.00', 107_892, true],
    ] as const) {
      const { document } = read(['00:00:00:00', load, at(15), 'Hi'], [timecode, show, show, erase])
      assert.equal(document.cues[0]?.start, start, timecode)
      assert.deepEqual(read([timecode, load, at(15), 'Hi', show, erase]).document.ext, { scc: { dropFrame } })
    }
  })

  test('of a line that begins while another is sent are later', () => {
    const { document, diagnostics } = read(
      ['00:00:01:00', load, at(15), 'Good evening', show],
      ['00:00:01:05', erase, erase],
    )
    assert.deepEqual(listCues(document), ['38-39 Good evening'])
    assert.deepEqual(listCodes(diagnostics), ['IMPORT_TIMING_REPAIRED 5'])
  })

  test('go on after midnight, and lines out of order are put in order', () => {
    const first: FileLine = ['23:59:59:00', load, at(15), 'Hi', show]
    assert.deepEqual(listCues(read(first, ['00:00:01:00', erase]).document), ['2591973-2592030 Hi'])
    const { document, diagnostics } = read(['00:00:05:00', erase], ['00:00:01:00', load, at(15), 'Hi', show])
    assert.deepEqual(listCues(document), ['33-150 Hi'])
    assert.deepEqual(listCodes(diagnostics), ['TIMING_ORDER 5'])
  })

  test('that no clock shows are carried over, and lines without any are reported', () => {
    const { diagnostics } = readScc(`${makeFile(['00:01:00;00', load])}nothing\n00:00:61:31\t942c\n`)
    assert.deepEqual(listCodes(diagnostics), [
      'IMPORT_TIMING_REPAIRED 3',
      'IMPORT_ENTRY_SKIPPED 5',
      'IMPORT_TIMING_REPAIRED 6',
      'IMPORT_TIMING_REPAIRED 6',
    ])
  })

  test('of a caption that nothing erases end 4 seconds after the last bytes', () => {
    const { document, diagnostics } = read(['00:00:01:00', load, at(15), 'Hi', show])
    assert.deepEqual(listCues(document), ['33-154 Hi'])
    assert.deepEqual(listCodes(diagnostics), ['IMPORT_TIMING_REPAIRED 3'])
  })
})

describe('pop-on captions of SCC', () => {
  // 47 CFR 15.119(i)
  test('take a control code that is repeated at once as one, and a third one as another', () => {
    const { cue } = readCaption(at(15), 'abcd', backspace, backspace, backspace)
    assert.deepEqual(listRuns(cue.textParts), [['ab']])
  })

  test('follow one another, and stay while the same is shown again', () => {
    const { document } = read(
      ['00:00:01:00', load, at(15), 'Hi', show],
      ['00:00:02:00', eraseHidden, load, at(15), 'Yo', show],
      ['00:00:03:00', eraseHidden, load, at(15), 'Yo', show],
      ['00:00:04:00', erase],
    )
    assert.deepEqual(listCues(document), ['33-64 Hi', '64-120 Yo'])
  })

  test('are loaded on what is in the memory, which EOC exchanges, until that is erased', () => {
    const { document } = read(
      ['00:00:01:00', load, at(15), 'Hi', show],
      ['00:00:02:00', load, at(13), 'Yo', show],
      ['00:00:03:00', load, at(14), 'Oh', show, erase],
    )
    assert.deepEqual(listCues(document), ['33-63 Hi', '63-93 Yo', '93-94 Oh|Hi'])
  })

  test('have cells that are deleted, to the end of the row or one back', () => {
    assert.deepEqual(listRuns(readCaption(at(15), 'abcdef', at(15), 'ab', deleteToEndOfRow).cue.textParts), [['ab']])
    assert.deepEqual(listRuns(readCaption(at(15), 'abc', backspace, 'd').cue.textParts), [['abd']])
  })

  // 47 CFR 15.119(f)
  test('stay on column 32, and say so', () => {
    const { cue, diagnostics } = readCaption(at(15, 28), controls.tabOffset1 + 1, 'abcd')
    assert.deepEqual(listRuns(cue.textParts), [['ad']])
    assert.deepEqual(listCodes(diagnostics), ['IMPORT_MARKUP_REPAIRED 3'])
  })

  // 47 CFR 15.119(h)
  test('have colours, italics and underline, from the preamble or a code that takes a cell', () => {
    const mid = (colour: number) => writeMidRow({ colour, isUnderlined: false })
    const italics = writeMidRow({ isItalic: true, isUnderlined: false })
    const red = writePreamble({ row: 14, attribute: { colour: 4, isUnderlined: true } })
    assert.deepEqual(listRuns(readCaption(red, 'ab', mid(0), 'cd', italics, 'ef', mid(3), 'gh').cue.textParts), [
      ['ab', { underline: true, colour: '#ff0000' }],
      [' cd '],
      ['ef ', { italic: true }],
      ['gh', { colour: '#00ffff' }],
    ])
    assert.deepEqual(listRuns(readCaption(red, mid(3), italics, 'ab').cue.textParts), [
      ['ab', { italic: true, colour: '#00ffff' }],
    ])
    assert.deepEqual(listRuns(readCaption(at(15, 0, true), 'ab').cue.textParts), [['ab', { underline: true }]])
    const slanted = writePreamble({ row: 14, attribute: { isItalic: true, isUnderlined: false } })
    assert.deepEqual(listRuns(readCaption(slanted, 'ab').cue.textParts), [['ab', { italic: true }]])
  })

  // 47 CFR 15.119(h)(1)(i), (iii): Flash On takes a cell and leaves the other attributes; a preamble in the midst of a row is
  // for the cursor alone
  test('keep their attributes where they flash, and where the cursor moves on in their row', () => {
    const red = writePreamble({ row: 14, attribute: { colour: 4, isUnderlined: false } })
    const { cue, diagnostics } = readCaption(red, 'ab', controls.flashOn, 'cd')
    assert.deepEqual(listRuns(cue.textParts), [['ab cd', { colour: '#ff0000' }]])
    assert.deepEqual(listCodes(diagnostics), ['IMPORT_SETTING_IGNORED 3'])
    assert.deepEqual(listRuns(readCaption(red, 'abcd', at(15, 8), 'ef').cue.textParts), [
      ['abcd    ef', { colour: '#ff0000' }],
    ])
    assert.deepEqual(listRuns(readCaption(red, 'abcd', at(14, 8), 'ef').cue.textParts), [
      ['        ef'],
      ['\n'],
      ['abcd', { colour: '#ff0000' }],
    ])
  })

  // CTA-608-E 6.2
  test('have backgrounds and black text, whose codes take the space before them', () => {
    assert.deepEqual(
      listRuns(readCaption(at(15), 'a ', 0x1024, 'b ', 0x1025, 'c ', 0x172e, 'd ', 0x172d, 'e').cue.textParts),
      [
        ['a '],
        ['b ', { backgroundColour: '#0000ff' }],
        ['c ', { backgroundColour: '#0000ff80' }],
        ['d ', { colour: '#000000', backgroundColour: '#0000ff80' }],
        ['e', { colour: '#000000', backgroundColour: '#00000000' }],
      ],
    )
  })

  test('are where their rows and columns are', () => {
    const place = (...words: Words[]) => readCaption(...words).cue.layout
    assert.equal(place(at(15, 12), controls.tabOffset1 + 2, 'ab'), undefined)
    assert.deepEqual(place(at(15), 'ab'), { textAlign: 'left' })
    assert.deepEqual(place(at(1, 28), controls.tabOffset1 + 1, 'ab'), {
      line: { unit: 'lines', value: 0 },
      textAlign: 'right',
    })
    assert.deepEqual(place(at(6, 4), 'ab'), {
      line: { unit: 'percent', value: 36.67 },
      position: { percent: 20, align: 'line-left' },
      textAlign: 'left',
    })
    assert.deepEqual(place(at(14, 4), 'abcd', at(15, 4), controls.tabOffset1, 'ab'), {
      position: { percent: 25, align: 'center' },
      textAlign: 'center',
    })
    assert.deepEqual(place(at(14, 4), 'abcd', at(15, 4), controls.tabOffset1 + 1, 'ab'), {
      position: { percent: 30, align: 'line-right' },
      textAlign: 'right',
    })
    const indented = readCaption(at(14, 4), 'abcdefgh', at(15, 4), controls.tabOffset1 + 1, 'ab').cue
    assert.deepEqual(listRuns(indented.textParts), [['abcdefgh'], ['\n'], ['  ab']])
    assert.deepEqual(indented.layout, { position: { percent: 20, align: 'line-left' }, textAlign: 'left' })
  })

  test('are a cue for each part of the screen; a row between two lines is a blank one', () => {
    const { cues } = readCaption(at(1), 'ab', at(3), 'cd', at(15), 'ef')
    assert.deepEqual(
      cues.map(({ textParts }) => listRuns(textParts)),
      [[['ab'], ['\n'], ['\n'], ['cd']], [['ef']]],
    )
  })
})

describe('roll-up and paint-on captions of SCC', () => {
  // 47 CFR 15.119(f)
  test('roll up by so many rows; each screen is a cue', () => {
    const { document, diagnostics } = read(
      ['00:00:01:00', rollUp2, rollUp2, carriageReturn, carriageReturn, at(15), 'aa'],
      ['00:00:02:00', rollUp2, carriageReturn, 'bb'],
      ['00:00:03:00', rollUp3, carriageReturn, 'cc'],
      ['00:00:04:00', rollUp3, carriageReturn, 'dd'],
      ['00:00:05:00', rollUp2],
      ['00:00:06:00', erase],
    )
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(listCues(document), [
      '35-61 aa',
      '61-91 aa|bb',
      '91-121 aa|bb|cc',
      '121-150 bb|cc|dd',
      '150-180 cc|dd',
    ])
  })

  test('say when text came later than the rows above it', () => {
    const { document } = read(
      ['00:00:01:00', rollUp2, at(15), 'aa', carriageReturn],
      ['00:00:02:00', 'bb'],
      ['00:00:03:00', 'cc'],
      ['00:00:04:00', erase],
    )
    assert.deepEqual(document.cues[1], {
      start: 33,
      end: 120,
      textParts: [
        { type: 'text', content: 'aa' },
        { type: 'lineBreak' },
        { type: 'text', content: 'bb', start: 60 },
        { type: 'text', content: 'cc', start: 90 },
      ],
      layout: { textAlign: 'left' },
    })
  })

  test('move with their base row, and begin on an empty screen', () => {
    const { document } = read(
      ['00:00:01:00', load, at(15), 'Hi', show],
      ['00:00:02:00', rollUp2, at(15), 'aa'],
      ['00:00:03:00', at(2)],
      ['00:00:04:00', erase],
    )
    assert.deepEqual(listCues(document), ['33-60 Hi', '62-90 aa', '90-120 aa'])
    assert.deepEqual(document.cues[2]?.layout?.line, { unit: 'percent', value: 15.33 })
  })

  test('appear as they are painted; a line of the file that paints over text ends its cue', () => {
    const { document } = read(
      ['00:00:01:00', paint, paint, at(15), at(15), 'abcd'],
      ['00:00:02:00', paint, at(15), 'wx', at(15), 'yz'],
      ['00:00:03:00', paint, at(14), 'ef', erase],
    )
    assert.deepEqual(listCues(document), ['34-62 abcd', '62-93 ef|yzcd'])
    const over = document.cues[1]?.textParts[0]
    assert.deepEqual(over, { type: 'text', content: 'ef', start: 92 })
  })
})

describe('characters of SCC', () => {
  // 47 CFR 15.119(g)
  test('are ASCII but for ten', () => {
    const { cue } = readCaption(at(15), "I'm*\\^_`{|}~\x7f")
    assert.deepEqual(listRuns(cue.textParts), [["I'máéíóúç÷Ññ█"]])
  })

  test('have a special set of two bytes', () => {
    const all = Array.from({ length: 16 }, (_, index) => 0x1130 + index)
    assert.deepEqual(listRuns(readCaption(at(15), ...all).cue.textParts), [['®°½¿™¢£♪à èâêîôû']])
  })

  // CTA-608-E 6.4.2
  test('have sets of more languages, which replace the character before them', () => {
    const expected = {
      4640: "ÁÉÓÚÜü‘¡*'—©℠•“”",
      4656: 'ÀÂÇÈÊËëÎÏïÔÙùÛ«»',
      4896: 'ÃãÍÌìÒòÕõ{}\\^_|~',
      4912: 'ÄäÖöß¥¤│ÅåØø┌┐└┘',
    }
    for (const [first, characters] of Object.entries(expected)) {
      const words = Array.from({ length: 16 }, (_, index) => ['a', Number(first) + index]).flat()
      assert.deepEqual(listRuns(readCaption(at(15), ...words).cue.textParts), [[characters]])
    }
  })
})

describe('what SCC has besides captions of CC1', () => {
  test('is reported once and left out: other channels, text mode, XDS', () => {
    const { document, diagnostics } = read(
      ['00:00:01:00', load, at(15), 'Hi', 0x1c20, 'no', 0x1420, 'ya', 0x1520, 'no', show],
      ['00:00:02:00', controls.textRestart, at(15), 'no', 0x0105, 'no', erase],
      ['00:00:03:00', controls.resumeTextDisplay, 0x1c2c],
    )
    assert.deepEqual(listCues(document), ['39-65 Hiya'])
    assert.deepEqual(listCodes(diagnostics), [
      'IMPORT_ENTRY_SKIPPED 3',
      'IMPORT_ENTRY_SKIPPED 5',
      'IMPORT_SETTING_IGNORED 5',
    ])
  })

  test('is reported: bytes without odd parity, words that are none, codes that are not known, text in no mode', () => {
    const { document, diagnostics } = readScc(
      'Scenarist_SCC V1.0\n\n00:00:01:00 4142\n00:00:02:00 9420 9470 4142 x 17b0 942f 942c',
    )
    assert.deepEqual(listCues(document), ['65-66 AB'])
    assert.deepEqual(
      diagnostics.map(({ code, line, message }) => `${code} ${line} ${message}`),
      [
        'IMPORT_MARKUP_REPAIRED 3 Words without odd parity, read without it: 1',
        'IMPORT_ENTRY_SKIPPED 3 Text before the first mode of captions was left out',
        'IMPORT_ENTRY_SKIPPED 4 Words that are not four hexadecimal digits: 1',
        'IMPORT_MARKUP_REPAIRED 4 Words without odd parity, read without it: 2',
        'IMPORT_MARKUP_REPAIRED 4 The control code 1730 is not known and was ignored',
      ],
    )
  })

  test('is no file without its first line', () => {
    assert.deepEqual(listCodes(readScc('00:00:01:00\t942c').diagnostics), ['IMPORT_SIGNATURE_MISSING'])
  })
})
