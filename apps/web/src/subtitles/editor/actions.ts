/** What keys and buttons do, each by its name. */

import { tell } from '../../design/floating/toasts.tsx'
import { toggleStyle } from '../entries/styles.ts'
import { texts } from '../messages.ts'
import {
  findGap,
  insertRow,
  mergeRows,
  moveWord,
  moveWordOfLine,
  removeRow,
  setMembers,
  splitRow,
} from '../model/edits.ts'
import { toText } from '../model/rich-text.ts'
import { countStarted, type Row, type Rows } from '../model/rows.ts'
import type { SubtitlePlace } from '../picture/place.ts'
import { snapToShots } from '../timeline/shots.ts'
import type { ActionName } from './action-names.ts'
import { type Desk, isWriting } from './desk.ts'
import { copyEntryLink } from './entry-link.ts'
import { spotChosen, spotNew } from './live-spotting.ts'
import { changeTimes, nudgeRow, playSpan } from './times.ts'

export type Actions = Readonly<Record<ActionName, () => void>>

/** How near a shot change must be for a time to go to it, in seconds. */
const snapSeconds = 0.5

export function createActions(desk: Desk, place: SubtitlePlace): Actions {
  const { editing, film, format, limits } = desk
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
    const result = splitRow(editing.rows.value, row.key, at, { frame, gap: limits.minimumGap })
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
  const moveWords = (move: (rows: Rows, key: number) => Row[] | undefined) =>
    withRow(row => {
      const rows = move(editing.rows.value, row.key)
      if (!rows) return
      const { from } = desk.marked.value
      editing.change(rows)
      desk.goOn(row.key, from)
    })
  /** Goes one step through what was changed; who is writing writes on where it was. */
  const travel = (step: () => void) =>
    whileEditable(() => {
      const before = editing.chosen.value
      step()
      const key = editing.chosen.value
      if (key !== undefined) desk.goOn(key, key === before ? desk.marked.value.from : Number.MAX_SAFE_INTEGER)
    })
  return {
    undo: travel(() => editing.undo()),
    redo: travel(() => editing.redo()),
    saveNow: () => void desk.saver.flush(),
    previous: step(-1),
    next: step(1),
    nextIssue: () => {
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
        list?.querySelector<HTMLElement>('[data-chosen="true"] .entry-pick') ?? list?.querySelector('.virtual')
      if (place instanceof HTMLElement) place.focus({ preventScroll: true })
    },
    insert: whileEditable(() => {
      const { second } = desk
      const { frameCount } = film
      const gap = findGap(editing.rows.value, film.place, { second, frameCount, gap: limits.minimumGap })
      if (!gap) {
        tell(texts('noGap'))
        return
      }
      if (gap.start !== film.place) {
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
      const next = (rows[at + 1] ?? rows[at - 1])?.key
      editing.change(removeRow(editing.rows.value, row.key))
      editing.choose(next)
    }),
    split: withRow(row => split(row, desk.marked.value.from)),
    splitAtPlayhead: withRow(row => {
      const frame = film.place
      if (frame < row.entry.start || frame >= row.entry.end) tell(texts('playheadElsewhere'))
      else split(row, findCut(row), frame)
    }),
    merge: withRow(merge),
    mergeBack: withRow(row => merge(editing.rows.value[editing.rows.value.indexOf(row) - 1])),
    wordDown: moveWords((rows, key) => moveWordOfLine(rows, key, placeOf(desk), 1)),
    wordUp: moveWords((rows, key) => moveWordOfLine(rows, key, placeOf(desk), -1)),
    wordToNext: moveWords((rows, key) => moveWord(rows, key, 1)),
    wordFromNext: moveWords((rows, key) => moveWord(rows, key, -1)),
    startHere: withRow(row => {
      const { place } = film
      changeTimes(desk, row, place, Math.max(row.entry.end, place + 1))
    }),
    // The frame that is shown is the last one of the subtitle.
    endHere: withRow(row => {
      const end = film.place + 1
      changeTimes(desk, row, Math.min(row.entry.start, end - 1), end)
    }),
    chain: withRow(row => {
      const frame = film.place
      const next = editing.rows.value[editing.rows.value.indexOf(row) + 1]
      const end = frame - limits.minimumGap
      if (end <= row.entry.start) {
        tell(texts('chainTooEarly'))
        return
      }
      const ended = setMembers(editing.rows.value, row.key, { end })
      if (!next) {
        editing.change(ended)
        return
      }
      const length = Math.max(next.entry.end - next.entry.start, limits.minimumDuration)
      const until = next.entry.end > frame ? next.entry.end : frame + length
      const last = film.frameCount > 0 ? Math.min(until, film.frameCount) : until
      editing.change(setMembers(ended, next.key, { start: frame, end: Math.max(frame + 1, last) }))
      desk.goOn(next.key, 0)
    }),
    spotNew: spotNew(desk),
    spotChosen: spotChosen(desk),
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
      if (row) playSpan(film, row.entry.start, row.entry.end)
    },
    copyLink: () => {
      const row = desk.row.value
      if (row) copyEntryLink(place, editing.rows.value, row)
    },
  }
}

/** The line that is meant by keys: that of the cursor, or the first one while nobody writes. */
function placeOf(desk: Desk): number {
  return isWriting() ? desk.marked.value.from : 0
}

/** Where a text is best cut in two without a cursor: at the line break or blank nearest to its middle. */
function findCut({ entry }: Row): number {
  const text = toText(entry.textParts)
  const places = Array.from(text.matchAll(/\s/g), ({ index }) => index)
  const cost = (at: number) => Math.abs(at - text.length / 2) - (text[at] === '\n' ? text.length : 0)
  return places.sort((a, b) => cost(a) - cost(b))[0] ?? Math.floor(text.length / 2)
}
