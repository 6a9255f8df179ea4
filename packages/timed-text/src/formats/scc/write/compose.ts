import type { Cue, CueLayout, Region } from '../../../document/document.ts'
import type { TellCharacter } from '../../ebu-stl/layout/encode-characters.ts'
import { type Box, layoutToBox, regionToBox } from '../../ttml/index.ts'
import { columnCount, rowCount, usualRowCount } from '../line21/codes.ts'
import { toColumns, toRows } from '../line21/places.ts'
import { plainState } from '../line21/states.ts'
import { layOutText, type TextLine } from './lines.ts'
import { type Lose, listChanges } from './style.ts'
import type { PlacedLine } from './words.ts'

/** The text of a cue, and where it is to be. */
export interface Block {
  readonly lines: readonly TextLine[]
  /** Of the first line, where nothing else is in the way. */
  readonly row: number
  readonly columns: readonly number[]
}

const tolerance = 0.01

/** Lays a cue out by itself; undefined where it has no text. */
export function layOutCue(
  { textParts, layout = {}, region }: Cue<number>,
  regions: ReadonlyMap<string, Region>,
  lose: Lose,
  tell: TellCharacter,
): Block | undefined {
  const isLeft = layout.textAlign === 'left' || layout.textAlign === 'start'
  const lines = layOutText(textParts, isLeft, lose, tell)
  if (lines.length === 0) {
    lose('EXPORT_TEXT_ALTERED', 'Cues without text were left out', 'info')
    return undefined
  }
  if (lines.length > usualRowCount) {
    lose('TELETEXT_ROW_LIMIT', 'A caption has more than four rows, which not every decoder shows')
  }
  const named = region === undefined ? undefined : regions.get(region)
  const box = (named && regionToBox(named, rowCount)) ?? layoutToBox(layout, rowCount)
  const row = findRow(box, lines.length)
  const columns = lines.map(line => findColumn(box, layout.textAlign, line))
  const isOff = (place: Place) => Math.abs(place.wanted - place.cell) > tolerance
  const { size, writingMode } = layout
  if (size !== undefined || writingMode || region !== undefined || isOff(row) || columns.some(isOff)) {
    lose('POSITION_APPROXIMATED', 'Positions went to the nearest row and column')
  }
  return { lines, row: row.cell, columns: columns.map(({ cell }) => cell) }
}

/** A row or column, and what it would be without a grid. */
interface Place {
  readonly wanted: number
  readonly cell: number
}

function toPlace(wanted: number, limit: number): Place {
  return { wanted, cell: Math.min(Math.max(0, Math.round(wanted)), Math.max(0, limit)) }
}

function findRow({ y, height, displayAlign }: Box, lineCount: number): Place {
  const [top, bottom] = [toRows(y), toRows(y + height)]
  const wanted =
    displayAlign === 'before'
      ? top
      : displayAlign === 'after'
        ? bottom - lineCount
        : // Half a row up is as near as half a row down.
          Math.floor((top + bottom - lineCount) / 2 + tolerance)
  return toPlace(wanted, rowCount - lineCount)
}

function findColumn({ x, width }: Box, align: CueLayout['textAlign'], { state, cells }: TextLine): Place {
  const [left, right] = [toColumns(x), toColumns(x + width)]
  const { length } = cells
  const place = toPlace(findWanted(left, right, align, length), columnCount - length)
  // A colour in italics takes a column before the text.
  const least = listChanges(plainState, state).length - 1
  return { ...place, cell: Math.max(place.cell, least) }
}

function findWanted(left: number, right: number, align: CueLayout['textAlign'], length: number): number {
  if (align === 'left' || align === 'start') return left
  if (align === 'right' || align === 'end') return right - length
  return Math.floor((left + right - length) / 2 + tolerance)
}

/**
 * A screen of blocks, in the order in which they began. One that another is in the way of goes to the nearest rows that
 * are free above it, or below; from the first that has none on they are left out.
 */
export function composeScreen(blocks: Iterable<readonly [cueIndex: number, block: Block]>): {
  readonly lines: readonly PlacedLine[]
  readonly moved: readonly number[]
  readonly shown: readonly number[]
} {
  const lines: PlacedLine[] = []
  const moved: number[] = []
  const shown: number[] = []
  const taken = new Set<number>()
  for (const [index, block] of blocks) {
    const row = findFreeRow(block, taken)
    if (row === undefined) break
    if (row !== block.row) moved.push(index)
    shown.push(index)
    for (const [at, line] of block.lines.entries()) {
      taken.add(row + at)
      if (line.cells.length > 0) lines.push({ ...line, row: row + at, column: block.columns[at]! })
    }
    if (taken.size === rowCount) break
  }
  return { lines: lines.toSorted((a, b) => a.row - b.row), moved, shown }
}

function findFreeRow({ lines, row }: Block, taken: ReadonlySet<number>): number | undefined {
  const isFree = (first: number) => lines.every((_, at) => !taken.has(first + at))
  const last = rowCount - lines.length
  for (let first = row; first >= 0; first--) if (isFree(first)) return first
  for (let first = row + 1; first <= last; first++) if (isFree(first)) return first
  return undefined
}
