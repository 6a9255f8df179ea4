import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { signal } from '@preact/signals'
import type { SubtitleAnnotation } from '@rushes/contract'
import { RATE_25 } from '@rushes/timebase'
import { findQualityRules } from '@rushes/timed-text'
import { Film } from '../../src/player/film.ts'
import type { Desk } from '../../src/subtitles/editor/desk.ts'
import { findFix, fixAll } from '../../src/subtitles/issues/fixes.ts'
import { rebreak } from '../../src/subtitles/issues/rebreak.ts'
import { countWarnings, describeFinding } from '../../src/subtitles/issues/warnings.ts'
import { Editing } from '../../src/subtitles/model/editing.ts'
import { findGap, moveWord, moveWordOfLine, splitRow } from '../../src/subtitles/model/edits.ts'
import { readLimits } from '../../src/subtitles/model/limits.ts'
import { toText } from '../../src/subtitles/model/rich-text.ts'
import type { Rows } from '../../src/subtitles/model/rows.ts'
import { createDrag, type Dragged } from '../../src/subtitles/timeline/drag.ts'
import { dragSpan } from '../../src/subtitles/timeline/snap.ts'
import { entry, textsOf, toRows } from './lists.ts'

const rules = findQualityRules({ basedOn: 'online', shots: { outGapFrames: 2 } }, undefined, 'en')
assert.ok(rules)
const limits = readLimits(rules, RATE_25)

test('limits are in frames of the clip; where nobody has set rules there are none', () => {
  assert.deepEqual(
    [limits.minimumGap, limits.minimumDuration, limits.maximumDuration, limits.lineLength],
    [2, 21, 175, 42],
  )
  const none = readLimits(undefined, RATE_25)
  assert.deepEqual([none.minimumGap, none.minimumDuration, none.lineLength], [0, 1, Number.POSITIVE_INFINITY])
})

describe('places for new subtitles', () => {
  const rows = toRows(entry(10, 60, 'one'), entry(80, 100, 'two'), entry(103, 150, 'three'))
  const place = (frame: number, frameCount = 500) => findGap(rows, frame, { second: 25, frameCount, gap: 2 })

  test('the gap that they are put in is filled but for the gaps to the neighbours; too narrow ones are passed over', () => {
    assert.deepEqual(place(30), { start: 62, end: 78 })
    assert.deepEqual(place(61), { start: 62, end: 78 })
    assert.deepEqual(place(90), { start: 152, end: 202 })
    assert.deepEqual(place(300), { start: 300, end: 350 })
    assert.equal(place(140, 152), undefined)
  })

  test('the halves of a subtitle are apart', () => {
    const split = splitRow(rows, rows[0]!.key, 2, { frame: 30, gap: 2 })
    assert.deepEqual(textsOf(split!.rows).slice(0, 2), ['10-28 on', '30-60 e'])
  })
})

describe('words', () => {
  const rows = toRows(entry(0, 10, 'The commons were\nnever written down'), entry(10, 20, 'by anyone at all'))
  const [upper, lower] = rows.map(({ key }) => key) as [number, number]
  const said = (changed: Rows | undefined) => changed?.map(row => toText(row.entry.textParts))

  test('go over to the next subtitle and back', () => {
    const moved = moveWord(rows, upper, 1)
    assert.deepEqual(said(moved), ['The commons were\nnever written', 'down by anyone at all'])
    assert.deepEqual(said(moveWord(moved!, upper, -1)), ['The commons were\nnever written down', 'by anyone at all'])
    assert.equal(moveWord(rows, lower, 1), undefined)
  })

  test('go over the end of a line and back, and make a line where there is none', () => {
    const down = moveWordOfLine(rows, upper, 3, 1)
    assert.equal(said(down)?.[0], 'The commons\nwere never written down')
    assert.equal(said(moveWordOfLine(down!, upper, 3, -1))?.[0], 'The commons were\nnever written down')
    assert.equal(said(moveWordOfLine(rows, lower, 0, 1))?.[1], 'by anyone at\nall')
    assert.equal(moveWordOfLine(rows, lower, 0, -1), undefined)
  })
})

