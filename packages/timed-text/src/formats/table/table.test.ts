import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, RATE_29_97 } from '@rushes/timebase'
import fc from 'fast-check'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import type { Cue, FrameDocument, MillisecondDocument, TextPart } from '../../document/document.ts'
import { toFrameDocument, toMillisecondDocument } from '../../document/times.ts'
import { formatCsvRow, readCsvRows } from '../../text/csv.ts'
import { appendText } from '../../text/text-parts.ts'
import { detectFormat } from '../detect-format.ts'
import { parseColumns } from './columns.ts'
import { csv, xlsx } from './index.ts'

function cue(start: number, end: number, content: string, speaker?: string): Cue<number> {
  const textParts: TextPart<number>[] = []
  appendText(textParts, content, speaker === undefined ? undefined : { speaker }, undefined)
  return { start, end, textParts }
}
const document = (...cues: Cue<number>[]): MillisecondDocument => ({ timing: { unit: 'milliseconds' }, cues })
const listProblems = (text: string) =>
  csv.read(text, { rate: RATE_25 }).diagnostics.map(({ code, line }) => `${line} ${code}`)

// RFC 4180, section 2
describe('the cells of a table', () => {
  test('of any text are the same after reading', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'",;\'=+-@\t\r\n aé＝') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), rows => {
        const read = [...readCsvRows(rows.map(formatCsvRow).join(''), ',')]
        assert.deepEqual(
          read.map(({ cells }) => cells),
          rows,
        )
      }),
    )
  })

  test('never begin like a formula', () => {
    for (const start of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      assert.equal(formatCsvRow([`${start}1`, `'${start}1`]), `'${start}1,''${start}1\r\n`)
    }
    assert.equal(formatCsvRow(["'tis", 'a=b']), "'tis,a=b\r\n")
  })

  test('are found as spreadsheets write them', () => {
    assert.deepEqual(
      [...readCsvRows('a;"b ""c""";d\n\n"two\r\nlines";"x"y\r"open;', ';')],
      [
        { line: 1, cells: ['a', 'b "c"', 'd'] },
        { line: 3, cells: ['two\r\nlines', 'xy'] },
        { line: 5, cells: ['open;'] },
      ],
    )
  })
})

