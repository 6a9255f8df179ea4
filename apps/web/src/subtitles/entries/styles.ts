/** The look of what is marked in the text of a row. */

import type { Desk } from '../editor/desk.ts'
import { setMembers } from '../model/edits.ts'
import { readStyle, type StyleChange, styleRange, type TextRange, toText } from '../model/rich-text.ts'
import type { Row } from '../model/rows.ts'

/** What of the text is meant by a change of style: what is marked, or all of it. */
export function toStyledRange({ entry }: Row, { from, to }: TextRange): TextRange {
  return from < to ? { from, to } : { from: 0, to: toText(entry.textParts).length }
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
