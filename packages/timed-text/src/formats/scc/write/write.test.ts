import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_23_976, RATE_25, RATE_29_97, RATE_59_94 } from '@rushes/timebase'
import type {
  Cue,
  CueLayout,
  FrameDocument,
  TextPart,
  TextStyle,
  TimedTextDocument,
} from '../../../document/document.ts'
import { hasOddParity } from '../line21/codes.ts'
import { readScc } from '../read/read.ts'
import { listCodes, listCues, listSent } from '../testing/files.ts'
import { writeScc } from './write.ts'

const text = (content: string, style?: TextStyle): TextPart<number> => ({
  type: 'text',
  content,
  ...(style && { style }),
})

function documentOf(...cues: readonly Partial<Cue<number>>[]): FrameDocument {
  return {
    timing: { unit: 'frames', rate: RATE_29_97 },
    cues: cues.map(cue => ({ start: 100, end: 200, textParts: [text('Hi')], ...cue })),
    ext: { scc: { dropFrame: false } },
  }
}

/** What is written, and that read again. */
function write(document: TimedTextDocument, options: Parameters<typeof writeScc>[1] = {}) {
  const { content, diagnostics } = writeScc(document, options)
  const read = readScc(content)
  assert.deepEqual(read.diagnostics, [])
  return { content, diagnostics, read: read.document }
}

function listWarnings(document: TimedTextDocument) {
  return listCodes(writeScc(document).diagnostics)
}

describe('the file of SCC', () => {
  test('is a line for each stretch of words, with odd parity', () => {
    const { content } = write(documentOf({}))
    assert.equal(
      content,
      'Scenarist_SCC V1.0\n\n00:00:03:01\t94ae 94ae 9420 9420 9476 9476 9723 9723 c8e9 942f 942f\n\n' +
        '00:00:06:20\t942c 942c\n\n',
    )
    for (const word of content.match(/(?<=[\t ])[\da-f]{4}/g) ?? []) assert.ok(hasOddParity(Number.parseInt(word, 16)))
  })

  test('counts by drop frame where the media does, or the file that was read, or the clock', () => {
    const count = (document: TimedTextDocument, options: Parameters<typeof writeScc>[1] = {}) =>
      /^[\d:]+([:;])\d\d\t/m.exec(writeScc(document, options).content)?.[1]
    const { ext: _ext, ...fresh } = documentOf({})
    const at = (rate: FrameDocument['timing']['rate']) => ({ ...fresh, timing: { unit: 'frames' as const, rate } })
    assert.equal(count(documentOf({})), ':')
    assert.equal(count(fresh), ';')
    assert.equal(count(at(RATE_25)), ';')
    assert.equal(count(at(RATE_23_976)), ':')
    assert.equal(count({ ...documentOf({ start: 1000, end: 2000 }), ext: {}, timing: { unit: 'milliseconds' } }), ';')
    for (const dropFrame of [true, false]) {
      const mark = dropFrame ? ';' : ':'
      assert.equal(count(documentOf({}), { programmeStart: { frames: 0, dropFrame } }), mark)
    }
    assert.equal(count(at(RATE_59_94), { programmeStart: { frames: 0, dropFrame: false } }), ':')
    assert.equal(count(at(RATE_25), { programmeStart: { frames: 0, dropFrame: false } }), ';')
  })

  test('counts from the timecode of the media where that is asked for, and sends nothing before it', () => {
    const programmeStart = { frames: 108_000, dropFrame: false }
    const { content, diagnostics } = write(documentOf({ start: 2, end: 50 }), { timeBase: 'smpte', programmeStart })
    assert.match(content, /\n01:00:00:00\t94ae .*\n\n01:00:01:20\t/)
    assert.deepEqual(listCodes(diagnostics), ['EXPORT_TIMING_REPAIRED 0'])
    const at = (rate: FrameDocument['timing']['rate'], frames: number, dropFrame = false) => {
      const { ext: _ext, ...document } = { ...documentOf({}), timing: { unit: 'frames' as const, rate } }
      const { content } = write(document, { timeBase: 'smpte', programmeStart: { frames, dropFrame } })
      return readScc(content).document.cues[0]!.start
    }
    // 01:00:00:00 and 100 frames of the media
    assert.equal(at(RATE_29_97, 107_892, true), 107_892 + 100)
    assert.equal(at(RATE_23_976, 86_400), 108_000 + 125)
    assert.equal(at(RATE_25, 90_000), 107_892 + 120)
    assert.equal(at(RATE_59_94, 215_784 + 31, true), 107_892 + 15 + 50)
    assert.match(write(documentOf({}), { timeBase: 'media', programmeStart }).content, /\n00:00:03:01\t/)
  })

  test('begins again at midnight, and says so', () => {
    const late = documentOf({ start: 2_592_030, end: 2_592_060 })
    const { content, diagnostics } = writeScc(late)
    assert.match(content, /\n00:00:00:21\t/)
    assert.deepEqual(listCodes(diagnostics), ['EXPORT_TIMING_REPAIRED'])
  })
})

