/** Entries as the editor holds them: each with a key of its own that stays while the entry changes and moves. */

import type { SubtitleEntry } from '@rushes/contract'

export interface Row {
  readonly key: number
  readonly entry: SubtitleEntry
}

/** Rows in the order of their starts, as the service keeps them: those that start together stay as they are. */
export type Rows = readonly Row[]

let lastKey = 0

export function toRow(entry: SubtitleEntry): Row {
  lastKey += 1
  return { key: lastKey, entry }
}

export function sortRows(rows: Rows): Row[] {
  return rows.toSorted((a, b) => a.entry.start - b.entry.start)
}

export function findRow(rows: Rows, key: number | undefined): Row | undefined {
  return key === undefined ? undefined : rows.find(row => row.key === key)
}

/** The rows that are on the picture at a frame; comments are not. */
export function listShown(rows: Rows, frame: number): Row[] {
  const end = countStarted(rows, frame)
  return rows.slice(0, end).filter(({ entry }) => frame < entry.end && !entry.hidden)
}

/** How many rows start at a frame or before it. */
export function countStarted(rows: Rows, frame: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle]!.entry.start <= frame) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether somebody has written a note to colleagues. */
export function hasNotes({ notes = [] }: SubtitleEntry): boolean {
  return notes.some(note => note.trim() !== '')
}

/** Members of an entry that people make; warnings are made by the service. */
export function listMembers(entry: SubtitleEntry): Record<string, unknown> {
  const { warnings: _made, ...members } = entry
  return members
}