describe('a table for translators', () => {
  const source: FrameDocument = {
    timing: { unit: 'frames', rate: RATE_25 },
    cues: [cue(25, 50, '- Hello, "you"\n- Yes', 'Anna'), cue(60, 85, 'Two')],
  }
  const start = { timeBase: 'smpte', programmeStart: { frames: 90_000, dropFrame: false } } as const
  const translations = [
    { language: 'fr', document: document(cue(2500, 3300, 'Deux'), cue(2000, 2100, 'Perdu')) },
    { language: 'nl', document: document() },
  ]
  const media = { rate: RATE_25, start: start.programmeStart, frameCount: 1000 }

  test('has a row for each subtitle, and a column for each language', () => {
    const { content, diagnostics } = csv.write(source, { ...start, translations })
    assert.equal(
      content,
      [
        '\ufeffNumber,In,Out,Duration,Speaker,Text,fr,nl',
        '1,01:00:01:00,01:00:02:00,1.000,Anna,"\'- Hello, ""you""\n- Yes",,',
        '2,01:00:02:10,01:00:03:10,1.000,,Two,Deux,',
        '',
      ].join('\r\n'),
    )
    assert.deepEqual(
      diagnostics.map(({ code, severity }) => [code, severity]),
      [['EXPORT_TIMING_REPAIRED', 'error']],
    )
    const bytes = new TextEncoder().encode(content)
    const format = detectFormat(bytes)
    assert.equal(format?.id, 'csv')
    const read = format.read(bytes, { media })
    assert.deepEqual([read.document, read.diagnostics.map(({ severity }) => severity)], [source, ['info']])
    assert.deepEqual(csv.read(content, { rate: RATE_25, language: 'FR' }).document, {
      ...source,
      language: 'FR',
      cues: [cue(90_060, 90_085, 'Deux')],
    })
    assert.deepEqual(csv.read(content, { language: 'nl' }).document.cues, [])
    assert.equal(csv.read(content, { language: 'de' }).document.cues.length, 2)
  })

  test('is the same as a workbook, which other programs change', () => {
    const { content } = xlsx.write(source, { ...start, translations })
    assert.equal(detectFormat(content)?.id, 'xlsx')
    assert.deepEqual(xlsx.read(content, { rate: RATE_25, language: 'fr' }).document.cues, [cue(90_060, 90_085, 'Deux')])
    const files = unzipSync(content)
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    // ISO/IEC 29500-1, 18.3.1.4: shared strings, numbers and rows that are left out
    const changed = sheet
      .replace(/<row r="3">.*<\/row>/, '')
      .replace(/t="inlineStr"><is><t[^>]*>01:00:01:00<\/t><\/is>/, '><v>1.1574074074074073E-5</v>')
      .replace(/t="inlineStr"><is><t[^>]*>01:00:02:00<\/t><\/is>/, '><v>0.0000236111</v>')
      .replace(/t="inlineStr"><is><t[^>]*>Text<\/t><\/is>/, 't="s"><v>0</v>')
    files['xl/worksheets/sheet1.xml'] = strToU8(changed.replaceAll(/(<\/?)(?=\w)/g, '$1x:'))
    files['xl/sharedStrings.xml'] = strToU8('<sst><si><r><t>Te</t></r><rPh><t>?</t></rPh><r><t>xt</t></r></si></sst>')
    const read = xlsx.read(zipSync(files))
    assert.deepEqual([read.document.cues, read.diagnostics], [[cue(1000, 2040, '- Hello, "you"\n- Yes', 'Anna')], []])
  })

  test('is the same after reading, whatever is said', () => {
    const content = fc.string({ unit: fc.constantFrom(...'ab=+-@\'",;\t\n é<&_x000D\u0001\u{1f600}') })
    const rows = fc.array(fc.tuple(fc.nat(1e6), fc.integer({ min: 1, max: 9999 }), content), { maxLength: 8 })
    fc.assert(
      fc.property(
        rows,
        fc.constantFrom(undefined, RATE_25, RATE_29_97),
        fc.constantFrom(csv, xlsx),
        (rows, rate, format) => {
          const cues = rows.map(([start, length, text]) => cue(start, start + length, text))
          const sorted = cues.toSorted((a, b) => a.start - b.start)
          const timing = rate ? { unit: 'frames' as const, rate } : { unit: 'milliseconds' as const }
          const programmeStart = { frames: 107_892, dropFrame: rate === RATE_29_97 }
          const written = format.write({ timing, cues }, { programmeStart })
          assert.ok(written.diagnostics.every(({ severity }) => severity === 'info'))
          const { document } = format.read(written.content, rate ? { rate } : {})
          assert.deepEqual((rate ? toFrameDocument(document, rate) : document).cues, sorted)
        },
      ),
    )
  })

  test('is read whatever the order of its columns, their case, and the separator', () => {
    for (const text of [
      'TEXT,out,In\nx,0:00:02.0,0:00:01\n',
      'end;start;Text\r\n00:00:02:00;00:00:01:00;x\r\n',
      '\ufeffIn\tOut\tText\n00:00:01,000\t00:00:02,000\tx',
    ]) {
      const { document: read, diagnostics } = csv.read(text, { rate: RATE_25 })
      assert.deepEqual([toMillisecondDocument(read).cues, diagnostics], [[cue(1000, 2000, 'x')], []])
    }
  })

  test('has the columns of somebody else', () => {
    const columns = parseColumns('start: TC von, end:TC bis,text:Deutsch,number:,duration:')!
    const { content } = csv.write(source, { columns })
    assert.equal(content.split('\r\n')[0], '\ufeffTC von,TC bis,Speaker,Deutsch')
    assert.deepEqual(csv.read(content, { rate: RATE_25, columns }).document, source)
    assert.equal(csv.read(content).diagnostics[0]?.code, 'IMPORT_SIGNATURE_MISSING')
    for (const none of ['', 'text', 'start', 'Foo:a', 'text:a,b']) assert.equal(parseColumns(none), undefined)
  })

  test('without a rate counts timecode at 25 frames, and reports it', () => {
    const { document: read, diagnostics } = csv.read('In,Out,Text\n00:00:01:05,00:00:02:00,x\n')
    assert.deepEqual(read.timing, { unit: 'frames', rate: RATE_25 })
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['IMPORT_TIMING_REPAIRED'],
    )
  })

  test('with what cannot be read reports its line', () => {
    const head = 'In,Out,Text,What is this?,fr\n'
    assert.deepEqual(listProblems(`${head}1,2,a\n00:00:01:25,00:00:02:00,"b\nc"\n0:00:02.0,0:00:01.0,d\n,,,,\n`), [
      '1 IMPORT_SETTING_IGNORED',
      '2 IMPORT_ENTRY_SKIPPED',
      '3 IMPORT_ENTRY_SKIPPED',
      '5 TIMING_ORDER',
    ])
    assert.deepEqual(listProblems('Text\na\n'), ['1 IMPORT_SIGNATURE_MISSING'])
    assert.deepEqual(listProblems(''), ['1 IMPORT_SIGNATURE_MISSING'])
    for (const bytes of [new Uint8Array(), strToU8('PK\x03\x04xl/'), zipSync({ a: strToU8('a') })]) {
      assert.equal(xlsx.read(bytes).diagnostics[0]?.code, 'IMPORT_SIGNATURE_MISSING')
    }
  })

  test('that unpacks to more than any table is not read', () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(65 * 1024 * 1024) })
    const { diagnostics } = xlsx.read(bomb)
    assert.match(diagnostics[0]!.message, /unpacks to more/)
  })

  test('of any text gives subtitles, never an exception', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('In,Out,Text\n', '"', ',', ';', '\t', '\r\n', '0:00:01.0', '99:99:99:99'),
    )
    fc.assert(
      fc.property(fc.array(piece), pieces => {
        for (const head of ['', 'In,Out,Text,fr\n']) csv.read(head + pieces.join(''), { rate: RATE_25 })
      }),
    )
  })

  test('says what it cannot hold', () => {
    const styled: Cue<number> = {
      ...cue(0, 1000, 'a'),
      textParts: [{ type: 'text', content: 'a', style: { italic: true } }],
      layout: { textAlign: 'left' },
      notes: ['n'],
    }
    const { content, diagnostics } = csv.write(document(styled, { ...styled, hidden: true }))
    assert.equal(content.split('\r\n').length, 3)
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['STYLE_UNSUPPORTED', 'POSITION_APPROXIMATED', 'COMMENT_DROPPED', 'COMMENT_DROPPED'],
    )
  })
})
