import type { CueLayout, LinePosition } from '../../../document/document.ts'
import type { TextMode } from '../read/read-text.ts'

/*
 * Rows of the picture. Teletext has rows 1 to 23, and a line in double height takes two. Open subtitles have as many as
 * the header says (MNR): a grid of text rows, or up to 99 as a finer measure of height.
 *
 * A cue that ends within two rows of the last one stands where subtitles stand: its document says no line. Any other
 * says the line that it begins on.
 */

/** What counts rows. */
export interface Grid {
  readonly mode: TextMode
  /** Most rows of open subtitles. */
  readonly rows: number
}

const teletextRows = 23
/** With more rows than this, rows are no lines of text. */
const mostTextRows = 30
/** Lines of text in a picture of finer rows, as players count them. */
const textLines = 15
const mostFreeRows = 2

/** Whether rows are lines of text, so that positions are given in lines. */
function countsLines({ mode, rows }: Grid): boolean {
  return mode === 'teletext' || rows <= mostTextRows
}

/** Height of a line in rows. */
function getLineHeight(grid: Grid, hasDoubleHeight: boolean): number {
  if (grid.mode === 'teletext') return hasDoubleHeight ? 2 : 1
  return countsLines(grid) ? 1 : grid.rows / textLines
}

export interface Block {
  /** Row of the first line. */
  readonly row: number
  readonly lineCount: number
  readonly hasDoubleHeight: boolean
}

/** Rows between the beginning of a block's last line and the last row: the margin in the sense of the write options. */
export function getMargin({ row, lineCount, hasDoubleHeight }: Block, grid: Grid): number {
  const height = getLineHeight(grid, hasDoubleHeight)
  return getLastRow(grid) - row - Math.round((Math.max(1, lineCount) - 1) * height)
}

function getLastRow({ mode, rows }: Grid): number {
  return mode === 'teletext' ? teletextRows : rows
}

/** The line that a block's position means. */
export function toLinePosition(block: Block, grid: Grid): LinePosition | undefined {
  const height = getLineHeight(grid, block.hasDoubleHeight)
  const freeRows = getMargin(block, grid) - (height - 1)
  if (freeRows <= mostFreeRows * (countsLines(grid) ? 1 : height)) return undefined
  if (!countsLines(grid)) return { unit: 'percent', value: Math.round((block.row * 10_000) / grid.rows) / 100 }
  return { unit: 'lines', value: Math.max(0, grid.mode === 'teletext' ? block.row - 1 : block.row) }
}

/** How far from the edges cues stand that say nothing else, in rows. */
export interface Margins {
  readonly top: number
  readonly bottom: number | undefined
}

/** The row of a block of lines; `isExact` is false where the document means another place than a row. */
export function findRow(
  line: LinePosition | undefined,
  { lineCount, hasDoubleHeight }: Omit<Block, 'row'>,
  margins: Margins,
  grid: Grid,
): { row: number; isExact: boolean; fits: boolean } {
  const height = getLineHeight(grid, hasDoubleHeight)
  const firstRow = grid.mode === 'teletext' ? 1 : 0
  const lastRow = getLastRow(grid)
  const blockHeight = (lineCount - 1) * height
  /** The lowest row at which all lines can be seen. */
  const lowest = Math.floor(lastRow - blockHeight - (grid.mode === 'teletext' ? height - 1 : 0))
  const bottom = lastRow - (margins.bottom ?? (hasDoubleHeight ? 1 : 0)) - blockHeight
  const wanted = findWantedRow(line, { firstRow, lastRow, height, bottom, top: firstRow + margins.top }, lineCount)
  const rounded = Math.round(wanted)
  const row = Math.max(firstRow, Math.min(rounded, lowest))
  const isPlain = line === undefined || line.align === undefined || line.align === 'start'
  return {
    row,
    isExact: row === wanted || (isPlain && row === rounded && !countsLines(grid)),
    fits: lowest >= firstRow,
  }
}

interface Edges {
  readonly firstRow: number
  readonly lastRow: number
  readonly height: number
  readonly bottom: number
  readonly top: number
}

function findWantedRow(line: LinePosition | undefined, edges: Edges, lineCount: number): number {
  const { firstRow, lastRow, height, bottom, top } = edges
  if (!line) return bottom
  if (line.unit === 'lines') {
    if (line.value === 0 && !Object.is(line.value, -0)) return top
    // Line -1 is the last one; a block that would begin too low there begins higher.
    if (line.value <= 0) return bottom - Math.max(0, -line.value - lineCount) * height
    return firstRow + line.value
  }
  const rows = lastRow - firstRow + (firstRow === 1 ? 1 : 0)
  const block = lineCount * height
  const offset = line.align === 'center' ? block / 2 : line.align === 'end' ? block : 0
  return firstRow + (line.value * rows) / 100 - offset
}

/** Justification codes. */
export const unchanged = 0
export const left = 1
export const centred = 2
export const right = 3

/** How the lines of a cue are aligned; subtitles are centred unless they say otherwise. */
export function toTextAlign(justification: number): CueLayout['textAlign'] | undefined {
  return justification === left ? 'left' : justification === right ? 'right' : undefined
}

/** The code of an alignment; undefined where the document says none. */
export function findJustification(textAlign: CueLayout['textAlign'], isRightToLeft: boolean): number | undefined {
  switch (textAlign) {
    case 'left':
      return left
    case 'right':
      return right
    case 'center':
      return centred
    case 'start':
      return isRightToLeft ? right : left
    case 'end':
      return isRightToLeft ? left : right
    default:
      return undefined
  }
}
