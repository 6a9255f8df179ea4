import type { CueLayout, LinePosition, Point } from '../../document/document.ts'
import { defaultGrid } from '../ttml/places/grid.ts'
import { toPercent } from '../ttml/places/places.ts'
import type { Frame } from './script.ts'
import type { Margins } from './styles/style.ts'

/*
 * A text is anchored by the one of its nine points that its alignment names, as on a numeric keypad (2 is the middle of
 * the bottom edge): at the margins, or where `\pos` says. The document says the same by the line and the position of
 * WebVTT, and nothing of what is where the default style has it.
 */

/** Where a text is: its alignment, its margins, and its anchor where the margins do not decide. */
export interface Place {
  readonly digit: number
  readonly margins: Margins
  readonly position?: Point
}

export type PositionedPlace = Place & Required<Pick<Place, 'position'>>

/** The layout of a place; undefined for that of the default style at the bottom. */
export function toLayout(place: Place, frame: Frame): CueLayout | undefined {
  const { digit, position } = place
  const [column, row] = [(digit - 1) % 3, Math.floor((digit - 1) / 3)]
  const anchor = position ?? findAnchor(digit, place.margins, frame)
  const usual = findAnchor(digit, frame.margins, frame)
  const line = toLine(row, anchor.y, usual.y, frame.height)
  const layout: CueLayout = {
    ...(line && { line }),
    ...(!isNear(anchor.x, usual.x) && { position: { percent: toShare(anchor.x, frame.width) } }),
    ...(column === 0 && { textAlign: 'left' }),
    ...(column === 2 && { textAlign: 'right' }),
  }
  return Object.keys(layout).length > 0 ? layout : undefined
}

function toLine(row: number, y: number, usual: number, height: number): LinePosition | undefined {
  const value = toShare(y, height)
  if (row === 1) return { unit: 'percent', value, align: 'center' }
  if (isNear(y, usual)) return row === 0 ? undefined : { unit: 'lines', value: 0 }
  return { unit: 'percent', value, ...(row === 0 && { align: 'end' }) }
}

/** The point of the picture at which the margins put a text. */
function findAnchor(digit: number, { left, right, vertical }: Margins, { width, height }: Frame): Point {
  const x = [left, (left + width - right) / 2, width - right][(digit - 1) % 3]!
  const y = [height - vertical, height / 2, vertical][Math.floor((digit - 1) / 3)]!
  return { x, y }
}

/** The place for a layout, by its position; `isExact` where that says all of it. */
export function toPlace(
  layout: CueLayout,
  frame: Frame,
): { readonly place: PositionedPlace; readonly isExact: boolean } {
  const { line, position, size, textAlign = 'center', writingMode } = layout
  const column = textAlign === 'left' || textAlign === 'start' ? 0 : textAlign === 'center' ? 1 : 2
  const row = findRow(line)
  const digit = row * 3 + column + 1
  const usual = findAnchor(digit, frame.margins, frame)
  const x = position || size !== undefined ? (findColumn(layout, column) * frame.width) / 100 : usual.x
  const y = line ? findHeight(line, row, usual.y, frame) : usual.y
  const isExact =
    writingMode === undefined &&
    size === undefined &&
    textAlign !== 'start' &&
    textAlign !== 'end' &&
    (position?.align === undefined || position.align === sides[column]) &&
    (line?.unit !== 'lines' || isFirstLine(line))
  return { place: { digit, margins: frame.margins, position: { x, y } }, isExact }
}

const sides = ['line-left', 'center', 'line-right'] as const

/** 0 bottom, 1 middle, 2 top: the edge of the text that a line is the place of. */
function findRow(line: LinePosition | undefined): 0 | 1 | 2 {
  if (!line) return 0
  if (line.align) return line.align === 'end' ? 0 : line.align === 'center' ? 1 : 2
  return line.unit === 'lines' && isFromBottom(line) ? 0 : 2
}

function isFirstLine({ value, align }: LinePosition): boolean {
  return value === 0 && !Object.is(value, -0) && (align === undefined || align === 'start')
}

function isFromBottom({ value }: LinePosition): boolean {
  return value < 0 || Object.is(value, -0)
}

/** The height of a line in pixels; lines are counted from the margins on, in rows as TTML has them. */
function findHeight(line: LinePosition, row: number, usual: number, { height, margins }: Frame): number {
  if (line.unit === 'percent') return (toPercent(line.value) * height) / 100
  if (isFirstLine(line)) return usual
  const rowHeight = height / defaultGrid.rows
  const first = isFromBottom(line) ? height - margins.vertical : margins.vertical
  const count = isFromBottom(line) ? line.value + 1 : line.value
  return Math.min(height, Math.max(0, first + (count + (row === 1 ? 0.5 : 0)) * rowHeight))
}

/** Where the text of a box begins, has its middle or ends, in percent: the box is where WebVTT has it. */
function findColumn({ position, size }: CueLayout, column: number): number {
  const at = toPercent(position?.percent ?? column * 50)
  const side = sides.indexOf(position?.align ?? sides[column]!)
  if (side === column) return at
  const room = side === 0 ? 100 - at : side === 2 ? at : 2 * Math.min(at, 100 - at)
  const width = Math.min(toPercent(size ?? 100), room)
  return at + ((column - side) * width) / 2
}

function toShare(pixels: number, whole: number): number {
  return toPercent((pixels * 100) / whole)
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-4
}

export function isSameLayout(a: CueLayout | undefined, b: CueLayout | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
