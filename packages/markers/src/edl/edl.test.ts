import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RATE_25, RATE_29_97, RATE_59_94, type TimecodeFormat } from '@rushes/timebase'
import { toCutOfClip } from '../cut.ts'
import { formats } from '../formats.ts'
import type { TargetClip } from '../read.ts'
import { readEdl } from './read.ts'

const writeEdl = formats.edl.write

const pal: TimecodeFormat = { rate: RATE_25, dropFrame: false }
const drop: TimecodeFormat = { rate: RATE_29_97, dropFrame: true }
const clip: TargetClip = { name: 'Interview', format: pal, startTimecode: 90_000, frameCount: 1000 }

const read = (lines: string[], target: Partial<TargetClip> = {}) => readEdl(lines.join('\r\n'), { ...clip, ...target })
const framesOf = (lines: string[], target?: Partial<TargetClip>) =>
  read(lines, target).markers.map(({ frame, text }) => [frame, text])
const codesOf = (lines: string[], target?: Partial<TargetClip>) =>
  read(lines, target).problems.map(({ line, code }) => [line, code])

describe('an edit list', () => {
  test('has an event for the clip and a locator for each marker', () => {
    const markers = [
      { frame: 125, text: 'ANIM FIX NEEDED' },
      { frame: 126, text: 'two\nlines', author: 'Ann', replies: [{ text: 'I see', author: 'Bob' }] },
    ]
    assert.equal(
      writeEdl(toCutOfClip({ ...clip, markers })),
      [
        'TITLE: Interview',
        'FCM: NON-DROP FRAME',
        '',
        '001  AX       V     C        01:00:00:00 01:00:40:00 01:00:00:00 01:00:40:00',
        '* FROM CLIP NAME: Interview',
        '* LOC: 01:00:05:00 RED     ANIM FIX NEEDED',
        '* LOC: 01:00:05:01 RED     two lines / Bob: I see',
        '* MARKER: {"text":"two\\nlines","author":"Ann","replies":[{"text":"I see","author":"Bob"}]}',
        '',
      ].join('\r\n'),
    )
  })

  test('counts drop frame where the clip does, and passes midnight', () => {
    const late = { name: 'Late', format: drop, startTimecode: 2_589_408 - 10, frameCount: 60 }
    const file = writeEdl(
      toCutOfClip({
        ...late,
        markers: [
          { frame: 9, text: 'a' },
          { frame: 10, text: 'b' },
        ],
      }),
    )
    assert.match(file, /FCM: DROP FRAME/)
    assert.match(file, / 23:59:59;20 00:00:01;20 23:59:59;20 00:00:01;20\r$/m)
    assert.match(file, /LOC: 23:59:59;29 RED {5}a\r\n\* LOC: 00:00:00;00 RED {5}b/)
    assert.deepEqual(
      readEdl(file, late).markers.map(({ frame }) => frame),
      [9, 10],
    )
  })

  test('of sound has sound events', () => {
    assert.match(writeEdl(toCutOfClip({ ...clip, isSound: true, markers: [] })), /^001 {2}AX {7}A {5}C /m)
  })
})

