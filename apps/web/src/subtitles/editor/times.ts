/** Changes of times that buttons, keys and the time line share. */

import { effect } from '@preact/signals'
import type { Film } from '../../player/film.ts'
import { fitTimes, setMembers, shiftEntry } from '../model/edits.ts'
import type { Row } from '../model/rows.ts'
import type { Desk } from './desk.ts'

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

/** Plays frames `[start, end)` and stops on the last one, unless somebody stops the film or goes elsewhere. */
export function playSpan(film: Film, start: number, end: number): void {
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