describe('the times of captions of SCC', () => {
  // 47 CFR 15.119(f): EOC shows what was loaded before it.
  test('are kept: EOC at the first frame, EDM at the end unless the next one follows', () => {
    const document = documentOf({}, { start: 200, end: 240, textParts: [text('you')] }, { start: 241, end: 300 })
    const { content, diagnostics, read } = write(document)
    assert.deepEqual(diagnostics, [])
    assert.deepEqual(listCues(read), ['100-200 Hi', '200-240 you', '241-300 Hi'])
    const sent = listSent(content)
    assert.deepEqual(
      [100, 101, 200, 201, 240, 241, 242, 300, 301].map(frame => sent.get(frame)),
      [
        '142f',
        '142f',
        '142f',
        '142f',
        // There is one frame for it.
        '142c',
        '142f',
        '142f',
        '142c',
        '142c',
      ],
    )
  })

  test('are kept where a caption is erased while the next one is loaded', () => {
    for (let end = 180; end <= 200; end++) {
      const document = documentOf({ end }, { start: 200, end: 201, textParts: [text('♪ Été ♪')] })
      const { diagnostics, read } = write(document)
      assert.deepEqual(diagnostics, [])
      assert.deepEqual(listCues(read), [`100-${end} Hi`, '200-201 ♪ Été ♪'])
    }
  })

  test('are later where there is no time to load, which is reported with the cue', () => {
    const { diagnostics, read } = write(documentOf({ start: 1, end: 60 }, { start: 64, end: 120 }))
    assert.deepEqual(listCues(read), ['9-60 Hi', '64-120 Hi'])
    assert.deepEqual(
      diagnostics.map(({ code, message, cueIndex, count }) => [code, message, cueIndex, count]),
      [
        [
          'EXPORT_TIMING_REPAIRED',
          'Captions appear late, up to 8 frames: sending takes a frame for two characters',
          0,
          1,
        ],
      ],
    )
  })

  test('leave out what cannot be loaded before it is over; the caption before it goes in time', () => {
    const { diagnostics, read } = write(
      documentOf(
        {},
        { start: 200, end: 204, textParts: [text('short')] },
        { start: 204, end: 208, textParts: [text('no time')] },
        { start: 220, end: 240 },
      ),
    )
    assert.deepEqual(listCues(read), ['100-200 Hi', '200-204 short', '220-240 Hi'])
    assert.deepEqual(
      diagnostics.map(({ code, severity, cueIndex }) => [code, severity, cueIndex]),
      [['EXPORT_TIMING_REPAIRED', 'error', 2]],
    )
    const late = write(documentOf({ end: 104 }, { start: 104, end: 130, textParts: [text('late')] }))
    assert.deepEqual(listCues(late.read), ['100-104 Hi', '114-130 late'])
  })

  test('go to the nearest frame of 29.97, and no caption is lost by that', () => {
    const other = (rate: FrameDocument['timing']['rate'], start: number, end: number) => {
      const document = { ...documentOf({ start, end }), timing: { unit: 'frames' as const, rate } }
      const { diagnostics, read } = write(document)
      return [...listCues(read), ...listCodes(diagnostics)]
    }
    assert.deepEqual(other(RATE_25, 100, 150), ['120-180 Hi', 'EXPORT_TIMING_REPAIRED 0'])
    assert.deepEqual(other(RATE_59_94, 100, 200), ['50-100 Hi'])
    assert.deepEqual(other(RATE_59_94, 101, 102), ['51-52 Hi', 'EXPORT_TIMING_REPAIRED 0'])
    const milliseconds = { ...documentOf({ start: 4004, end: 5005 }), timing: { unit: 'milliseconds' as const } }
    assert.deepEqual(listCues(write(milliseconds).read), ['120-150 Hi'])
    assert.deepEqual(writeScc(milliseconds).diagnostics, [])
  })

  test('of cues that are shown together make a screen each time that one comes or goes', () => {
    const top: CueLayout = { line: { unit: 'lines', value: 0 } }
    const { diagnostics, read } = write(
      documentOf(
        { end: 300 },
        { start: 150, end: 400, textParts: [text('top')], layout: top },
        { start: 200, end: 250 },
      ),
    )
    assert.deepEqual(listCues(read), ['100-200 Hi', '150-400 top', '200-250 Hi|Hi', '250-300 Hi'])
    assert.deepEqual(listCodes(diagnostics), ['POSITION_APPROXIMATED 2'])
  })
})

