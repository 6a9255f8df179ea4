/** What people do to a list of subtitles. Each function gives a new list; times are frames, `[start, end)`. */

import type { SubtitleEntry } from '@rushes/contract'
import {
  changeText,
  cutParts,
  joinParts,
  type Parts,
  replaceRange,
  replaceRanges,
  type TextRange,
  toText,
} from './rich-text.ts'
import { findRow, type Row, type Rows, sortRows, toRow } from './rows.ts'

function changeRow(rows: Rows, key: number, change: (entry: SubtitleEntry) => SubtitleEntry): Row[] {
  return sortRows(rows.map(row => (row.key === key ? { key, entry: change(row.entry) } : row)))
}

/** Sets members of an entry; undefined takes one away. */
export function setMembers(rows: Rows, key: number, members: EntryChange): Row[] {
  return changeRow(rows, key, entry => withMembers(entry, members))
}

type EntryChange = { readonly [Name in keyof SubtitleEntry]?: SubtitleEntry[Name] | undefined }

function withMembers(entry: SubtitleEntry, members: EntryChange): SubtitleEntry {
  const changed = Object.entries({ ...entry, ...members }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(changed) as SubtitleEntry
}

export function setText(rows: Rows, key: number, text: string): Row[] {
  return changeRow(rows, key, entry => ({ ...entry, textParts: changeText(entry.textParts ?? [], text) }))
}

/** The times without those that a clip does not have: whole frames inside it, at least one of them. */
export function fitTimes(start: number, end: number, frameCount: number): { start: number; end: number } {
  const last = frameCount > 0 ? frameCount : Number.MAX_SAFE_INTEGER
  const first = Math.min(Math.max(0, Math.round(start)), last - 1)
  return { start: first, end: Math.min(Math.max(first + 1, Math.round(end)), last) }
}

/**
 * Where a new subtitle fits from a frame on: in the first gap that leaves `gap` frames to both neighbours, at most two
 * seconds long. Undefined where no gap is left before the end of the clip.
 */
export function findGap(
  rows: Rows,
  frame: number,
  { second, frameCount, gap = 0 }: { second: number; frameCount: number; gap?: number },
): { start: number; end: number } | undefined {
  const least = Math.ceil(second / 4)
  let start = Math.max(0, frame)
  let next = Number.POSITIVE_INFINITY
  for (const { entry } of rows) {
    if (entry.hidden || entry.end + gap <= start) continue
    if (entry.start - gap - start >= least) {
      next = entry.start - gap
      break
    }
    start = entry.end + gap
  }
  if (frameCount > 0 && start >= frameCount) return undefined
  return fitTimes(start, Math.min(start + 2 * second, next), frameCount)
}

export function insertRow(rows: Rows, entry: SubtitleEntry): { rows: Row[]; key: number } {
  const row = toRow(entry)
  return { rows: sortRows([...rows, row]), key: row.key }
}

export function removeRow(rows: Rows, key: number): Row[] {
  return rows.filter(row => row.key !== key)
}

/**
 * Cuts an entry at a place of its text; the time is shared by letters, or cut at `frame` where that lies inside. The
 * halves are `gap` frames apart where there is room. Gives the key of the second half; undefined where the entry is too
 * short to be cut.
 */
export function splitRow(
  rows: Rows,
  key: number,
  at: number,
  { frame, gap = 0 }: { frame?: number | undefined; gap?: number } = {},
): { rows: Row[]; key: number } | undefined {
  const row = findRow(rows, key)
  if (!row || row.entry.end - row.entry.start < 2) return undefined
  const { start, end, textParts = [] } = row.entry
  const [upper, lower] = cutParts(textParts, at)
  const isInside = frame !== undefined && frame > start && frame < end
  const cut = isInside ? frame : start + shareTime(end - start, upper, lower)
  const { id: _id, warnings: _warnings, ...others } = row.entry
  const second = toRow({ ...others, start: cut, textParts: lower })
  const first: Row = { key, entry: { ...row.entry, end: Math.max(start + 1, cut - gap), textParts: upper } }
  return { rows: sortRows(rows.flatMap(each => (each === row ? [first, second] : [each]))), key: second.key }
}

function shareTime(frames: number, upper: Parts, lower: Parts): number {
  const [above, below] = [toText(upper).length, toText(lower).length]
  const share = above + below === 0 ? 0.5 : above / (above + below)
  return Math.min(frames - 1, Math.max(1, Math.round(frames * share)))
}

/** Moves a word over the border to the next entry: the last one on (`by` 1), or the first one of that entry back (-1). */
export function moveWord(rows: Rows, key: number, by: 1 | -1): Row[] | undefined {
  const at = rows.findIndex(row => row.key === key)
  const [upper, lower] = [rows[at], rows[at + 1]]
  if (!upper || !lower) return undefined
  const [above = [], below = []] = [upper.entry.textParts, lower.entry.textParts]
  const source = by > 0 ? above : below
  const text = toText(source)
  const cut = by > 0 ? (/\S+\s*$/.exec(text)?.index ?? -1) : (/^\s*\S+/.exec(text)?.[0].length ?? -1)
  if (cut < 0) return undefined
  const [before, after] = cutParts(source, cut)
  const parts = by > 0 ? [before, joinParts(after, below, ' ')] : [joinParts(above, before, ' '), after]
  return rows.map(row => {
    if (row === upper) return { key, entry: { ...row.entry, textParts: parts[0] ?? [] } }
    return row === lower ? { key: row.key, entry: { ...row.entry, textParts: parts[1] ?? [] } } : row
  })
}

/** Moves a word over the end of the line in which a place lies: the last one down (`by` 1), or the next line's first up. */
export function moveWordOfLine(rows: Rows, key: number, place: number, by: 1 | -1): Row[] | undefined {
  const text = toText(findRow(rows, key)?.entry.textParts)
  const lineEnd = text.indexOf('\n', place)
  const end = lineEnd < 0 ? text.length : lineEnd
  const begin = text.lastIndexOf('\n', place - 1) + 1
  if (by > 0) {
    const blank = text.lastIndexOf(' ', end)
    if (blank <= begin) return undefined
    // The line below takes the word; without one it becomes a line.
    return changeRow(rows, key, entry => {
      const moved = lineEnd < 0 ? (entry.textParts ?? []) : replaceRange(entry.textParts ?? [], end, end + 1, ' ')
      return { ...entry, textParts: replaceRange(moved, blank, blank + 1, '\n') }
    })
  }
  if (lineEnd < 0) return undefined
  const [word = ''] = /^[^ \n]+/.exec(text.slice(end + 1)) ?? []
  const after = end + 1 + word.length
  return changeRow(rows, key, entry => {
    const isWhole = after >= text.length || text[after] === '\n'
    const moved = isWhole ? (entry.textParts ?? []) : replaceRange(entry.textParts ?? [], after, after + 1, '\n')
    return { ...entry, textParts: replaceRange(moved, end, end + 1, ' ') }
  })
}

/** Joins an entry with the one that follows it: one text below the other, from the start of both to their end. */
export function mergeRows(rows: Rows, key: number): Row[] | undefined {
  const at = rows.findIndex(row => row.key === key)
  const [first, second] = [rows[at], rows[at + 1]]
  if (!first || !second) return undefined
  const entry = {
    ...first.entry,
    end: Math.max(first.entry.end, second.entry.end),
    textParts: joinParts(first.entry.textParts ?? [], second.entry.textParts ?? []),
    ...joinNotes(first.entry, second.entry),
  }
  return rows.flatMap(row => (row === first ? [{ key, entry }] : row === second ? [] : [row]))
}

function joinNotes({ notes: above = [] }: SubtitleEntry, { notes: below = [] }: SubtitleEntry) {
  return below.length === 0 ? {} : { notes: [...above, ...below] }
}

/** How far all entries from a start on can be moved: undefined when there are none. */
export function findSlack(rows: Rows, from: number, frameCount: number): { back: number; on: number } | undefined {
  const moved = rows.filter(({ entry }) => entry.start >= from)
  if (moved.length === 0) return undefined
  const first = Math.min(...moved.map(({ entry }) => entry.start))
  const last = Math.max(...moved.map(({ entry }) => entry.end))
  return { back: first, on: frameCount > 0 ? Math.max(0, frameCount - last) : Number.MAX_SAFE_INTEGER - last }
}

/** Moves all entries that start at a frame or behind it. */
export function shiftRows(rows: Rows, from: number, by: number): Row[] {
  return sortRows(rows.map(row => (row.entry.start < from ? row : { ...row, entry: shiftEntry(row.entry, by) })))
}

/** Moves an entry with the times of its parts. */
export function shiftEntry(entry: SubtitleEntry, by: number): SubtitleEntry {
  const shifted = { ...entry, start: entry.start + by, end: entry.end + by }
  if (!entry.textParts?.some(({ start, end }) => start !== undefined || end !== undefined)) return shifted
  const textParts = entry.textParts.map(({ start, end, ...part }) => ({
    ...part,
    ...(start !== undefined && { start: start + by }),
    ...(end !== undefined && { end: end + by }),
  }))
  return { ...shifted, textParts }
}

/** Replaces what was found in several entries. */
export function replaceFound(
  rows: Rows,
  found: readonly { readonly key: number; readonly ranges: readonly TextRange[] }[],
  text: string,
): Row[] {
  const byKey = new Map(found.map(({ key, ranges }) => [key, ranges]))
  return rows.map(row => {
    const ranges = byKey.get(row.key)
    if (!ranges) return row
    return { ...row, entry: { ...row.entry, textParts: replaceRanges(row.entry.textParts ?? [], ranges, text) } }
  })
}
