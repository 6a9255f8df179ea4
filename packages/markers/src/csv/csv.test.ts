import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { createSampleRate, RATE_25, RATE_29_97 } from '@rushes/timebase'
import fc from 'fast-check'
import { toCutOfClip } from '../cut.ts'
import { decodeText } from '../decode-text.ts'
import { formats } from '../formats.ts'
import type { TargetClip } from '../read.ts'
import { formatRow, parseRows } from './cells.ts'
import { readCsv } from './read.ts'

const writeCsv = formats.csv.write

const clip: TargetClip = {
  name: 'Interview',
  format: { rate: RATE_25, dropFrame: false },
  startTimecode: 90_000,
  frameCount: 1000,
}
const read = (text: string, target: Partial<TargetClip> = {}) => readCsv(text, { ...clip, ...target })
const framesOf = (text: string) => read(text).markers.map(({ frame, text }) => [frame, text])
const codesOf = (text: string, target?: Partial<TargetClip>) =>
  read(text, target).problems.map(({ line, code }) => [line, code])

describe('cells', () => {
  test('of any text are the same after reading', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'",;\'=+-@\t\r\n aé＝') })
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), rows => {
        const read = parseRows(rows.map(row => formatRow(row)).join(''), ',')
        assert.deepEqual(
          read.map(({ cells }) => cells),
          rows,
        )
      }),
    )
  })

  test('never begin like a formula', () => {
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
      assert.equal(formatRow([`${start}cmd|' /C calc'!A0`]).slice(0, 3), `"'${start}`)
    }
    assert.equal(formatRow(['a=b', '']), '"a=b",""\r\n')
  })

  test('are found as spreadsheets write them', () => {
    const text = 'a,"b ""c""",d\n\n"two\r\nlines",\'x,\r"open'
    assert.deepEqual(parseRows(text, ','), [
      { line: 1, cells: ['a', 'b "c"', 'd'] },
      { line: 3, cells: ['two\r\nlines', "'x", ''] },
      { line: 5, cells: ['open'] },
    ])
  })
})