describe('reading', () => {
  test('takes locators with and without colour, text, event and spaces', () => {
    const lines = [
      '*LOC: 01:00:01:00 red   lower case',
      '* LOC:   01:00:02:00 CYAN',
      '* LOC: 01:00:03:00   no colour at all  ',
      '* loc: 01:00:04:00',
      '* LOC: 01:00:05:00x no timecode',
      '* LOCATOR: 01:00:05:00 RED no locator',
    ]
    assert.deepEqual(framesOf(lines), [
      [25, 'lower case'],
      [50, ''],
      [75, 'no colour at all'],
      [100, ''],
    ])
  })

  test('leads a record timecode back to the clip through the event above', () => {
    const lines = [
      '000001  REEL1 V C        01:00:10:00 01:00:20:00 10:00:00:00 10:00:10:00',
      '* LOC: 10:00:01:00 RED     in the event',
      '* LOC: 01:00:01:00 RED     outside of it, so in the clip',
    ]
    assert.deepEqual(framesOf(lines), [
      [275, 'in the event'],
      [25, 'outside of it, so in the clip'],
    ])
  })

  test('takes only the events of this clip when there are several', () => {
    const lines = [
      '001  AX V C 01:00:00:00 01:00:10:00 10:00:00:00 10:00:10:00',
      '* FROM CLIP NAME: Interview',
      '* LOC: 10:00:01:00 RED     mine',
      '* LOC: 23:00:01:00 RED     nowhere',
      '002  AX V C 01:00:00:00 01:00:10:00 10:00:10:00 10:00:20:00',
      '* FROM CLIP NAME: Other',
      '* LOC: 10:00:11:00 RED     not mine',
    ]
    assert.deepEqual(framesOf(lines), [[25, 'mine']])
    assert.deepEqual(codesOf(lines), [
      [4, 'other-clip'],
      [7, 'other-clip'],
    ])
    assert.deepEqual(framesOf(lines.slice(4), { name: 'Renamed' }), [[25, 'not mine']], 'one clip may have a new name')
  })

  test('takes the markers of a list that Resolve wrote: the notes, and a name that somebody gave', () => {
    const lines = [
      'TITLE: Timeline 1',
      'FCM: NON-DROP FRAME',
      '',
      '001  001      V     C        01:00:01:00 01:00:01:01 01:00:01:00 01:00:01:01  ',
      ' |C:ResolveColorBlue |M:Look here |D:1',
      '',
      '002  001      V     C        01:00:02:00 01:00:02:01 01:00:02:00 01:00:02:01  ',
      'too loud |C:ResolveColorGreen |M:Marker 2 |D:25',
      '003  001      V     C        01:00:03:00 01:00:03:01 01:00:03:00 01:00:03:01  ',
      'a |b| c |C:ResolveColorRed |M:Sound |D:1',
    ]
    assert.deepEqual(framesOf(lines), [
      [25, 'Look here'],
      [50, 'too loud'],
      [75, 'Sound\na |b| c'],
    ])
    assert.deepEqual(
      read(lines).markers.map(({ end }) => end),
      [undefined, 75, undefined],
      'its duration is a range',
    )
  })

  test('has the duration of a marker of Resolve as its range, as far as the clip goes', () => {
    for (const [note, end] of [
      ['|D:2', 27],
      ['|D: 250 ', 275],
      ['|D:5000', 1000],
      ['|D:1', undefined],
      ['|D:0', undefined],
      ['|D:', undefined],
      ['', undefined],
    ] as const) {
      const event = '001  001      V     C        01:00:01:00 01:00:01:01 01:00:01:00 01:00:01:01  '
      const { markers, problems } = read([event, ` |C:ResolveColorBlue |M:Look ${note}`])
      assert.deepEqual([markers.map(({ frame, end }) => [frame, end]), problems], [[[25, end]], []], note)
    }
  })

  test('believes a note only as long as the locator above says the same', () => {
    const note = '* MARKER: {"text":"two\\nlines","author":"Ann"}'
    const changed = read(['* LOC: 01:00:01:00 RED     two linesX', note]).markers[0]
    assert.deepEqual([changed?.text, changed?.author], ['two linesX', undefined])
    const moved = read(['* LOC: 01:00:02:00 RED     two lines', note]).markers[0]
    assert.deepEqual([moved?.frame, moved?.text, moved?.author], [50, 'two\nlines', 'Ann'])
    const apart = read(['* LOC: 01:00:02:00 RED     two lines', '', note]).markers[0]
    assert.equal(apart?.author, undefined)
    for (const odd of ['{', '[]', 'null', '{"text":1}', '{"text":"x","replies":"y"}', '{"text":"x","author":{}}']) {
      assert.equal(read(['* LOC: 01:00:02:00 RED     x', `* MARKER: ${odd}`]).markers[0]?.text, 'x', odd)
    }
  })

  test('tells where a time is wrong', () => {
    const lines = [
      '* LOC: 01:00:61:00 RED     no such second',
      '* LOC: 01:00:00:25 RED     no such frame at 25',
      '* LOC: 01:00:40:00 RED     behind the end',
      '* LOC: 00:59:59:24 RED     before the start',
      '* LOC: 01:00:39:24 RED     the last frame',
    ]
    assert.deepEqual(framesOf(lines), [[999, 'the last frame']])
    assert.deepEqual(codesOf(lines), [
      [1, 'malformed-time'],
      [2, 'malformed-time'],
      [3, 'outside-clip'],
      [4, 'outside-clip'],
    ])
    assert.deepEqual(framesOf(lines.slice(2, 3), { frameCount: 0 }), [[1000, 'behind the end']], 'an end not known yet')
    assert.deepEqual(codesOf(lines.slice(3, 4), { frameCount: 0 }), [[1, 'outside-clip']])
    assert.deepEqual(codesOf(lines.slice(4), { format: undefined }), [[1, 'no-frames']])
  })

  test('does not mix drop frame with non-drop frame', () => {
    const semicolons = ['* LOC: 00:01:00;02 RED     x']
    const declared = ['FCM: DROP FRAME', '* LOC: 00:01:00:02 RED     x']
    const plain = ['FCM: NON-DROP FRAME', '* LOC: 00:01:00:02 RED     x']
    const silent = plain.slice(1)
    const at = (dropFrame: boolean, rate = RATE_29_97) => ({
      format: { rate, dropFrame },
      startTimecode: 0,
      frameCount: 0,
    })
    for (const lines of [semicolons, declared, silent]) assert.deepEqual(framesOf(lines, at(true)), [[1800, 'x']])
    for (const lines of [plain, silent]) assert.deepEqual(framesOf(lines, at(false)), [[1802, 'x']])
    assert.deepEqual(codesOf(semicolons, at(false)), [[1, 'other-counting']])
    assert.deepEqual(codesOf(declared, at(false)), [[2, 'other-counting']])
    assert.deepEqual(codesOf(plain, at(true)), [[2, 'other-counting']])
    assert.deepEqual(framesOf(['* LOC: 00:01:00;04 RED     x'], at(true, RATE_59_94)), [[3600, 'x']])
    assert.deepEqual(codesOf(['* LOC: 00:01:00;00 RED     skipped'], at(true)), [[1, 'malformed-time']])
    assert.deepEqual(framesOf(declared, at(false, RATE_25)), [[1502, 'x']], 'at 25 there is one way to count')
  })
})
