/** What keys and buttons do, each by its name. */

import { effect } from '@preact/signals'
import { tell } from '../design/toasts.tsx'
import type { ActionName } from './action-names.ts'
import type { Desk } from './desk.ts'
import { texts } from './messages.ts'
import { findGap, fitTimes, insertRow, mergeRows, removeRow, setMembers, shiftEntry, splitRow } from './model/edits.ts'
import { readStyle, type StyleChange, styleRange, type TextRange, toText } from './model/rich-text.ts'
import { countStarted, type Row } from './model/rows.ts'
import { snapToShots } from './shots.ts'

export type Actions = Readonly<Record<ActionName, () => void>>

/** How near a shot change must be for a time to go to it, in seconds. */
const snapSeconds = 0.5

/** Times within the clip; the start stays before the end. */
export function changeTimes(desk: Desk, { key, entry }: Row, start: number, end: number, tag?: string): void {
  const { editing, film } = desk
  const times = fitTimes(start, end, film.frameCount)
  const isMoved = times.start - entry.start === times.end - entry.end
  const change = isMoved ? shiftEntry(entry, times.start - entry.start) : { ...entry, ...times }
  editing.change(setMembers(editing.rows.value, key, change), tag ?? `times-${key}`)
}

/** Moves the ends of a row by frames; one that would leave the clip stays as it is. */
export function nudgeRow(desk: Desk, row: Row, ofStart: number, ofEnd: number): void {
  const [start, end] = [row.entry.start + ofStart, row.entry.end + ofEnd]
  if (start < 0 || end > desk.film.frameCount || start >= end) return
  changeTimes(desk, row, start, end)
}

/** What of the text is meant by a change of style: what is marked, or all of it. */
export function toStyledRange({ entry }: Row, { from, to }: TextRange): TextRange {
  return from < to ? { from, to } : { from: 0, to: toText(entry.textParts).length }
}

