/** Spotting while the film plays: a key is held down for as long as a subtitle is to be shown. */

import { tell } from '../../design/floating/toasts.tsx'
import { texts } from '../messages.ts'
import { insertRow, setMembers } from '../model/edits.ts'
import { countStarted, findRow } from '../model/rows.ts'
import type { Desk } from './desk.ts'
import { changeTimes } from './times.ts'

/** A key whose press begins something that its release ends; what the keyboard repeats meanwhile counts for nothing. */
function whileHeld(begin: () => (() => void) | undefined): () => void {
  let end: (() => void) | undefined
  return () => {
    if (end) return
    end = begin()
    if (!end) return
    const release = () => {
      removeEventListener('keyup', release)
      removeEventListener('blur', release)
      const finish = end
      end = undefined
      finish?.()
    }
    addEventListener('keyup', release)
    addEventListener('blur', release)
  }
}

/** A new subtitle from the press to the release; one that is still shown ends before it. */
export function spotNew(desk: Desk): () => void {
  return whileHeld(() => {
    const { film, editing, limits } = desk
    if (desk.isReadOnly.value) return undefined
    const start = film.frame.value
    desk.spottedFrom.value = start
    return () => {
      desk.spottedFrom.value = undefined
      const rows = editing.rows.value
      const running = findRow(rows, desk.running.value)
      const before = rows[countStarted(rows, start) - 1]
      const next = rows.find(({ entry }) => entry.start > start)
      const latest = Math.min(
        next ? next.entry.start - limits.minimumGap : Number.POSITIVE_INFINITY,
        film.frameCount || Number.POSITIVE_INFINITY,
      )
      if (latest <= start || (before && before.entry.start >= start)) {
        tell(texts('noGapHere'))
        return
      }
      const end = Math.min(Math.max(film.frame.value + 1, start + limits.minimumDuration), latest)
      const cut = Math.max((before?.entry.start ?? 0) + 1, start - limits.minimumGap)
      const isCut = before !== undefined && before.entry.end > cut
      const freed = isCut ? setMembers(rows, before.key, { end: cut }) : rows
      const region = (running ?? before)?.entry.region
      const { rows: spotted, key } = insertRow(freed, { start, end, ...(region && { region }), textParts: [] })
      editing.change(spotted)
      desk.goOn(key, 0)
    }
  })
}

/** The chosen subtitle gets the time from the press to the release, and the next one is chosen. */
export function spotChosen(desk: Desk): () => void {
  return whileHeld(() => {
    const { film, editing, limits } = desk
    const key = desk.row.value?.key
    if (key === undefined || desk.isReadOnly.value) return undefined
    const start = film.frame.value
    desk.spottedFrom.value = start
    return () => {
      desk.spottedFrom.value = undefined
      const row = findRow(editing.rows.value, key)
      if (!row) return
      // What is chosen next is what came next before its time was another one.
      const next = editing.rows.value[editing.rows.value.indexOf(row) + 1]
      changeTimes(desk, row, start, Math.max(film.frame.value + 1, start + limits.minimumDuration), `spot-${key}`)
      if (next) desk.goOn(next.key, 0)
    }
  })
}