describe('dragging', () => {
  const around = { shots: [100, 200], outGap: 2, playhead: 130, before: 50, after: 260, gap: 2 }
  const drag = (side: 'start' | 'end' | 'both', by: number, isFree = false) =>
    dragSpan({
      side,
      from: { start: 110, end: 180 },
      by,
      frameCount: 500,
      around: isFree ? undefined : around,
      within: 5,
    })

  test('sticks to shots, the playhead and the least gap, and to nothing where it is free', () => {
    assert.deepEqual(drag('start', -8), { start: 100, end: 180, point: { edge: 'start', frame: 100, kind: 'shot' } })
    assert.deepEqual(drag('end', 15), { start: 110, end: 198, point: { edge: 'end', frame: 198, kind: 'shot' } })
    assert.deepEqual(drag('start', 18).point?.kind, 'playhead')
    assert.deepEqual(drag('both', -57), { start: 52, end: 122, point: { edge: 'start', frame: 52, kind: 'gap' } })
    assert.deepEqual(drag('start', -8, true), { start: 102, end: 180 })
  })

  test('stops at neighbours and at the ends of the clip, and leaves a frame at least', () => {
    assert.deepEqual(drag('end', 200), { start: 110, end: 258 })
    assert.deepEqual(drag('both', -300), { start: 52, end: 122 })
    assert.deepEqual(drag('both', -300, true), { start: 0, end: 70 })
    assert.deepEqual(drag('start', 300, true), { start: 179, end: 180 })
  })

  test('goes by whole frames with the pointer, shows the frame it comes to, and is one step to undo', () => {
    const subtitles = [entry(20, 60, 'one'), entry(120, 180, 'two'), entry(260, 300, 'three')]
    const editing = new Editing({ id: 1, version: 1, structuredDescription: { subtitles } } as SubtitleAnnotation)
    const film = new Film(RATE_25, 500)
    const desk = {
      editing,
      film,
      isReadOnly: signal(false),
      isSnapping: signal(true),
      shots: [0, 100, 200, 350],
      look: { shots: { outGapFrames: 2 } },
      limits: { minimumGap: 2 },
    } as unknown as Desk
    const perFrame = 5
    const dragging = createDrag(desk, signal<Dragged | undefined>(undefined), () => perFrame)
    const point = (clientX: number, altKey = false) =>
      ({
        clientX,
        altKey,
        button: 0,
        pointerId: 1,
        target: { closest: () => null },
        stopPropagation() {},
      }) as unknown as PointerEvent
    const move = (side: 'start' | 'end' | 'both', frames: number, isFree = false) => {
      const row = editing.rows.value[1]!
      dragging.begin(point(0), row, side)
      dragging.move(point((frames * perFrame) / 2, isFree))
      dragging.move(point(frames * perFrame, isFree))
      dragging.end()
      const { start, end } = editing.rows.value[1]!.entry
      return `${start}-${end} ${film.wanted.value}`
    }
    // Two frames from the shot at 200 that the preset asks for, from 199 on; the next begins at 260.
    assert.equal(move('end', 19), '120-198 197')
    assert.equal(move('end', 100), '120-258 257')
    assert.equal(move('end', 22.4, true), '120-280 279')
    editing.undo()
    assert.equal(move('start', -20.7), '100-258 100')
    assert.equal(move('both', -60), '62-220 62')
    // A click is no drag.
    assert.equal(dragging.wasDragged(), true)
    dragging.begin(point(0), editing.rows.value[1]!, 'both')
    dragging.move(point(2))
    dragging.end()
    assert.equal(dragging.wasDragged(), false)
    desk.isSnapping.value = false
    assert.equal(move('start', 37), '99-220 99')
    for (let step = 0; step < 5; step++) editing.undo()
    assert.deepEqual([textsOf(editing.rows.value)[1], editing.canUndo], ['120-180 two', false])
  })
})

