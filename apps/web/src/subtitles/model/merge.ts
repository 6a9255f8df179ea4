/**
 * Two people edit the same list. What was stored last (`base`), what is here (`mine`) and what is stored now (`theirs`)
 * become one list: each change of either side counts, member by member. Where both changed the same member of the same
 * entry otherwise, mine stays here and theirs is reported, for people to decide.
 */

import type { SubtitleEntry } from '@rushes/contract'
import { toText } from './rich-text.ts'
import { listMembers, type Row, type Rows, sortRows, toRow } from './rows.ts'
import { isSame, toCanonicalText } from './same.ts'

export interface Merged {
  /** What is stored now, by the keys of the rows here. */
  readonly base: Rows
  readonly rows: Rows
  /** What others have made of rows that were changed here otherwise. */
  readonly conflicts: ReadonlyMap<number, SubtitleEntry>
  /** Rows that one side has deleted and the other changed; they are kept. */
  readonly kept: number
}

export function mergeLists(base: Rows, mine: Rows, theirs: readonly SubtitleEntry[]): Merged {
  const keys = matchEntries(base, theirs)
  adoptNewRows(base, mine, theirs, keys)
  const newBase = theirs.map((entry, index): Row => {
    const key = keys[index]
    return key === undefined ? toRow(entry) : { key, entry }
  })
  const oldByKey = new Map(base.map(row => [row.key, row.entry]))
  const storedByKey = new Map(newBase.map(row => [row.key, row.entry]))
  const mineKeys = new Set(mine.map(({ key }) => key))
  const conflicts = new Map<number, SubtitleEntry>()
  let kept = 0
  const rows = mine.flatMap(({ key, entry }): Row[] => {
    const old = oldByKey.get(key)
    const stored = storedByKey.get(key)
    if (!old) return [{ key, entry: stored ?? entry }]
    const isMineChanged = !isSameEntry(old, entry)
    if (!stored) {
      if (!isMineChanged) return []
      kept += 1
      return [{ key, entry }]
    }
    if (!isMineChanged) return [{ key, entry: stored }]
    const merged = mergeEntries(old, entry, stored)
    if (merged.isInConflict) conflicts.set(key, stored)
    return [{ key, entry: merged.entry }]
  })
  for (const row of newBase) {
    if (mineKeys.has(row.key)) continue
    const old = oldByKey.get(row.key)
    if (old && isSameEntry(old, row.entry)) continue
    if (old) kept += 1
    rows.push(row)
  }
  return { base: newBase, rows: sortRows(rows), conflicts, kept }
}

function isSameEntry(a: SubtitleEntry, b: SubtitleEntry): boolean {
  return a === b || isSame(listMembers(a), listMembers(b))
}

/** Each member as the side has it that changed it; mine where both did. */
function mergeEntries(old: SubtitleEntry, mine: SubtitleEntry, theirs: SubtitleEntry) {
  const [before, here, there] = [listMembers(old), listMembers(mine), listMembers(theirs)]
  let isInConflict = false
  const members = [...new Set([...Object.keys(here), ...Object.keys(there)])].map(name => {
    const value = here[name]
    if (isSame(before[name], value) || isSame(value, there[name])) return [name, there[name]]
    if (!isSame(before[name], there[name])) isInConflict = true
    return [name, value]
  })
  const { warnings } = theirs
  const entry = Object.fromEntries([...members, ['warnings', warnings]].filter(([, value]) => value !== undefined))
  // Two changes that are good alone may make times that are none together.
  if (entry.start > entry.end) return { entry: mine, isInConflict: true }
  return { entry: entry as SubtitleEntry, isInConflict }
}

/**
 * For each stored entry the key of the row that it was: the same entries first, then those that say the same, then what
 * is shown at the same time, the nearest first.
 */
function matchEntries(base: Rows, theirs: readonly SubtitleEntry[]): (number | undefined)[] {
  const keys: (number | undefined)[] = theirs.map(() => undefined)
  let open = [...base]
  for (const identify of [(entry: SubtitleEntry) => toCanonicalText(listMembers(entry)), toWords]) {
    const waiting = Map.groupBy(open, ({ entry }) => identify(entry))
    for (const [index, entry] of theirs.entries()) {
      if (keys[index] === undefined) keys[index] = waiting.get(identify(entry))?.shift()?.key
    }
    open = [...waiting.values()].flat()
  }
  for (const { row, index } of listNearPairs(open, theirs, keys)) {
    if (keys[index] !== undefined || !open.includes(row)) continue
    keys[index] = row.key
    open = open.filter(other => other !== row)
  }
  return keys
}

/** An entry that was put in here and is stored, as after an answer that got lost, is the same one. */
function adoptNewRows(base: Rows, mine: Rows, theirs: readonly SubtitleEntry[], keys: (number | undefined)[]): void {
  const known = new Set(base.map(({ key }) => key))
  const added = mine.filter(({ key }) => !known.has(key))
  if (added.length === 0) return
  const waiting = Map.groupBy(added, ({ entry }) => toCanonicalText(listMembers(entry)))
  for (const [index, entry] of theirs.entries()) {
    if (keys[index] === undefined) keys[index] = waiting.get(toCanonicalText(listMembers(entry)))?.shift()?.key
  }
}

/** Entries without words are not distinguished by them. */
function toWords({ textParts, start }: SubtitleEntry): string {
  const text = toText(textParts).trim()
  return text === '' ? `at ${start}` : text
}

/** More pairs than that are not compared: such lists have nothing in common. */
const mostPairs = 250_000

function listNearPairs(open: Rows, theirs: readonly SubtitleEntry[], keys: readonly (number | undefined)[]) {
  const free = theirs.map((entry, index) => ({ entry, index })).filter(({ index }) => keys[index] === undefined)
  if (open.length * free.length > mostPairs) return []
  return open
    .flatMap(row =>
      free
        .filter(({ entry }) => entry.start < row.entry.end && row.entry.start < entry.end)
        .map(({ entry, index }) => ({
          row,
          index,
          distance: Math.abs(entry.start - row.entry.start) + Math.abs(entry.end - row.entry.end),
        })),
    )
    .sort((a, b) => a.distance - b.distance)
}
