import type { Attributes } from '../namespaces.ts'
import { formatNumber, parseLength } from '../styles/style-values.ts'

/** What lengths are measured by: the cells of the picture, and its pixels where the file says how many it has. */
export interface Grid {
  readonly columns: number
  readonly rows: number
  readonly pixels?: { readonly width: number; readonly height: number }
}

/** The grid of cells where a file does not say: that of TTML. */
export const defaultGrid: Grid = { columns: 32, rows: 15 }

export function readGrid(attributes: Attributes): Grid {
  const cells = /^([1-9]\d{0,3})\s+([1-9]\d{0,3})$/.exec(attributes['ttp:cellResolution']?.trim() ?? '')
  const pixels = /^(\d{1,6})(?:\.\d{1,6})?px\s+(\d{1,6})(?:\.\d{1,6})?px$/.exec(attributes['tts:extent']?.trim() ?? '')
  const [width, height] = [Number(pixels?.[1] ?? 0), Number(pixels?.[2] ?? 0)]
  return {
    ...(cells ? { columns: Number(cells[1]), rows: Number(cells[2]) } : defaultGrid),
    ...(width > 0 && height > 0 && { pixels: { width, height } }),
  }
}

/** Two lengths as percentages of the width and of the height of the picture. */
export function parsePair(text: string, grid: Grid): readonly [number, number] | undefined {
  const [first = '', second = ''] = text.split(' ')
  const [x, y] = [toShare(first, grid.columns, grid.pixels?.width), toShare(second, grid.rows, grid.pixels?.height)]
  return x === undefined || y === undefined ? undefined : [x, y]
}

/** A length as a percentage of the picture. */
function toShare(text: string, cells: number, pixels: number | undefined): number | undefined {
  const length = parseLength(text)
  if (!length) return undefined
  const { value, unit } = length
  if (unit === '%' || unit === 'rw' || unit === 'rh') return value
  if (unit === 'c') return (value * 100) / cells
  return unit === 'px' && pixels !== undefined ? (value * 100) / pixels : undefined
}

/** A font size in pixels as one in cells, where the file says how many pixels there are. */
export function toCellSize(size: string, { columns, rows, pixels }: Grid): string {
  if (!pixels || !size.endsWith('px')) return size
  const sizes = size.split(' ').map(text => parseLength(text))
  const isPair = sizes.length > 1
  return sizes
    .map((length, index) => {
      const cells = isPair && index === 0 ? columns / pixels.width : rows / pixels.height
      return length?.unit === 'px' ? `${formatNumber(length.value * cells)}c` : ''
    })
    .join(' ')
    .trim()
}