describe('the text of captions of SCC', () => {
  const sendText = (...textParts: TextPart<number>[]) => {
    const sent = listSent(write(documentOf({ textParts, layout: { textAlign: 'left' } })).content)
    const words = [...sent].filter(([frame]) => frame < 100).map(([, word]) => word)
    return words.slice(4).join(' ')
  }

  test('pads with nothing before a code, and sends each code twice', () => {
    assert.equal(sendText(text('a♪b')), '1470 1470 6100 1137 1137 6200')
  })

  // CTA-608-E 6.4.2
  test('has a letter before each one that replaces it', () => {
    assert.equal(sendText(text('É')), '1470 1470 4500 1221 1221')
    assert.equal(sendText(text('aÉ')), '1470 1470 6145 1221 1221')
  })

  // 47 CFR 15.119(h)
  test('says a style in the preamble, or in a cell that is a space', () => {
    const italic = { italic: true } as const
    const cyan = { colour: '#00ffff' } as const
    assert.equal(sendText(text('ab', italic)), '146e 146e 6162')
    assert.equal(sendText(text('ab', { ...cyan, underline: true })), '1467 1467 6162')
    assert.equal(sendText(text('ab '), text('cd', italic)), '1470 1470 6162 112e 112e 6364')
    assert.equal(sendText(text('ab', cyan), text(' cd', { ...cyan, ...italic })), '1466 1466 6162 112e 112e 6364')
    assert.equal(sendText(text('ab', italic), text(' cd')), '146e 146e 6162 1120 1120 6364')
    assert.equal(sendText(text('ab', { ...cyan, ...italic })), '1466 1466 112e 112e 6162')
  })

  test('gets a space where a style changes within a word', () => {
    const document = documentOf({ textParts: [text('ab'), text('cd', { italic: true })] })
    assert.deepEqual(listWarnings(document), ['EXPORT_TEXT_ALTERED 0'])
    assert.deepEqual(listCues(write(document).read), ['100-200 ab cd'])
  })

  test('is broken after 32 columns, and ends after 15 rows', () => {
    const words = 'The quick brown fox jumps over the lazy dog'
    const document = documentOf({ textParts: [text(words)] })
    assert.deepEqual(listCues(write(document).read), ['100-200 The quick brown fox jumps over|the lazy dog'])
    assert.deepEqual(listWarnings(document), ['TELETEXT_ROW_OVERFLOW 0'])
    const long = documentOf({ start: 1000, end: 2000, textParts: [text('x'.repeat(500))] })
    assert.deepEqual(listWarnings(long), ['TELETEXT_ROW_OVERFLOW 0', 'TELETEXT_ROW_LIMIT 0', 'TELETEXT_ROW_LIMIT 0'])
    assert.equal(write(long).read.cues[0]?.textParts.length, 29)
  })

  test('has something like each character that line 21 has not, which is reported', () => {
    const { diagnostics, read } = write(documentOf({ textParts: [text('Łódź … 漢`’')] }))
    assert.deepEqual(listCues(read), ["100-200 Lódz ... ?''"])
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => `${code} ${severity}`),
      [
        'UNENCODABLE_CHARACTER warning',
        'UNENCODABLE_CHARACTER warning',
        'UNENCODABLE_CHARACTER warning',
        'UNENCODABLE_CHARACTER error',
        'UNENCODABLE_CHARACTER warning',
        'UNENCODABLE_CHARACTER warning',
      ],
    )
  })

  test('is at the nearest row and column; a region says where a cue is', () => {
    const place = (more: Partial<Cue<number>>) => {
      const regions = [{ id: 'r', origin: { x: 20, y: 10 }, extent: { width: 60, height: 20 } }]
      const { diagnostics, read } = write({ ...documentOf(more), regions })
      return [read.cues[0]?.layout, ...listCodes(diagnostics).filter(code => code.endsWith(' 0'))]
    }
    const at = (percent: number) => ({ percent, align: 'line-left' as const })
    assert.deepEqual(place({}), [undefined])
    for (const layout of [
      { textAlign: 'left' },
      { line: { unit: 'percent', value: 52.67 }, textAlign: 'right' },
      { line: { unit: 'lines', value: 0 }, position: at(35), textAlign: 'left' },
    ] as const) {
      assert.deepEqual(place({ layout }), [layout])
    }
    assert.deepEqual(place({ layout: { position: at(34), textAlign: 'left' } }), [
      { position: at(35), textAlign: 'left' },
      'POSITION_APPROXIMATED 0',
    ])
    assert.deepEqual(place({ layout: { line: { unit: 'lines', value: -1 } } }), [undefined, 'POSITION_APPROXIMATED 0'])
    assert.deepEqual(place({ region: 'r', layout: { textAlign: 'left' } }), [
      { line: { unit: 'lines', value: 0 }, position: at(20), textAlign: 'left' },
      'POSITION_APPROXIMATED 0',
    ])
  })

  test('that is not shown is left out', () => {
    assert.deepEqual(listWarnings(documentOf({ textParts: [] }, { hidden: true }, { end: 100 }, { id: 'a' })), [
      'EXPORT_TEXT_ALTERED 0',
      'COMMENT_DROPPED 1',
      'EXPORT_TIMING_REPAIRED 2',
      'IDENTIFIER_DROPPED 3',
    ])
  })
})