describe('a table', () => {
  test('has a row for each comment and each reply', () => {
    const markers = [
      {
        frame: 125,
        end: 150,
        text: 'a, "b"\nc',
        author: 'Ann',
        created: 1_700_000_000_000,
        replies: [{ text: '-1', author: 'Bob' }],
      },
      { text: 'all of it' },
    ]
    assert.equal(
      writeCsv(toCutOfClip({ ...clip, markers })),
      [
        '\ufeff"Thread","Kind","Clip","Timecode","Frame","Record","Author","Comment","Created","Duration"',
        '"1","comment","Interview","","","01:00:00:00","","all of it","",""',
        '"2","comment","Interview","01:00:05:00","125","01:00:05:00","Ann","a, ""b""\nc","2023-11-14T22:13:20.000Z","25"',
        '"2","reply","Interview","01:00:05:00","125","01:00:05:00","Bob","\'-1","",""',
        '',
      ].join('\r\n'),
    )
  })

  test('is read whatever the order of its columns, their case, and the separator', () => {
    assert.deepEqual(framesOf('COMMENT,Timecode\nx,01:00:01:00\n'), [[25, 'x']])
    assert.deepEqual(framesOf('frame;User;Notes\r\n7;Ann;x\r\n'), [[7, 'x']])
    assert.deepEqual(framesOf('\ufeffTC\tText\n01:00:00:03\tx, y; z'), [[3, 'x, y; z']])
    assert.deepEqual(framesOf('Timecode,Frame,Comment\n,,whole\n'), [[undefined, 'whole']])
  })

  test('keeps its threads when its rows are sorted', () => {
    const text = 'Thread,Kind,Frame,Comment\n2,reply,9,b2\n1,comment,5,a\n2,comment,9,b\n2,reply,9,b1\n3,reply,1,lost\n'
    const { markers, problems } = read(text)
    assert.deepEqual(
      markers.map(({ text, replies }) => [text, replies.map(({ text, line }) => [text, line])]),
      [
        ['a', []],
        [
          'b',
          [
            ['b2', 2],
            ['b1', 5],
          ],
        ],
      ],
    )
    assert.deepEqual(
      problems.map(({ line, code }) => [line, code]),
      [[6, 'no-thread']],
    )
  })

  test('tells which line is wrong and why', () => {
    const text = [
      'Frame,Timecode,Comment',
      '"1',
      '2",,not a number',
      '1.5,,no whole frame',
      '1000,,behind the end',
      ',1:00:00,no timecode',
      '24,01:00:01:00,contradiction',
      '99999999999999999999,,too large',
      '25,01:00:01:00,right',
    ].join('\n')
    assert.deepEqual(framesOf(text), [[25, 'right']])
    assert.deepEqual(codesOf(text), [
      [2, 'malformed-time'],
      [4, 'malformed-time'],
      [5, 'outside-clip'],
      [6, 'malformed-time'],
      [7, 'contradiction'],
      [8, 'malformed-time'],
    ])
    assert.deepEqual(codesOf('Timecode,Comment\n01:00:00:00,x\n', { format: undefined }), [[2, 'no-frames']])
  })

  const rangesOf = (text: string, target?: Partial<TargetClip>) =>
    read(text, target).markers.map(({ frame, end, text, author }) => [frame, end, text, ...(author ? [author] : [])])

  test('of Premiere Pro keeps names, descriptions and ranges, in UTF-16 too', () => {
    const path = new URL('../../../../../shared/conformance/field/premiere-markers.csv', import.meta.url)
    const text = readFileSync(path, 'utf8')
    const expected = [
      [25, undefined, 'SOUND: hum here'],
      [50, undefined, 'colour too warm'],
      [75, 87, 'VFX 010\nremove boom'],
    ]
    const swap = (bytes: Buffer) => Buffer.from(bytes).swap16()
    const little = Buffer.from(text, 'utf16le')
    const marked = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const bytes of [Buffer.from(text), little, swap(little), marked, swap(marked)]) {
      assert.deepEqual(rangesOf(decodeText(bytes)), expected)
    }
    // ;-labels, as it writes drop frame
    const drop = { format: { rate: RATE_29_97, dropFrame: true }, startTimecode: 107_892 }
    const dropped = 'Marker Name\tDescription\tIn\tOut\tDuration\n\ta\t01;00;05;00\t01;00;06;00\t00;00;01;00\n'
    assert.deepEqual(rangesOf(dropped, drop), [[150, 180, 'a']])
  })

  test('of Resolve, Frame.io, Reaper and services that review is read by their columns', () => {
    const index = '#,Color,Name,Start TC,End TC,Notes\n1,Blue,Look,01:00:01:00,01:00:02:00,too dark\n'
    assert.deepEqual(rangesOf(index), [[25, 50, 'Look\ntoo dark\nColor: Blue']])
    const io = 'Comment,Commenter,Timecode In,Timecode Out,Duration\n"Love, it",Ann,1:00:01:00,1:00:01:10,00:00:00:10\n'
    assert.deepEqual(rangesOf(io), [[25, 35, 'Love, it', 'Ann']])
    const reaper = '#,Name,Start,End,Length\nM1,hum,0:01.000,,\nR1,door,0:02.000,0:03.040,0:01.040\nR2,,1:00:00.000,,\n'
    assert.deepEqual(rangesOf(reaper), [
      [25, undefined, 'hum'],
      [50, 76, 'door'],
    ])
    assert.deepEqual(codesOf(reaper), [[4, 'outside-clip']])
    const service = 'sep=;\r\nTimecode;Name;Notes;Length\r\n01:00:01:00;Same;Same;25\r\n01:00:01:00;;;\r\n'
    assert.deepEqual(rangesOf(service), [
      [25, 50, 'Same'],
      [25, undefined, ''],
    ])
    assert.deepEqual(codesOf('Name,In,Out\na,1:00:01:00,soon\n'), [[2, 'malformed-time']])
    assert.deepEqual(rangesOf('Name,In,Out\na,01:00:39:00,01:05:00:00\n'), [[975, 1000, 'a']])
  })

  test('keeps the colour of a marker in its text', () => {
    for (const [table, text] of [
      ['Name,Start TC,Color\na,01:00:01:00,Blue\n', 'a\nColor: Blue'],
      ['Name;In;Colour\na;01:00:01:00; Rose \n', 'a\nColor: Rose'],
      ['Comment\tTimecode\tMarker Color\n\t01:00:01:00\tRed\n', 'Color: Red'],
      ['Comment,Timecode,Color\na,01:00:01:00,\n', 'a'],
    ] as const) {
      assert.deepEqual(framesOf(table), [[25, text]])
    }
  })

  test('names rows whose end is before their beginning', () => {
    for (const row of [
      '01:00:02:00,01:00:01:24',
      '0:02.000,0:01.000',
      '01:00:02:00,0:01.500',
      '01:00:05:00,01:00:00:00',
    ]) {
      assert.deepEqual(codesOf(`Name,In,Out\na,${row}\n`), [[2, 'contradiction']], row)
    }
    assert.deepEqual(rangesOf('Name,In,Out\na,01:00:02:00,01:00:02:00\n'), [[50, undefined, 'a']])
  })

  test('that was written has the ranges of its markers', () => {
    const markers = [3, 4, 5, 900].map(end => ({ frame: 2, end, text: `until ${end}` }))
    for (const rate of [25, 50, 100, 15]) {
      const own = { ...clip, format: { rate: createSampleRate(rate, 1), dropFrame: false }, startTimecode: 0 }
      const back = read(writeCsv(toCutOfClip({ ...own, markers })), own).markers
      assert.deepEqual(
        back.map(({ frame, end, text }) => [frame, end, text]),
        markers.map(({ frame, end, text }) => [frame, end === 3 ? undefined : end, text]),
      )
    }
  })

  test('without a column for the comment, or for a time, is none', () => {
    for (const text of ['', '\n\n', 'Comment\nx', 'Frame\n1', 'Record,Created\n1,2', '"']) {
      assert.deepEqual(codesOf(text), [[1, 'no-columns']], JSON.stringify(text))
    }
  })
})
