import type { CueLayout } from '../../../document/document.ts'
import { columnCount, rowCount } from './codes.ts'

/*
 * The grid of 15 rows and 32 columns is laid over the part of the picture that every screen shows, 10 to 90 percent (47
 * CFR 15.119(d)). A cue that ends on the last row, or is centred in the grid, says nothing of where it is.
 */

const margin = 10
const rowHeight = (100 - 2 * margin) / rowCount
const columnWidth = (100 - 2 * margin) / columnCount

/** Percent of the picture as rows from the top of the grid, and as columns from its left. */
export const toRows = (percent: number) => (percent - margin) / rowHeight
export const toColumns = (percent: number) => (percent - margin) / columnWidth

function toPercent(cells: number, size: number): number {
  return Math.round((margin + cells * size) * 100) / 100
}

/** A line of a cue on the grid. */
export interface Span {
  readonly row: number
  readonly column: number
  readonly length: number
}

/** Where lines are, and from which column those begin that have spaces before their text. */
export interface Place {
  readonly layout: CueLayout | undefined
  /** Column from which the spaces of each line are counted; none where the lines are not aligned at the left. */
  readonly left: number | undefined
}

/** The layout of lines, from the top one to the last. */
export function findPlace(lines: readonly Span[]): Place {
  const first = lines[0]!.row
  const isAtBottom = lines[lines.length - 1]!.row === rowCount - 1
  const line: CueLayout['line'] =
    first === 0 ? { unit: 'lines', value: 0 } : { unit: 'percent', value: toPercent(first, rowHeight) }
  const { layout, left } = findAlignment(lines)
  const full = { ...(!isAtBottom && { line }), ...layout }
  return { layout: Object.keys(full).length > 0 ? full : undefined, left }
}

function findAlignment(lines: readonly Span[]): Place {
  const isCentred = (centre: number, tolerance: number) =>
    lines.every(({ column, length }) => Math.abs(column - Math.floor(centre - length / 2)) <= tolerance)
  // Older systems centre to the nearest column that they can.
  if (isCentred(columnCount / 2, 1)) return { layout: undefined, left: undefined }
  const left = Math.min(...lines.map(({ column }) => column))
  const right = Math.max(...lines.map(({ column, length }) => column + length))
  const isLeft = lines.every(({ column }) => column === left)
  if (isLeft && left === 0) return { layout: { textAlign: 'left' }, left }
  const isRight = lines.every(({ column, length }) => column + length === right)
  if (isRight && right === columnCount) return { layout: { textAlign: 'right' }, left: undefined }
  const at = (cells: number) => toPercent(cells, columnWidth)
  const centre = (left + right) / 2
  if (!isLeft && isCentred(centre, 0)) {
    return { layout: { position: { percent: at(centre), align: 'center' }, textAlign: 'center' }, left: undefined }
  }
  if (!isLeft && isRight) {
    return { layout: { position: { percent: at(right), align: 'line-right' }, textAlign: 'right' }, left: undefined }
  }
  return {
    layout:
      left === 0 ? { textAlign: 'left' } : { position: { percent: at(left), align: 'line-left' }, textAlign: 'left' },
    left,
  }
}