export function createActions(desk: Desk): Actions {
  const { editing, film, format } = desk
  const withRow = (act: (row: Row) => void) => () => {
    const row = desk.row.value
    if (row && !desk.isReadOnly.value) act(row)
  }
  const whileEditable = (act: () => void) => () => {
    if (!desk.isReadOnly.value) act()
  }
  const nudge = (ofStart: number, ofEnd: number) => withRow(row => nudgeRow(desk, row, ofStart, ofEnd))
  const step = (by: number) => () => {
    const rows = desk.listed.value
    const at = rows.findIndex(({ key }) => key === editing.chosen.value)
    const fallback = by > 0 ? countStarted(rows, film.frame.value) - 1 : countStarted(rows, film.frame.value)
    desk.show(rows[Math.min(rows.length - 1, Math.max(0, (at < 0 ? fallback : at) + by))])
  }
  const split = (row: Row, at: number, frame?: number) => {
    const result = splitRow(editing.rows.value, row.key, at, frame)
    if (!result) return
    editing.change(result.rows)
    desk.goOn(result.key, 0)
  }
  const merge = (upper: Row | undefined) => {
    const rows = upper && mergeRows(editing.rows.value, upper.key)
    if (!upper || !rows) return
    const before = toText(upper.entry.textParts)
    editing.change(rows)
    desk.goOn(upper.key, before === '' ? 0 : before.length + 1)
  }
  return {
    undo: whileEditable(() => editing.undo()),
    redo: whileEditable(() => editing.redo()),
    saveNow: () => void desk.saver.flush(),
    previous: step(-1),
    next: step(1),
    nextWarning: () => {
      const after = desk.row.value?.entry.start ?? film.frame.value - 1
      desk.show(desk.warned.value.find(({ entry }) => entry.start > after) ?? desk.warned.value[0])
    },
    write: () => {
      const row = desk.row.value
      if (row) desk.write(row.key, toText(row.entry.textParts).length)
    },
    leaveText: () => {
      const list = document.querySelector('.entry-list')
      const place =
        list?.querySelector<HTMLElement>('[data-chosen="true"]') ?? list?.querySelector<HTMLElement>('.virtual')
      place?.focus()
    },
    insert: whileEditable(() => {
      const gap = findGap(editing.rows.value, film.frame.value, desk.second, film.frameCount)
      if (!gap) {
        tell(texts('noGap'))
        return
      }
      if (gap.start !== film.frame.value) {
        film.pause()
        film.seek(gap.start)
      }
      const region = desk.row.value?.entry.region ?? desk.look.styling.region
      const known = desk.look.regions.some(({ id }) => id === region)
      const { rows, key } = insertRow(editing.rows.value, {
        ...gap,
        ...(known && region && { region }),
        textParts: [],
      })
      editing.change(rows)
      desk.write(key, 0)
    }),
    remove: withRow(row => {
      const rows = desk.listed.value
      const at = rows.indexOf(row)
      editing.change(removeRow(editing.rows.value, row.key))
      editing.choose((rows[at + 1] ?? rows[at - 1])?.key)
    }),
    split: withRow(row => split(row, desk.marked.value.from)),
    splitAtPlayhead: withRow(row => {
      const frame = film.frame.value
      if (frame < row.entry.start || frame >= row.entry.end) tell(texts('playheadElsewhere'))
      else split(row, findCut(row), frame)
    }),
    merge: withRow(merge),
    mergeBack: withRow(row => merge(editing.rows.value[editing.rows.value.indexOf(row) - 1])),
    startHere: withRow(row => {
      const { frame } = film
      changeTimes(desk, row, frame.value, Math.max(row.entry.end, frame.value + 1))
    }),
    // The frame that is shown is the last one of the subtitle.
    endHere: withRow(row => {
      const end = film.frame.value + 1
      changeTimes(desk, row, Math.min(row.entry.start, end - 1), end)
    }),
    startEarlier: nudge(-1, 0),
    startLater: nudge(1, 0),
    endEarlier: nudge(0, -1),
    endLater: nudge(0, 1),
    moveEarlier: nudge(-1, -1),
    moveLater: nudge(1, 1),
    snap: withRow(row => {
      const within = Math.round((snapSeconds * format.rate.num) / format.rate.den)
      const { start, end } = snapToShots(row.entry, desk.shots, within, desk.look.shots.outGapFrames)
      changeTimes(desk, row, start, end)
    }),
    italic: withRow(row => toggleStyle(desk, row, 'italic')),
    playEntry: () => {
      const row = desk.row.value
      if (!row) return
      playSpan(film, row.entry.start, row.entry.end)
    },
  }
}

/** Where a text is best cut in two without a cursor: at the line break or blank nearest to its middle. */
function findCut({ entry }: Row): number {
  const text = toText(entry.textParts)
  const places = Array.from(text.matchAll(/\s/g), ({ index }) => index)
  const cost = (at: number) => Math.abs(at - text.length / 2) - (text[at] === '\n' ? text.length : 0)
  return places.sort((a, b) => cost(a) - cost(b))[0] ?? Math.floor(text.length / 2)
}

/** Turns a style on for what is marked, or off where its first letter has it. */
export function toggleStyle(desk: Desk, row: Row, name: 'italic' | 'bold' | 'underline'): void {
  const isOn = readStyle(row.entry.textParts ?? [], toStyledRange(row, desk.marked.value))[name] === true
  setStyle(desk, row, { [name]: isOn ? undefined : true })
}

/** Sets members of style for what is marked; undefined takes one away. */
export function setStyle(desk: Desk, row: Row, style: StyleChange): void {
  const textParts = styleRange(row.entry.textParts ?? [], toStyledRange(row, desk.marked.value), style)
  desk.editing.change(setMembers(desk.editing.rows.value, row.key, { textParts }))
}

/** Plays frames `[start, end)` and stands still on the last one, unless somebody stops the film or goes elsewhere. */
function playSpan(film: Desk['film'], start: number, end: number): void {
  film.pause()
  film.seek(start)
  let hasBegun = false
  const stop = effect(() => {
    const frame = film.frame.value
    const isInside = frame >= start && frame < end
    if (isInside && !hasBegun) {
      hasBegun = true
      film.play()
    } else if (hasBegun && (!isInside || frame === end - 1 || !film.isPlaying.value)) {
      if (isInside || frame >= end) film.pause()
      queueMicrotask(() => stop())
    }
  })
}