describe('fixes', () => {
  const fix = (rows: Rows, index: number, type: string, shots: readonly number[] = []) =>
    findFix(rows[index]!, type, { rows, shots, limits, look: rules, rate: RATE_25, frameCount: 1000 })
  const fixed = (...args: Parameters<typeof fix>) => {
    const found = fix(...args)
    return found && textsOf(found.rows)
  }

  test('gaps and overlaps: the one before ends earlier, or where it would be too short this one begins later', () => {
    const rows = toRows(entry(0, 50, 'one'), entry(45, 100, 'two'))
    assert.deepEqual(fixed(rows, 1, 'TIMING_OVERLAP'), ['0-43 one', '45-100 two'])
    assert.deepEqual(fixed(toRows(entry(0, 50, 'one'), entry(51, 100, 'two')), 1, 'GAP_TOO_SHORT')?.[0], '0-49 one')
    const short = toRows(entry(40, 60, 'one'), entry(45, 100, 'two'))
    assert.deepEqual(fixed(short, 1, 'TIMING_OVERLAP'), ['40-60 one', '62-100 two'])
    assert.equal(fix(rows, 0, 'TIMING_OVERLAP'), undefined)
  })

  test('reading speed and lengths: as long as needed, as far as there is room', () => {
    const rows = toRows(entry(0, 25, 'a'.repeat(40)), entry(100, 120, 'b'))
    assert.deepEqual(fixed(rows, 0, 'READING_SPEED_CPS')?.[0], `0-50 ${'a'.repeat(40)}`)
    assert.deepEqual(fixed(rows, 1, 'DURATION_TOO_SHORT')?.[1], '100-121 b')
    const tight = toRows(entry(0, 25, 'a'.repeat(40)), entry(27, 60, 'b'))
    assert.equal(fix(tight, 0, 'READING_SPEED_CPS'), undefined)
    assert.deepEqual(fixed(toRows(entry(0, 300, 'a')), 0, 'DURATION_TOO_LONG'), ['0-175 a'])
  })

  test('shots: edges go to them, and what crosses one is left on the side where most of it is', () => {
    assert.deepEqual(fixed(toRows(entry(96, 197, 'a')), 0, 'SHOT_CHANGE_IN', [100, 200]), ['100-198 a'])
    assert.deepEqual(fixed(toRows(entry(150, 300, 'a')), 0, 'SHOT_CHANGE_CROSSED', [200]), ['200-300 a'])
    assert.deepEqual(fixed(toRows(entry(50, 220, 'a')), 0, 'SHOT_CHANGE_CROSSED', [200]), ['50-198 a'])
  })

  test('lines are broken again where the words allow it, with their looks', () => {
    const parts = [
      { content: 'We moved uphill in the winter of ' },
      { content: '1987, cows first.', style: { italic: true } },
    ]
    const broken = rebreak(parts, limits)
    assert.equal(toText(broken), 'We moved uphill in the\nwinter of 1987, cows first.')
    assert.deepEqual(broken?.at(-1), { content: '1987, cows first.', style: { italic: true } })
    assert.equal(rebreak([{ content: 'fits' }], limits), undefined)
    assert.equal(rebreak([{ content: '- One speaks.\n- And another one.' }], limits), undefined)
    assert.equal(rebreak([{ content: 'a'.repeat(60) }], limits), undefined)
    assert.equal(toText(rebreak([{ content: 'one\ntwo\nthree' }], limits)), 'one two three')
  })

  test('what is not to be had is not offered', () => {
    const rows = toRows(entry(0, 50, ''))
    assert.deepEqual(fixed(rows, 0, 'EMPTY_SUBTITLE'), [])
    assert.equal(fix(rows, 0, 'LOW_CONFIDENCE'), undefined)
  })
})

test('all issues of a kind are fixed one after the other, and what cannot be is left', () => {
  const of = (start: number, end: number, text: string, ...types: string[]) => ({
    ...entry(start, end, text),
    warnings: types.map(type => ({ type, severity: type === 'TIMING_OVERLAP' ? 'error' : 'warning' })),
  })
  const rows = toRows(
    of(0, 50, 'one'),
    of(45, 100, 'two', 'TIMING_OVERLAP'),
    of(90, 130, 'three', 'TIMING_OVERLAP', 'GAP_TOO_SHORT'),
    of(131, 160, 'four', 'GAP_TOO_SHORT'),
    of(300, 310, '', 'EMPTY_SUBTITLE'),
    of(311, 312, '', 'EMPTY_SUBTITLE'),
  )
  const scope = { shots: [], limits, look: rules, rate: RATE_25, frameCount: 1000 }
  const overlaps = fixAll('TIMING_OVERLAP', { ...scope, rows })
  assert.equal(overlaps.count, 2)
  assert.deepEqual(textsOf(overlaps.rows).slice(0, 4), ['0-43 one', '45-88 two', '90-130 three', '131-160 four'])
  const empty = fixAll('EMPTY_SUBTITLE', { ...scope, rows })
  assert.deepEqual([empty.count, empty.rows.length], [2, 4])
  assert.equal(fixAll('LOW_CONFIDENCE', { ...scope, rows }).count, 0)
  assert.equal(fixAll('TIMING_OVERLAP', { ...scope, rows: toRows(of(5, 9, 'first', 'TIMING_OVERLAP')) }).count, 0)
  const { bySeverity, byType } = countWarnings(rows.map(({ entry }) => entry))
  assert.deepEqual(bySeverity, { error: 2, warning: 4, info: 0 })
  assert.deepEqual(
    [...byType],
    [
      ['TIMING_OVERLAP', 2],
      ['GAP_TOO_SHORT', 2],
      ['EMPTY_SUBTITLE', 2],
    ],
  )
})

test('what a rule found is said by its code; what readers and writers report is left to their own words', () => {
  assert.equal(describeFinding({ type: 'STYLE_UNSUPPORTED', value: 1 }), 'A style that the preset does not allow (1)')
  assert.equal(describeFinding({ type: 'TIMING_ORDER', entry: 3, value: -2 }), 'Ends before it starts (-2)')
  const message = 'A cue starts before the one that precedes it'
  assert.equal(describeFinding({ type: 'TIMING_ORDER', severity: 'warning', message, line: 7 }), undefined)
  assert.equal(describeFinding({ code: 'STYLE_UNSUPPORTED', severity: 'info', message, count: 2 }), undefined)
  assert.equal(describeFinding({ type: 'IMPORT_MARKUP_REPAIRED', message }), undefined)
})
