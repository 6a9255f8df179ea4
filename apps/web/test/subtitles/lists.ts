/** Lists of subtitles in tests of the editor's model. */

import type { JsonPatch, SubtitleEntry } from '@rushes/contract'
import { toText } from '../../src/subtitles/model/rich-text.ts'
import { type Rows, toRow } from '../../src/subtitles/model/rows.ts'

export function entry(start: number, end: number, content: string): SubtitleEntry {
  return { start, end, textParts: [{ content }] }
}

export function toRows(...entries: SubtitleEntry[]): Rows {
  return entries.map(toRow)
}

export function textsOf(rows: Rows): string[] {
  return rows.map(row => `${row.entry.start}-${row.entry.end} ${toText(row.entry.textParts)}`)
}

/** Patches a list as the service does: all operations in turn, then in the order of the starts. */
export function applyPatch(entries: readonly SubtitleEntry[], patch: JsonPatch): SubtitleEntry[] {
  let list: SubtitleEntry[] = structuredClone([...entries])
  for (const { op, path, value } of patch) {
    const [place, member] = path.split('/').slice(3)
    if (place === undefined) list = structuredClone(value) as SubtitleEntry[]
    else if (member === undefined) {
      if (op === 'remove') list.splice(Number(place), 1)
      else list.push(structuredClone(value) as SubtitleEntry)
    } else if (op === 'remove') Reflect.deleteProperty(list[Number(place)]!, member)
    else Reflect.set(list[Number(place)]!, member, value)
  }
  return list.toSorted((a, b) => a.start - b.start)
}
