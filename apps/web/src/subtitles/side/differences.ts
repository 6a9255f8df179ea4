/** Where two versions of subtitles differ, and how the one here becomes as the other. */

import type { SubtitleComparison, SubtitleEntry } from '@rushes/contract'
import { insertRow, removeRow, setMembers, shiftEntry } from '../model/edits.ts'
import { toText } from '../model/rich-text.ts'
import type { Row, Rows } from '../model/rows.ts'

/** What both versions say at the same time. */
export type ComparedRow = SubtitleComparison['rows'][number]

export function hasOtherTimes({ entries, otherEntries }: ComparedRow): boolean {
  return (
    entries.length !== otherEntries.length ||
    entries.some(({ start, end }, index) => start !== otherEntries[index]?.start || end !== otherEntries[index].end)
  )
}

export function hasOtherWords({ entries, otherEntries }: ComparedRow): boolean {
  return joinTexts(entries) !== joinTexts(otherEntries)
}

/** Everything that is said, one subtitle below the other. */
export function joinTexts(entries: ComparedRow['entries']): string {
  return entries.map(({ text }) => text).join('\n')
}

/** Whether the version here can become as the other one: of another language it takes the times alone. */
export function mayTake({ entries, otherEntries }: ComparedRow, isSameLanguage: boolean): boolean {
  return isSameLanguage || entries.length === otherEntries.length || entries.length === 0 || otherEntries.length === 0
}

interface Taken {
  /** The subtitles of the other version at the time of the row. */
  readonly theirs: readonly SubtitleEntry[]
  readonly isSameLanguage: boolean
  /** Ids of the regions that there are here. */
  readonly regions: ReadonlySet<string>
}

/**
 * The subtitles here as the other version has them at the time of a row: its times, and its words where it is in the
 * same language. Undefined where the subtitles here are not those that were compared.
 */
export function takeTheirs(
  rows: Rows,
  { entries }: ComparedRow,
  { theirs, isSameLanguage, regions }: Taken,
): Row[] | undefined {
  const mine = entries.map(compared => rows.find(row => isCompared(row, compared)))
  if (!mine.every(row => row !== undefined)) return undefined
  if (mine.length === theirs.length) {
    return mine.reduce(
      (changed, { key, entry }, index) => {
        const { start, end, textParts } = theirs[index]!
        const moved = shiftEntry(entry, start - entry.start)
        return setMembers(changed, key, { ...moved, end, ...(isSameLanguage && { textParts }) })
      },
      [...rows],
    )
  }
  const without = mine.reduce((changed, { key }) => removeRow(changed, key), [...rows])
  return theirs.reduce((changed, entry) => insertRow(changed, toInserted(entry)).rows, without)

  function toInserted({ start, end, textParts = [], region, layout }: SubtitleEntry): SubtitleEntry {
    return {
      start,
      end,
      textParts: isSameLanguage ? textParts : [],
      ...(region !== undefined && regions.has(region) && { region }),
      ...(layout && { layout }),
    }
  }
}

function isCompared({ entry }: Row, { start, end, text }: ComparedRow['entries'][number]): boolean {
  return entry.start === start && entry.end === end && toText(entry.textParts) === text.replaceAll(/\r\n?/g, '\n')
}
