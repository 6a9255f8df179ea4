import type { CueLayout, Region } from '../../../document/document.ts'
import { formatNumber } from '../styles/style-values.ts'

/*
 * TTML places text by regions, other formats by a line, a position and a width. Every such layout has one region whose
 * id spells it, so that it comes back as the same layout:
 *
 *   bottom                      no line: where subtitles stand
 *   top, middle                 line 0, and the line at 50 %, centred
 *   row-2, row3-end             a line counted in rows, and its alignment
 *   line84.5                    a line in percent
 *   bottom_at10-left_wide35_rl  position and its alignment, width, writing mode
 *   line85_at20_left            a position that the text begins at, or with `right` ends at, since it is aligned so
 *
 * A region with such an id that is not at that place is a region of the file like any other.
 */

/** A part of the picture, in percent, and where in it the text begins to grow. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly displayAlign: 'before' | 'center' | 'after'
  readonly writingMode?: 'tbrl' | 'tblr'
}

/** Where iTunes Timed Text has its regions; both are what other formats mean by the top and the bottom. */
export const ittBoxes = {
  top: { x: 0, y: 0, width: 100, height: 15, displayAlign: 'before' },
  bottom: { x: 0, y: 85, width: 100, height: 15, displayAlign: 'after' },
} as const satisfies Record<string, Box>

type Place = Omit<CueLayout, 'textAlign'>
/** The edge of the box that a position names. */
type Edge = 'left' | 'right'

/** Left and right of what every screen shows. */
const left = 10
const right = 90

/** The id of the region for a layout. Regions that are in use at the same time stand apart unless lines say otherwise. */
export function layoutToId(layout: CueLayout): string {
  const { line, position, size, writingMode } = layout
  const sides = { 'line-left': 'left', center: 'center', 'line-right': 'right' }
  const side = position?.align && sides[position.align]
  const edge = findEdge(layout)
  return [
    lineToId(line),
    position && `_at${formatNumber(position.percent)}${side ? `-${side}` : ''}`,
    size !== undefined && `_wide${formatNumber(size)}`,
    edge && `_${edge}`,
    writingMode && `_${writingMode.slice('vertical-'.length)}`,
  ]
    .filter(Boolean)
    .join('')
}

/**
 * What a position without an alignment of its own names, by that of the text ("computed position alignment" of WebVTT);
 * nothing where the text is centred. Text is taken to run from left to right.
 */
function findEdge({ position, size, writingMode, textAlign }: CueLayout): Edge | undefined {
  if (writingMode || position?.align || (!position && size === undefined)) return undefined
  if (textAlign === 'left' || textAlign === 'start') return 'left'
  return textAlign === 'right' || textAlign === 'end' ? 'right' : undefined
}

function lineToId(line: CueLayout['line']): string {
  if (!line) return 'bottom'
  const { unit, value, align } = line
  if (unit === 'lines' && value === 0 && !align) return 'top'
  if (unit === 'percent' && value === 50 && align === 'center') return 'middle'
  return `${unit === 'lines' ? 'row' : 'line'}${formatNumber(value)}${align ? `-${align}` : ''}`
}

const number = String.raw`(\d{1,9}(?:\.\d{1,6})?)`
const idPattern = new RegExp(
  `^(?:(bottom|top|middle)|(row|line)(-?)${number}(?:-(start|center|end))?)` +
    `(?:_at${number}(?:-(left|center|right))?)?(?:_wide${number})?(?:_(left|right))?(?:_(rl|lr))?$`,
)

/** The layout that an id spells, with a `textAlign` where that decides about the place; undefined when it spells none. */
export function idToLayout(id: string): CueLayout | undefined {
  const match = idPattern.exec(id)
  if (!match) return undefined
  const [, name, unit, sign, value, align, percent, side, size, edge, direction] = match
  const words: Record<string, CueLayout['line']> = {
    top: { unit: 'lines', value: 0 },
    middle: { unit: 'percent', value: 50, align: 'center' },
  }
  const line =
    name === undefined
      ? {
          unit: unit === 'row' ? ('lines' as const) : ('percent' as const),
          value: sign ? -Number(value) : Number(value),
          ...(align && { align: align as 'start' | 'center' | 'end' }),
        }
      : words[name]
  const aligns = { left: 'line-left', center: 'center', right: 'line-right' } as const
  const layout: CueLayout = {
    ...(line && { line }),
    ...(percent !== undefined && {
      position: { percent: Number(percent), ...(side && { align: aligns[side as keyof typeof aligns] }) },
    }),
    ...(size !== undefined && { size: Number(size) }),
    ...(edge && { textAlign: edge as Edge }),
    ...(direction && { writingMode: direction === 'rl' ? 'vertical-rl' : 'vertical-lr' }),
  }
  return layoutToId(layout) === id ? layout : undefined
}

