import type { CueLayout } from '../../../document/document.ts'
import type { Characters } from './characters.ts'

/** Cells of a teletext row. */
export const rowCells = 40

/** Controls before a row differ by so many cells. */
const tolerance = 3

/**
 * How lines look aligned whose presentation is to stay unchanged: by the cells that stand free on both sides of the
 * widest. Undefined for the middle.
 */
export function findUnchangedAlign(field: string, characters: Characters): CueLayout['textAlign'] | undefined {
  let left = rowCells
  let right = rowCells
  for (const row of field.split('\x8a')) {
    const [first, last] = findText(row, characters)
    if (first < 0) continue
    left = Math.min(left, first)
    right = Math.min(right, rowCells - 1 - last)
  }
  if (Math.abs(left - right) <= tolerance) return undefined
  return left < right ? 'left' : 'right'
}

/** The cells of the first and the last character of a row; accents and the codes of open subtitles take none. */
function findText(row: string, { decode, marks }: Characters): [first: number, last: number] {
  let cell = 0
  let first = -1
  let last = -1
  for (let index = 0; index < row.length; index++) {
    const byte = row.charCodeAt(index)
    if ((byte >= 0x80 && byte < 0xa0) || marks[byte] !== undefined) continue
    if (byte > 0x20 && decode[byte] !== '') {
      if (first < 0) first = cell
      last = cell
    }
    cell += 1
  }
  return [first, last]
}