/** Where a layout stands, on a grid of so many rows. */
export function layoutToBox(layout: CueLayout, rows: number): Box {
  const { line, writingMode } = layout
  if (writingMode) {
    const mode = writingMode === 'vertical-rl' ? 'tbrl' : 'tblr'
    return { x: left, y: 10, width: right - left, height: 80, displayAlign: 'after', writingMode: mode }
  }
  return { ...toHorizontal(layout), ...toVertical(line, rows) }
}

function toVertical(line: CueLayout['line'], rows: number): Pick<Box, 'y' | 'height' | 'displayAlign'> {
  if (!line) return { y: 50, height: 40, displayAlign: 'after' }
  const { unit, value, align } = line
  if (unit === 'lines' && value === 0 && !align) return { y: 10, height: 40, displayAlign: 'before' }
  if (unit === 'percent' && value === 50 && align === 'center') return { y: 30, height: 40, displayAlign: 'center' }
  const isFromBottom = unit === 'lines' && value < 0
  const percent = unit === 'percent' ? value : ((isFromBottom ? rows + value + 1 : value) * 100) / rows
  const at = toPercent(percent)
  if (align === 'center') {
    const half = Math.min(at, 100 - at)
    return { y: toPercent(at - half), height: toPercent(2 * half), displayAlign: 'center' }
  }
  if (align === 'end' || (isFromBottom && !align)) return { y: 0, height: at, displayAlign: 'after' }
  return { y: at, height: toPercent(100 - at), displayAlign: 'before' }
}

function toHorizontal(layout: CueLayout): Pick<Box, 'x' | 'width'> {
  const { position, size } = layout
  const edge = findEdge(layout)
  const at = position?.percent ?? (edge === 'left' ? 0 : edge === 'right' ? 100 : 50)
  const align = position?.align ?? (edge ? (`line-${edge}` as const) : 'center')
  const room = align === 'line-left' ? 100 - at : align === 'line-right' ? at : 2 * Math.min(at, 100 - at)
  const width = toPercent(Math.min(size ?? (position ? room : right - left), room))
  const start = align === 'line-left' ? at : align === 'line-right' ? at - width : at - width / 2
  return { x: toPercent(Math.min(Math.max(0, start), 100 - width)), width }
}

/** The layout that says as nearly as can be where a box is, for formats without regions. */
export function boxToLayout({ x, y, width, height, displayAlign, writingMode }: Box): Place {
  if (writingMode) return { writingMode: writingMode === 'tbrl' ? 'vertical-rl' : 'vertical-lr' }
  const line: CueLayout['line'] =
    displayAlign === 'before'
      ? { unit: 'percent', value: y }
      : displayAlign === 'center'
        ? { unit: 'percent', value: toPercent(y + height / 2), align: 'center' }
        : { unit: 'percent', value: toPercent(y + height), align: 'end' }
  if (Math.abs(x + width / 2 - 50) < 1) return { line }
  return { line, position: { percent: x, align: 'line-left' }, size: width }
}

/** The box of a region; undefined when nothing says where it is. */
export function regionToBox(region: Region, rows: number): Box | undefined {
  const { origin, extent, displayAlign = 'before' } = region
  const writingMode = findVertical(region)
  if (origin && extent) {
    const [x, y] = [toPercent(origin.x), toPercent(origin.y)]
    const [width, height] = [Math.min(extent.width, 100 - x), Math.min(extent.height, 100 - y)].map(toPercent)
    return { x, y, width: width!, height: height!, displayAlign, ...(writingMode && { writingMode }) }
  }
  const { regionAnchor, viewportAnchor, lines } = region
  if (!regionAnchor && !viewportAnchor && lines === undefined && region.width === undefined) return undefined
  // As WebVTT has it: 100 % wide, three lines high, the bottom left corner on that of the picture.
  const width = toPercent(region.width ?? 100)
  const height = toPercent(((lines ?? 3) * 100) / rows)
  const { x: anchorX, y: anchorY } = regionAnchor ?? { x: 0, y: 100 }
  const { x, y } = viewportAnchor ?? { x: 0, y: 100 }
  return {
    x: toPercent(Math.min(x - (width * anchorX) / 100, 100 - width)),
    y: toPercent(Math.min(y - (height * anchorY) / 100, 100 - height)),
    width,
    height,
    displayAlign: 'after',
  }
}

function findVertical({ ext }: Region): Box['writingMode'] {
  const style = ext?.ttml?.style
  const mode = typeof style === 'object' && style !== null ? Reflect.get(style, 'writingMode') : undefined
  return mode === 'tbrl' || mode === 'tb' ? 'tbrl' : mode === 'tblr' ? 'tblr' : undefined
}

export function isSameBox(a: Box, b: Box): boolean {
  return (
    isNear(a.x, b.x) &&
    isNear(a.y, b.y) &&
    isNear(a.width, b.width) &&
    isNear(a.height, b.height) &&
    a.displayAlign === b.displayAlign &&
    a.writingMode === b.writingMode
  )
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-5
}

/** Within the picture, to 6 decimals. */
export function toPercent(value: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(100, Math.max(0, value)) * 1e6) / 1e6 : 0
}
